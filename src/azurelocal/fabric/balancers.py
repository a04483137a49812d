"""Reads load balancers from the state: their rules, who is behind them, and their probes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from azurelocal.fabric.interfaces import (
    Interfaces,
    Member,
    prefix_addresses,
    public_address,
)
from azurelocal.fabric.reading import Body, entries, id_of, ids_of, is_carried
from azurelocal.fabric.wanted import Affinity, Backend, Balancing, Outbound, Probe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from azurelocal.store import Resource, Store

    Healthy = Callable[[str, str], bool]

_AFFINITIES: tuple[Affinity, ...] = ("Default", "SourceIP", "SourceIPProtocol")


class BalancerReader:
    """Reads one load balancer. It is in the network of its members, or of its frontend's subnet."""

    def __init__(
        self, store: Store, interfaces: Interfaces, healthy: Healthy, resource: Resource
    ) -> None:
        """Find out where it is, and who is behind it."""
        self._store, self._interfaces, self._healthy = store, interfaces, healthy
        self._properties = resource.properties
        self.network = ""
        self._frontends: dict[str, str] = {}
        self._public: dict[str, list[str]] = {}
        """Of each public frontend, the addresses that it has to lend."""
        self._pools: dict[str, list[Member]] = {}
        for one in entries(self._properties, "frontendIPConfigurations"):
            self._read_frontend(str(one["id"]).lower(), one["properties"])
        for one in entries(self._properties, "backendAddressPools"):
            self._read_pool(str(one["id"]).lower(), one["properties"])
        self._translated = [
            (one, member)
            for one in entries(self._properties, "inboundNatRules")
            for link in store.links_to(str(one["id"]), "loadBalancerInboundNatRules")
            if (member := interfaces.members.get(link.source.lower()))
        ]
        if self._translated and not self.network:
            self.network = self._translated[0][1].network

    @property
    def addresses(self) -> list[str]:
        """The addresses of all frontends."""
        return list(self._frontends.values())

    def _read_frontend(self, key: str, properties: Body) -> None:
        subnet = id_of(properties, "subnet")
        if subnet:
            address = str(properties["privateIPAddress"])
            self.network = subnet.rpartition("/subnets/")[0]
        else:
            address = public_address(self._store, id_of(properties, "publicIPAddress"))
            block = prefix_addresses(self._store, id_of(properties, "publicIPPrefix"))
            self._public[key] = [address] if address else block
        if is_carried(address):
            self._frontends[key] = address

    def _read_pool(self, key: str, properties: Body) -> None:
        """Interfaces join a pool; besides, a pool may name addresses."""
        members = list(self._interfaces.pools.get(key, ()))
        own = id_of(properties, "virtualNetwork")
        for one in entries(properties, "loadBalancerBackendAddresses"):
            network = id_of(one["properties"], "virtualNetwork") or own
            member = self._interfaces.at(network, str(one["properties"].get("ipAddress", "")))
            if member is not None and member not in members:
                members.append(member)
        if members and not self.network:
            self.network = members[0].network
        self._pools[key] = sorted(members, key=lambda member: member.address)

    def _members(self, rule: Body) -> list[Member]:
        pools = ids_of(rule, "backendAddressPools") or [id_of(rule, "backendAddressPool")]
        return [member for pool in pools for member in self._pools.get(pool, ())]

    def rules(self) -> Iterator[Balancing]:
        """Load balancing rules with those of their backends that are healthy, and NAT rules."""
        for one in entries(self._properties, "loadBalancingRules"):
            rule: Body = one["properties"]
            probe = id_of(rule, "probe")
            backends = [
                Backend(member.interface.key, member.address)
                for member in self._members(rule)
                if not probe or self._healthy(probe, member.address)
            ]
            yield from self._rule(str(one["id"]), rule, backends)
        for one, member in self._translated:
            backend = Backend(member.interface.key, member.address)
            yield from self._rule(str(one["id"]), one["properties"], [backend])

    def _rule(self, id: str, rule: Body, backends: list[Backend]) -> Iterator[Balancing]:
        frontend = self._frontends.get(id_of(rule, "frontendIPConfiguration"))
        if frontend:
            yield Balancing(
                key=id.lower(),
                frontend=frontend,
                protocol=_protocol(rule),
                port=int(rule.get("frontendPort") or 0),
                backend_port=int(rule.get("backendPort") or 0),
                floating=bool(rule.get("enableFloatingIP")),
                affinity=_affinity(rule),
                backends=tuple(backends),
            )

    def probes(self) -> Iterator[Probe]:
        """What has to be asked of whom: every backend of every rule with a probe."""
        known = {
            str(one["id"]).lower(): one["properties"] for one in entries(self._properties, "probes")
        }
        for one in entries(self._properties, "loadBalancingRules"):
            key = id_of(one["properties"], "probe")
            if key in known:
                for member in self._members(one["properties"]):
                    yield _probe(key, member, known[key])

    def outbound(self) -> Iterator[Outbound]:
        """Outbound rules, and the rules that let their backends out by the way they came in."""
        for one in entries(self._properties, "outboundRules"):
            rule: Body = one["properties"]
            yield from self._let_out(rule, ids_of(rule, "frontendIPConfigurations"))
        for one in entries(self._properties, "loadBalancingRules"):
            rule = one["properties"]
            if not rule.get("disableOutboundSnat"):
                yield from self._let_out(rule, [id_of(rule, "frontendIPConfiguration")])

    def _let_out(self, rule: Body, frontends: list[str]) -> Iterator[Outbound]:
        members = sorted({member.address for member in self._members(rule)})
        public = [address for one in frontends for address in self._public.get(one, ())]
        if members and public:
            yield Outbound(tuple(members), tuple(public), _protocol(rule))


def _probe(key: str, member: Member, properties: Body) -> Probe:
    protocol = str(properties["protocol"]).lower()
    return Probe(
        key=key,
        network=member.network,
        address=member.address,
        protocol=cast("Literal['tcp', 'http', 'https']", protocol),
        port=int(properties["port"]),
        path=str(properties.get("requestPath") or "/"),
        interval=float(properties.get("intervalInSeconds") or 15),
        threshold=int(properties.get("probeThreshold") or properties.get("numberOfProbes") or 1),
    )


def _protocol(rule: Body) -> Literal["tcp", "udp", "all"]:
    return cast("Literal['tcp', 'udp', 'all']", str(rule.get("protocol") or "all").lower())


def _affinity(rule: Body) -> Affinity:
    """Users may write it in any case."""
    written = str(rule.get("loadDistribution") or "Default").lower()
    return next(one for one in _AFFINITIES if one.lower() == written)
