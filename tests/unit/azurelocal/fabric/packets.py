"""A router on paper: it reads what the fabric writes for `ip` and `nft`, and sends packets.

It knows the words that the fabric uses, and no others: what it does not know is an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address, IPv4Network
from typing import TYPE_CHECKING

from azurelocal.fabric import router
from azurelocal.fabric.names import UPLINK, port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from azurelocal.fabric.wanted import Network

OUTSIDE = "internet"
"""What a packet comes to that leaves by the uplink."""


@dataclass(frozen=True)
class Packet:
    """The first packet of a connection, or a later one."""

    source: str
    destination: str
    dport: int = 80
    protocol: str = "tcp"
    sport: int = 50000
    known: bool = False
    """It belongs to a connection that was let through before."""
    iif: str = ""
    oif: str = ""
    mark: int = 0


@dataclass(frozen=True)
class Came:
    """Where a packet has come to, and how it looked there."""

    where: str
    """An interface's key, `internet`, the name of a link to a peer, or nothing."""
    packet: Packet


@dataclass
class PaperRouter:
    """The router of a network. A choice between backends is made by `chance`."""

    network: Network
    chance: int = 0
    _sets: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    _chains: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def __post_init__(self) -> None:
        """Read what is written for `nft`."""
        text = router.rules(self.network)
        for name, body in re.findall(r"^set (\w+) \{\n(.*?)^\}", text, re.M | re.S):
            found = re.search(r"elements = \{ (.*) \}", body)
            self._sets[name] = found[1].split(", ") if found else []
        for name, body in re.findall(r"^chain (\w+) \{\n(.*?)^\}", text, re.M | re.S):
            lines = [line.strip() for line in body.splitlines()]
            self._chains[name] = [line for line in lines if not line.startswith("type ")]

    def send(self, packet: Packet) -> Came:
        """Let a packet come in, and see where it goes."""
        links = {port(one.key): one.key for one in self.network.interfaces}
        owners = {
            address: port(one.key) for one in self.network.interfaces for address in one.addresses
        }
        packet = replace(packet, iif=packet.iif or owners.get(packet.source, UPLINK))
        if not packet.known:
            packet = self._translated("marking", packet)
            packet = self._translated("destinations", packet)
        packet = replace(packet, oif=self.route(packet))
        lost = Came("", packet)
        if not packet.oif or packet.oif == "sink" or not self._passes("forward", packet):
            return lost
        if not packet.known:
            packet = self._translated("sources", packet)
        if packet.oif == UPLINK:
            return Came(OUTSIDE, packet)
        return Came(links.get(packet.oif, packet.oif), packet)

    def probes(self, address: str, dport: int) -> bool:
        """Tell whether a health probe gets to an address."""
        packet = Packet("168.63.129.16", address, dport)
        return self._passes("probes", replace(packet, oif=self.route(packet)))

    # Routes

    def route(self, packet: Packet) -> str:
        """Find the link that a packet leaves by."""
        table = router.table(self.network)
        rules = sorted(table.rules, key=lambda one: int(one.split()[one.split().index("pref") + 1]))
        for rule in rules:
            words = rule.split()
            kind, value, number = words[0], words[1], words[3]
            fits = kind == "iif" and value == packet.iif
            if fits or (kind == "fwmark" and int(value) == packet.mark):
                found = self._in_table(table.routes, number, packet.destination)
                if found is not None:
                    return found
        return self._in_table(table.routes, "main", packet.destination) or ""

    def _in_table(self, routes: frozenset[str], number: str, destination: str) -> str | None:
        """The most particular route. Two of the same destination would leave it to chance."""
        best: dict[int, str] = {}
        for line in routes:
            words = line.split()
            kind = words.pop(0) if words[0] in ("throw", "blackhole") else ""
            where = words[words.index("table") + 1] if "table" in words else "main"
            target = IPv4Network("0.0.0.0/0" if words[0] == "default" else words[0])
            if where == number and IPv4Address(destination) in target:
                assert target.prefixlen not in best, (line, best)
                best[target.prefixlen] = kind or words[words.index("dev") + 1]
        if not best:
            return None
        found = best[max(best)]
        return None if found == "throw" else "" if found == "blackhole" else found

    # Rules

    def _passes(self, chain: str, packet: Packet) -> bool:
        verdict = self._run(chain, packet)
        return verdict == "accept" or (verdict == "" and chain == "probes")

    def _translated(self, chain: str, packet: Packet) -> Packet:
        verdict = self._run(chain, packet)
        if verdict == "drop":
            return replace(packet, destination="240.0.0.1", iif="nowhere")
        if found := re.fullmatch(r"([ds]nat) to (\S+)(?: \. (\d+))?", verdict):
            which, address, number = found.groups()
            if which == "snat":
                return replace(packet, source=address)
            return replace(packet, destination=address, dport=int(number or packet.dport))
        if verdict.startswith("mark "):
            return replace(packet, mark=int(verdict.removeprefix("mark ")))
        return packet

    def _run(self, chain: str, packet: Packet) -> str:
        """What a chain says of a packet; nothing if it has no opinion."""
        for line in self._chains[chain]:
            verdict = self._line(line, packet)
            if verdict.startswith(("jump ", "goto ")):
                how, _, target = verdict.partition(" ")
                verdict = self._run(target, packet)
                if how == "goto" and not verdict:
                    return ""
            if verdict == "return":
                return ""
            if verdict:
                return verdict
        return ""

    def _line(self, line: str, packet: Packet) -> str:
        rest = line
        while rest:
            for pattern, reads in self._words():
                if found := re.match(pattern + r"(?: |$)", rest):
                    answer = reads(found, packet)
                    break
            else:
                raise AssertionError(f"what is {rest!r} in {line!r}?")
            if isinstance(answer, str):
                return answer
            if not answer:
                return ""
            rest = rest[found.end() :]
        return ""

    def _words(self) -> Iterator[tuple[str, Callable[[re.Match[str], Packet], bool | str]]]:
        yield r"ct state (\S+)", lambda m, p: p.known == ("established" in m[1])
        yield r"ct direction reply", lambda _, p: p.known
        yield r"ct mark != 0", lambda _, p: p.known
        yield r"meta mark set ct mark", lambda _, _p: True
        yield r"meta mark 0", lambda _, p: p.mark == 0
        yield (
            r"ip (saddr|daddr) (!= )?(\{ .*? \}|\S+)",
            lambda m, p: (
                self._among(p.source if m[1] == "saddr" else p.destination, m[3]) != bool(m[2])
            ),
        )
        yield r"meta l4proto (\{ .*? \}|\w+)", lambda m, p: p.protocol in _members(m[1])
        yield (
            r"th (sport|dport) \{ (.*?) \}",
            lambda m, p: _in_ports(p.sport if m[1] == "sport" else p.dport, m[2]),
        )
        yield r"(tcp|udp) dport (\d+)", lambda m, p: (p.protocol, p.dport) == (m[1], int(m[2]))
        yield (
            r"(iif|oif)name vmap \{ (.*?) \}",
            lambda m, p: dict(one.split(" : ") for one in m[2].split(", ")).get(
                p.iif if m[1] == "iif" else p.oif, True
            ),
        )
        yield (
            r'(iif|oif)name (!= )?"(\w+)"',
            lambda m, p: ((p.iif if m[1] == "iif" else p.oif) == m[3]) != bool(m[2]),
        )
        yield (
            r"([ds]nat to|ct mark set) jhash .* mod (\d+)(?: seed \w+)? map \{ (.*) \}",
            lambda m, _: self._chosen(m[1], int(m[2]), m[3]),
        )
        yield r"([ds]nat to \S+)", lambda m, _: m[1]
        yield r"(accept|drop|return|(?:jump|goto) \w+)", lambda m, _: m[1]

    def _among(self, address: str, what: str) -> bool:
        known = self._sets[what[1:]] if what.startswith("@") else _members(what)
        networks = [IPv4Network(one) for one in known]  # all must be of the fourth version
        return any(IPv4Address(address) in one for one in networks)

    def _chosen(self, verb: str, count: int, choices: str) -> str:
        places = dict(one.split(" : ") for one in choices.split(", "))
        assert sorted(map(int, places)) == list(range(count)), choices
        chosen = places[str(self.chance % count)]
        return f"mark {chosen}" if verb == "ct mark set" else f"{verb} {chosen}"


def _members(words: str) -> list[str]:
    return words.strip("{} ").split(", ")


def _in_ports(number: int, ranges: str) -> bool:
    assert not re.search(r"\b0\d", ranges), f"{ranges}: who knows what that is to `nft`"
    bounds = ([int(end) for end in one.split("-")] for one in ranges.split(", "))
    return any(each[0] <= number <= each[-1] for each in bounds)
