"""What there has to be, as plain values. Made from the state, and nothing in here does anything.

Keys are the IDs of resources in lower case. Addresses and networks are texts, in the form in which
`ip` and `nft` take them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Protocol = Literal["tcp", "udp", "all"]
Affinity = Literal["Default", "SourceIP", "SourceIPProtocol"]


@dataclass(frozen=True)
class Rule:
    """One rule of a security group. Texts of addresses are networks, addresses or service tags."""

    priority: int
    inbound: bool
    allow: bool
    protocol: str
    sources: tuple[str, ...]
    source_ports: tuple[str, ...]
    destinations: tuple[str, ...]
    destination_ports: tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """A security group: its rules, the default ones too."""

    key: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Route:
    """One route of a route table. `hop` is an address for a virtual appliance only."""

    network: str
    kind: Literal["VirtualAppliance", "VnetLocal", "Internet", "None"]
    hop: str = ""


@dataclass(frozen=True)
class Subnet:
    """A part of a virtual network."""

    key: str
    networks: tuple[str, ...]
    group: str = ""
    routes: tuple[Route, ...] = ()
    gateway_addresses: tuple[str, ...] = ()
    """The public addresses of its NAT gateway."""


@dataclass(frozen=True)
class Interface:
    """A network interface that belongs to a machine."""

    key: str
    machine: str
    """The key of the machine."""
    device: str
    """What the link is called inside the machine."""
    mac: str
    subnet: str
    addresses: tuple[str, ...]
    """The first one is the primary one."""
    length: int
    """Of the subnet's prefix."""
    gateway: str
    group: str = ""
    public: tuple[tuple[str, str], ...] = ()
    """Public addresses of its own, each with the private one that it stands for."""
    forwards: bool = False
    """It may send and take what is not from or for itself."""
    connected: bool = True
    """Whether its machine has power; without it, nobody answers at its addresses."""


@dataclass(frozen=True)
class Backend:
    """One member of a pool that may be sent to."""

    interface: str
    address: str


@dataclass(frozen=True)
class Balancing:
    """One rule of a load balancer."""

    key: str
    frontend: str
    protocol: Protocol
    port: int
    """Zero for all ports."""
    backend_port: int
    floating: bool
    affinity: Affinity
    backends: tuple[Backend, ...]
    """Those that are healthy."""


@dataclass(frozen=True)
class Outbound:
    """Who leaves the network under which public addresses."""

    sources: tuple[str, ...]
    public: tuple[str, ...]
    protocol: Protocol = "all"


@dataclass(frozen=True)
class Peer:
    """Another network that can be reached directly."""

    key: str
    networks: tuple[str, ...]
    may_forward: bool = False
    """It may send us what comes from somewhere else."""


@dataclass(frozen=True)
class Network:
    """A virtual network with all that is in it."""

    key: str
    networks: tuple[str, ...]
    subnets: tuple[Subnet, ...] = ()
    interfaces: tuple[Interface, ...] = ()
    groups: tuple[Group, ...] = ()
    balancing: tuple[Balancing, ...] = ()
    frontends: tuple[str, ...] = ()
    """Addresses of load balancers, public and internal ones, whether or not a rule is on them."""
    outbound: tuple[Outbound, ...] = ()
    peers: tuple[Peer, ...] = ()

    @property
    def public(self) -> tuple[str, ...]:
        """All public addresses that lead here."""
        own = [public for one in self.interfaces for public, _ in one.public]
        left = [public for one in self.outbound for public in one.public]
        gateways = [public for one in self.subnets for public in one.gateway_addresses]
        return tuple(sorted({*own, *left, *gateways, *self._public_frontends()}))

    def _public_frontends(self) -> list[str]:
        from ipaddress import ip_address, ip_network

        own = [ip_network(one) for one in self.networks]
        return [
            one for one in self.frontends if not any(ip_address(one) in network for network in own)
        ]


@dataclass(frozen=True)
class Probe:
    """How the health of one backend is found out: from its network's router, again and again."""

    key: str
    network: str
    address: str
    protocol: Literal["tcp", "http", "https"]
    port: int
    path: str
    interval: float
    threshold: int
    """After so many answers of a kind the backend counts as healthy, or no more."""


@dataclass(frozen=True)
class World:
    """All virtual networks, and the probes into them."""

    networks: tuple[Network, ...] = ()
    probes: frozenset[Probe] = frozenset()
