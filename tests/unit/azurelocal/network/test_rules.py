"""Security groups and route tables, and the rules in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.azurelocal.network.world import NETWORK, interface, make, network

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

RULE: dict[str, Any] = {
    "protocol": "Tcp",
    "access": "Allow",
    "direction": "Inbound",
    "priority": 500,
    "sourceAddressPrefixes": ["Internet", "10.0.0.0/8"],
    "sourcePortRange": "*",
    "destinationAddressPrefix": "203.0.113.10",
    "destinationPortRanges": ["443", "1000-2000"],
}


def guard(azure: Azure) -> str:
    return make(azure, f"{azure.group()}/{NETWORK}/networkSecurityGroups/guard", {})


def test_a_rule_is_written_read_listed_and_deleted_by_itself(azure: Azure) -> None:
    group = guard(azure)
    rule = f"{group}/securityRules/web"
    before = azure.owner.get(group).json["etag"]

    made = azure.owner.put(rule, {"properties": RULE})

    assert made.status == 201
    assert made.json["properties"] == {**RULE, "provisioningState": "Succeeded"}
    assert azure.owner.get(rule).json == made.json
    assert azure.owner.get(f"{group}/securityRules").json == {"value": [made.json]}
    assert azure.owner.get(group).json["etag"] != before
    assert azure.owner.put(rule, made.json).status == 200
    assert [azure.owner.delete(rule).status, azure.owner.delete(rule).status] == [200, 204]
    assert azure.owner.get(rule).status == 404


def test_the_rules_that_there_always_are_can_be_read_only(azure: Azure) -> None:
    group = guard(azure)

    names = [one["name"] for one in azure.owner.get(f"{group}/defaultSecurityRules").json["value"]]

    assert names == [
        "AllowVnetInBound",
        "AllowAzureLoadBalancerInBound",
        "DenyAllInBound",
        "AllowVnetOutBound",
        "AllowInternetOutBound",
        "DenyAllOutBound",
    ]
    assert azure.owner.delete(f"{group}/defaultSecurityRules/DenyAllInBound").status == 405


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"priority": None}, "SecurityRuleInvalidPriority"),
        ({"priority": 99}, "SecurityRuleInvalidPriority"),
        ({"priority": 4097}, "SecurityRuleInvalidPriority"),
        ({"protocol": "Sctp"}, "SecurityRuleInvalidProtocol"),
        ({"access": None}, "SecurityRuleInvalidAccess"),
        ({"direction": "Up"}, "SecurityRuleInvalidDirection"),
        ({"destinationPortRanges": ["70000"]}, "SecurityRuleInvalidPortRange"),
        ({"destinationPortRanges": ["20-10"]}, "SecurityRuleInvalidPortRange"),
        ({"destinationPortRanges": ["-1"]}, "SecurityRuleInvalidPortRange"),
        ({"destinationPortRanges": []}, "SecurityRuleParameterNotSpecified"),
        ({"destinationPortRanges": [443]}, "InvalidRequestFormat"),
        ({"destinationAddressPrefix": "10.0.0.256"}, "SecurityRuleInvalidAddressPrefix"),
        ({"destinationAddressPrefix": None}, "SecurityRuleParameterNotSpecified"),
    ],
)
def test_a_rule_that_cannot_be_is_refused(azure: Azure, wrong: dict[str, Any], code: str) -> None:
    group = guard(azure)

    answer = azure.owner.put(f"{group}/securityRules/web", {"properties": {**RULE, **wrong}})

    assert (answer.status, answer.code) == (400, code)
    assert azure.owner.get(group).json["properties"]["securityRules"] == []


def test_two_rules_have_no_priority_in_common_in_one_direction(azure: Azure) -> None:
    group = guard(azure)
    azure.owner.put(f"{group}/securityRules/web", {"properties": RULE})

    same = azure.owner.put(f"{group}/securityRules/again", {"properties": RULE})
    other = {**RULE, "direction": "Outbound"}

    assert (same.status, same.code) == (400, "SecurityRuleConflict")
    assert azure.owner.put(f"{group}/securityRules/out", {"properties": other}).status == 201


def test_a_group_is_told_which_subnets_and_interfaces_it_guards(azure: Azure) -> None:
    group = guard(azure)
    scope = azure.group()
    subnet = network(azure, scope)
    body = {
        "location": "eastus",
        "properties": {
            "networkSecurityGroup": {"id": group},
            "ipConfigurations": [{"name": "one", "properties": {"subnet": {"id": subnet}}}],
        },
    }
    nic = f"{scope}/{NETWORK}/networkInterfaces/nic"

    azure.owner.put(nic, body)

    assert azure.owner.get(group).json["properties"]["networkInterfaces"] == [{"id": nic}]
    refused = azure.owner.delete(group)
    assert (refused.status, refused.code) == (400, "InUseNetworkSecurityGroupCannotBeDeleted")


def test_rules_may_speak_of_named_interfaces(azure: Azure) -> None:
    group = guard(azure)
    scope = azure.group()
    named = make(azure, f"{scope}/{NETWORK}/applicationSecurityGroups/web", {})
    rule = {**RULE, "destinationApplicationSecurityGroups": [{"id": named}]}
    del rule["destinationAddressPrefix"]
    interface(azure, scope, network(azure, scope), applicationSecurityGroups=[{"id": named}])

    assert azure.owner.put(f"{group}/securityRules/web", {"properties": rule}).status == 201

    refused = azure.owner.delete(named)
    assert (refused.status, refused.code) == (400, "InUseApplicationSecurityGroupCannotBeDeleted")
    rule["destinationApplicationSecurityGroups"] = [{"id": f"{named}-not"}]
    absent = azure.owner.put(f"{group}/securityRules/web", {"properties": rule})
    assert (absent.status, absent.code) == (400, "InvalidResourceReference")


def test_naming_interfaces_needs_the_right_to(azure: Azure) -> None:
    named = make(azure, f"{azure.group('o')}/{NETWORK}/applicationSecurityGroups/web", {})
    group = guard(azure)
    somebody = azure.client(("Network Contributor", azure.group()))
    rule = {**RULE, "sourceApplicationSecurityGroups": [{"id": named}]}

    answer = somebody.put(f"{group}/securityRules/web", {"properties": rule})

    assert (answer.status, answer.code) == (403, "LinkedAuthorizationFailed")
    assert "joinNetworkSecurityRule/action" in answer.message


def table(azure: Azure) -> str:
    return make(azure, f"{azure.group()}/{NETWORK}/routeTables/table", {})


def test_a_route_is_written_read_listed_and_deleted_by_itself(azure: Azure) -> None:
    id = table(azure)
    route = f"{id}/routes/node"
    properties = {
        "addressPrefix": "10.128.0.0/23",
        "nextHopType": "VirtualAppliance",
        "nextHopIpAddress": "10.0.0.4",
    }

    made = azure.owner.put(route, {"properties": properties})

    assert made.status == 201
    assert made.json["properties"] == {
        **properties,
        "hasBgpOverride": False,
        "provisioningState": "Succeeded",
    }
    assert azure.owner.get(f"{id}/routes").json == {"value": [made.json]}
    assert azure.owner.get(id).json["properties"]["routes"] == [made.json]
    assert azure.owner.delete(route).status == 200
    assert azure.owner.get(route).status == 404


@pytest.mark.parametrize(
    ("properties", "code"),
    [
        ({"addressPrefix": "10.0.0.1/8", "nextHopType": "None"}, "InvalidAddressPrefixFormat"),
        ({"nextHopType": "None"}, "InvalidAddressPrefixFormat"),
        ({"addressPrefix": "10.0.0.0/8", "nextHopType": "Moon"}, "InvalidRequestFormat"),
        (
            {"addressPrefix": "10.0.0.0/8", "nextHopType": "VirtualAppliance"},
            "RouteNextHopIpAddressInvalid",
        ),
        (
            {"addressPrefix": "Storage", "nextHopType": "Internet", "nextHopIpAddress": "10.0.0.4"},
            "RouteNextHopIpAddressInvalid",
        ),
    ],
)
def test_a_route_that_cannot_be_is_refused(
    azure: Azure, properties: dict[str, Any], code: str
) -> None:
    answer = azure.owner.put(f"{table(azure)}/routes/r", {"properties": properties})

    assert (answer.status, answer.code) == (400, code)


def test_two_routes_to_the_same_addresses_are_refused(azure: Azure) -> None:
    id = table(azure)
    route = {"properties": {"addressPrefix": "0.0.0.0/0", "nextHopType": "Internet"}}
    azure.owner.put(f"{id}/routes/one", route)

    answer = azure.owner.put(f"{id}/routes/two", route)

    assert (answer.status, answer.code) == (400, "RouteConflict")
