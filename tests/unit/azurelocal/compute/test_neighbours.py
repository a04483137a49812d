"""What a machine refers to: interfaces, identities, availability sets. And what hangs on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.compute.conftest import Compute


def identity(compute: Compute, name: str = "identity") -> str:
    id = f"{compute.group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/{name}"
    assert compute.azure.owner.put(id, {"location": "eastus"}).status == 201
    return id


def assigned(*ids: str) -> dict[str, Any]:
    return {"type": "UserAssigned", "userAssignedIdentities": {id: {} for id in ids}}


def availability_set(compute: Compute, name: str = "set") -> str:
    id = compute.id("availabilitySets", name)
    counts = {"platformFaultDomainCount": 3, "platformUpdateDomainCount": 5}
    body = {"location": "eastus", "sku": {"name": "Aligned"}, "properties": counts}
    answer = compute.azure.owner.put(id, body)
    assert answer.status == 200, answer.content
    return id


# Interfaces


def test_an_interface_names_its_machine_and_cannot_be_deleted(compute: Compute) -> None:
    nic = compute.nic("vm-nic")
    machine = compute.machine()

    shown = compute.get(nic)["properties"]["virtualMachine"]
    refused = compute.azure.owner.delete(nic)

    assert shown == {"id": machine}
    assert (refused.status, refused.code) == (400, "NicInUse")


def test_an_interface_has_one_machine(compute: Compute) -> None:
    nic = compute.nic("vm-nic")
    compute.machine()

    answer = compute.azure.owner.put(
        compute.id("virtualMachines", "two"), compute.body("two", nic=nic)
    )

    assert (answer.status, answer.code) == (400, "NicInUse")


def test_an_interface_must_be_there_and_near(compute: Compute) -> None:
    missing = compute.azure.owner.put(
        compute.id("virtualMachines", "vm"), compute.body(nic=compute.nic() + "-not")
    )
    far = compute.azure.owner.put(
        compute.id("virtualMachines", "vm"),
        compute.body(nic=compute.nic()) | {"location": "westeurope"},
    )

    assert (missing.status, missing.code) == (400, "InvalidResourceReference")
    assert (far.status, far.code) == (400, "InvalidResourceReference")


@pytest.mark.parametrize("primaries", [(False, False), (True, True)])
def test_one_of_several_interfaces_is_the_primary_one(
    compute: Compute, primaries: tuple[bool, ...]
) -> None:
    body = compute.body()
    body["properties"]["networkProfile"]["networkInterfaces"] = [
        {"id": compute.nic(f"nic{number}"), "properties": {"primary": primary}}
        for number, primary in enumerate(primaries)
    ]

    answer = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    assert answer.code == "VirtualMachineMustHaveOneNetworkInterfaceAsPrimary"


def test_interfaces_change_while_the_machine_is_deallocated(compute: Compute) -> None:
    machine = compute.machine()
    other = {"networkProfile": {"networkInterfaces": [{"id": compute.nic("other")}]}}

    running = compute.azure.owner.patch(machine, {"properties": other})
    compute.act(machine, "deallocate")
    resting = compute.azure.owner.patch(machine, {"properties": other})

    assert running.status == 409
    assert resting.status == 200, resting.content
    assert "virtualMachine" not in compute.get(compute.nic("vm-nic"))["properties"]


# Identities


def test_assigned_identities_say_whom_they_act_as(compute: Compute) -> None:
    id = identity(compute)
    body = compute.body() | {"identity": assigned(id)}

    answer = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    known = compute.get(id)["properties"]
    assert answer.json["identity"] == {
        "type": "UserAssigned",
        "userAssignedIdentities": {
            id: {"principalId": known["principalId"], "clientId": known["clientId"]}
        },
    }


def test_identities_are_added_and_removed_with_null(compute: Compute) -> None:
    one, two = identity(compute, "one"), identity(compute, "two")
    machine = compute.machine()

    for change in (
        assigned(one),
        assigned(two),
        {**assigned(), "userAssignedIdentities": {one.upper(): None}},
    ):
        answer = compute.azure.owner.patch(machine, {"identity": change})
        assert answer.status == 200, answer.content

    assert list(compute.get(machine)["identity"]["userAssignedIdentities"]) == [two]


def test_the_disk_driver_leaves_identities_alone(compute: Compute) -> None:
    id = identity(compute)
    machine = compute.machine()
    compute.azure.owner.patch(machine, {"identity": assigned(id)})

    compute.attach(machine, compute.disk())

    assert list(compute.get(machine)["identity"]["userAssignedIdentities"]) == [id]


def test_an_identity_of_its_own_comes_and_goes_with_the_machine(compute: Compute) -> None:
    body = compute.body() | {"identity": {"type": "SystemAssigned"}}
    machine = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body).json
    principal = machine["identity"]["principalId"]
    directory = compute.azure.cloud.directory
    found = directory.principal(principal)

    compute.azure.owner.delete(machine["id"])

    assert found is not None
    assert found.resource_id == machine["id"]
    assert directory.principal(principal) is None


def test_all_identities_are_taken_away_with_none(compute: Compute) -> None:
    machine = compute.machine()
    compute.azure.owner.patch(machine, {"identity": assigned(identity(compute))})

    answer = compute.azure.owner.patch(machine, {"identity": {"type": "None"}})

    assert answer.status == 200
    assert "identity" not in answer.json


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"type": "Own"}, "InvalidIdentityType"),
        ({"type": "UserAssigned"}, "MissingIdentityIds"),
        ({"type": "UserAssigned", "userAssignedIdentities": {"x": {}}}, "LinkedInvalidPropertyId"),
        (
            {"type": "UserAssigned", "userAssignedIdentities": {"/subscriptions/x": {}}},
            "InvalidResourceReference",
        ),
    ],
)
def test_an_identity_that_makes_no_sense_is_refused(
    compute: Compute, change: dict[str, Any], code: str
) -> None:
    answer = compute.azure.owner.patch(compute.machine(), {"identity": change})

    assert (answer.status, answer.code) == (400, code)


# Availability sets


def test_a_set_names_its_machines_and_goes_when_it_is_empty(compute: Compute) -> None:
    id = availability_set(compute)
    machine = compute.machine(availabilitySet={"id": id})

    members = compute.get(id)["properties"]["virtualMachines"]
    refused = compute.azure.owner.delete(id)
    compute.azure.owner.delete(machine)
    deleted = compute.azure.owner.delete(id)

    assert members == [{"id": machine}]
    assert (refused.status, refused.code) == (409, "OperationNotAllowed")
    assert deleted.status == 200


def test_machines_of_a_set_stand_apart(compute: Compute) -> None:
    id = availability_set(compute)
    machines = [compute.machine(f"vm{n}", availabilitySet={"id": id}) for n in range(3)]

    views = [compute.get(f"{machine}/instanceView") for machine in machines]

    assert [view["platformFaultDomain"] for view in views] == [0, 1, 2]
    assert [view["platformUpdateDomain"] for view in views] == [0, 1, 2]


def test_a_set_and_a_zone_exclude_each_other(compute: Compute) -> None:
    body = compute.body(availabilitySet={"id": availability_set(compute)}) | {"zones": ["1"]}

    answer = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    assert (answer.status, answer.code) == (400, "BadRequest")


def test_the_domains_of_a_set_stay(compute: Compute) -> None:
    id = availability_set(compute)

    answer = compute.azure.owner.patch(id, {"properties": {"platformFaultDomainCount": 2}})

    assert (answer.status, answer.code) == (409, "PropertyChangeNotAllowed")


# Extensions


def test_an_extension_is_made_and_shown_with_its_machine(compute: Compute) -> None:
    machine = compute.machine()
    properties = {
        "publisher": "Microsoft.Azure.Extensions",
        "type": "CustomScript",
        "typeHandlerVersion": "2.1",
        "settings": {"commandToExecute": "true"},
        "protectedSettings": {"password": "Very-Secret-1"},
    }

    made = compute.azure.owner.put(
        f"{machine}/extensions/script", {"location": "eastus", "properties": properties}
    )

    assert made.status == 201
    assert made.json["properties"]["provisioningState"] == "Succeeded"
    whole = compute.azure.owner.get(machine)
    assert whole.json["resources"][0]["id"] == f"{machine}/extensions/script"
    assert b"Very-Secret-1" not in made.content + whole.content
    assert len(compute.get(f"{machine}/extensions")["value"]) == 1
    view = compute.get(f"{machine}/instanceView")
    assert view["extensions"][0]["type"] == "Microsoft.Azure.Extensions.CustomScript"


def test_extensions_need_a_machine_that_runs_and_takes_them(compute: Compute) -> None:
    body = {
        "location": "eastus",
        "properties": {"publisher": "a", "type": "b", "typeHandlerVersion": "1.0"},
    }
    machine = compute.machine()

    absent = compute.azure.owner.put(f"{compute.id('virtualMachines', 'none')}/extensions/e", body)
    compute.act(machine, "powerOff")
    stopped = compute.azure.owner.put(f"{machine}/extensions/e", body)

    assert (absent.status, absent.code) == (404, "ParentResourceNotFound")
    assert (stopped.status, stopped.code) == (409, "OperationNotAllowed")
