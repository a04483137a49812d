"""The machines of linked networks that a private zone knows without anybody writing records.

They are found where they are, at every look: nothing of them is stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network.machines import machine_of
from azurelocal.arm.types import reference
from azurelocal.store import Resource

if TYPE_CHECKING:
    from azurelocal.ids import ArmId
    from azurelocal.store import Store

_LINK = "Microsoft.Network/privateDnsZones/virtualNetworkLinks"
_TTL = 10


def links_of(store: Store, zone: ArmId) -> list[Resource]:
    """The links of a zone to virtual networks."""
    return store.resources(type=_LINK, parent=zone.key)


def registered(store: Store, zone: ArmId) -> list[Resource]:
    """A record set for each machine in a network whose link registers them."""
    found: dict[str, Resource] = {}
    for link in links_of(store, zone):
        if not link.properties["registrationEnabled"]:
            continue
        network = reference(link.properties["virtualNetwork"], "virtualNetwork")
        for name, address in _machines(store, network):
            one = Resource(
                zone.child("A", name),
                {
                    "properties": {
                        "ttl": _TTL,
                        "aRecords": [{"ipv4Address": address}],
                        "isAutoRegistered": True,
                    }
                },
            )
            found.setdefault(one.key, one)
    return list(found.values())


def _machines(store: Store, network: str) -> list[tuple[str, str]]:
    """The machines of a network, each with the address of its interface."""
    machines: list[tuple[str, str]] = []
    for owner, link in store.links_below(f"{network}/subnets/"):
        if link.kind != "subnet" or "/networkinterfaces/" not in owner:
            continue
        found = machine_of(store, owner)
        if found is not None and found[1]:
            profile: Any = found[0].properties.get("osProfile") or {}
            machines.append((profile.get("computerName") or found[0].name, link.detail))
    return machines
