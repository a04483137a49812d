"""Where the machines of an availability set stand, so that not all of them fail at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.availabilitysets import LINK as SET_LINK
from azurelocal.arm.providers.compute.machineoptions import target_of
from azurelocal.arm.providers.compute.machinestate import machine_of
from azurelocal.ids import parse

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.providers.compute.machinestate import Machine
    from azurelocal.store import Resource


def place(call: Call, new: Resource, machine: Machine) -> None:
    """Give a machine of an availability set the domains that the fewest others are in."""
    target = target_of(new, SET_LINK)
    found = call.store.get(target.lower()) if target else None
    if found is None:
        return
    others = [
        machine_of(call.store, parse(link.source).key)
        for link in call.store.links_to(found.key, SET_LINK)
    ]
    faults = [other.fault_domain for other in others]
    updates = [other.update_domain for other in others]
    domains = found.properties
    machine.fault_domain = min(range(domains["platformFaultDomainCount"]), key=faults.count)
    machine.update_domain = min(range(domains["platformUpdateDomainCount"]), key=updates.count)
