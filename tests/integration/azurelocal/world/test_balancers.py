"""Load balancers carry traffic, ask for the health of who is behind them, and let them out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.azurelocal.world.ignition import web_server
from tests.integration.azurelocal.world.raised import until
from tests.integration.azurelocal.world.shapes import rule
from tests.integration.azurelocal.world.wire import caller, listening, page

if TYPE_CHECKING:
    from tests.integration.azurelocal.world.raised import Raised
    from tests.integration.azurelocal.world.shapes import Group, Vm

INTERVAL = 5  # seconds between two probes; Azure allows no less
OUTSIDE = "192.0.2.126"  # the workstation
Body = dict[str, Any]


@dataclass
class Backends:
    """Two machines with web servers on ports 80 and 8443, and a third one beside them."""

    group: Group
    subnet: str
    one: Vm
    two: Vm
    third: Vm

    def join(self, *pools: str) -> None:
        """Put the two into pools of load balancers, and into no other."""

        def joined(body: Body) -> None:
            own: Body = body["properties"]["ipConfigurations"][0]["properties"]
            own["loadBalancerBackendAddressPools"] = [{"id": pool} for pool in pools]

        for vm in (self.one, self.two):
            self.group.arm.change(
                self.group.path("Network/networkInterfaces", f"{vm.name}-nic"), joined
            )


@pytest.fixture(scope="module")
def backends(shared_group: Group) -> Backends:
    """The machines."""
    watch = shared_group.security_group(
        "watch",
        rule("web", 100, "Allow", protocol="Tcp", destinationPortRanges=["80", "8443"]),
    )
    subnet = shared_group.network(networkSecurityGroup={"id": watch})
    begun = [
        shared_group.begin_machine(name, subnet, ignition=web_server(name, 80, 8443))
        for name in ("one", "two", "third")
    ]
    for vm, answer, _ in begun:
        shared_group.arm.finished(answer, vm.id)
    return Backends(shared_group, subnet, *(vm for vm, _, _ in begun))


def part(balancer: str, kind: str, name: str) -> Body:
    """A reference to a part of a load balancer."""
    return {"id": f"{balancer}/{kind}/{name}"}


def balancer(group: Group, name: str, front: Body, **rules: Body) -> str:
    """Make a load balancer with rules from its one frontend to its one pool; give the pool."""
    id = group.path("Network/loadBalancers", name)
    common = {
        "frontendIPConfiguration": part(id, "frontendIPConfigurations", "front"),
        "backendAddressPool": part(id, "backendAddressPools", "pool"),
        "probe": part(id, "probes", "probe"),
        "protocol": "Tcp",
        "disableOutboundSnat": True,
    }
    probe = {
        "protocol": "Http",
        "port": 80,
        "requestPath": "/",
        "intervalInSeconds": INTERVAL,
        "numberOfProbes": 1,
    }
    group.arm.put(
        id,
        {
            "frontendIPConfigurations": [{"name": "front", "properties": front}],
            "backendAddressPools": [{"name": "pool"}],
            "probes": [{"name": "probe", "properties": probe}],
            "loadBalancingRules": [
                {"name": name, "properties": common | one} for name, one in rules.items()
            ],
        },
        sku={"name": "Standard"},
    )
    return f"{id}/backendAddressPools/pool"


def pages(namespace: str, address: str, port: int = 80, count: int = 30) -> set[str]:
    """What comes of so many requests, one after another."""
    return {page(namespace, address, port) for _ in range(count)}


def test_traffic_goes_to_those_who_are_well_and_to_nobody_else(backends: Backends) -> None:
    group, outside = backends.group, f"{backends.group.world.prefix}-shell"
    ip, address = group.public_ip("ip")
    backends.join(
        balancer(
            group,
            "public",
            {"publicIPAddress": {"id": ip}},
            web={"frontendPort": 8080, "backendPort": 80},
        )
    )

    until(lambda: pages(outside, address, 8080) == {"one", "two"}, "both answer, and nobody fails")

    backends.two.says("systemctl", "stop", "web-80.service")
    began, failed = time.monotonic(), 0.0
    while (seconds := time.monotonic() - began) < 3 * INTERVAL:
        answer = page(outside, address, 8080)
        assert answer in ("one", "")
        failed = failed if answer else seconds
    assert failed < 2 * INTERVAL  # the last request that failed was before that

    backends.two.says("systemctl", "start", "web-80.service")
    until(lambda: "two" in pages(outside, address, 8080), "it is back", patience=4 * INTERVAL)
    assert pages(outside, address, 8080, 60) == {"one", "two"}


def test_nobody_gets_out_unless_there_is_a_rule_for_it(backends: Backends, world: Raised) -> None:
    group = backends.group
    ip, address = group.public_ip("out-ip")
    command = ("curl", "-s", "-m", "2", f"http://{OUTSIDE}:7777/")
    backends.join()

    with listening(f"{world.prefix}-shell", 7777) as listener:
        backends.one.run(*command)
        assert caller(listener) == ""

        pool = balancer(group, "out", {"publicIPAddress": {"id": ip}})
        id = pool.partition("/backendAddressPools")[0]

        def let_out(body: Body) -> None:
            properties = {
                "frontendIPConfigurations": [part(id, "frontendIPConfigurations", "front")],
                "backendAddressPool": {"id": pool},
                "protocol": "All",
            }
            body["properties"]["outboundRules"] = [{"name": "out", "properties": properties}]

        group.arm.change(id, let_out)
        backends.join(pool)

        def seen() -> str:
            backends.one.run(*command)
            return caller(listener)

        assert until(seen, "it gets out", patience=20) == address
        backends.third.run(*command)
        assert caller(listener) == ""  # it is not behind the load balancer


def test_each_frontend_has_rules_and_a_probe_of_its_own(backends: Backends) -> None:
    group, outside = backends.group, f"{backends.group.world.prefix}-shell"
    ports = {"main": 80, "other": 8443}
    ips = {name: group.public_ip(f"{name}-ip") for name in ports}
    id = group.path("Network/loadBalancers", "several")
    fronts = [{"name": n, "properties": {"publicIPAddress": {"id": ips[n][0]}}} for n in ports]
    probes = [
        {
            "name": name,
            "properties": {"protocol": "Tcp", "port": port, "intervalInSeconds": INTERVAL},
        }
        for name, port in ports.items()
    ]
    rules = [
        {
            "name": name,
            "properties": {
                "frontendIPConfiguration": part(id, "frontendIPConfigurations", name),
                "backendAddressPool": part(id, "backendAddressPools", "pool"),
                "probe": part(id, "probes", name),
                "protocol": "Tcp",
                "frontendPort": 80,
                "backendPort": port,
                "disableOutboundSnat": True,
            },
        }
        for name, port in ports.items()
    ]
    group.arm.put(
        id,
        {
            "frontendIPConfigurations": fronts,
            "backendAddressPools": [{"name": "pool"}],
            "probes": probes,
            "loadBalancingRules": rules,
        },
        sku={"name": "Standard"},
    )
    backends.join(f"{id}/backendAddressPools/pool")
    (main, other), both = (ips[name][1] for name in ports), {"one", "two"}

    for address in (main, other):
        until(lambda at=address: pages(outside, at) == both, "both answer, and nobody fails")
    backends.two.says("systemctl", "stop", "web-8443.service")

    until(lambda: pages(outside, other) == {"one"}, "it is out there", patience=2 * INTERVAL)
    assert pages(outside, main) == both
    backends.two.says("systemctl", "start", "web-8443.service")
    until(lambda: pages(outside, other) == both, "it is back", patience=4 * INTERVAL)


def test_through_a_nat_gateway_a_subnet_gets_out(backends: Backends, world: Raised) -> None:
    backends.join()
    gateway, address = backends.group.nat_gateway("nat")
    network = backends.subnet.partition("/subnets/")[0]

    def through(properties: Body) -> Any:
        return lambda body: body["properties"]["subnets"][0]["properties"].update(properties)

    backends.group.arm.change(network, through({"natGateway": {"id": gateway}}))
    with listening(f"{world.prefix}-shell", 7779) as listener:

        def seen() -> str:
            backends.third.run("curl", "-s", "-m", "2", f"http://{OUTSIDE}:7779/")
            return caller(listener)

        assert until(seen, "it gets out", patience=20) == address
        backends.group.arm.change(network, through({"natGateway": None}))
        until(lambda: not seen(), "it gets out no more", patience=20)


def test_an_internal_one_has_an_address_of_the_subnet(backends: Backends) -> None:
    front = {"subnet": {"id": backends.subnet}, "privateIPAddress": "10.0.0.100"}
    pool = balancer(
        backends.group,
        "internal",
        {**front, "privateIPAllocationMethod": "Static"},
        web={"frontendPort": 80, "backendPort": 8443},
    )

    backends.join(pool)

    third = backends.third.namespace
    until(lambda: pages(third, "10.0.0.100") == {"one", "two"}, "both answer, and nobody fails")


def test_with_a_floating_address_packets_come_as_they_were_sent(backends: Backends) -> None:
    group, outside = backends.group, f"{backends.group.world.prefix}-shell"
    ip, address = group.public_ip("floating-ip")
    backends.join(
        balancer(
            group,
            "floating",
            {"publicIPAddress": {"id": ip}},
            web={"frontendPort": 8443, "backendPort": 8443, "enableFloatingIP": True},
        )
    )
    assert pages(outside, address, 8443, 2) == {""}  # nobody there has the address

    for vm in (backends.one, backends.two):
        vm.says("ip", "address", "add", f"{address}/32", "dev", "lo")

    until(lambda: pages(outside, address, 8443) == {"one", "two"}, "both have the address")


def test_a_public_address_of_its_own_works_both_ways(backends: Backends, world: Raised) -> None:
    group, outside = backends.group, f"{world.prefix}-shell"
    ip, address = group.public_ip("own-ip")

    def addressed(body: Body) -> None:
        own: Body = body["properties"]["ipConfigurations"][0]["properties"]
        own["publicIPAddress"] = {"id": ip}

    group.arm.change(group.path("Network/networkInterfaces", "third-nic"), addressed)

    until(lambda: page(outside, address) == "third", "it is reached", patience=20)
    with listening(outside, 7778) as listener:
        backends.third.run("curl", "-s", "-m", "2", f"http://{OUTSIDE}:7778/")
        assert caller(listener) == address
