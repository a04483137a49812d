"""A virtual network's namespace, as texts: its links, addresses, routes and rules.

Nothing is bridged. Each interface of a machine has a link of its own to the router, which answers
for every address of the network itself; so each packet is forwarded, and meets the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.fabric import balancing, security
from azurelocal.fabric.names import SINK, UPLINK, mark, peering, port
from azurelocal.fabric.security import PLATFORM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from azurelocal.fabric.wanted import Interface, Network, Route, Subnet

METADATA = "169.254.169.254"
INTERNET_END, ROUTER_END = "100.64.0.1", "100.64.0.2"
"""The two ends of every uplink. No machine ever sees them."""
SERVICES = "192.0.2.0/25"
"""Where Azure's own services have their public addresses."""
PROTOCOL = "77"
"""Marks the routes that are ours."""
_MARKED, _BY_INTERFACE = 100, 200


@dataclass(frozen=True)
class Table:
    """What `ip` keeps for a router: lines without their verb, such as `10.0.0.0/24 dev sink`."""

    routes: frozenset[str]
    rules: frozenset[str]


def links(network: Network) -> set[str]:
    """The names of the links that a router has."""
    ports = {port(interface.key) for interface in network.interfaces}
    return {UPLINK, SINK, *ports, *(peering(network.key, one.key) for one in network.peers)}


def table(network: Network) -> Table:
    """Compute the routes of a router, and which packets go by which of its tables."""
    routes = set(_main_routes(network))
    rules: set[str] = set()
    for interface in network.interfaces:
        number = mark(interface.key)
        rules.add(f"fwmark {number} lookup {number} pref {_MARKED}")
        routes.add(
            f"default via {interface.addresses[0]} dev {port(interface.key)} onlink table {number}"
        )
    for subnet in network.subnets:
        if not subnet.routes:
            continue
        number = mark(subnet.key)
        # What stays inside is decided by the main table, unless a route is more to the point. One
        # for the same network is, too: so users send elsewhere what is between their machines.
        taken = {route.network for route in subnet.routes}
        routes |= {f"throw {one} table {number}" for one in _inside(network) if one not in taken}
        routes |= {
            line for route in subnet.routes if (line := _route_line(network, subnet, route, number))
        }
        rules |= {
            f"iif {port(one.key)} lookup {number} pref {_BY_INTERFACE}"
            for one in network.interfaces
            if one.subnet == subnet.key
        }
    return Table(
        frozenset(f"{line} proto {PROTOCOL}" for line in routes),
        frozenset(f"{line} protocol {PROTOCOL}" for line in rules),
    )


def _main_routes(network: Network) -> Iterator[str]:
    yield f"default via {INTERNET_END} dev {UPLINK} onlink"
    # For an address that nobody has there is an answer all the same, as in Azure, and then nothing.
    for one in (*network.networks, *network.frontends):
        yield f"{one} dev {SINK}"
    for interface in network.interfaces:
        for address in interface.addresses:
            yield f"{address} dev {port(interface.key)}"
    for peer in network.peers:
        for one in peer.networks:
            yield f"{one} dev {peering(network.key, peer.key)}"


def _route_line(network: Network, subnet: Subnet, route: Route, number: int) -> str:
    """Write one route of a route table; an appliance that nobody is leads nowhere."""
    if route.kind == "VirtualAppliance":
        device = _device_of(network, route.hop)
        if device:
            return f"{route.network} via {route.hop} dev {device} onlink table {number}"
        return f"blackhole {route.network} table {number}"
    if route.kind == "Internet":
        return f"{route.network} via {INTERNET_END} dev {UPLINK} onlink table {number}"
    if route.kind == "None":
        return f"blackhole {route.network} table {number}"
    return f"throw {route.network} table {number}"


def _inside(network: Network) -> Iterator[str]:
    yield from network.networks
    for peer in network.peers:
        yield from peer.networks


def _device_of(network: Network, address: str) -> str:
    for interface in network.interfaces:
        if address in interface.addresses:
            return port(interface.key)
    return ""


def rules(network: Network) -> str:
    """Write all rules of a router; they replace what was there, at once."""
    return "\n".join(
        (
            "table ip azurelocal",
            "delete table ip azurelocal",
            "table ip azurelocal {",
            *_set("virtual_network", _virtual_network(network)),
            *_set("azure_services", [SERVICES]),
            *_set("leaving", balancing.leaving(network)),
            *security.chains(network.groups),
            *_interface_chains(network),
            *_chain("forward", "filter hook forward priority filter; policy drop", _fwd(network)),
            *_chain("probes", "filter hook output priority filter", _probes(network)),
            *_chain(
                "marking", "filter hook prerouting priority mangle", balancing.marking(network)
            ),
            *_chain(
                "destinations",
                "nat hook prerouting priority dstnat",
                balancing.destinations(network),
            ),
            *_chain("sources", "nat hook postrouting priority srcnat", balancing.sources(network)),
            "}",
            "",
        )
    )


def _virtual_network(network: Network) -> list[str]:
    """What the service tag VirtualNetwork means: also peers, the host, and routes of the users'."""
    routed = {
        route.network
        for subnet in network.subnets
        for route in subnet.routes
        if route.network != "0.0.0.0/0"
    }
    peers = [one for peer in network.peers for one in peer.networks]
    return [*network.networks, *peers, *sorted(routed), PLATFORM]


def _interface_chains(network: Network) -> Iterator[str]:
    subnets = {subnet.key: subnet for subnet in network.subnets}
    for one in network.interfaces:
        groups = (one.group, subnets[one.subnet].group if one.subnet in subnets else "")
        yield from _chain(f"from_{port(one.key)}", "", _from(one, groups))
        yield from _chain(f"to_{port(one.key)}", "", _to(one, groups))


def _from(interface: Interface, groups: Iterable[str]) -> Iterator[str]:
    """What leaves a machine: by its own address, if its own group and the subnet's allow it."""
    if not interface.forwards:
        yield f"ip saddr != {{ {', '.join(interface.addresses)} }} drop"
    for group in groups:
        if group:
            yield f"jump {security.chain_name(group, inbound=False)}"


def _to(interface: Interface, groups: Iterable[str]) -> Iterator[str]:
    """What comes to a machine: what is for it, if the subnet's group and its own allow it.

    Public addresses of today are closed: without any group nothing comes in from the internet.
    """
    if not interface.forwards:
        # What has a mark is for a floating address, which is the machine's own affair.
        yield f"meta mark 0 ip daddr != {{ {', '.join(interface.addresses)} }} drop"
    there = [group for group in groups if group]
    if not there:
        yield "ip saddr != @virtual_network drop"
    for group in reversed(there):
        yield f"jump {security.chain_name(group, inbound=True)}"
    yield "accept"


def _fwd(network: Network) -> Iterator[str]:
    ports = [port(interface.key) for interface in network.interfaces]
    yield "ct state established,related accept"
    for peer in network.peers:
        if not peer.may_forward:
            link, own = peering(network.key, peer.key), ", ".join(peer.networks)
            yield f'iifname "{link}" ip saddr != {{ {own} }} drop'
    if ports:
        yield f"iifname vmap {{ {', '.join(f'{one} : jump from_{one}' for one in ports)} }}"
        yield f"oifname vmap {{ {', '.join(f'{one} : goto to_{one}' for one in ports)} }}"
    yield f'oifname "{UPLINK}" ip saddr @leaving accept'
    for words in balancing.leaving_by_protocol(network):
        yield f'oifname "{UPLINK}" {words} accept'
    for peer in network.peers:
        yield f'oifname "{peering(network.key, peer.key)}" accept'


def _probes(network: Network) -> Iterator[str]:
    """Health probes have to get past the groups, too."""
    ports = [port(interface.key) for interface in network.interfaces]
    yield f"ip saddr != {PLATFORM} accept"
    yield "ct state established,related accept"
    if ports:
        yield f"oifname vmap {{ {', '.join(f'{one} : goto to_{one}' for one in ports)} }}"


def _chain(name: str, hook: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"chain {name} {{"
    if hook:
        yield f"  type {hook};"
    yield from (f"  {line}" for line in lines)
    yield "}"


def _set(name: str, elements: Iterable[str]) -> Iterator[str]:
    inside = ", ".join(dict.fromkeys(elements))
    yield f"set {name} {{"
    yield "  type ipv4_addr; flags interval; auto-merge;"
    if inside:
        yield f"  elements = {{ {inside} }}"
    yield "}"
