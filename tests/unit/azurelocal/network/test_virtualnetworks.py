"""Virtual networks: their subnets, and what joins two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.azurelocal.network.world import NETWORK, interface, make, network

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Answer, Azure


def owner_of(subnet: str) -> str:
    return subnet.rpartition("/subnets/")[0]


def peer(azure: Azure, one: str, other: str, name: str = "to") -> Answer:
    body = {"properties": {"remoteVirtualNetwork": {"id": other}}}
    return azure.owner.put(f"{one}/virtualNetworkPeerings/{name}", body)


def state(azure: Azure, one: str, name: str = "to") -> str:
    answer = azure.owner.get(f"{one}/virtualNetworkPeerings/{name}")
    return answer.json["properties"]["peeringState"]


def two(azure: Azure) -> tuple[str, str]:
    group = azure.group()
    return owner_of(network(azure, group)), owner_of(network(azure, group, "far", "10.1"))


def test_a_subnet_that_is_used_stays(azure: Azure) -> None:
    group = azure.group()
    subnet = network(azure, group)
    interface(azure, group, subnet)
    body = azure.owner.get(owner_of(subnet)).json
    body["properties"]["subnets"] = []

    refusals = [
        azure.owner.delete(subnet),
        azure.owner.delete(owner_of(subnet)),
        azure.owner.put(owner_of(subnet), body),
    ]

    assert [one.code for one in refusals] == ["InUseSubnetCannotBeDeleted"] * 3
    assert [one.status for one in refusals] == [400] * 3


def test_a_subnet_that_nobody_uses_goes_with_the_list(azure: Azure) -> None:
    subnet = network(azure, azure.group())
    body = azure.owner.get(owner_of(subnet)).json
    body["properties"]["subnets"] = []

    assert azure.owner.put(owner_of(subnet), body).status == 200
    assert azure.owner.get(subnet).status == 404


def test_a_range_in_which_somebody_has_an_address_stays(azure: Azure) -> None:
    group = azure.group()
    subnet = network(azure, group)
    interface(azure, group, subnet)

    answer = azure.owner.put(subnet, {"properties": {"addressPrefix": "10.0.7.0/24"}})

    assert (answer.status, answer.code) == (400, "InUsePrefixCannotBeDeleted")


def test_a_subnet_that_is_only_named_keeps_what_it_was(azure: Azure) -> None:
    subnet = network(azure, azure.group())
    body = {
        "location": "eastus",
        "properties": {
            "addressSpace": {"addressPrefixes": ["10.0.0.0/16"]},
            "subnets": [{"id": subnet}],
        },
    }

    answer = azure.owner.put(owner_of(subnet), body)

    kept = answer.json["properties"]["subnets"][0]
    assert kept["name"] == "default"
    assert kept["properties"]["addressPrefix"] == "10.0.0.0/24"


def test_writing_a_network_again_does_not_change_what_it_refers_to(azure: Azure) -> None:
    group = azure.group()
    guard = make(azure, f"{group}/{NETWORK}/networkSecurityGroups/Guard", {})
    subnet = network(azure, group)
    properties = {"addressPrefix": "10.0.0.0/24", "networkSecurityGroup": {"id": guard}}
    azure.owner.put(subnet, {"properties": properties})
    before = azure.owner.get(guard).json

    azure.owner.put(subnet, {"properties": properties})

    assert azure.owner.get(guard).json == before
    assert before["properties"]["subnets"] == [{"id": subnet}]


def test_two_networks_are_connected_when_each_has_its_half(azure: Azure) -> None:
    one, other = two(azure)

    first = peer(azure, one, other)
    initiated = state(azure, one)
    second = peer(azure, other, one, "back")

    assert (first.status, second.status, initiated) == (201, 201, "Initiated")
    assert (state(azure, one), state(azure, other, "back")) == ("Connected", "Connected")
    assert second.json["properties"]["remoteAddressSpace"] == {"addressPrefixes": ["10.0.0.0/16"]}


def test_a_half_without_its_other_half_is_disconnected_until_it_is_written_anew(
    azure: Azure,
) -> None:
    one, other = two(azure)
    peer(azure, one, other)
    peer(azure, other, one)

    azure.owner.delete(f"{other}/virtualNetworkPeerings/to")

    assert state(azure, one) == "Disconnected"
    assert peer(azure, other, one).code == "RemotePeeringIsDisconnected"
    assert peer(azure, one, other).json["properties"]["peeringState"] == "Initiated"
    assert peer(azure, other, one).json["properties"]["peeringState"] == "Connected"
    assert state(azure, one) == "Connected"


def test_a_peering_outlives_the_other_network_and_writes_of_its_own(azure: Azure) -> None:
    one, other = two(azure)
    peer(azure, one, other)
    peer(azure, other, one)
    assert azure.owner.delete(other).status == 200

    body = azure.owner.get(one).json
    del body["properties"]["virtualNetworkPeerings"]
    answer = azure.owner.put(one, body)

    assert answer.status == 200, answer.content
    assert state(azure, one) == "Disconnected"


def test_networks_that_overlap_cannot_be_peered(azure: Azure) -> None:
    group = azure.group()
    one, other = owner_of(network(azure, group)), owner_of(network(azure, group, "same"))

    answer = peer(azure, one, other)

    assert (answer.status, answer.code) == (400, "VnetAddressSpacesOverlap")


def test_a_network_has_one_peering_with_each_other(azure: Azure) -> None:
    one, other = two(azure)
    peer(azure, one, other)

    assert peer(azure, one, other, "again").code == "AnotherPeeringAlreadyReferencesRemoteVnet"
    assert peer(azure, one, one, "self").status == 400
    assert peer(azure, one, f"{one}-not", "none").code == "InvalidResourceReference"


def test_peering_needs_the_right_to_at_both_ends(azure: Azure) -> None:
    one = owner_of(network(azure, azure.group()))
    other = owner_of(network(azure, azure.group("far"), space="10.1"))
    somebody = azure.client(("Network Contributor", one))
    body = {"properties": {"remoteVirtualNetwork": {"id": other}}}

    answer = somebody.put(f"{one}/virtualNetworkPeerings/to", body)

    assert (answer.status, answer.code) == (403, "LinkedAuthorizationFailed")
    assert "virtualNetworks/peer/action" in answer.message


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("networkSecurityGroup", "InUseNetworkSecurityGroupCannotBeDeleted"),
        ("routeTable", "InUseRouteTableCannotBeDeleted"),
        ("natGateway", "InUseNatGatewayCannotBeDeleted"),
    ],
)
def test_what_a_subnet_uses_stays_and_tells_of_it(azure: Azure, kind: str, code: str) -> None:
    group = azure.group()
    used = make(azure, f"{group}/{NETWORK}/{kind}s/used", {})
    subnet = network(azure, group)
    properties: dict[str, Any] = {"addressPrefix": "10.0.0.0/24"}
    azure.owner.put(subnet, {"properties": {**properties, kind: {"id": used}}})

    refused = azure.owner.delete(used)

    assert (refused.status, refused.code) == (400, code)
    assert azure.owner.get(used).json["properties"]["subnets"] == [{"id": subnet}]
    azure.owner.put(subnet, {"properties": properties})
    assert "subnets" not in azure.owner.get(used).json["properties"]
    assert azure.owner.delete(used).status == 200


@pytest.mark.parametrize("kind", ["networkSecurityGroup", "routeTable", "natGateway"])
def test_what_a_subnet_uses_must_be_joinable(azure: Azure, kind: str) -> None:
    used = make(azure, f"{azure.group('other')}/{NETWORK}/{kind}s/used", {})
    group = azure.group()
    subnet = network(azure, group)
    somebody = azure.client(("Network Contributor", group))
    properties = {"addressPrefix": "10.0.0.0/24", kind: {"id": used}}

    answer = somebody.put(subnet, {"properties": properties})

    assert (answer.status, answer.code) == (403, "LinkedAuthorizationFailed")
    assert f"{kind}s/join/action" in answer.message
