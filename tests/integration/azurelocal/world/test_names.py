"""Names, as machines and the workstation ask for them, and networks that are peers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.azurelocal.world.ignition import web_server
from tests.integration.azurelocal.world.raised import until
from tests.integration.azurelocal.world.wire import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.integration.azurelocal.world.shapes import Group, Vm


@dataclass
class Two:
    """Two networks with one machine in each."""

    group: Group
    one: Vm
    two: Vm

    def everywhere(self) -> list[Callable[[str], str]]:
        """Ways to ask for a name, from all places there are."""
        return [self.at(self.one), self.at(self.two), self.outside]

    def at(self, vm: Vm) -> Callable[[str], str]:
        return lambda name: vm.says("dig", "+short", "+tries=1", name)

    def outside(self, name: str) -> str:
        return self.group.world.says("dig", "+short", "+tries=1", name)


@pytest.fixture(scope="module")
def two(shared_group: Group) -> Two:
    subnets = (shared_group.network("net1", "10.1"), shared_group.network("net2", "10.2"))
    begun = [
        shared_group.begin_machine(f"vm{n}", subnet, ignition=web_server(f"vm{n}"))
        for n, subnet in enumerate(subnets, 1)
    ]
    for vm, answer, _ in begun:
        shared_group.arm.finished(answer, vm.id)
    return Two(shared_group, *(vm for vm, _, _ in begun))


def test_a_private_zone_is_known_in_the_networks_that_are_linked(two: Two) -> None:
    group = two.group
    zone = group.make("Network/privateDnsZones", "inside.example", location="global")
    group.arm.put(f"{zone}/A/www", {"ttl": 10, "aRecords": [{"ipv4Address": "10.9.9.9"}]})
    group.arm.put(f"{zone}/A/*", {"ttl": 10, "aRecords": [{"ipv4Address": "10.9.9.8"}]})
    network = group.path("Network/virtualNetworks", "net1")
    link = f"{zone}/virtualNetworkLinks/one"
    properties = {"virtualNetwork": {"id": network}, "registrationEnabled": True}

    assert [ask("www.inside.example") for ask in two.everywhere()] == ["", "", ""]
    group.arm.put(link, properties, location="global")

    assert [ask("www.inside.example") for ask in two.everywhere()] == ["10.9.9.9", "", ""]
    assert two.at(two.one)("any.inside.example") == "10.9.9.8"
    assert two.at(two.one)("vm1.inside.example") == two.one.address


def test_a_public_zone_that_another_one_delegates_to_is_known_everywhere(two: Two) -> None:
    group, arm = two.group, two.group.arm
    parent = group.make("Network/dnsZones", "outside.example", location="global")
    child = group.make("Network/dnsZones", "sub.outside.example", location="global")
    arm.put(f"{child}/A/www", {"TTL": 10, "ARecords": [{"ipv4Address": "203.0.113.77"}]})
    servers = arm.get(child)["properties"]["nameServers"]

    assert [ask("www.sub.outside.example") for ask in two.everywhere()] == ["", "", ""]
    records = [{"nsdname": server} for server in servers]
    arm.put(f"{parent}/NS/sub", {"TTL": 10, "NSRecords": records})

    assert {ask("www.sub.outside.example") for ask in two.everywhere()} == {"203.0.113.77"}
    first = servers[0].rstrip(".")
    asked = two.group.world.says("dig", "+short", f"@{first}", "www.sub.outside.example")
    assert asked == "203.0.113.77"


def test_a_change_of_a_record_is_seen_in_less_than_a_second(two: Two) -> None:
    zone = two.group.make("Network/dnsZones", "quick.example", location="global")

    for number in range(1, 4):
        address = f"203.0.113.{number}"
        two.group.arm.put(f"{zone}/A/www", {"TTL": 1, "ARecords": [{"ipv4Address": address}]})
        began = time.monotonic()
        until(lambda at=address: two.outside("www.quick.example") == at, "the new address")
        # Asking once takes most of it: a workstation is entered, and dig is started.
        assert time.monotonic() - began < 10


def test_azures_own_names_are_known_everywhere(two: Two) -> None:
    for ask in two.everywhere():
        assert ask("management.azure.com") == "192.0.2.10"
        assert ask("sandbox.azurecr.io") == "192.0.2.30"
    assert [ask("example.invalid") for ask in two.everywhere()] == ["", "", ""]


def test_networks_reach_each_other_once_they_are_peers(two: Two) -> None:
    group = two.group
    networks = [group.path("Network/virtualNetworks", f"net{n}") for n in (1, 2)]

    def peer(near: str, far: str) -> None:
        properties: dict[str, Any] = {
            "remoteVirtualNetwork": {"id": far},
            "allowVirtualNetworkAccess": True,
        }
        group.arm.put(f"{near}/virtualNetworkPeerings/to", properties)

    assert page(two.one.namespace, two.two.address) == ""
    peer(*networks)
    assert page(two.one.namespace, two.two.address) == ""
    peer(*reversed(networks))

    until(lambda: page(two.one.namespace, two.two.address) == "vm2", "they are peers", patience=20)
    until(lambda: page(two.two.namespace, two.one.address) == "vm1", "both ways", patience=20)
    for network in networks:
        group.arm.delete(f"{network}/virtualNetworkPeerings/to")
    until(lambda: page(two.one.namespace, two.two.address) == "", "no more", patience=20)
