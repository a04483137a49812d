"""Security groups as chains of nftables: one chain for each group and direction.

A packet that a group allows returns from its chain, so that a second group can have its say; one
that it denies is dropped there. What belongs to a connection that was allowed never comes here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.fabric.names import short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from azurelocal.fabric.wanted import Group, Rule

PLATFORM = "168.63.129.16"
"""The host as machines see it: their resolver, and where health probes come from."""
_EVERYWHERE = ("*", "any", "0.0.0.0/0")
_SETS = {"virtualnetwork": "@virtual_network", "azureloadbalancer": PLATFORM}
_OUTSIDE = "!= @virtual_network"
_PROTOCOLS = {
    "tcp": "meta l4proto tcp",
    "udp": "meta l4proto udp",
    "icmp": "meta l4proto icmp",
    "esp": "meta l4proto esp",
    "ah": "meta l4proto ah",
}
_ALL_PORTS = ("*", "0-65535")


def chain_name(group: str, *, inbound: bool) -> str:
    """The chain of a group for one direction."""
    return f"g{short(group)}_{'in' if inbound else 'out'}"


def chains(groups: Iterable[Group]) -> Iterator[str]:
    """Write the chains of all groups."""
    for group in groups:
        for inbound in (True, False):
            yield f"chain {chain_name(group.key, inbound=inbound)} {{"
            ordered = sorted(group.rules, key=lambda rule: rule.priority)
            for rule in ordered:
                if rule.inbound == inbound:
                    yield from (f"  {line}" for line in _lines(rule))
            yield "}"


def _lines(rule: Rule) -> Iterator[str]:
    """Write a rule: one line for each pair of a kind of source and a kind of destination."""
    ports = " ".join(
        part
        for part in (
            _ports("sport", rule.source_ports, rule.protocol),
            _ports("dport", rule.destination_ports, rule.protocol),
        )
        if part
    )
    protocol = _PROTOCOLS.get(rule.protocol.lower(), "")
    if not protocol and ports:
        protocol = "meta l4proto { tcp, udp }"
    verdict = "return" if rule.allow else "drop"
    for source in _matches("saddr", rule.sources):
        for destination in _matches("daddr", rule.destinations):
            words = (source, destination, protocol, ports, verdict)
            yield " ".join(word for word in words if word)


def _ports(which: str, ports: tuple[str, ...], protocol: str) -> str:
    """Ports mean nothing to protocols that have none."""
    if protocol.lower() in ("icmp", "esp", "ah") or any(one in _ALL_PORTS for one in ports):
        return ""
    return f"th {which} {{ {', '.join(ports)} }}" if ports else ""


def _matches(which: str, addresses: tuple[str, ...]) -> list[str]:
    """Match one end of a packet; an empty text matches everything."""
    if any(one.lower() in _EVERYWHERE for one in addresses):
        return [""]
    plain = sorted({one for one in addresses if one[:1].isdigit()})
    matches = [f"ip {which} {{ {', '.join(plain)} }}"] if plain else []
    for tag in sorted({one.lower() for one in addresses if not one[:1].isdigit()}):
        matches.append(f"ip {which} {_set_of(tag)}")
    return matches


def _set_of(tag: str) -> str:
    """What stands behind a service tag. The services of Azure all have the same addresses here."""
    if tag == "internet":
        return _OUTSIDE
    return _SETS.get(tag, "@azure_services")
