"""Virtual machines: what they are made with and of, what they show, and what goes with them."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.azurelocal.compute.conftest import CUSTOM_DATA

if TYPE_CHECKING:
    from tests.unit.azurelocal.compute.conftest import Compute

SCOPE = "/subscriptions/{s}/resourceGroups/rg"


def changed(body: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Set what stands at a path of a body, such as osProfile.computerName."""
    *sections, last = path.split(".")
    place = body["properties"]
    for section in sections:
        place = place[section]
    place[last] = value
    return body


def test_a_machine_has_all_that_controllers_read(compute: Compute) -> None:
    id = compute.id("virtualMachines", "vm")

    answer = compute.azure.owner.put(id, compute.body())

    assert answer.status == 201
    machine, properties = answer.json, answer.json["properties"]
    assert machine["type"] == "Microsoft.Compute/virtualMachines"
    assert machine["etag"]
    assert properties["provisioningState"] == "Succeeded"
    assert len(properties["vmId"]) == 36
    assert properties["timeCreated"].startswith("2027-01-15T08:00:00")
    assert properties["hardwareProfile"] == {"vmSize": "Standard_D4s_v3"}
    assert properties["osProfile"]["computerName"] == "vm"
    assert properties["storageProfile"]["dataDisks"] == []
    assert properties["storageProfile"]["imageReference"]["exactVersion"] == "419.6.20250523"
    assert properties["storageProfile"]["osDisk"] == {
        "name": "vm_OSDisk",
        "osType": "Linux",
        "createOption": "FromImage",
        "caching": "None",
        "deleteOption": "Detach",
        "diskSizeGB": 64,
        "managedDisk": {
            "id": compute.id("disks", "vm_OSDisk"),
            "storageAccountType": "Premium_LRS",
        },
    }


def test_custom_data_and_passwords_are_never_told(compute: Compute) -> None:
    body = changed(compute.body(), "osProfile.adminPassword", "Very-Secret-1")
    id = compute.id("virtualMachines", "vm")

    written = compute.azure.owner.put(id, body)

    for answer in (written, compute.azure.owner.get(id, query="$expand=instanceView")):
        assert CUSTOM_DATA.encode() not in answer.content
        assert b"Very-Secret-1" not in answer.content


def test_user_data_is_told_only_to_who_asks(compute: Compute) -> None:
    data = base64.b64encode(b"hello").decode()
    id = compute.machine(userData=data)

    assert "userData" not in compute.get(id)["properties"]
    assert compute.get(id, query="$expand=userData")["properties"]["userData"] == data


def test_a_put_of_parts_leaves_the_rest(compute: Compute) -> None:
    id = compute.machine()
    before = compute.get(id)

    answer = compute.azure.owner.put(id, {})

    assert answer.status == 200
    assert answer.json["etag"] != before.pop("etag")
    assert {**answer.json, "etag": ""} == {**before, "etag": ""}


def test_what_was_read_can_be_written_back(compute: Compute) -> None:
    id = compute.machine()
    before = compute.get(id, query="$expand=instanceView")

    answer = compute.azure.owner.put(id, before)

    assert answer.status == 200, answer.content
    assert answer.json["properties"]["vmId"] == before["properties"]["vmId"]
    assert "instanceView" not in answer.json["properties"]


def test_a_patch_changes_tags_and_answers_200(compute: Compute) -> None:
    id = compute.machine()

    answer = compute.azure.owner.patch(id, {"tags": {"a": "b"}})

    assert (answer.status, answer.json["tags"]) == (200, {"Name": "vm", "a": "b"})


def test_a_stale_etag_is_refused(compute: Compute) -> None:
    id = compute.machine()
    etag = compute.get(id)["etag"]
    compute.azure.owner.patch(id, {"tags": {"a": "b"}})

    answer = compute.azure.owner.put(id, {}, headers={"if-match": etag})

    assert (answer.status, answer.code) == (412, "PreconditionFailed")


@pytest.mark.parametrize(
    ("path", "value", "status", "code"),
    [
        ("osProfile.customData", "not base64!", 400, "InvalidParameter"),
        (
            "osProfile.customData",
            base64.b64encode(bytes(65536)).decode(),
            400,
            "InvalidParameter",
        ),
        ("osProfile.adminUsername", "root", 400, "InvalidParameter"),
        ("osProfile.adminUsername", None, 400, "InvalidParameter"),
        ("osProfile.computerName", "has_underscore", 400, "InvalidParameter"),
        ("osProfile.linuxConfiguration.ssh", None, 400, "InvalidParameter"),
        (
            "osProfile.linuxConfiguration.ssh.publicKeys",
            [{"keyData": "x"}],
            400,
            "InvalidParameter",
        ),
        ("osProfile.linuxConfiguration", {}, 400, "InvalidParameter"),
        ("osProfile.adminPassword", "simple", 400, "InvalidParameter"),
        ("osProfile", None, 400, "InvalidParameter"),
        ("hardwareProfile.vmSize", "Standard_Nothing", 400, "InvalidParameter"),
        ("hardwareProfile.vmSize", "Standard_D4ps_v5", 400, "BadRequest"),
        ("storageProfile.imageReference.version", "0.0.1", 404, "PlatformImageNotFound"),
        ("storageProfile.imageReference.publisher", "nobody", 404, "PlatformImageNotFound"),
        ("storageProfile.imageReference", None, 400, "InvalidParameter"),
        ("storageProfile.osDisk.diskSizeGB", 10, 409, "OperationNotAllowed"),
        ("storageProfile.osDisk.caching", "Sometimes", 400, "InvalidParameter"),
        ("storageProfile.osDisk.vhd", {"uri": "https://x/y.vhd"}, 400, "EmulatorNotSupported"),
        ("networkProfile.networkInterfaces", [], 400, "InvalidParameter"),
        ("priority", "Always", 400, "InvalidParameter"),
        ("evictionPolicy", "Delete", 400, "InvalidParameter"),
        ("securityProfile", {"securityType": "ConfidentialVM"}, 400, "EmulatorNotSupported"),
        ("availabilitySet", {"id": "/nothing"}, 400, "InvalidResourceReference"),
        ("virtualMachineScaleSet", {"id": "/a/b"}, 400, "InvalidResourceReference"),
    ],
)
def test_what_azure_refuses_is_refused_and_leaves_nothing(
    compute: Compute, path: str, value: Any, status: int, code: str
) -> None:
    id = compute.id("virtualMachines", "vm")

    answer = compute.azure.owner.put(id, changed(compute.body(), path, value))

    assert (answer.status, answer.code) == (status, code), answer.content
    assert compute.azure.owner.get(id).status == 404
    assert compute.azure.owner.get(compute.id("disks", "vm_OSDisk")).status == 404


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("osProfile.customData", base64.b64encode(b"other").decode()),
        ("osProfile.computerName", "other"),
        ("storageProfile.imageReference.version", "420.94.20250806"),
        ("storageProfile.osDisk.name", "other"),
    ],
)
def test_what_a_machine_was_made_with_stays(compute: Compute, path: str, value: Any) -> None:
    id = compute.machine()
    body = changed(compute.body(nic=f"{compute.nic('vm-nic')}"), path, value)

    answer = compute.azure.owner.put(id, body)

    assert (answer.status, answer.code) == (409, "PropertyChangeNotAllowed"), answer.content


def test_a_machine_changes_its_size(compute: Compute) -> None:
    id = compute.machine()

    answer = compute.azure.owner.patch(
        id, {"properties": {"hardwareProfile": {"vmSize": "standard_d8s_v3"}}}
    )

    assert answer.status == 200
    assert answer.json["properties"]["hardwareProfile"]["vmSize"] == "Standard_D8s_v3"


def test_latest_is_the_youngest_version(compute: Compute) -> None:
    body = compute.body()
    body["properties"]["storageProfile"]["imageReference"] = {
        "publisher": "canonical",
        "offer": "ubuntu-24_04-LTS",
        "sku": "server",
        "version": "latest",
    }

    answer = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    image = answer.json["properties"]["storageProfile"]["imageReference"]
    assert (image["version"], image["exactVersion"]) == ("latest", "24.04.202510010")


def test_an_image_that_is_sold_needs_its_plan(compute: Compute) -> None:
    plan = {
        "publisher": "kinvolk",
        "product": "flatcar-container-linux-free",
        "name": "stable-gen2",
    }
    body = compute.body()
    body["properties"]["storageProfile"]["imageReference"] = {
        "publisher": "kinvolk",
        "offer": "flatcar-container-linux-free",
        "sku": "stable-gen2",
        "version": "latest",
    }
    id = compute.id("virtualMachines", "vm")

    without = compute.azure.owner.put(id, body)
    bought = compute.azure.owner.put(id, {**body, "plan": plan})

    assert (without.status, without.code) == (400, "VMMarketplaceInvalidInput")
    assert (bought.status, bought.json["plan"]) == (201, plan)


def test_the_name_of_a_machine_is_checked(compute: Compute) -> None:
    answer = compute.azure.owner.put(compute.id("virtualMachines", "v m"), compute.body())

    assert (answer.status, answer.code) == (400, "InvalidParameter")


def test_a_zone_must_be_one_of_the_region(compute: Compute) -> None:
    id = compute.id("virtualMachines", "vm")

    refused = compute.azure.owner.put(id, {**compute.body(), "zones": ["4"]})
    made = compute.azure.owner.put(id, {**compute.body(), "zones": ["2"]})

    assert (refused.status, refused.code) == (400, "InvalidAvailabilityZone")
    assert made.json["zones"] == ["2"]
    assert compute.get(compute.id("disks", "vm_OSDisk"))["zones"] == ["2"]


def test_machines_are_listed_in_group_subscription_and_region(compute: Compute) -> None:
    id = compute.machine()
    here = f"{compute.azure.subscription}/providers/Microsoft.Compute"
    places = (
        f"{compute.group}/providers/Microsoft.Compute/virtualMachines",
        f"{here}/virtualMachines",
        f"{here}/locations/East US/virtualMachines".replace(" ", "%20"),
    )

    listed = [[one["id"] for one in compute.get(place)["value"]] for place in places]

    assert listed == [[id], [id], [id]]
    assert compute.get(f"{here}/locations/westeurope/virtualMachines")["value"] == []


def test_a_list_by_scale_set_is_empty_and_other_filters_are_refused(compute: Compute) -> None:
    compute.machine()
    list = f"{compute.group}/providers/Microsoft.Compute/virtualMachines"

    none = compute.get(list, query="$filter='virtualMachineScaleSet/id'%20eq%20'/x'")
    refused = compute.azure.owner.get(list, query="$filter=name%20eq%20'vm'")

    assert none["value"] == []
    assert refused.status == 400


@pytest.mark.parametrize("query", ["statusOnly=true", "$expand=instanceView"])
def test_a_list_can_show_how_machines_are_doing(compute: Compute, query: str) -> None:
    compute.machine()

    found = compute.get(
        f"{compute.azure.subscription}/providers/Microsoft.Compute/virtualMachines", query=query
    )

    codes = [one["code"] for one in found["value"][0]["properties"]["instanceView"]["statuses"]]
    assert codes == ["ProvisioningState/succeeded", "PowerState/running"]


def test_a_deleted_machine_leaves_its_disks_and_interfaces(compute: Compute) -> None:
    id = compute.machine()

    answer = compute.azure.owner.delete(id, query="forceDeletion=true")

    assert answer.status == 200
    assert compute.azure.owner.get(id).status == 404
    assert compute.get(compute.id("disks", "vm_OSDisk"))["properties"]["diskState"] == "Unattached"
    nic = compute.get(compute.nic("vm-nic"))
    assert "virtualMachine" not in nic["properties"]
    assert compute.azure.owner.delete(id).status == 204


def test_what_says_so_is_deleted_with_its_machine(compute: Compute) -> None:
    body = compute.body()
    body["properties"]["storageProfile"]["osDisk"]["deleteOption"] = "Delete"
    body["properties"]["storageProfile"]["dataDisks"] = [
        {
            "lun": 0,
            "name": "data",
            "createOption": "Empty",
            "diskSizeGB": 8,
            "deleteOption": "Delete",
        }
    ]
    entry = body["properties"]["networkProfile"]["networkInterfaces"][0]
    entry["properties"]["deleteOption"] = "Delete"
    id = compute.id("virtualMachines", "vm")
    assert compute.azure.owner.put(id, body).status == 201

    compute.azure.owner.delete(id)

    gone = (compute.id("disks", "vm_OSDisk"), compute.id("disks", "data"), entry["id"])
    assert [compute.azure.owner.get(one).status for one in gone] == [404, 404, 404]


def test_a_disk_of_an_earlier_machine_is_in_the_way(compute: Compute) -> None:
    id = compute.machine()
    compute.azure.owner.delete(id)

    again = compute.azure.owner.put(id, compute.body())

    assert (again.status, again.code) == (409, "ConflictingUserInput")


def test_a_machine_starts_from_a_disk_that_is_there(compute: Compute) -> None:
    compute.azure.owner.delete(compute.machine())
    body = compute.body()
    del body["properties"]["osProfile"]
    body["properties"]["storageProfile"] = {
        "osDisk": {
            "createOption": "Attach",
            "osType": "Linux",
            "managedDisk": {"id": compute.id("disks", "vm_OSDisk")},
        }
    }

    answer = compute.azure.owner.put(compute.id("virtualMachines", "two"), body)

    assert answer.status == 201, answer.content
    disk = compute.get(compute.id("disks", "vm_OSDisk"))
    assert disk["managedBy"] == compute.id("virtualMachines", "two")


def test_quotas_are_counted_and_held(compute: Compute) -> None:
    for number in range(10):
        compute.machine(f"vm{number}", hardwareProfile={"vmSize": "Standard_D32s_v3"})
    place = f"{compute.azure.subscription}/providers/Microsoft.Compute/locations/eastus/usages"

    used = {one["name"]["value"]: one["currentValue"] for one in compute.get(place)["value"]}
    refused = compute.azure.owner.put(
        compute.id("virtualMachines", "more"),
        compute.body("more", hardwareProfile={"vmSize": "Standard_D32s_v3"}),
    )

    assert (used["cores"], used["standardDSv3Family"], used["virtualMachines"]) == (320, 320, 10)
    assert used["PremiumDiskCount"] == 10
    assert (refused.status, refused.code) == (409, "OperationNotAllowed")
    assert "Total Regional Cores" in refused.message


def test_a_group_goes_with_all_that_is_in_it(compute: Compute) -> None:
    body = compute.body()
    body["properties"]["storageProfile"]["osDisk"]["deleteOption"] = "Delete"
    compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)
    compute.machine("other")

    answer = compute.azure.owner.delete(compute.group)

    assert answer.status == 202
    assert compute.azure.owner.get(compute.group).status == 404
    assert compute.azure.cloud.store.resources_under(compute.group.lower() + "/") == []
