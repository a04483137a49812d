"""What is done with machines, and what they are meanwhile and after it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.compute.conftest import Compute


@pytest.mark.parametrize(
    ("action", "power"),
    [
        ("start", "PowerState/running"),
        ("powerOff", "PowerState/stopped"),
        ("restart", "PowerState/running"),
        ("deallocate", "PowerState/deallocated"),
        ("redeploy", "PowerState/running"),
        ("reapply", "PowerState/running"),
    ],
)
def test_an_action_leaves_a_running_machine_in_its_state(
    compute: Compute, action: str, power: str
) -> None:
    machine = compute.machine()

    answer = compute.act(machine, action)

    assert answer.status == 200
    assert compute.power(machine) == power


def test_a_stopped_machine_starts_and_is_not_restarted(compute: Compute) -> None:
    machine = compute.machine()
    compute.act(machine, "powerOff")

    restarted = compute.act(machine, "restart")
    started = compute.act(machine, "start")

    assert (restarted.status, restarted.code) == (409, "OperationNotAllowed")
    assert started.status == 200
    assert compute.power(machine) == "PowerState/running"


def test_what_is_deallocated_is_not_merely_stopped(compute: Compute) -> None:
    machine = compute.machine()
    compute.act(machine, "deallocate")

    compute.act(machine, "powerOff")

    assert compute.power(machine) == "PowerState/deallocated"


def test_a_slow_action_goes_through_a_state_of_its_own(compute: Compute) -> None:
    machine = compute.machine()
    compute.azure.cloud.weather.scale = 1e-3

    answer = compute.act(machine, "deallocate")

    assert answer.status == 202
    assert "azure-asyncoperation" in answer.headers
    assert compute.power(machine) == "PowerState/deallocating"
    compute.azure.loop.run_until_complete(asyncio.sleep(0.2))
    assert compute.power(machine) == "PowerState/deallocated"


def test_a_machine_that_is_being_made_is_starting(compute: Compute) -> None:
    body = compute.body()
    compute.azure.cloud.weather.scale = 1e-3

    answer = compute.azure.owner.put(compute.id("virtualMachines", "vm"), body)

    assert answer.status == 201
    assert answer.json["properties"]["provisioningState"] == "Creating"
    assert compute.power(answer.json["id"]) == "PowerState/starting"


def test_an_action_on_nothing_is_404(compute: Compute) -> None:
    answer = compute.act(compute.id("virtualMachines", "none"), "start")

    assert (answer.status, answer.code) == (404, "ResourceNotFound")


def test_an_unknown_action_is_refused(compute: Compute) -> None:
    assert compute.act(compute.machine(), "levitate").status == 404


def test_the_view_tells_what_the_agent_tells_while_the_machine_runs(compute: Compute) -> None:
    machine = compute.machine()

    running = compute.get(f"{machine}/instanceView")
    compute.act(machine, "powerOff")
    stopped = compute.get(f"{machine}/instanceView")

    assert running["vmAgent"]["statuses"][0]["displayStatus"] == "Ready"
    assert running["computerName"] == "vm"
    assert [disk["name"] for disk in running["disks"]] == ["vm_OSDisk"]
    assert running["platformFaultDomain"] == 0
    assert "vmAgent" not in stopped


def test_an_expanded_machine_has_the_view(compute: Compute) -> None:
    machine = compute.machine()

    shown = compute.get(machine, query="$expand=instanceView")["properties"]["instanceView"]

    assert [one["displayStatus"] for one in shown["statuses"]] == [
        "Provisioning succeeded",
        "VM running",
    ]


def test_a_generalized_machine_gives_an_image_and_does_not_start(compute: Compute) -> None:
    machine = compute.machine()
    image = compute.id("images", "image")
    body = {"location": "eastus", "properties": {"sourceVirtualMachine": {"id": machine}}}

    running = compute.act(machine, "generalize")
    too_early = compute.azure.owner.put(image, body)
    compute.act(machine, "deallocate")
    generalized = compute.act(machine, "generalize")
    made = compute.azure.owner.put(image, body)
    started = compute.act(machine, "start")

    assert (running.status, too_early.status) == (409, 409)
    assert generalized.status == 200
    assert made.status == 201, made.content
    assert made.json["properties"]["storageProfile"]["osDisk"]["diskSizeGB"] == 64
    assert (started.status, started.code) == (409, "OperationNotAllowed")


def test_the_console_is_read_at_an_address_that_needs_no_token(compute: Compute) -> None:
    machine = compute.machine(diagnosticsProfile={"bootDiagnostics": {"enabled": True}})

    answer = compute.act(machine, "retrieveBootDiagnosticsData")

    log = answer.json["serialConsoleLogBlobUri"].removeprefix("https://management.azure.com")
    picture = answer.json["consoleScreenshotBlobUri"].removeprefix("https://management.azure.com")
    nobody = {"authorization": ""}
    assert compute.azure.owner.get(log, version=None, headers=nobody).status == 200
    assert compute.azure.owner.get(picture, version=None, headers=nobody).content[:2] == b"BM"
    compute.azure.clock.now += 3 * 3600
    assert compute.azure.owner.get(log, version=None, headers=nobody).status == 403


def test_there_is_no_console_unless_it_is_kept(compute: Compute) -> None:
    answer = compute.act(compute.machine(), "retrieveBootDiagnosticsData")

    assert (answer.status, answer.code) == (409, "OperationNotAllowed")
