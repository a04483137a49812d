"""Which virtual machine an interface belongs to, and whether it is the machine's first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.types import objects, reference

if TYPE_CHECKING:
    from azurelocal.store import Resource, Store


def machine_of(store: Store, interface: str) -> tuple[Resource, bool] | None:
    """Find the machine of an interface; tells whether the interface is its primary one."""
    for link in store.links_to(interface, "networkInterface"):
        machine = store.get(link.source.lower())
        if machine is not None:
            return machine, _is_primary(machine, interface)
    return None


def _is_primary(machine: Resource, interface: str) -> bool:
    profile: Any = machine.properties.get("networkProfile") or {}
    entries = objects(profile.get("networkInterfaces"), "networkInterfaces")
    for entry in entries:
        if reference(entry, "networkInterfaces").lower() == interface.lower():
            given: Any = entry.get("properties") or {}
            return bool(given.get("primary", len(entries) == 1))
    return False
