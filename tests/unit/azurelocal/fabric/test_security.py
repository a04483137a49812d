"""Security groups: what gets through, and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.fabric.names import port
from tests.unit.azurelocal.fabric.conftest import rule
from tests.unit.azurelocal.fabric.packets import OUTSIDE

if TYPE_CHECKING:
    from tests.unit.azurelocal.fabric.conftest import Body, Town

SOMEBODY = "203.0.113.9"
SERVICE = "192.0.2.10"
CLIENT, SERVER = "10.0.0.4", "10.0.0.5"
DENIED = rule(4096, "Deny")
"""What is denied unless a rule says otherwise."""


def pair(town: Town, *rules: Body, **subnet: Any) -> str:
    """Two machines, of which the second has a group of its own with these rules."""
    net = town.network(default=subnet)
    assert town.machine("client", f"{net}/subnets/default") == CLIENT
    nic = {"networkSecurityGroup": town.guard("own", *rules)}
    assert town.machine("server", f"{net}/subnets/default", nic) == SERVER
    return net


def reaches(town: Town, source: str = CLIENT, dport: int = 80, **more: Any) -> bool:
    """Tell whether a packet from somewhere gets to the server."""
    return town.send(source, SERVER, dport, **more).where == town.nic_of("server")


@pytest.mark.parametrize(
    ("rules", "passes"),
    [
        ([], True),
        ([rule(200, "Deny")], False),
        ([rule(200, "Deny"), rule(100, "Allow")], True),
        ([rule(100, "Deny"), rule(200, "Allow")], False),
        ([rule(100, "Deny", "Outbound")], True),
        ([rule(100, "deny", "inbound")], False),
    ],
    ids=["default", "denied", "allowed first", "denied first", "other direction", "other case"],
)
def test_the_first_rule_that_fits_decides(town: Town, rules: list[Body], passes: bool) -> None:
    pair(town, *rules)

    assert reaches(town) == passes


@pytest.mark.parametrize(
    ("given", "packet", "fits"),
    [
        ({"protocol": "Tcp"}, {}, True),
        ({"protocol": "Udp"}, {}, False),
        ({"protocol": "uDp"}, {"protocol": "udp"}, True),
        ({"protocol": "Icmp"}, {"protocol": "icmp"}, True),
        ({"protocol": "Icmp", "destinationPortRange": "1"}, {"protocol": "icmp"}, True),
        ({"protocol": "Esp"}, {"protocol": "esp"}, True),
        ({"protocol": "Ah"}, {"protocol": "esp"}, False),
        ({"destinationPortRange": "80"}, {}, True),
        ({"destinationPortRange": "80"}, {"protocol": "udp"}, True),
        ({"destinationPortRange": "80"}, {"protocol": "icmp"}, False),
        ({"destinationPortRange": "81-90"}, {}, False),
        ({"destinationPortRange": "0-65535"}, {"protocol": "icmp"}, True),
        ({"destinationPortRange": None, "destinationPortRanges": ["22", "79-81"]}, {}, True),
        ({"destinationPortRange": None, "destinationPortRanges": ["22", "*"]}, {}, True),
        ({"destinationPortRange": "010"}, {"dport": 10}, True),
        ({"sourcePortRange": "50000"}, {}, True),
        ({"sourcePortRange": "80"}, {}, False),
        ({"sourceAddressPrefix": CLIENT}, {}, True),
        ({"sourceAddressPrefix": "10.0.0.77/24"}, {}, True),
        ({"sourceAddressPrefix": "10.0.0.0/255.255.255.0"}, {}, True),
        ({"sourceAddressPrefix": "10.0.1.0/24"}, {}, False),
        ({"sourceAddressPrefix": "0.0.0.0/0"}, {}, True),
        ({"sourceAddressPrefix": "::/0"}, {}, False),
        ({"sourceAddressPrefix": "2001:db8::/32"}, {}, False),
        ({"sourceAddressPrefix": "fd00::/8"}, {"source": SERVICE}, False),
        ({"sourceAddressPrefix": None, "sourceAddressPrefixes": ["fd00::/8", CLIENT]}, {}, True),
        ({"sourceAddressPrefix": None, "sourceAddressPrefixes": ["Internet", CLIENT]}, {}, True),
        ({"sourceAddressPrefix": "VirtualNetwork"}, {}, True),
        ({"sourceAddressPrefix": "virtualnetwork"}, {}, True),
        ({"sourceAddressPrefix": "VirtualNetwork"}, {"source": SOMEBODY}, False),
        ({"sourceAddressPrefix": "Internet"}, {}, False),
        ({"sourceAddressPrefix": "Internet"}, {"source": SOMEBODY}, True),
        ({"sourceAddressPrefix": "Internet"}, {"source": SERVICE}, True),
        ({"sourceAddressPrefix": "AzureLoadBalancer"}, {}, False),
        ({"sourceAddressPrefix": "AzureCloud"}, {"source": SERVICE}, True),
        ({"sourceAddressPrefix": "Storage.EastUS"}, {"source": SOMEBODY}, False),
        ({"destinationAddressPrefix": SERVER}, {}, True),
        ({"destinationAddressPrefix": CLIENT}, {}, False),
        ({"destinationAddressPrefix": "VirtualNetwork"}, {}, True),
    ],
)
def test_a_rule_fits(town: Town, given: Body, packet: dict[str, Any], fits: bool) -> None:
    pair(town, DENIED, rule(100, "Allow", **given))

    assert reaches(town, **packet) == fits


@pytest.mark.parametrize(
    ("source", "destination", "where"),
    [
        (CLIENT, SERVER, "server"),
        (SOMEBODY, SERVER, ""),
        ("10.1.0.4", SERVER, ""),
        (SERVER, CLIENT, "client"),
        (SERVER, SOMEBODY, OUTSIDE),
    ],
    ids=["from inside", "from outside", "from a stranger", "to inside", "to outside"],
)
def test_what_is_so_by_default(town: Town, source: str, destination: str, where: str) -> None:
    pair(town)
    address, _ = town.public("ip")
    nic = town.path("Network/networkInterfaces", "server-nic")
    body = town.shown(nic)
    body["properties"]["ipConfigurations"][0]["properties"]["publicIPAddress"] = address
    assert town.azure.owner.put(nic, body).status == 200

    came = town.send(source, destination, iif="uplink" if source == "10.1.0.4" else "").where

    assert came == (town.nic_of(where) if where in ("client", "server") else where)


@pytest.mark.parametrize(
    ("rules", "gets_there"),
    [
        ([], True),
        ([DENIED], False),
        ([DENIED, rule(100, "Allow", sourceAddressPrefix="AzureLoadBalancer")], True),
    ],
)
def test_health_probes_meet_the_rules(town: Town, rules: list[Body], gets_there: bool) -> None:
    pair(town, *rules)

    assert town.router().probes(SERVER, 80) == gets_there


def test_without_a_group_nothing_comes_from_outside(town: Town) -> None:
    net = town.network()
    address, public = town.public("ip")
    town.machine("open", f"{net}/subnets/default", publicIPAddress=address)

    assert town.send(SOMEBODY, public).where == ""
    assert town.router().probes("10.0.0.4", 80)


@pytest.mark.parametrize(
    ("of_subnet", "own", "passes"),
    [
        ("Allow", "Allow", True),
        ("Deny", "Allow", False),
        ("Allow", "Deny", False),
    ],
)
@pytest.mark.parametrize("direction", ["Inbound", "Outbound"])
def test_both_groups_have_their_say(
    town: Town, direction: str, of_subnet: str, own: str, passes: bool
) -> None:
    guard = town.guard("subnet", rule(100, of_subnet, direction))
    pair(town, rule(100, own, direction), networkSecurityGroup=guard)

    ends = (CLIENT, SERVER) if direction == "Inbound" else (SERVER, CLIENT)
    assert bool(town.send(*ends).where) == passes


def test_what_was_let_through_goes_on(town: Town) -> None:
    pair(town, DENIED)

    assert not reaches(town)
    assert reaches(town, known=True)


def test_the_members_of_an_application_group_are_meant(town: Town) -> None:
    web = town.make("Network/applicationSecurityGroups", "web", {})
    of_web = {
        "sourceAddressPrefix": None,
        "sourceApplicationSecurityGroups": [{"id": web}],
    }
    net = pair(town, DENIED, rule(100, "Allow", **of_web))
    assert not reaches(town)  # a group without members fits nobody

    member = town.machine(
        "member", f"{net}/subnets/default", applicationSecurityGroups=[{"id": web}]
    )

    assert reaches(town, member)
    assert not reaches(town)


def test_nobody_sends_by_anothers_address(town: Town) -> None:
    net = pair(town)
    forwarding = town.machine("nva", f"{net}/subnets/default", {"enableIPForwarding": True})
    ports = {one.addresses[0]: one.key for one in town.seen().interfaces}

    def spoofed(machine: str) -> str:
        return town.send("10.0.0.99", SERVER, iif=port(ports[machine])).where

    assert spoofed(CLIENT) == ""
    assert spoofed(forwarding) == town.nic_of("server")
