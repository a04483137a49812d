"""Makes the namespaces of a world as they have to be, and removes what has no place in it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from azurelocal.fabric import names, router
from azurelocal.fabric.names import SINK, UPLINK, peering, port, transit
from azurelocal.fabric.router import INTERNET_END, PROTOCOL, ROUTER_END, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.fabric.kernel import Kernel
    from azurelocal.fabric.wanted import Interface, Network, World

_PRIVATE = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10")


@dataclass
class _Applied:
    """What was last made of a router."""

    network: Network | None = None
    table: Table = field(default_factory=lambda: Table(frozenset(), frozenset()))
    rules: str = ""


@dataclass
class Fabric:
    """The networks of one world. `apply` may be called again and again, from one task at a time."""

    kernel: Kernel
    _applied: dict[str, _Applied] = field(default_factory=dict[str, _Applied])
    _public: frozenset[str] | None = None
    """The routes of public addresses; nothing as long as we do not know them."""
    _peered: set[frozenset[str]] = field(default_factory=set[frozenset[str]])

    async def raise_internet(self, addresses: Iterable[str]) -> None:
        """Make the namespace of the internet, which Azure's own public addresses are in."""
        internet = names.internet(self.kernel.prefix)
        await self.kernel.ensure(internet, router=True)
        lines = [f"address replace {one}/32 dev lo" for one in (INTERNET_END, *addresses)]
        lines += [f"route replace unreachable {one} proto {PROTOCOL}" for one in _PRIVATE]
        await self.kernel.ip(internet, lines)

    async def join(self, namespace: str, address: str) -> None:
        """Give a namespace a public address and a way to everything that has one."""
        internet = names.internet(self.kernel.prefix)
        far = transit(namespace)
        await self.kernel.ensure(namespace)
        await self._connect(internet, far, namespace, "eth0")
        await self.kernel.ip(
            namespace,
            [
                f"address replace {address}/32 dev eth0",
                f"route replace default via {INTERNET_END} dev eth0 onlink",
            ],
        )
        await self.kernel.ip(internet, [f"route replace {address}/32 dev {far} proto {PROTOCOL}"])

    async def apply(self, world: World) -> None:
        """Make all virtual networks as they have to be."""
        prefix = self.kernel.prefix
        wanted = {names.router(prefix, one.key): one for one in world.networks}
        machines = {
            names.machine(prefix, interface.machine)
            for network in world.networks
            for interface in network.interfaces
        }
        for namespace in self.kernel.namespaces():
            is_router = namespace.startswith(f"{prefix}-v-")
            is_machine = namespace.startswith(f"{prefix}-m-")
            if (is_router and namespace not in wanted) or (
                is_machine and namespace not in machines
            ):
                await self.kernel.remove(namespace)
                self._applied.pop(namespace, None)
        for namespace in wanted:
            await self.kernel.ensure(namespace, router=True)
        await asyncio.gather(*(self._network(one, wanted[one]) for one in wanted))
        for network in world.networks:
            await self._peerings(network, wanted)
        await asyncio.gather(*(self._routes_and_rules(one, wanted[one]) for one in wanted))
        await self._public_routes(world)

    async def _network(self, namespace: str, network: Network) -> None:
        """Give a router the links that it has to have."""
        applied = self._applied.setdefault(namespace, _Applied())
        if applied.network == network:
            return
        there, wanted = await self.kernel.links(namespace), router.links(network)
        await self.kernel.ip(
            namespace, [f"link delete dev {one}" for one in sorted(there - wanted)]
        )
        if applied.network is None:
            await self._outfit(namespace, network, there)
        was = {one.key: one for one in applied.network.interfaces} if applied.network else {}
        await asyncio.gather(
            *(
                self._interface(namespace, one, was.get(one.key), there)
                for one in network.interfaces
            )
        )

    async def _outfit(self, namespace: str, network: Network, there: set[str]) -> None:
        """Give a router what every router has."""
        lines = [] if SINK in there else [f"link add {SINK} type bridge"]
        lines.append(f"link set dev {SINK} up")
        lines += [f"address replace {one}/32 dev lo" for one in (router.PLATFORM, router.METADATA)]
        await self.kernel.ip(namespace, lines)
        internet = names.internet(self.kernel.prefix)
        await self._connect(internet, transit(network.key), namespace, UPLINK)
        await self.kernel.ip(namespace, [f"address replace {ROUTER_END}/32 dev {UPLINK}"])

    async def _interface(
        self, namespace: str, interface: Interface, was: Interface | None, there: set[str]
    ) -> None:
        """Put an interface into its machine, with its addresses."""
        lines = _inside_machine(interface)
        if was and was.machine == interface.machine and _inside_machine(was) == lines:
            return
        machine = names.machine(self.kernel.prefix, interface.machine)
        await self.kernel.ensure(machine)
        device, own = interface.device, port(interface.key)
        if was and was.machine == interface.machine and was.device == device:
            gone = sorted(set(was.addresses) - set(interface.addresses))
            lines = [*(f"address delete {one}/{was.length} dev {device}" for one in gone), *lines]
        elif was and own in there:
            await self.kernel.ip(namespace, [f"link delete dev {own}"])  # it has gone elsewhere
        await self._connect(namespace, own, machine, device)
        await self.kernel.ip(machine, lines)

    async def _connect(self, near: str, near_name: str, far: str, far_name: str) -> None:
        """Let there be a link between two namespaces."""
        ends = ((near, near_name), (far, far_name))
        found = [end for end in ends if end[1] in await self.kernel.links(end[0])]
        there = len(found) == 2
        if not there:
            # What leads elsewhere may do so to a namespace that has lost its name, and lives on.
            for namespace, name in found:
                await self.kernel.ip(namespace, [f"link delete dev {name}"])
        lay = f"link add {near_name} type veth peer name {far_name} netns {far}"
        await self.kernel.ip(
            near,
            [
                *([] if there else [lay]),
                f"link set dev {near_name} up",
                f"ntable change name arp_cache dev {near_name} proxy_delay 0",
            ],
        )
        await self.kernel.ip(far, [f"link set dev {far_name} up"])

    async def _peerings(self, network: Network, wanted: dict[str, Network]) -> None:
        """Lay the links to other routers; each is laid by the one of the two that comes first.

        Routers ask each other for neighbours by an address that all of them have; the kernel takes
        such a question for forged unless it is told.
        """
        near = names.router(self.kernel.prefix, network.key)
        for key in (peer.key for peer in network.peers):
            far = names.router(self.kernel.prefix, key)
            pair = frozenset((network.key, key))
            ends = (peering(network.key, key), peering(key, network.key))
            laid = pair in self._peered and ends[0] in await self.kernel.links(near)
            if far not in wanted or laid:
                continue
            await self._connect(near, ends[0], far, ends[1])
            await self.kernel.ip(far, [f"ntable change name arp_cache dev {ends[1]} proxy_delay 0"])
            for namespace, end in zip((near, far), ends, strict=True):
                await self.kernel.set(namespace, {f"net/ipv4/conf/{end}/accept_local": "1"})
            self._peered.add(pair)

    async def _routes_and_rules(self, namespace: str, network: Network) -> None:
        applied = self._applied[namespace]
        table, rules = router.table(network), router.rules(network)
        if applied.network is None:
            # It may be left over from a process that has died: what it has is not known.
            await self.kernel.ip(namespace, [f"route flush table all proto {PROTOCOL}"])
            await self.kernel.ip(namespace, [f"rule flush protocol {PROTOCOL}"])
        await self.kernel.ip(
            namespace,
            [
                *(f"rule delete {one}" for one in sorted(applied.table.rules - table.rules)),
                *(f"route replace {one}" for one in sorted(table.routes - applied.table.routes)),
                *(f"rule add {one}" for one in sorted(table.rules - applied.table.rules)),
            ],
        )
        gone = applied.table.routes - table.routes
        replaced = {_destination(one) for one in table.routes}
        await self.kernel.ip(
            namespace,
            [f"route delete {one}" for one in sorted(gone) if _destination(one) not in replaced],
        )
        if rules != applied.rules:
            await self.kernel.nft(namespace, rules)
        self._applied[namespace] = _Applied(network, table, rules)

    async def _public_routes(self, world: World) -> None:
        """Lead public addresses to the routers that have them."""
        internet = names.internet(self.kernel.prefix)
        wanted = frozenset(
            f"{address} via {ROUTER_END} dev {transit(network.key)} onlink proto {PROTOCOL}"
            for network in world.networks
            for address in network.public
        )
        there = await self._known_public(internet) if self._public is None else self._public
        await self.kernel.ip(internet, [f"route replace {one}" for one in sorted(wanted - there)])
        kept = {_destination(one) for one in wanted}
        gone = [one for one in sorted(there - wanted) if _destination(one) not in kept]
        await self.kernel.ip(internet, [f"route delete {_destination(one)}" for one in gone])
        self._public = wanted

    async def _known_public(self, internet: str) -> frozenset[str]:
        """Ask the kernel for the routes that an earlier process has made."""
        found = await self.kernel.ask(internet, "route", "show", "proto", PROTOCOL)
        return frozenset(
            f"{one['dst']} via {ROUTER_END} dev {one['dev']} onlink proto {PROTOCOL}"
            for one in found
            if one.get("gateway") == ROUTER_END
        )

    def forget(self) -> None:
        """Know no more of what is there; everything is looked at and made again."""
        self.kernel.forget()
        self._applied.clear()
        self._public = None
        self._peered.clear()

    async def sweep(self) -> None:
        """Remove every namespace of this world, whoever made it."""
        self.forget()
        for namespace in self.kernel.namespaces():
            await self.kernel.remove(namespace)


def _inside_machine(interface: Interface) -> list[str]:
    """What a machine's end of a link has: its address in hardware, its addresses, the way out."""
    device, length = interface.device, interface.length
    lines = [
        f"link set dev {device} {'up' if interface.connected else 'down'}",
        f"link set dev {device} address {interface.mac}",
        *(f"address replace {one}/{length} dev {device}" for one in interface.addresses),
    ]
    if interface.connected and device == "eth0":
        lines.append(f"route replace default via {interface.gateway} dev {device}")
    return lines


def _destination(route: str) -> str:
    """What tells a route from others: where it leads, and in which table."""
    words = route.split()
    kind = words.pop(0) if words[0] in ("blackhole", "throw", "unreachable") else ""
    number = words[words.index("table") + 1] if "table" in words else "main"
    return f"{words[0]} table {number}" if not kind or number else words[0]
