"""Who may do what with machines and disks, with the roles that components really have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.unit.azurelocal.compute.conftest import Compute

DISK_ROLE = "Azure Red Hat OpenShift Disk Storage Operator"
CLOUD_ROLE = "Azure Red Hat OpenShift Cloud Controller Manager"
MACHINE_ROLE = "Azure Red Hat OpenShift Hosted Control Planes Cluster API Provider"


def test_the_disk_driver_does_all_its_work_with_its_role(compute: Compute) -> None:
    machine = compute.machine()
    driver = compute.azure.client((DISK_ROLE, compute.group))
    disk, snapshot = compute.id("disks", "pvc"), compute.id("snapshots", "snap")
    empty = {"creationData": {"createOption": "Empty"}, "diskSizeGB": 8}
    entry = {"lun": 0, "createOption": "Attach", "managedDisk": {"id": disk}}
    storage: dict[str, Any] = {"storageProfile": {"dataDisks": [entry]}}
    copy = {"creationData": {"createOption": "Copy", "sourceResourceId": disk}}
    restore = {"creationData": {"createOption": "Copy", "sourceResourceId": snapshot}}

    answers = [
        driver.put(disk, {"location": "eastus", "properties": empty}),
        driver.put(machine, {"location": "eastus", "properties": storage}),
        driver.get(machine),
        driver.patch(disk, {"properties": {"diskSizeGB": 16}}),
        driver.put(snapshot, {"location": "eastus", "properties": copy}),
        driver.put(compute.id("disks", "back"), {"location": "eastus", "properties": restore}),
        driver.put(machine, {"properties": {"storageProfile": {"dataDisks": []}}}),
        driver.delete(snapshot),
        driver.delete(disk),
    ]

    assert [answer.status for answer in answers] == [200] * 9, [one.content for one in answers]


def test_the_disk_driver_makes_no_machines_of_other_peoples_interfaces(compute: Compute) -> None:
    driver = compute.azure.client((DISK_ROLE, compute.group))

    answer = driver.put(compute.id("virtualMachines", "vm"), compute.body())

    assert (answer.status, answer.code) == (403, "LinkedAuthorizationFailed")
    assert "networkInterfaces/join/action" in answer.message


def test_the_machine_provider_makes_machines_with_its_role_and_identities_need_another(
    compute: Compute,
) -> None:
    provider = compute.azure.client((MACHINE_ROLE, compute.group))
    identity = f"{compute.group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/one"
    compute.azure.owner.put(identity, {"location": "eastus"})
    machine = compute.id("virtualMachines", "vm")
    body = compute.body()
    with_identity = body | {
        "identity": {"type": "UserAssigned", "userAssignedIdentities": {identity: {}}}
    }

    refused = provider.put(machine, with_identity)
    made = provider.put(machine, body)
    deleted = provider.delete(machine)

    assert (refused.status, refused.code) == (403, "LinkedAuthorizationFailed")
    assert "userAssignedIdentities/assign/action" in refused.message
    assert (made.status, deleted.status) == (201, 200)


def test_a_disk_is_attached_only_by_who_may_write_it(compute: Compute) -> None:
    machine = compute.machine()
    elsewhere = compute.azure.group("elsewhere")
    disk = f"{elsewhere}/providers/Microsoft.Compute/disks/theirs"
    empty = {"creationData": {"createOption": "Empty"}, "diskSizeGB": 8}
    compute.azure.owner.put(disk, {"location": "eastus", "properties": empty})
    driver = compute.azure.client((DISK_ROLE, compute.group))
    entries = [{"lun": 0, "createOption": "Attach", "managedDisk": {"id": id}} for id in (disk,)]

    there = driver.put(machine, {"properties": {"storageProfile": {"dataDisks": entries}}})
    entries[0]["managedDisk"] = {"id": disk + "-not"}
    not_there = driver.put(machine, {"properties": {"storageProfile": {"dataDisks": entries}}})

    assert [there.code, not_there.code] == ["LinkedAuthorizationFailed"] * 2


def test_the_cloud_provider_lists_scale_sets_and_availability_sets_without_the_right(
    compute: Compute,
) -> None:
    compute.azure.owner.put(compute.id("availabilitySets", "set"), {"location": "eastus"})
    cloud = compute.azure.client((CLOUD_ROLE, compute.group))
    place = f"{compute.group}/providers/Microsoft.Compute"

    sets = cloud.get(f"{place}/virtualMachineScaleSets")
    availability = cloud.get(f"{place}/availabilitySets")
    one = cloud.get(compute.id("availabilitySets", "set"))

    assert (sets.status, sets.json) == (200, {"value": []})
    assert (availability.status, availability.json) == (200, {"value": []})
    assert (one.status, one.code) == (403, "AuthorizationFailed")


def test_actions_need_the_right_to_each(compute: Compute) -> None:
    machine = compute.machine()
    reader = compute.azure.client(("Reader", compute.group))

    answer = reader.post(f"{machine}/start")

    assert (answer.status, answer.code) == (403, "AuthorizationFailed")
    assert "Microsoft.Compute/virtualMachines/start/action" in answer.message
    assert reader.get(f"{machine}/instanceView").status == 200
