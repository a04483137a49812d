"""Disks that come to machines and go from them, as the disk driver does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.compute.conftest import Compute


def test_an_attached_disk_is_in_the_list_and_names_its_machine(compute: Compute) -> None:
    machine, disk = compute.machine(), compute.disk()

    answer = compute.attach(machine, disk, caching="ReadOnly", writeAcceleratorEnabled=False)

    assert answer.status == 200, answer.content
    assert answer.json["properties"]["storageProfile"]["dataDisks"] == [
        {
            "lun": 0,
            "name": "disk",
            "createOption": "Attach",
            "caching": "ReadOnly",
            "writeAcceleratorEnabled": False,
            "deleteOption": "Detach",
            "diskSizeGB": 32,
            "managedDisk": {"id": disk, "storageAccountType": "Premium_LRS"},
            "toBeDetached": False,
        }
    ]
    attached = compute.get(disk)
    assert attached["managedBy"] == machine
    assert attached["properties"]["diskState"] == "Attached"
    assert answer.json["properties"]["osProfile"]["computerName"] == "vm"


def test_a_disk_to_be_detached_is_free_again(compute: Compute) -> None:
    machine, one, two = compute.machine(), compute.disk("one"), compute.disk("two")
    compute.attach(machine, one, two)
    entries = compute.get(machine)["properties"]["storageProfile"]["dataDisks"]
    entries[0] |= {"toBeDetached": True, "detachOption": "ForceDetach"}

    answer = compute.azure.owner.put(
        machine,
        {"location": "eastus", "properties": {"storageProfile": {"dataDisks": entries}}},
    )

    names = [one["name"] for one in answer.json["properties"]["storageProfile"]["dataDisks"]]
    assert names == ["two"]
    free = compute.get(one)
    assert "managedBy" not in free
    assert free["properties"]["diskState"] == "Unattached"


def test_a_disk_that_is_left_out_of_the_list_is_detached(compute: Compute) -> None:
    machine, one, two = compute.machine(), compute.disk("one"), compute.disk("two")
    compute.attach(machine, one, two)

    compute.attach(machine)

    assert "managedBy" not in compute.get(one)


def test_attaching_again_changes_nothing(compute: Compute) -> None:
    machine, disk = compute.machine(), compute.disk()
    first = compute.attach(machine, disk).json

    second = compute.attach(machine, disk)

    assert second.status == 200
    assert second.json["properties"] == first["properties"]


def test_a_disk_that_is_not_there_is_404(compute: Compute) -> None:
    answer = compute.attach(compute.machine(), compute.id("disks", "nothing"))

    assert (answer.status, answer.code) == (404, "NotFound")


def test_a_disk_has_one_machine_unless_it_is_shared(compute: Compute) -> None:
    one, two = compute.machine("one"), compute.machine("two")
    own, shared = compute.disk("own"), compute.disk("shared", maxShares=2)
    compute.attach(one, own, shared)

    refused = compute.attach(two, own)
    taken = compute.attach(two, shared)

    assert (refused.status, refused.code) == (409, "ConflictingUserInput")
    assert "already owned by VM" in refused.message
    assert taken.status == 200
    assert compute.get(shared)["managedByExtended"] == [one, two]


def test_a_disk_moves_once_it_is_detached(compute: Compute) -> None:
    one, two, disk = compute.machine("one"), compute.machine("two"), compute.disk()
    compute.attach(one, disk)
    compute.attach(one)

    answer = compute.attach(two, disk)

    assert answer.status == 200
    assert compute.get(disk)["managedBy"] == two


def test_two_disks_have_two_luns(compute: Compute) -> None:
    answer = compute.attach(compute.machine(), compute.disk("one"), compute.disk("two"), lun=3)

    assert (answer.status, answer.code) == (400, "InvalidParameter")
    assert "'dataDisk.lun'" in answer.message


def test_a_machine_has_as_many_disks_as_its_size_takes(compute: Compute) -> None:
    machine = compute.machine()
    disks = [compute.disk(f"disk{number}") for number in range(9)]

    full = compute.attach(machine, *disks[:8])
    refused = compute.attach(machine, *disks)

    assert full.status == 200
    assert (refused.status, refused.code) == (409, "OperationNotAllowed")
    assert "attached to a VM of this size is 8" in refused.message


@pytest.mark.parametrize(
    "entry",
    [
        {"createOption": "Attach", "managedDisk": {"id": "/nothing"}},
        {"lun": 64, "createOption": "Empty", "diskSizeGB": 4},
        {"lun": 0, "createOption": "Empty"},
        {"lun": 0, "createOption": "Attach"},
        {"lun": 0, "createOption": "FromImage"},
        {"lun": 0, "createOption": "Attach", "managedDisk": {"id": "/subscriptions/x"}},
        {"lun": 0, "createOption": "Empty", "diskSizeGB": 4, "managedDisk": {"id": "/x"}},
    ],
)
def test_an_entry_that_makes_no_sense_is_refused(compute: Compute, entry: dict[str, Any]) -> None:
    machine = compute.machine()

    answer = compute.azure.owner.patch(
        machine, {"properties": {"storageProfile": {"dataDisks": [entry]}}}
    )

    assert answer.status == 400, answer.content
    assert compute.get(machine)["properties"]["storageProfile"]["dataDisks"] == []


def test_an_empty_disk_is_made_and_grows_with_the_list(compute: Compute) -> None:
    machine = compute.machine()
    entry = {"lun": 5, "name": "data", "createOption": "Empty", "diskSizeGB": 8}
    made = compute.azure.owner.patch(
        machine, {"properties": {"storageProfile": {"dataDisks": [entry]}}}
    )
    entries = made.json["properties"]["storageProfile"]["dataDisks"]
    entries[0]["diskSizeGB"] = 16

    grown = compute.azure.owner.patch(
        machine, {"properties": {"storageProfile": {"dataDisks": entries}}}
    )

    assert grown.status == 200, grown.content
    disk = compute.get(compute.id("disks", "data"))
    assert (disk["properties"]["diskSizeGB"], disk["managedBy"]) == (16, machine)


def test_a_zonal_disk_stays_in_its_zone(compute: Compute) -> None:
    body = compute.body() | {"zones": ["1"]}
    machine = compute.id("virtualMachines", "vm")
    compute.azure.owner.put(machine, body)

    refused = compute.attach(machine, compute.disk("far", zones=["2"]))
    taken = compute.attach(machine, compute.disk("near", zones=["1"]))

    assert (refused.status, refused.code) == (400, "BadRequest")
    assert taken.status == 200, taken.content


def test_premium_disks_need_a_size_that_takes_them(compute: Compute) -> None:
    body = compute.body(hardwareProfile={"vmSize": "Standard_D4_v3"})

    answer = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    assert (answer.status, answer.code) == (400, "InvalidParameter")
    assert "Premium_LRS" in answer.message


def test_an_attached_disk_cannot_be_deleted(compute: Compute) -> None:
    machine, disk = compute.machine(), compute.disk()
    compute.attach(machine, disk)

    refused = compute.azure.owner.delete(disk)
    compute.attach(machine)
    deleted = compute.azure.owner.delete(disk)

    assert (refused.status, refused.code) == (409, "OperationNotAllowed")
    assert f"is attached to VM {machine}" in refused.message
    assert deleted.status == 200


def test_a_data_disk_grows_while_it_is_used_and_an_os_disk_does_not(compute: Compute) -> None:
    machine, disk = compute.machine(), compute.disk()
    compute.attach(machine, disk)
    larger = {"properties": {"diskSizeGB": 128}}

    data = compute.azure.owner.patch(disk, larger)
    os = compute.azure.owner.patch(compute.id("disks", "vm_OSDisk"), larger)
    compute.act(machine, "deallocate")
    resting = compute.azure.owner.patch(compute.id("disks", "vm_OSDisk"), larger)

    assert data.status == 200
    assert (os.status, os.code) == (409, "OperationNotAllowed")
    assert resting.status == 200
    assert resting.json["properties"]["diskState"] == "Reserved"
    shown = compute.get(machine)["properties"]["storageProfile"]
    assert (shown["osDisk"]["diskSizeGB"], shown["dataDisks"][0]["diskSizeGB"]) == (128, 128)


def test_disks_are_attached_and_detached_by_an_action_too(compute: Compute) -> None:
    machine, one, two = compute.machine(), compute.disk("one"), compute.disk("two")
    compute.attach(machine, one)
    moved = {"dataDisksToDetach": [{"diskId": one}], "dataDisksToAttach": [{"diskId": two}]}

    answer = compute.act(machine, "attachDetachDataDisks", moved)

    entries = [(entry["name"], entry["lun"]) for entry in answer.json["dataDisks"]]
    assert (answer.status, entries) == (200, [("two", 0)])
    assert "managedBy" not in compute.get(one)
    assert compute.get(two)["managedBy"] == machine


def test_the_words_of_a_list_may_be_in_any_case(compute: Compute) -> None:
    machine, disk = compute.machine(), compute.disk()
    entry = {"lun": 0, "createOption": "attach", "caching": "readonly", "managedDisk": {"id": disk}}

    answer = compute.azure.owner.patch(
        machine, {"properties": {"storageProfile": {"dataDisks": [entry]}}}
    )

    found = answer.json["properties"]["storageProfile"]["dataDisks"][0]
    assert (found["createOption"], found["caching"]) == ("Attach", "ReadOnly")
