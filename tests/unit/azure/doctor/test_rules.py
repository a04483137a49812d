"""Rules of security groups, evaluated as Azure does it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hypershift.azure.doctor.rules import (
    INTERNET,
    NETWORK,
    PROBES,
    Direction,
    Flow,
    Rule,
    deciding,
    hides_allow,
)

SUBNET = "10.0.0.0/24"
DENY = Rule("no", 100, "Inbound", False, "Tcp", ("*",), ("*",), ("6443",))
ALLOW = replace(DENY, name="yes", priority=200, allows=True)


def flow(direction: Direction = "Inbound", peer: str = NETWORK, port: int = 6443) -> Flow:
    return Flow(direction, peer, port, SUBNET)


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        (flow(), "AllowVnetInBound"),
        (flow("Outbound"), "AllowVnetOutBound"),
        (flow("Outbound", INTERNET), "AllowInternetOutBound"),
        (flow("Inbound", PROBES), "AllowAzureLoadBalancerInBound"),
        (flow("Inbound", INTERNET), "DenyAllInBound"),
    ],
)
def test_a_group_without_rules_has_azures_own(asked: Flow, rule: str) -> None:
    assert deciding([], asked).name == rule


def test_the_rule_with_the_lower_number_decides_in_whatever_order_they_come() -> None:
    assert deciding([ALLOW, DENY], flow()) is DENY
    assert deciding([replace(DENY, priority=300), ALLOW], flow()) is ALLOW


@pytest.mark.parametrize(
    "change",
    [
        {"ports": ("*",)},
        {"ports": ("80", "6000-7000")},
        {"protocol": "*"},
        {"protocol": "TCP"},
        {"direction": "inbound"},
        {"sources": ("VirtualNetwork",)},
        {"sources": ("virtualnetwork",)},
        {"sources": ("0.0.0.0/0",)},
        {"sources": ("10.0.0.128/25",)},  # some of the nodes
        {"sources": ("192.0.2.0/24", "10.0.0.0/8")},
        {"destinations": ("VirtualNetwork",)},
        {"destinations": ("10.0.0.7",)},  # one of the nodes
    ],
)
def test_a_denial_that_keeps_any_of_the_nodes_out_decides(change: dict[str, object]) -> None:
    denial = replace(DENY, **change)

    assert deciding([denial], flow()) is denial


@pytest.mark.parametrize(
    "change",
    [
        {"ports": ("6444",)},
        {"ports": ("6000-6442", "7000")},
        {"protocol": "Udp"},
        {"direction": "Outbound"},
        {"sources": ("Internet",)},
        {"sources": ("Storage",)},
        {"sources": ("192.0.2.0/24",)},
        {"sources": ("2001:db8::/32",)},
        {"destinations": ("10.0.1.0/24",)},
        {"source_ports": ("1024",)},
        {"sources": ()},  # of an application security group
    ],
)
def test_a_denial_of_something_else_does_not(change: dict[str, object]) -> None:
    assert deciding([replace(DENY, **change)], flow()).name == "AllowVnetInBound"


def test_what_lets_in_some_of_the_nodes_alone_does_not_help_the_others() -> None:
    denial = replace(DENY, priority=300)

    assert deciding([replace(ALLOW, sources=("10.0.0.0/25",)), denial], flow()) is denial
    assert deciding([replace(ALLOW, sources=("10.0.0.0/16",)), denial], flow()).allows


def test_outbound_rules_are_about_where_something_goes() -> None:
    denial = replace(DENY, direction="Outbound", destinations=("Internet",))

    assert deciding([denial], flow("Outbound", INTERNET)) is denial
    assert deciding([denial], flow("Outbound", NETWORK)).name == "AllowVnetOutBound"


def test_a_denial_hides_what_would_have_allowed_it() -> None:
    assert hides_allow([ALLOW, DENY], flow(), DENY) is ALLOW
    assert hides_allow([replace(ALLOW, priority=50), DENY], flow(), DENY) is None
    assert hides_allow([replace(ALLOW, ports=("443",)), DENY], flow(), DENY) is None


def test_a_flow_tells_where_it_comes_from_or_goes_to() -> None:
    assert str(flow()) == "TCP 6443 from VirtualNetwork"
    assert str(flow("Outbound", INTERNET, 443)) == "TCP 443 to Internet"
