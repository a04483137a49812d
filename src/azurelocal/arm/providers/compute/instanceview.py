"""How a machine is doing, as far as Azure knows from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.common import moment
from azurelocal.arm.providers.compute.machinestate import machine_of

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body
    from azurelocal.store import Resource

_STATES = {
    "Succeeded": "Provisioning succeeded",
    "Failed": "Provisioning failed",
}


def instance_view(call: Call, resource: Resource) -> Body:
    """Write the view."""
    machine = machine_of(call.store, resource.key)
    power = "starting" if resource.state == "Creating" else machine.shown_power
    statuses = [
        _status(
            f"ProvisioningState/{resource.state.lower()}",
            _STATES.get(resource.state, resource.state),
            resource.changed,
        ),
        _status(f"PowerState/{power}", f"VM {power}", machine.changed or resource.created),
    ]
    if machine.generalized:
        statuses.insert(1, _status("OSState/generalized", "VM generalized", machine.changed))
    view: Body = {"disks": _disks(call, resource), "statuses": statuses}
    if not resource.body.get("zones"):
        view["platformFaultDomain"] = machine.fault_domain
        view["platformUpdateDomain"] = machine.update_domain
    if power == "running":
        view |= _guest(resource)
    extensions = call.store.resources(parent=resource.key)
    if extensions:
        view["extensions"] = [extension_view(one) for one in extensions]
    if boot_diagnostics(resource):
        view["bootDiagnostics"] = {}
    return view


def _status(code: str, shown: str, time: float, level: str = "Info") -> Body:
    return {"code": code, "level": level, "displayStatus": shown, "time": moment(time)}


def _disks(call: Call, resource: Resource) -> list[Body]:
    storage = resource.properties["storageProfile"]
    return [
        {
            "name": entry["name"],
            "statuses": [
                _status("ProvisioningState/succeeded", "Provisioning succeeded", resource.changed)
            ],
        }
        for entry in (storage["osDisk"], *storage["dataDisks"])
    ]


def _guest(resource: Resource) -> Body:
    """What the agent in the machine tells."""
    ready = _status("ProvisioningState/succeeded", "Ready", resource.changed)
    ready["message"] = "Guest Agent is running"
    profile: Body = resource.properties.get("osProfile") or {}
    return {
        "computerName": profile.get("computerName") or resource.name,
        "vmAgent": {
            "vmAgentVersion": "2.12.0.2",
            "statuses": [ready],
            "extensionHandlers": [],
        },
    }


def extension_view(resource: Resource) -> Body:
    """How an extension is doing."""
    properties = resource.properties
    return {
        "name": resource.name,
        "type": f"{properties['publisher']}.{properties['type']}",
        "typeHandlerVersion": properties["typeHandlerVersion"],
        "statuses": [
            _status("ProvisioningState/succeeded", "Provisioning succeeded", resource.changed)
        ],
    }


def boot_diagnostics(resource: Resource) -> bool:
    """Tell whether the console of a machine is kept."""
    profile: Body = resource.properties.get("diagnosticsProfile") or {}
    diagnostics: Body = profile.get("bootDiagnostics") or {}
    return bool(diagnostics.get("enabled"))
