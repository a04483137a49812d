"""Routes: where a router sends what, by its own knowledge and by the tables of users."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.fabric.names import peering
from tests.unit.azurelocal.fabric.conftest import rule
from tests.unit.azurelocal.fabric.packets import OUTSIDE, Packet

if TYPE_CHECKING:
    from tests.unit.azurelocal.fabric.conftest import Body, Town

SOMEBODY = "203.0.113.9"


def routes(town: Town, *entries: tuple[str, str], hop: str = "10.0.1.4") -> Body:
    """A route table, as a reference."""
    listed = [
        {
            "name": f"r{number}",
            "properties": {"addressPrefix": prefix, "nextHopType": kind}
            | ({"nextHopIpAddress": hop} if kind.lower() == "virtualappliance" else {}),
        }
        for number, (prefix, kind) in enumerate(entries)
    ]
    return {"id": town.make("Network/routeTables", "table", {"routes": listed})}


def two_subnets(town: Town, *entries: tuple[str, str], **options: Any) -> None:
    """`one` and `two` in a subnet with a route table, `nva` beside it, which forwards."""
    gate, _ = town.public("gate-ip")
    gateway = town.make(
        "Network/natGateways", "gate", {"publicIpAddresses": [gate]}, sku={"name": "Standard"}
    )
    gateway_of = {"natGateway": {"id": gateway}}
    steered = {"routeTable": routes(town, *entries, **options)} if entries else {}
    net = town.network(front={**steered, **gateway_of}, back=gateway_of)
    assert town.machine("one", f"{net}/subnets/front") == "10.0.0.4"
    assert town.machine("two", f"{net}/subnets/front") == "10.0.0.5"
    nic = {"enableIPForwarding": True}
    assert town.machine("nva", f"{net}/subnets/back", nic) == "10.0.1.4"


@pytest.mark.parametrize(
    ("entries", "destination", "where"),
    [
        ([], "10.0.0.5", "two"),
        ([], "10.0.0.77", ""),
        ([], SOMEBODY, OUTSIDE),
        ([("0.0.0.0/0", "VirtualAppliance")], SOMEBODY, "nva"),
        ([("0.0.0.0/0", "virtualappliance")], SOMEBODY, "nva"),
        ([("0.0.0.0/0", "VirtualAppliance")], "10.0.0.5", "two"),
        ([("0.0.0.0/0", "None")], SOMEBODY, ""),
        ([("0.0.0.0/0", "None"), ("203.0.113.0/24", "Internet")], SOMEBODY, OUTSIDE),
        ([("203.0.113.0/24", "None")], SOMEBODY, ""),
        ([("203.0.113.0/255.255.255.0", "None")], SOMEBODY, ""),
        ([("203.0.113.0/24", "VirtualNetworkGateway")], SOMEBODY, ""),
        ([("10.0.0.0/16", "VirtualAppliance")], "10.0.0.5", "nva"),
        ([("10.0.0.0/16", "None")], "10.0.0.5", ""),
        ([("10.0.0.0/16", "VirtualAppliance"), ("10.0.0.0/24", "VnetLocal")], "10.0.0.5", "two"),
        ([("10.0.0.5/32", "VirtualAppliance")], "10.0.0.5", "nva"),
        ([("10.0.0.0/8", "VirtualAppliance")], "10.0.0.5", "two"),
        ([("Storage", "Internet")], "10.0.0.5", "two"),
        ([("2001:db8::/32", "None")], "10.0.0.5", "two"),
        ([("::/0", "None")], SOMEBODY, OUTSIDE),
    ],
)
def test_the_most_particular_route_counts_and_a_users_one_first(
    town: Town, entries: list[tuple[str, str]], destination: str, where: str
) -> None:
    two_subnets(town, *entries)

    came = town.send("10.0.0.4", destination).where

    assert came == (town.nic_of(where) if where in ("two", "nva") else where)


def test_a_table_is_for_what_comes_from_its_subnet(town: Town) -> None:
    two_subnets(town, ("0.0.0.0/0", "None"))

    assert town.send("10.0.1.4", SOMEBODY).where == OUTSIDE


def test_an_appliance_that_nobody_is_leads_nowhere(town: Town) -> None:
    two_subnets(town, ("0.0.0.0/0", "VirtualAppliance"), hop="10.0.1.99")

    assert town.send("10.0.0.4", SOMEBODY).where == ""


def test_routes_of_users_belong_to_the_virtual_network(town: Town) -> None:
    two_subnets(town, ("172.16.0.0/12", "VirtualAppliance"), ("0.0.0.0/0", "VirtualAppliance"))
    guarded = {"networkSecurityGroup": town.guard("guard", rule(4096, "Deny", "Outbound"))}
    net = town.path("Network/virtualNetworks", "net")
    town.machine("three", f"{net}/subnets/front", guarded)
    allowed = rule(100, "Allow", "Outbound", destinationAddressPrefix="VirtualNetwork")
    town.guard("guard", rule(4096, "Deny", "Outbound"), allowed)

    assert town.send("10.0.0.6", "172.16.0.1").where == town.nic_of("nva")
    assert town.send("10.0.0.6", SOMEBODY).where == ""


# Peerings


def peer(town: Town, own: str, other: str, **properties: Any) -> None:
    """One half of a peering."""
    remote = {"id": town.path("Network/virtualNetworks", other)}
    id = town.path("Network/virtualNetworks", f"{own}/virtualNetworkPeerings/{other}")
    body = {"properties": {"remoteVirtualNetwork": remote, **properties}}
    assert town.azure.owner.put(id, body).status in (200, 201)


def neighbours(town: Town) -> tuple[str, str]:
    """A machine in each of two networks, and the link between them as the first one sees it."""
    near, far = town.network(), town.network("far", "10.1")
    town.machine("here", f"{near}/subnets/default")
    town.machine("there", f"{far}/subnets/default")
    return peering(near.lower(), far.lower()), peering(far.lower(), near.lower())


def test_both_halves_make_a_peering(town: Town) -> None:
    link, back = neighbours(town)
    peer(town, "net", "far")
    assert town.send("10.0.0.4", "10.1.0.4").where == ""

    peer(town, "far", "net")

    came = town.send("10.0.0.4", "10.1.0.4")
    assert came.where == link
    arrived = town.router("far").send(Packet("10.0.0.4", "10.1.0.4", iif=back))
    assert arrived.where == town.nic_of("there")


@pytest.mark.parametrize("closed", ["net", "far"])
def test_either_side_may_close_it(town: Town, closed: str) -> None:
    neighbours(town)
    peer(town, "net", "far")
    peer(town, "far", "net")

    peer(town, closed, "net" if closed == "far" else "far", allowVirtualNetworkAccess=False)

    # Nothing is half there: a link that one side alone wants would be laid and removed by turns.
    assert town.seen("net").peers == town.seen("far").peers == ()


@pytest.mark.parametrize("forwarded", [False, True])
def test_what_others_have_forwarded_comes_in_only_where_that_is_allowed(
    town: Town, forwarded: bool
) -> None:
    _, back = neighbours(town)
    peer(town, "net", "far", allowForwardedTraffic=not forwarded)
    peer(town, "far", "net", allowForwardedTraffic=forwarded)
    router = town.router("far")

    guest = router.send(Packet("10.0.200.9", "10.1.0.4", iif=back)).where
    stranger = router.send(Packet("10.1.77.77", "10.1.0.4", iif=back)).where

    assert guest == town.nic_of("there")
    assert stranger == (town.nic_of("there") if forwarded else "")


def test_a_peering_ends_with_the_other_network(town: Town) -> None:
    neighbours(town)
    peer(town, "net", "far")
    peer(town, "far", "net")
    for kind in ("Compute/virtualMachines/there", "Network/networkInterfaces/there-nic"):
        kind, name = kind.rsplit("/", 1)
        assert town.azure.owner.delete(town.path(kind, name)).status in (200, 202, 204)

    town.azure.owner.delete(town.path("Network/virtualNetworks", "far"))

    assert town.seen().peers == ()
