"""Load balancers and translation of addresses as rules of nftables.

A new connection goes to one of the backends by a hash over its ends, as Azure does it. Without a
floating address its destination is rewritten. With one it keeps its destination: the packet is
marked, and the mark leads it to the backend's link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.fabric.names import UPLINK, mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from azurelocal.fabric.wanted import Balancing, Network, Outbound

_HASHES = {
    "Default": "ip saddr . ip daddr . th sport . th dport",
    "SourceIP": "ip saddr . ip daddr",
    "SourceIPProtocol": "ip saddr . ip daddr . meta l4proto",
}


def marking(network: Network) -> Iterator[str]:
    """Choose a backend for connections to floating addresses, once for each connection."""
    yield "ct direction reply return"
    yield "ct mark != 0 meta mark set ct mark return"
    for rule in network.balancing:
        if not rule.floating:
            continue
        if not rule.backends:
            yield f"{_to(rule)} drop"
            continue
        marks = ", ".join(
            f"{place} : {mark(backend.interface)}" for place, backend in enumerate(rule.backends)
        )
        yield f"{_to(rule)} ct mark set {_hash(rule)} map {{ {marks} }}"
    yield "meta mark set ct mark"


def destinations(network: Network) -> Iterator[str]:
    """Rewrite where new connections go."""
    for rule in network.balancing:
        if rule.floating:
            continue
        if not rule.backends:
            yield f"{_to(rule)} drop"
        elif rule.port:
            ends = ", ".join(
                f"{place} : {backend.address} . {rule.backend_port}"
                for place, backend in enumerate(rule.backends)
            )
            yield f"{_to(rule)} dnat to {_hash(rule)} map {{ {ends} }}"
        else:
            ends = ", ".join(
                f"{place} : {backend.address}" for place, backend in enumerate(rule.backends)
            )
            yield f"{_to(rule)} dnat to {_hash(rule)} map {{ {ends} }}"
    for interface in network.interfaces:
        for public, private in interface.public:
            yield f"ip daddr {public} dnat to {private}"


def sources(network: Network) -> Iterator[str]:
    """Rewrite where new connections to the internet come from."""
    yield f'oifname != "{UPLINK}" accept'
    for subnet in network.subnets:
        if subnet.gateway_addresses and subnet.networks:
            yield f"ip saddr {{ {', '.join(subnet.networks)} }} {_snat(subnet.gateway_addresses)}"
    for interface in network.interfaces:
        for public, private in interface.public:
            yield f"ip saddr {private} snat to {public}"
    for outbound in network.outbound:
        yield f"{_from(outbound)} {_snat(outbound.public)}"


def leaving_by_protocol(network: Network) -> Iterator[str]:
    """Match who may open connections of one protocol to the internet, besides those below."""
    return (_from(outbound) for outbound in network.outbound if outbound.protocol != "all")


def leaving(network: Network) -> list[str]:
    """Who may open connections to the internet: nobody has an address there without being told."""
    own = [private for one in network.interfaces for _, private in one.public]
    through = [
        one for subnet in network.subnets if subnet.gateway_addresses for one in subnet.networks
    ]
    pools = [one.sources for one in network.outbound if one.protocol == "all"]
    return [*own, *through, *(source for sources in pools for source in sources)]


def _from(outbound: Outbound) -> str:
    sources = f"ip saddr {{ {', '.join(outbound.sources)} }}"
    return sources if outbound.protocol == "all" else f"{sources} meta l4proto {outbound.protocol}"


def _snat(addresses: tuple[str, ...]) -> str:
    if len(addresses) == 1:
        return f"snat to {addresses[0]}"
    ends = ", ".join(f"{place} : {one}" for place, one in enumerate(addresses))
    return f"snat to jhash ip saddr . ip daddr mod {len(addresses)} map {{ {ends} }}"


def _to(rule: Balancing) -> str:
    """Match new connections to a rule's frontend."""
    words = ["ct state new", f"ip daddr {rule.frontend}"]
    if rule.protocol == "all":
        words.append("meta l4proto { tcp, udp }")
    elif rule.port:
        words.append(f"{rule.protocol} dport {rule.port}")
    else:
        words.append(f"meta l4proto {rule.protocol}")
    return " ".join(words)


def _hash(rule: Balancing) -> str:
    return f"jhash {_HASHES[rule.affinity]} mod {len(rule.backends)} seed 0x{mark(rule.key):x}"
