"""Reads interfaces from the state: where each is, and which pools and groups it has joined."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.machinestate import machine_of
from azurelocal.fabric.reading import Body, entries, id_of, ids_of, is_carried, networks_of
from azurelocal.fabric.wanted import Interface

if TYPE_CHECKING:
    from collections.abc import Iterator

    from azurelocal.store import Resource, Store


@dataclass(frozen=True)
class Member:
    """One configuration of an interface, as pools refer to it."""

    interface: Interface
    network: str
    address: str


@dataclass
class Interfaces:
    """All interfaces that belong to a machine; others are connected to nothing."""

    store: Store
    by_network: dict[str, list[Interface]] = field(default_factory=dict[str, list[Interface]])
    members: dict[str, Member] = field(default_factory=dict[str, Member])
    pools: dict[str, list[Member]] = field(default_factory=dict[str, list[Member]])
    application_groups: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def __post_init__(self) -> None:
        """Read them all."""
        for nic in self.store.resources(type="Microsoft.Network/networkInterfaces"):
            self._read(nic)

    def at(self, network: str, address: str) -> Member | None:
        """Find who has an address in a network."""
        for member in self.members.values():
            if member.network == network and member.address == address:
                return member
        return None

    def _read(self, nic: Resource) -> None:
        owners = self.store.links_to(nic.key, "networkInterface")
        listed = entries(nic.properties, "ipConfigurations")
        configurations = [one for one in listed if is_carried(_private(one))]
        if not owners or not configurations:
            return
        configurations.sort(key=lambda one: not one["properties"].get("primary"))
        own = [_private(one) for one in configurations]
        subnet = id_of(configurations[0]["properties"], "subnet")
        network = self.store.get(subnet.rpartition("/subnets/")[0])
        around = _range_around(network, subnet, own[0]) if network else ""
        if network is None or not around:
            return
        interface = Interface(
            key=nic.key,
            machine=owners[0].source.lower(),
            device=f"eth{self._place_in_machine(owners[0].source, nic.key)}",
            mac=str(nic.properties["macAddress"]).replace("-", ":").lower(),
            subnet=subnet,
            addresses=tuple(own),
            length=ip_network(around).prefixlen,
            gateway=str(ip_network(around).network_address + 1),
            group=id_of(nic.properties, "networkSecurityGroup"),
            public=tuple(self._public(configurations)),
            forwards=bool(nic.properties.get("enableIPForwarding")),
            connected=machine_of(self.store, owners[0].source.lower()).has_power,
        )
        self.by_network.setdefault(network.key, []).append(interface)
        for one in configurations:
            self._join(Member(interface, network.key, _private(one)), one)

    def _join(self, member: Member, configuration: Body) -> None:
        self.members[str(configuration["id"]).lower()] = member
        for pool in ids_of(configuration["properties"], "loadBalancerBackendAddressPools"):
            self.pools.setdefault(pool, []).append(member)
        for group in ids_of(configuration["properties"], "applicationSecurityGroups"):
            self.application_groups.setdefault(group, []).append(member.address)

    def _place_in_machine(self, machine: str, nic: str) -> int:
        found = self.store.get(machine.lower())
        profile = found.properties.get("networkProfile") if found else None
        listed = entries(profile, "networkInterfaces")
        listed.sort(key=_is_secondary)
        keys = [str(one.get("id", "")).lower() for one in listed]
        return keys.index(nic) if nic in keys else 0

    def _public(self, configurations: list[Body]) -> Iterator[tuple[str, str]]:
        for one in configurations:
            address = public_address(self.store, id_of(one["properties"], "publicIPAddress"))
            if address:
                yield address, _private(one)


def _is_secondary(reference: Body) -> bool:
    properties: Body = reference.get("properties") or {}
    return not properties.get("primary")


def public_address(store: Store, key: str) -> str:
    """The address that a public IP address has; nothing if there is none that packets can have."""
    found = store.get(key) if key else None
    address = str(found.properties.get("ipAddress") or "") if found else ""
    return address if is_carried(address) else ""


def prefix_addresses(store: Store, key: str) -> list[str]:
    """The addresses of a public IP prefix, without those that are public IP addresses already."""
    found = store.get(key) if key else None
    if found is None:
        return []
    owners = [link.source.lower() for link in store.links_to(key, "publicIPPrefix")]
    taken = {public_address(store, owner) for owner in owners}
    block = ip_network(str(found.properties["ipPrefix"]))
    return [str(one) for one in block if str(one) not in taken]


def _private(configuration: Body) -> str:
    return str(configuration["properties"]["privateIPAddress"])


def _range_around(network: Resource, subnet: str, address: str) -> str:
    """The range of a subnet that an address is in."""
    for one in entries(network.properties, "subnets"):
        if str(one["id"]).lower() == subnet:
            for around in networks_of(one["properties"]):
                if ip_address(address) in ip_network(around):
                    return around
    return ""
