"""Disks, and snapshots of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.compute.conftest import Compute


def snapshot(compute: Compute, source: str, name: str = "snap") -> str:
    id = compute.id("snapshots", name)
    data = {"createOption": "Copy", "sourceResourceId": source}
    body = {"location": "eastus", "properties": {"creationData": data, "incremental": True}}
    answer = compute.azure.owner.put(id, body)
    assert answer.status == 200, answer.content
    return id


def test_a_disk_has_all_that_the_driver_reads(compute: Compute) -> None:
    answer = compute.put_disk(
        zones=["1"], networkAccessPolicy="DenyAll", publicNetworkAccess="Disabled"
    )

    assert answer.status == 200
    disk, properties = answer.json, answer.json["properties"]
    assert disk["sku"] == {"name": "Premium_LRS", "tier": "Premium"}
    assert disk["zones"] == ["1"]
    assert "managedBy" not in disk
    assert properties["timeCreated"]
    assert len(properties["uniqueId"]) == 36
    del properties["timeCreated"], properties["uniqueId"]
    assert properties == {
        "creationData": {"createOption": "Empty"},
        "diskSizeGB": 32,
        "diskSizeBytes": 32 << 30,
        "diskState": "Unattached",
        "provisioningState": "Succeeded",
        "encryption": {"type": "EncryptionAtRestWithPlatformKey"},
        "networkAccessPolicy": "DenyAll",
        "publicNetworkAccess": "Disabled",
        "tier": "P4",
        "diskIOPSReadWrite": 120,
        "diskMBpsReadWrite": 25,
    }


def test_the_network_policies_have_defaults(compute: Compute) -> None:
    properties = compute.get(compute.disk())["properties"]

    assert properties["networkAccessPolicy"] == "AllowAll"
    assert properties["publicNetworkAccess"] == "Enabled"


def test_a_disk_grows_and_never_shrinks(compute: Compute) -> None:
    disk = compute.disk()

    grown = compute.azure.owner.patch(disk, {"properties": {"diskSizeGB": 256}})
    shrunk = compute.azure.owner.patch(disk, {"properties": {"diskSizeGB": 64}})

    assert grown.status == 200
    assert grown.json["properties"]["diskSizeBytes"] == 256 << 30
    assert grown.json["properties"]["tier"] == "P15"
    assert (shrunk.status, shrunk.code) == (409, "OperationNotAllowed")
    assert "cannot be resized down" in shrunk.message


def test_a_disk_changes_its_kind_unless_a_machine_runs_with_it(compute: Compute) -> None:
    machine, disk = compute.machine(), compute.disk()
    standard = {"sku": {"name": "StandardSSD_LRS"}}

    changed = compute.azure.owner.patch(disk, standard)
    compute.attach(machine, disk)
    refused = compute.azure.owner.patch(disk, {"sku": {"name": "Premium_LRS"}})

    assert changed.json["sku"] == {"name": "StandardSSD_LRS", "tier": "Standard"}
    assert (refused.status, refused.code) == (409, "OperationNotAllowed")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"diskSizeGB": None}, "InvalidParameter"),
        ({"diskSizeGB": 0}, "InvalidParameter"),
        ({"diskSizeGB": 40000}, "InvalidParameter"),
        ({"creationData": {"createOption": "Nothing"}}, "InvalidParameter"),
        ({"creationData": {"createOption": "Copy"}}, "InvalidParameter"),
        ({"creationData": {"createOption": "FromImage"}}, "InvalidParameter"),
        ({"creationData": {"createOption": "Upload"}}, "EmulatorNotSupported"),
        ({"networkAccessPolicy": "Some"}, "InvalidParameter"),
        ({"encryption": {"diskEncryptionSetId": "/x"}}, "InvalidResourceReference"),
    ],
)
def test_a_disk_that_makes_no_sense_is_refused(
    compute: Compute, change: dict[str, Any], code: str
) -> None:
    answer = compute.put_disk(**change)

    assert (answer.status, answer.code) == (400, code)


def test_what_a_disk_is_made_of_stays(compute: Compute) -> None:
    compute.disk()

    answer = compute.put_disk(creationData={"createOption": "Import", "sourceUri": "https://x/y"})

    assert (answer.status, answer.code) == (409, "PropertyChangeNotAllowed")


def test_a_snapshot_is_complete_and_a_disk_comes_of_it(compute: Compute) -> None:
    source = compute.disk()
    taken = compute.get(snapshot(compute, source))

    restored = compute.put_disk(
        "restored",
        creationData={"createOption": "Copy", "sourceResourceId": taken["id"]},
        diskSizeGB=None,
    )

    assert taken["properties"]["completionPercent"] == 100
    assert taken["properties"]["snapshotAccessState"] == "Available"
    assert taken["properties"]["incremental"] is True
    assert taken["properties"]["diskSizeGB"] == 32
    assert restored.status == 200, restored.content
    assert restored.json["properties"]["diskSizeGB"] == 32


def test_a_copy_is_not_smaller_than_its_source(compute: Compute) -> None:
    source = compute.disk()

    answer = compute.put_disk(
        "copy", creationData={"createOption": "Copy", "sourceResourceId": source}, diskSizeGB=8
    )

    assert (answer.status, answer.code) == (409, "OperationNotAllowed")


def test_a_snapshot_outlives_its_disk_and_can_be_written_again(compute: Compute) -> None:
    source = compute.disk()
    id = snapshot(compute, source)

    deleted = compute.azure.owner.delete(source)
    again = compute.azure.owner.patch(id, {"tags": {"kept": "yes"}})

    assert deleted.status == 200
    assert again.status == 200
    assert again.json["properties"]["diskSizeGB"] == 32


def test_a_snapshot_of_nothing_is_404(compute: Compute) -> None:
    data = {"createOption": "Copy", "sourceResourceId": compute.id("disks", "none")}

    answer = compute.azure.owner.put(
        compute.id("snapshots", "snap"),
        {"location": "eastus", "properties": {"creationData": data}},
    )

    assert (answer.status, answer.code) == (404, "ResourceNotFound")


@pytest.mark.parametrize("kind", ["disk", "snapshot"])
def test_access_from_outside_is_granted_for_a_time_and_taken_back(
    compute: Compute, kind: str
) -> None:
    disk = compute.disk()
    id = disk if kind == "disk" else snapshot(compute, disk)

    granted = compute.act(id, "beginGetAccess", {"access": "Read", "durationInSeconds": 60})
    refused = compute.azure.owner.delete(id)
    ended = compute.act(id, "endGetAccess")

    assert granted.json["accessSAS"].startswith("https://md-")
    assert (refused.status, refused.code) == (409, "OperationNotAllowed")
    assert ended.status == 200
    assert compute.azure.owner.delete(id).status == 200


def test_access_ends_with_its_time(compute: Compute) -> None:
    disk = compute.disk()
    compute.act(disk, "beginGetAccess", {"access": "Read", "durationInSeconds": 60})
    during = compute.get(disk)["properties"]["diskState"]

    compute.azure.clock.now += 61

    assert during == "ActiveSAS"
    assert compute.get(disk)["properties"]["diskState"] == "Unattached"


def test_there_is_no_access_to_a_disk_in_use_or_to_one_that_denies_it(compute: Compute) -> None:
    machine, disk = compute.machine(), compute.disk()
    closed = compute.disk("closed", networkAccessPolicy="DenyAll")
    compute.attach(machine, disk)
    asked = {"access": "Read", "durationInSeconds": 60}

    used = compute.act(disk, "beginGetAccess", asked)
    denied = compute.act(closed, "beginGetAccess", asked)

    assert (used.status, used.code) == (409, "Conflict")
    assert (denied.status, denied.code) == (403, "AccessDenied")


def test_a_disk_with_access_from_outside_is_not_attached(compute: Compute) -> None:
    machine, disk = compute.machine(), compute.disk()
    compute.act(disk, "beginGetAccess", {"access": "Write", "durationInSeconds": 60})

    answer = compute.attach(machine, disk)

    assert (answer.status, answer.code) == (409, "OperationNotAllowed")


def test_a_disk_of_a_marketplace_image_has_its_size(compute: Compute) -> None:
    image = (
        f"{compute.azure.subscription}/providers/Microsoft.Compute/locations/eastus/publishers"
        "/azureopenshift/artifacttypes/vmimage/offers/aro4/skus/419-v2/versions/latest"
    )

    answer = compute.put_disk(
        creationData={"createOption": "FromImage", "imageReference": {"id": image}},
        diskSizeGB=None,
    )

    properties = answer.json["properties"]
    assert (properties["diskSizeGB"], properties["hyperVGeneration"]) == (16, "V2")


def test_a_deleted_disk_is_gone_and_an_absent_one_is_204(compute: Compute) -> None:
    disk = compute.disk()

    statuses = [compute.azure.owner.delete(disk).status for _ in range(2)]

    assert statuses == [200, 204]
    assert compute.azure.owner.get(disk).code == "ResourceNotFound"


def encryption_set(compute: Compute) -> str:
    id = compute.id("diskEncryptionSets", "set")
    key = {"keyUrl": "https://ours.vault.azure.net/keys/one/0123456789abcdef"}
    body = {
        "location": "eastus",
        "identity": {"type": "SystemAssigned"},
        "properties": {"activeKey": key},
    }
    answer = compute.azure.owner.put(id, body)
    assert answer.status == 200, answer.content
    return id


def test_a_disk_is_encrypted_with_a_set_that_then_stays(compute: Compute) -> None:
    id = encryption_set(compute)
    disk = compute.disk(encryption={"diskEncryptionSetId": id})

    kind = compute.get(disk)["properties"]["encryption"]["type"]
    users = compute.get(f"{id}/associatedResources")["value"]
    refused = compute.azure.owner.delete(id)
    compute.azure.owner.delete(disk)
    deleted = compute.azure.owner.delete(id)

    assert kind == "EncryptionAtRestWithCustomerKey"
    assert users == [disk]
    assert (refused.status, refused.code) == (409, "OperationNotAllowed")
    assert deleted.status == 200


def test_a_machine_has_its_disks_encrypted_with_a_set(compute: Compute) -> None:
    id = encryption_set(compute)
    body = compute.body()
    disk = body["properties"]["storageProfile"]["osDisk"]
    disk["managedDisk"]["diskEncryptionSet"] = {"id": id}

    made = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    assert made.status == 201, made.content
    encryption = compute.get(compute.id("disks", "vm_OSDisk"))["properties"]["encryption"]
    assert encryption["diskEncryptionSetId"] == id


def test_a_set_has_a_key_and_an_identity_of_its_own(compute: Compute) -> None:
    shown = compute.get(encryption_set(compute))
    without = compute.azure.owner.put(
        compute.id("diskEncryptionSets", "other"), {"location": "eastus"}
    )

    principal = shown["identity"]["principalId"]
    assert compute.azure.cloud.directory.principal(principal) is not None
    assert shown["properties"]["activeKey"]["keyUrl"].startswith("https://ours.vault")
    assert (without.status, without.code) == (400, "InvalidParameter")
