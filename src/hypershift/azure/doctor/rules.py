"""What the rules of a network security group come to, as Azure evaluates them.

Rules are tried by their priority, and the first one that fits decides. After those of the group
come Azure's own, which let the network speak with itself, let Azure probe, and let everybody out.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_network
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

Direction = Literal["Inbound", "Outbound"]
NETWORK, INTERNET, PROBES = "VirtualNetwork", "Internet", "AzureLoadBalancer"
_EVERYWHERE = ("*", "0.0.0.0/0", "::/0")
_FIRST_DEFAULT = 65000  # the priority of Azure's own rules begins here


@dataclass(frozen=True)
class Rule:
    """One rule of a group."""

    name: str
    priority: int
    direction: str
    allows: bool
    protocol: str
    sources: tuple[str, ...]
    destinations: tuple[str, ...]
    ports: tuple[str, ...]
    source_ports: tuple[str, ...] = ("*",)

    @property
    def is_default(self) -> bool:
        """Tell whether it is one of Azure's own."""
        return self.priority >= _FIRST_DEFAULT


@dataclass(frozen=True)
class Flow:
    """What somebody wants to send: to or from the nodes, over TCP."""

    direction: Direction
    peer: str
    """Where it comes from, or goes to: VirtualNetwork, Internet or AzureLoadBalancer."""
    port: int
    subnet: str
    """The addresses of the nodes."""

    def __str__(self) -> str:
        """Tell it to users."""
        way = "from" if self.direction == "Inbound" else "to"
        return f"TCP {self.port} {way} {self.peer}"


DEFAULTS = (
    Rule("AllowVnetInBound", 65000, "Inbound", True, "*", (NETWORK,), (NETWORK,), ("*",)),
    Rule("AllowAzureLoadBalancerInBound", 65001, "Inbound", True, "*", (PROBES,), ("*",), ("*",)),
    Rule("DenyAllInBound", 65500, "Inbound", False, "*", ("*",), ("*",), ("*",)),
    Rule("AllowVnetOutBound", 65000, "Outbound", True, "*", (NETWORK,), (NETWORK,), ("*",)),
    Rule("AllowInternetOutBound", 65001, "Outbound", True, "*", ("*",), (INTERNET,), ("*",)),
    Rule("DenyAllOutBound", 65500, "Outbound", False, "*", ("*",), ("*",), ("*",)),
)


def deciding(rules: Iterable[Rule], flow: Flow) -> Rule:
    """Find the rule that decides about a flow."""
    for rule in sorted([*rules, *DEFAULTS], key=lambda one: one.priority):
        if _fits(rule, flow):
            return rule
    raise AssertionError("the last of Azure's own rules fits everything")


def hides_allow(rules: Iterable[Rule], flow: Flow, denying: Rule) -> Rule | None:
    """Find the rule of the group that would have allowed a flow, had another not come first."""
    for rule in sorted(rules, key=lambda one: one.priority):
        comes_later = rule.priority > denying.priority and not rule.is_default
        if rule.allows and comes_later and _fits(rule, flow):
            return rule
    return None


def _fits(rule: Rule, flow: Flow) -> bool:
    peers, nodes = rule.sources, rule.destinations
    if flow.direction == "Outbound":
        peers, nodes = nodes, peers
    return (
        rule.direction.lower() == flow.direction.lower()
        and rule.protocol.lower() in ("*", "tcp")
        and any(_has_port(one, flow.port) for one in rule.ports)
        and "*" in rule.source_ports
        and any(_is_peer(one, flow, rule) for one in peers)
        and any(_is_nodes(one, flow, rule) for one in nodes)
    )


def _has_port(ports: str, port: int) -> bool:
    if ports == "*":
        return True
    first, _, last = ports.partition("-")
    return int(first) <= port <= int(last or first)


def _is_peer(prefix: str, flow: Flow, rule: Rule) -> bool:
    if prefix in _EVERYWHERE or prefix.lower() == flow.peer.lower():
        return True
    # Peers of the network are in the subnet of the nodes, among others.
    return flow.peer == NETWORK and _concerns(prefix, flow.subnet, rule)


def _is_nodes(prefix: str, flow: Flow, rule: Rule) -> bool:
    if prefix in _EVERYWHERE or prefix.lower() == NETWORK.lower():
        return True
    return _concerns(prefix, flow.subnet, rule)


def _concerns(prefix: str, subnet: str, rule: Rule) -> bool:
    """Tell whether a prefix lets the whole subnet pass, or keeps any of it from passing."""
    try:
        network, nodes = ip_network(prefix, strict=False), ip_network(subnet, strict=False)
    except ValueError:  # the tag of a service
        return False
    if network.version != nodes.version or not network.overlaps(nodes):
        return False
    # Of two networks that overlap, the one with the shorter prefix holds the other.
    return not rule.allows or network.prefixlen <= nodes.prefixlen
