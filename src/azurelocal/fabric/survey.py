"""Reads from the state what there has to be. A pure function of the state and of who is healthy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.fabric.balancers import BalancerReader
from azurelocal.fabric.interfaces import Interfaces, prefix_addresses, public_address
from azurelocal.fabric.reading import (
    Body,
    entries,
    id_of,
    ids_of,
    networks_of,
    ranges,
    several,
)
from azurelocal.fabric.wanted import Group, Network, Peer, Route, Rule, Subnet, World

if TYPE_CHECKING:
    from collections.abc import Iterator

    from azurelocal.fabric.balancers import Healthy
    from azurelocal.store import Resource, Store

_PROVIDER = "Microsoft.Network"
_HOPS = {
    "virtualappliance": "VirtualAppliance",
    "vnetlocal": "VnetLocal",
    "internet": "Internet",
}


def survey(store: Store, healthy: Healthy) -> World:
    """Compute the world. `healthy` tells of a probe and an address whether it is to be sent to."""
    interfaces = Interfaces(store)
    balancers = [
        BalancerReader(store, interfaces, healthy, one)
        for one in store.resources(type=f"{_PROVIDER}/loadBalancers")
    ]
    reader = _NetworkReader(store, interfaces)
    networks = tuple(
        reader.read(vnet, [one for one in balancers if one.network == vnet.key])
        for vnet in store.resources(type=f"{_PROVIDER}/virtualNetworks")
    )
    return World(networks, frozenset(probe for one in balancers for probe in one.probes()))


class _NetworkReader:
    """Reads virtual networks."""

    def __init__(self, store: Store, interfaces: Interfaces) -> None:
        self._store, self._interfaces = store, interfaces

    def read(self, vnet: Resource, balancers: list[BalancerReader]) -> Network:
        """Read one network with all that is in it."""
        subnets = tuple(self._subnet(one) for one in entries(vnet.properties, "subnets"))
        interfaces = tuple(self._interfaces.by_network.get(vnet.key, ()))
        used = {one.group for one in (*subnets, *interfaces)}
        return Network(
            key=vnet.key,
            networks=tuple(networks_of(vnet.properties["addressSpace"])),
            subnets=subnets,
            interfaces=interfaces,
            groups=tuple(self._group(group) for key in sorted(used) if (group := self._find(key))),
            balancing=tuple(rule for one in balancers for rule in one.rules()),
            frontends=tuple(sorted({one for each in balancers for one in each.addresses})),
            outbound=tuple(rule for one in balancers for rule in one.outbound()),
            peers=tuple(self._peers(vnet)),
        )

    def _find(self, key: str) -> Resource | None:
        return self._store.get(key) if key else None

    def _subnet(self, subnet: Body) -> Subnet:
        properties: Body = subnet["properties"]
        table = self._find(id_of(properties, "routeTable"))
        gateway = self._find(id_of(properties, "natGateway"))
        lent = self._lent(gateway.properties) if gateway else ()
        return Subnet(
            key=str(subnet["id"]).lower(),
            networks=tuple(networks_of(properties)),
            group=id_of(properties, "networkSecurityGroup"),
            routes=tuple(_routes(table)) if table else (),
            gateway_addresses=tuple(one for one in lent if one),
        )

    def _lent(self, gateway: Body) -> Iterator[str]:
        """The addresses that a NAT gateway lends."""
        for key in ids_of(gateway, "publicIpAddresses"):
            yield public_address(self._store, key)
        for key in ids_of(gateway, "publicIpPrefixes"):
            yield from prefix_addresses(self._store, key)

    def _peers(self, vnet: Resource) -> Iterator[Peer]:
        """Read who is next to a network. What one side has closed is closed for both."""
        for one in entries(vnet.properties, "virtualNetworkPeerings"):
            remote = self._find(_remote(one))
            if remote and _is_open(one) and any(map(_is_open, _halves(remote, vnet.key))):
                networks = tuple(networks_of(remote.properties["addressSpace"]))
                may_forward = bool(one["properties"].get("allowForwardedTraffic"))
                yield Peer(remote.key, networks, may_forward)

    def _group(self, group: Resource) -> Group:
        listed = (
            *entries(group.properties, "securityRules"),
            *entries(group.properties, "defaultSecurityRules"),
        )
        return Group(group.key, tuple(self._rule(one["properties"]) for one in listed))

    def _rule(self, rule: Body) -> Rule:
        return Rule(
            priority=int(rule["priority"]),
            inbound=rule["direction"].lower() == "inbound",
            allow=rule["access"].lower() == "allow",
            protocol=str(rule["protocol"]),
            sources=self._ends(rule, "source"),
            source_ports=_ports(several(rule, "sourcePortRange")),
            destinations=self._ends(rule, "destination"),
            destination_ports=_ports(several(rule, "destinationPortRange")),
        )

    def _ends(self, rule: Body, which: str) -> tuple[str, ...]:
        groups = ids_of(rule, f"{which}ApplicationSecurityGroups")
        known = self._interfaces.application_groups
        members = [address for key in groups for address in known.get(key, ())]
        given = several(rule, f"{which}AddressPrefix", "es")
        names = [one for one in given if _is_name(one)]
        return (*names, *ranges(one for one in given if not _is_name(one)), *members)


def _remote(peering: Body) -> str:
    return id_of(peering["properties"], "remoteVirtualNetwork")


def _halves(network: Resource, other: str) -> list[Body]:
    """The peerings of a network with another one."""
    listed = entries(network.properties, "virtualNetworkPeerings")
    return [one for one in listed if _remote(one) == other]


def _is_open(peering: Body) -> bool:
    properties: Body = peering["properties"]
    connected = properties.get("peeringState") == "Connected"
    return connected and bool(properties.get("allowVirtualNetworkAccess", True))


def _is_name(end: str) -> bool:
    """Tell the name of a service, or the star, from a range of addresses, such as fd00::/8."""
    return not end[:1].isdigit() and ":" not in end


def _ports(written: tuple[str, ...]) -> tuple[str, ...]:
    """Write ranges of ports without leading zeros, which `nft` reads in its own way."""
    parts = [one.split("-") for one in written]
    return tuple("-".join(end if end == "*" else str(int(end)) for end in one) for one in parts)


def _routes(table: Resource) -> Iterator[Route]:
    for one in entries(table.properties, "routes"):
        properties: Body = one["properties"]
        prefix = str(properties["addressPrefix"])
        for network in () if _is_name(prefix) else ranges([prefix]):
            kind: Any = _HOPS.get(str(properties["nextHopType"]).lower(), "None")
            yield Route(network, kind, str(properties.get("nextHopIpAddress") or ""))
