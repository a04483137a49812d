"""Load balancers and translation of addresses: who gets what, and by which address one gets out."""

from __future__ import annotations

from ipaddress import IPv4Network
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.azurelocal.fabric.conftest import rule
from tests.unit.azurelocal.fabric.packets import OUTSIDE, Came, Packet

if TYPE_CHECKING:
    from tests.unit.azurelocal.fabric.conftest import Body, Town

SOMEBODY = "203.0.113.9"
OPEN = rule(100, "Allow")


def balancer(town: Town, front: Body, **lists: list[Body]) -> str:
    """A load balancer with a frontend `front`, a pool `pool`, a probe `probe` and rules."""
    id = town.path("Network/loadBalancers", "lb")
    probe = {"protocol": "Http", "port": 10256, "requestPath": "/healthz", "probeThreshold": 2}
    return town.make(
        "Network/loadBalancers",
        "lb",
        {
            "frontendIPConfigurations": [{"name": "front", "properties": front}],
            "backendAddressPools": [{"name": "pool"}],
            "probes": [{"name": "probe", "properties": probe}],
            **{
                name: [
                    {"name": f"{name}-{number}", "properties": _references(id, name) | one}
                    for number, one in enumerate(listed)
                ]
                for name, listed in lists.items()
            },
        },
        sku={"name": "Standard"},
    )


def _references(id: str, list: str) -> Body:
    front = {"id": f"{id}/frontendIPConfigurations/front"}
    if list == "inboundNatRules":
        return {"frontendIPConfiguration": front}
    pool = {"backendAddressPool": {"id": f"{id}/backendAddressPools/pool"}}
    if list == "outboundRules":
        return {"frontendIPConfigurations": [front], "protocol": "All", **pool}
    return {"frontendIPConfiguration": front, "disableOutboundSnat": True, **pool}


def web(**more: Any) -> Body:
    """A balancing rule from port 80 to port 8080."""
    return {"protocol": "Tcp", "frontendPort": 80, "backendPort": 8080, **more}


def members(town: Town, balancer: str, *names: str, nat: str = "", **more: Any) -> str:
    """Machines behind a balancer, to which everybody may speak; they are at 10.0.0.4 and on."""
    guard = {"networkSecurityGroup": town.guard("open", OPEN)}
    net = town.network()
    joined = (
        {"loadBalancerInboundNatRules": [{"id": f"{balancer}/inboundNatRules/{nat}"}]}
        if nat
        else {"loadBalancerBackendAddressPools": [{"id": f"{balancer}/backendAddressPools/pool"}]}
    )
    for name in names:
        town.machine(name, f"{net}/subnets/default", guard, **joined, **more)
    return net


def chosen(town: Town, packet: Packet, among: int = 2) -> set[tuple[str, str, int]]:
    """Where packets of different connections come to: interface, destination and port."""
    came = [town.router(chance=chance).send(packet) for chance in range(among)]
    return {(each.where, each.packet.destination, each.packet.dport) for each in came}


@pytest.fixture
def front(town: Town) -> tuple[Body, str]:
    """A public frontend, and its address."""
    ip, address = town.public("front-ip")
    return {"publicIPAddress": ip}, address


def test_connections_are_spread_over_the_members(town: Town, front: tuple[Body, str]) -> None:
    members(town, balancer(town, front[0], loadBalancingRules=[web()]), "a", "b")

    assert chosen(town, Packet(SOMEBODY, front[1])) == {
        (town.nic_of("a"), "10.0.0.4", 8080),
        (town.nic_of("b"), "10.0.0.5", 8080),
    }


def test_with_a_floating_address_members_see_the_frontends(
    town: Town, front: tuple[Body, str]
) -> None:
    floating = web(enableFloatingIP=True, backendPort=80)
    members(town, balancer(town, front[0], loadBalancingRules=[floating]), "a", "b")

    assert chosen(town, Packet(SOMEBODY, front[1])) == {
        (town.nic_of("a"), front[1], 80),
        (town.nic_of("b"), front[1], 80),
    }


@pytest.mark.parametrize("floating", [False, True])
@pytest.mark.parametrize(
    ("given", "packet", "passes"),
    [
        ({}, {"dport": 81}, False),
        ({}, {"protocol": "udp"}, False),
        ({"protocol": "Udp"}, {"protocol": "udp"}, True),
        ({"protocol": "udp"}, {"protocol": "udp"}, True),
        ({"protocol": "All", "frontendPort": 0, "backendPort": 0}, {"dport": 9}, True),
        ({"protocol": "All", "frontendPort": 0, "backendPort": 0}, {"protocol": "udp"}, True),
        ({"protocol": "All", "frontendPort": 0, "backendPort": 0}, {"protocol": "icmp"}, False),
        ({"loadDistribution": "SourceIP"}, {}, True),
        ({"loadDistribution": "sourceip"}, {}, True),
        ({"loadDistribution": "SourceIPProtocol"}, {}, True),
        ({"loadDistribution": "default"}, {}, True),
    ],
)
def test_a_rule_is_for_its_protocol_and_port(
    town: Town,
    front: tuple[Body, str],
    given: Body,
    packet: Body,
    passes: bool,
    floating: bool,
) -> None:
    one = web(**{"backendPort": 80, "enableFloatingIP": floating, **given})
    members(town, balancer(town, front[0], loadBalancingRules=[one]), "a")

    came = town.send(SOMEBODY, front[1], **packet).where

    assert came == (town.nic_of("a") if passes else "")


@pytest.mark.parametrize("floating", [False, True])
def test_who_is_sick_gets_nothing_new(town: Town, front: tuple[Body, str], floating: bool) -> None:
    probe = {"id": f"{town.path('Network/loadBalancers', 'lb')}/probes/probe"}
    one = web(probe=probe, enableFloatingIP=floating, backendPort=80)
    members(town, balancer(town, front[0], loadBalancingRules=[one]), "a", "b")

    town.sick = {"10.0.0.4"}
    assert {where for where, *_ in chosen(town, Packet(SOMEBODY, front[1]))} == {town.nic_of("b")}
    town.sick = {"10.0.0.4", "10.0.0.5"}
    assert {where for where, *_ in chosen(town, Packet(SOMEBODY, front[1]))} == {""}


def test_every_member_is_asked_how_it_is(town: Town, front: tuple[Body, str]) -> None:
    probe = f"{town.path('Network/loadBalancers', 'lb')}/probes/probe"
    one = web(probe={"id": probe})
    members(
        town,
        balancer(town, front[0], loadBalancingRules=[one, one | {"frontendPort": 81}]),
        "a",
        "b",
    )

    asked = {
        (each.key, each.address, each.protocol, each.port, each.path, each.interval, each.threshold)
        for each in town.world.probes
    }

    assert asked == {
        (probe.lower(), address, "http", 10256, "/healthz", 15.0, 2)
        for address in ("10.0.0.4", "10.0.0.5")
    }


def test_an_internal_frontend_is_there_for_machines(town: Town) -> None:
    net = town.network()
    inside = {"subnet": {"id": f"{net}/subnets/default"}}
    id = balancer(town, inside, loadBalancingRules=[web()])
    address = town.shown(id)["properties"]["frontendIPConfigurations"][0]["properties"][
        "privateIPAddress"
    ]
    members(town, id, "a", "b")

    came = town.router(chance=1).send(Packet("10.0.0.5", address))

    assert (came.where, came.packet.destination) == (town.nic_of("b"), "10.0.0.6")
    assert address not in town.seen().public


def test_a_rule_of_translation_is_for_one_machine(town: Town, front: tuple[Body, str]) -> None:
    one = {"protocol": "Tcp", "frontendPort": 2222, "backendPort": 22}
    id = balancer(town, front[0], inboundNatRules=[one])
    members(town, id, "a", nat="inboundNatRules-0")

    came = town.send(SOMEBODY, front[1], 2222)

    assert (came.where, came.packet.destination) == (town.nic_of("a"), "10.0.0.4")
    assert came.packet.dport == 22
    assert front[1] in town.seen().public


def test_a_public_address_leads_to_its_machine(town: Town) -> None:
    net, (ip, address) = town.network(), town.public("ip")
    guard = {"networkSecurityGroup": town.guard("open", OPEN)}
    town.machine("a", f"{net}/subnets/default", guard, publicIPAddress=ip)

    assert town.send(SOMEBODY, address, 22).where == town.nic_of("a")
    out = town.send("10.0.0.4", SOMEBODY)
    assert (out.where, out.packet.source) == (OUTSIDE, address)


# Outbound


def leaves(town: Town, source: str = "10.0.0.4", **more: Any) -> str:
    """By which address a packet gets out; nothing if it does not."""
    came: Came = town.send(source, SOMEBODY, **more)
    return came.packet.source if came.where == OUTSIDE else ""


def test_nobody_gets_out_without_being_let(town: Town, front: tuple[Body, str]) -> None:
    members(town, balancer(town, front[0], loadBalancingRules=[web()]), "a")

    assert leaves(town) == ""


@pytest.mark.parametrize(
    ("protocol", "packet", "gets_out"),
    [
        ("All", {}, True),
        ("All", {"protocol": "udp"}, True),
        ("Tcp", {}, True),
        ("Udp", {"protocol": "udp"}, True),
        ("Tcp", {"protocol": "udp"}, False),
    ],
)
def test_an_outbound_rule_lets_its_pool_out(
    town: Town, front: tuple[Body, str], protocol: str, packet: Body, gets_out: bool
) -> None:
    id = balancer(town, front[0], outboundRules=[{"protocol": protocol}])
    members(town, id, "a")

    assert leaves(town, **packet) == (front[1] if gets_out else "")


def test_a_balancing_rule_lets_its_pool_out_if_it_may(town: Town, front: tuple[Body, str]) -> None:
    members(
        town, balancer(town, front[0], loadBalancingRules=[web(disableOutboundSnat=False)]), "a"
    )

    assert leaves(town) == front[1]


def test_an_own_address_comes_before_the_balancers_and_a_gateway_before_both(
    town: Town, front: tuple[Body, str]
) -> None:
    ip, own = town.public("own-ip")
    gate, lent = town.public("gate-ip")
    id = balancer(town, front[0], outboundRules=[{}])
    members(town, id, "a", publicIPAddress=ip)
    assert leaves(town) == own

    gateway = town.make(
        "Network/natGateways", "gate", {"publicIpAddresses": [gate]}, sku={"name": "Standard"}
    )
    town.network(default={"natGateway": {"id": gateway}})

    assert leaves(town) == lent


# What is not carried


def test_addresses_of_the_sixth_version_change_nothing(town: Town) -> None:
    both = {"addressPrefixes": ["10.0.0.0/24", "fd00::/64"]}
    net = town.make(
        "Network/virtualNetworks",
        "net",
        {
            "addressSpace": {"addressPrefixes": ["10.0.0.0/16", "fd00::/48"]},
            "subnets": [{"name": "default", "properties": both}],
        },
    )
    subnet = {"id": f"{net}/subnets/default"}
    six, address = town.public("six", publicIPAddressVersion="IPv6")
    assert ":" in address
    four, plain = town.public("four")
    second = {
        "name": "two",
        "properties": {
            "subnet": subnet,
            "privateIPAddressVersion": "IPv6",
            "publicIPAddress": six,
        },
    }
    front, _ = town.public("front", publicIPAddressVersion="IPv6")
    balancer(town, {"publicIPAddress": front}, loadBalancingRules=[web()])
    assert town.machine("a", subnet["id"], publicIPAddress=four) == "10.0.0.4"
    nic = town.shown(town.nic_of("a"))
    nic["properties"]["ipConfigurations"].append(second)
    assert town.azure.owner.put(town.nic_of("a"), nic).status == 200
    town.machine("b", subnet["id"])

    assert town.seen().interfaces[0].addresses == ("10.0.0.4",)
    assert town.seen().public == (plain,)
    assert town.send("10.0.0.5", "10.0.0.4").where == town.nic_of("a")


def prefix(town: Town) -> tuple[Body, set[str]]:
    """A block of four public addresses of which one is taken: a reference, and the other three."""
    id = town.make(
        "Network/publicIPPrefixes", "block", {"prefixLength": 30}, sku={"name": "Standard"}
    )
    _, taken = town.public("taken", publicIPPrefix={"id": id})
    block = IPv4Network(town.shown(id)["properties"]["ipPrefix"])
    return {"id": id}, {str(one) for one in block} - {taken}


def test_a_gateway_lends_the_addresses_of_a_prefix(town: Town) -> None:
    block, lent = prefix(town)
    gateway = town.make(
        "Network/natGateways", "gate", {"publicIpPrefixes": [block]}, sku={"name": "Standard"}
    )
    net = town.network(default={"natGateway": {"id": gateway}})
    town.machine("a", f"{net}/subnets/default")

    sources = {
        town.router(chance=chance).send(Packet("10.0.0.4", SOMEBODY)).packet.source
        for chance in range(4)
    }

    assert sources == lent
    assert set(town.seen().public) == lent


def test_an_outbound_rule_lends_the_addresses_of_a_prefix(town: Town) -> None:
    block, lent = prefix(town)
    members(town, balancer(town, {"publicIPPrefix": block}, outboundRules=[{}]), "a")

    assert leaves(town) in lent
    assert set(town.seen().public) == lent
