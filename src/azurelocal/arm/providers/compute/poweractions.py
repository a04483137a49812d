"""What is done with a machine: start, stop, let go of its hardware, and so on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute import bootdiagnostics, diskmoves
from azurelocal.arm.providers.compute.common import not_allowed
from azurelocal.arm.providers.compute.machinestate import Machine, keep, machine_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Action
    from azurelocal.errors import AzureError
    from azurelocal.http import Response
    from azurelocal.store import Resource


@dataclass(frozen=True)
class Power:
    """An action that changes whether a machine runs: what it is meanwhile, and after it."""

    name: str
    going: str
    power: str
    needs_running: bool = False

    def __call__(self, call: Call, resource: Resource) -> Response:
        """Begin it."""
        machine = machine_of(call.store, resource.key)
        if machine.generalized and self.power == "running":
            raise not_allowed(
                f"Operation '{self.name}' is not allowed on VM '{resource.name}' since the VM is"
                " generalized."
            )
        if self.needs_running and machine.power != "running":
            raise not_allowed(
                f"Operation '{self.name}' is not allowed on VM '{resource.name}' since the VM is"
                f" {machine.power}. Start it instead."
            )
        machine.going = self.going
        keep(call.store, resource.key, machine)
        return call.cloud.engine.act(call, resource, self.name)


_POWERS = (
    Power("start", "starting", "running"),
    Power("powerOff", "stopping", "stopped"),
    Power("restart", "", "running", needs_running=True),
    Power("deallocate", "deallocating", "deallocated"),
    Power("redeploy", "starting", "running", needs_running=True),
)
_BY_NAME = {power.name: power for power in _POWERS}


def acted(call: Call, resource: Resource, action: str, error: AzureError | None) -> None:
    """Write down what a machine is now. One that is deallocated and stopped stays deallocated."""
    machine = machine_of(call.store, resource.key)
    machine.going = ""
    power = _BY_NAME.get(action)
    stays = machine.power == "deallocated" and action == "powerOff"
    if power is not None and error is None and not stays:
        machine.power = power.power
        machine.changed = call.now
    keep(call.store, resource.key, machine)


def _reapply(call: Call, resource: Resource) -> Response:
    """Write the state of a machine again, which mends one that has failed."""
    if resource.state == "Failed":
        resource.properties["provisioningState"] = "Succeeded"
        call.store.put(resource, call.store.links_of(resource.key))
    return call.cloud.engine.act(call, resource, "reapply")


def _generalize(call: Call, resource: Resource) -> Response:
    """Say that a machine is to be the model of others, and is not to start again itself."""
    machine: Machine = machine_of(call.store, resource.key)
    if machine.power == "running":
        raise not_allowed(
            f"Operation 'generalize' is not allowed on VM '{resource.name}' since the VM is"
            " running. Please stop or deallocate the VM first."
        )
    machine.generalized = True
    keep(call.store, resource.key, machine)
    return call.cloud.engine.act(call, resource, "generalize")


ACTIONS: Mapping[str, Action] = {
    **{power.name.lower(): power for power in _POWERS},
    "reapply": _reapply,
    "generalize": _generalize,
    "attachdetachdatadisks": diskmoves.attach_detach,
    "retrievebootdiagnosticsdata": bootdiagnostics.retrieve,
}
