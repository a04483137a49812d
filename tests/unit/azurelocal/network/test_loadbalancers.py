"""Load balancers: what they are made of, who refers to whom, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.azurelocal.network.world import (
    NETWORK,
    address,
    balancer,
    balancer_body,
    interface,
    network,
    outbound_rule,
    rule,
    without_etags,
)

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure


def entry(azure: Azure, id: str, kind: str, place: int = 0) -> Any:
    return azure.owner.get(id).json["properties"][kind][place]


def test_the_balancer_that_the_guide_makes_is_answered_with_all_its_parts(azure: Azure) -> None:
    group = azure.group()
    ip = address(azure, group, "infra")
    whole = azure.owner.get(ip).json
    id = f"{group}/{NETWORK}/loadBalancers/infra"
    front = {"publicIPAddress": whole, "privateIPAllocationMethod": "Dynamic"}
    body = balancer_body(id, front, outboundRules=[outbound_rule(id)])

    made = azure.owner.put(id, body)

    assert made.status == 201
    properties = made.json["properties"]
    frontend = properties["frontendIPConfigurations"][0]
    assert frontend["id"] == f"{id}/frontendIPConfigurations/front"
    assert frontend["type"] == "Microsoft.Network/loadBalancers/frontendIPConfigurations"
    assert frontend["etag"] == made.json["etag"]
    assert frontend["properties"] == {
        "publicIPAddress": {"id": ip},
        "privateIPAllocationMethod": "Dynamic",
        "provisioningState": "Succeeded",
        "outboundRules": [{"id": f"{id}/outboundRules/out"}],
    }
    assert properties["backendAddressPools"][0]["properties"] == {
        "loadBalancerBackendAddresses": [],
        "provisioningState": "Succeeded",
        "outboundRules": [{"id": f"{id}/outboundRules/out"}],
    }
    assert azure.owner.get(ip).json["properties"]["ipConfiguration"] == {"id": frontend["id"]}


def test_writing_back_what_was_read_changes_nothing(azure: Azure) -> None:
    group = azure.group()
    id = balancer(azure, group)
    interface(
        azure,
        group,
        network(azure, group),
        loadBalancerBackendAddressPools=[{"id": f"{id}/backendAddressPools/pool"}],
    )
    before = azure.owner.get(id).json

    after = azure.owner.put(id, before).json

    assert without_etags(after) == without_etags(before)


def test_a_rule_keeps_the_case_of_its_words_and_gets_the_rest_filled_in(azure: Azure) -> None:
    group = azure.group()
    id = balancer(azure, group)
    front = {"publicIPAddress": {"id": f"{group}/{NETWORK}/publicIPAddresses/lb-ip"}}
    written = rule(id, protocol="TCP", loadDistribution="sourceIP")

    answer = azure.owner.put(id, balancer_body(id, front, loadBalancingRules=[written]))

    properties = answer.json["properties"]["loadBalancingRules"][0]["properties"]
    assert properties == {
        **written["properties"],
        "idleTimeoutInMinutes": 4,
        "enableTcpReset": False,
        "provisioningState": "Succeeded",
    }


def test_frontend_pool_and_probe_tell_which_rules_use_them(azure: Azure) -> None:
    id = balancer(azure, azure.group())
    used = [{"id": f"{id}/loadBalancingRules/rule"}]

    for kind in ("frontendIPConfigurations", "backendAddressPools", "probes"):
        assert entry(azure, id, kind)["properties"]["loadBalancingRules"] == used


def test_a_pool_shows_the_interfaces_in_it(azure: Azure) -> None:
    group = azure.group()
    id = balancer(azure, group)
    before = azure.owner.get(id).json["etag"]

    nic = interface(
        azure,
        group,
        network(azure, group),
        loadBalancerBackendAddressPools=[{"id": f"{id}/backendAddressPools/pool"}],
    )

    member = {"id": f"{nic}/ipConfigurations/one"}
    pool = entry(azure, id, "backendAddressPools")["properties"]
    assert pool["backendIPConfigurations"] == [member]
    assert pool["loadBalancerBackendAddresses"] == [
        {"name": "rg_nic_one", "properties": {"networkInterfaceIPConfiguration": member}}
    ]
    assert azure.owner.get(id).json["etag"] != before


def test_interfaces_leave_the_pools_of_a_balancer_that_is_deleted(azure: Azure) -> None:
    group = azure.group()
    id = balancer(azure, group)
    pools = [{"id": f"{id}/backendAddressPools/pool"}]
    nic = interface(azure, group, network(azure, group), loadBalancerBackendAddressPools=pools)

    assert azure.owner.delete(id).status == 200

    configuration = entry(azure, nic, "ipConfigurations")
    assert configuration["properties"]["loadBalancerBackendAddressPools"] == []
    assert azure.owner.put(nic, azure.owner.get(nic).json).status == 200


def test_a_pool_is_written_read_and_deleted_by_itself(azure: Azure) -> None:
    group = azure.group()
    id = balancer(azure, group)
    net = network(azure, group).rpartition("/subnets/")[0]
    pool = f"{id}/backendAddressPools/second"
    member = {"name": "m", "properties": {"ipAddress": "10.0.0.9", "virtualNetwork": {"id": net}}}

    made = azure.owner.put(pool, {"properties": {"loadBalancerBackendAddresses": [member]}})

    assert made.status == 201
    assert made.json["properties"]["loadBalancerBackendAddresses"] == [member]
    assert azure.owner.get(pool).json == made.json
    assert azure.owner.put(pool, made.json).status == 200
    names = [one["name"] for one in azure.owner.get(f"{id}/backendAddressPools").json["value"]]
    assert names == ["pool", "second"]
    assert [azure.owner.delete(pool).status, azure.owner.delete(pool).status] == [200, 204]
    assert azure.owner.get(pool).code == "NotFound"


def test_a_pool_that_a_rule_uses_stays(azure: Azure) -> None:
    id = balancer(azure, azure.group())

    answer = azure.owner.delete(f"{id}/backendAddressPools/pool")

    assert (answer.status, answer.code) == (400, "InUseBackendAddressPoolCannotBeDeleted")
    assert azure.owner.get(f"{id}/backendAddressPools/pool").status == 200


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("frontendIPConfigurations", "front"),
        ("probes", "probe"),
        ("loadBalancingRules", "rule"),
    ],
)
def test_other_parts_are_read_by_themselves_but_not_written(
    azure: Azure, kind: str, name: str
) -> None:
    id = balancer(azure, azure.group())

    listed = azure.owner.get(f"{id}/{kind}").json["value"]

    assert [one["name"] for one in listed] == [name]
    assert azure.owner.get(f"{id}/{kind}/{name}").json == listed[0]
    assert azure.owner.put(f"{id}/{kind}/{name}", listed[0]).status == 405
    assert azure.owner.delete(f"{id}/{kind}/{name}").status == 405


def test_an_inbound_nat_rule_shows_the_interface_behind_it(azure: Azure) -> None:
    group = azure.group()
    id = balancer(azure, group)
    nat = f"{id}/inboundNatRules/ssh"
    properties = {
        "frontendIPConfiguration": {"id": f"{id}/frontendIPConfigurations/front"},
        "protocol": "Tcp",
        "frontendPort": 2222,
        "backendPort": 22,
    }
    assert azure.owner.put(nat, {"properties": properties}).status == 201

    nic = interface(azure, group, network(azure, group), loadBalancerInboundNatRules=[{"id": nat}])

    shown = azure.owner.get(nat).json["properties"]
    assert shown["backendIPConfiguration"] == {"id": f"{nic}/ipConfigurations/one"}
    assert azure.owner.delete(nat).status == 200
    assert entry(azure, nic, "ipConfigurations")["properties"]["loadBalancerInboundNatRules"] == []


def test_an_internal_frontend_has_an_address_of_its_subnet_and_keeps_it(azure: Azure) -> None:
    group = azure.group()
    subnet = network(azure, group)
    interface(azure, group, subnet)
    front = {"subnet": {"id": subnet}, "privateIPAllocationMethod": "Dynamic"}
    id = balancer(azure, group, front=front)
    interface(azure, group, subnet, "other")

    again = azure.owner.put(id, balancer_body(id, front))

    frontend = again.json["properties"]["frontendIPConfigurations"][0]
    assert frontend["properties"]["privateIPAddress"] == "10.0.0.5"
    users = azure.owner.get(subnet).json["properties"]["ipConfigurations"]
    assert {"id": frontend["id"]} in users


def test_a_static_address_that_is_taken_is_refused(azure: Azure) -> None:
    group = azure.group()
    subnet = network(azure, group)
    interface(azure, group, subnet)
    id = f"{group}/{NETWORK}/loadBalancers/lb"
    front = {
        "subnet": {"id": subnet},
        "privateIPAllocationMethod": "Static",
        "privateIPAddress": "10.0.0.4",
    }

    answer = azure.owner.put(id, balancer_body(id, front))

    assert (answer.status, answer.code) == (400, "PrivateIPAddressIsAllocated")


def test_a_frontend_may_be_renamed_without_losing_its_address(azure: Azure) -> None:
    id = balancer(azure, azure.group())
    body = azure.owner.get(id).json
    body["properties"]["frontendIPConfigurations"][0] = {
        "name": "renamed",
        "properties": body["properties"]["frontendIPConfigurations"][0]["properties"],
    }
    body["properties"]["loadBalancingRules"] = []

    answer = azure.owner.put(id, body)

    assert answer.status == 200, answer.content


def test_a_public_address_is_in_one_place_only(azure: Azure) -> None:
    group = azure.group()
    balancer(azure, group)
    front = {"publicIPAddress": {"id": f"{group}/{NETWORK}/publicIPAddresses/lb-ip"}}
    other = f"{group}/{NETWORK}/loadBalancers/other"

    answer = azure.owner.put(other, balancer_body(other, front))

    assert (answer.status, answer.code) == (400, "PublicIPAddressInUse")


def test_a_balancer_and_its_address_are_of_the_same_sku(azure: Azure) -> None:
    group = azure.group()
    front = {"publicIPAddress": {"id": address(azure, group, sku="Basic")}}
    id = f"{group}/{NETWORK}/loadBalancers/lb"

    answer = azure.owner.put(id, balancer_body(id, front))

    assert (answer.status, answer.code) == (400, "PublicIPAndLBSkuDoNotMatch")


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("loadBalancingRules", {"protocol": "Icmp"}, "InvalidRequestFormat"),
    ("loadBalancingRules", {"frontendPort": 70000}, "InvalidRequestFormat"),
    ("loadBalancingRules", {"backendPort": None}, "InvalidRequestFormat"),
    ("loadBalancingRules", {"backendPort": True}, "InvalidRequestFormat"),
    ("loadBalancingRules", {"idleTimeoutInMinutes": 3}, "InvalidRequestFormat"),
    ("loadBalancingRules", {"enableFloatingIP": "yes"}, "InvalidRequestFormat"),
    ("loadBalancingRules", {"frontendIPConfiguration": None}, "InvalidRequestFormat"),
    ("loadBalancingRules", {"probe": {"id": "{id}/probes/none"}}, "InvalidResourceReference"),
    (
        "loadBalancingRules",
        {"backendAddressPool": {"id": "{id}-not/backendAddressPools/pool"}},
        "InvalidResourceReference",
    ),
    ("loadBalancingRules", {"probe": {"id": "{id}/frontends/x"}}, "InvalidResourceReference"),
    ("loadBalancingRules", {"probe": {"id": "none"}}, "LinkedInvalidPropertyId"),
    ("outboundRules", {"allocatedOutboundPorts": 1023}, "InvalidRequestFormat"),
    ("outboundRules", {"frontendIPConfigurations": []}, "InvalidRequestFormat"),
    ("outboundRules", {"backendAddressPool": None}, "InvalidRequestFormat"),
]


@pytest.mark.parametrize(("kind", "wrong", "code"), REFUSED)
def test_a_rule_that_cannot_be_is_refused(
    azure: Azure, kind: str, wrong: dict[str, Any], code: str
) -> None:
    id = f"{azure.group()}/{NETWORK}/loadBalancers/lb"
    front = {"publicIPAddress": {"id": address(azure, azure.group())}}
    right = rule(id) if kind == "loadBalancingRules" else outbound_rule(id)
    given = {
        name: {"id": value["id"].format(id=id)} if isinstance(value, dict) else value
        for name, value in wrong.items()
    }
    right["properties"] |= given

    answer = azure.owner.put(id, balancer_body(id, front, **{kind: [right]}))

    assert (answer.status, answer.code) == (400, code)
    assert azure.owner.get(id).status == 404


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"protocol": "Udp"}, "InvalidRequestFormat"),
        ({"port": 0}, "InvalidRequestFormat"),
        ({"intervalInSeconds": 4}, "InvalidRequestFormat"),
        ({"requestPath": None}, "ProbeRequestPathMustBeSpecified"),
        ({"protocol": "Tcp"}, "ProbeRequestPathMustBeEmpty"),
    ],
)
def test_a_probe_that_cannot_be_is_refused(azure: Azure, wrong: dict[str, Any], code: str) -> None:
    id = f"{azure.group()}/{NETWORK}/loadBalancers/lb"
    body = balancer_body(id, {"publicIPAddress": {"id": address(azure, azure.group())}})
    body["properties"]["probes"][0]["properties"] |= wrong

    answer = azure.owner.put(id, body)

    assert (answer.status, answer.code) == (400, code)


def test_two_rules_cannot_wait_at_the_same_place(azure: Azure) -> None:
    id = f"{azure.group()}/{NETWORK}/loadBalancers/lb"
    front = {"publicIPAddress": {"id": address(azure, azure.group())}}
    rules = [rule(id, "one"), rule(id, "two", backendPort=8443)]

    answer = azure.owner.put(id, balancer_body(id, front, loadBalancingRules=rules))

    assert (answer.status, answer.code) == (400, "RulesUseSameFrontendPortProtocolAndIPConfig")


def test_a_rule_beside_an_outbound_rule_must_not_translate(azure: Azure) -> None:
    id = f"{azure.group()}/{NETWORK}/loadBalancers/lb"
    front = {"publicIPAddress": {"id": address(azure, azure.group())}}
    lists = {
        "loadBalancingRules": [rule(id, disableOutboundSnat=False)],
        "outboundRules": [outbound_rule(id)],
    }

    answer = azure.owner.put(id, balancer_body(id, front, **lists))

    assert answer.code.startswith("LoadBalancingRuleMustDisableSNAT")


@pytest.mark.parametrize("front", [{}, {"subnet": None}, {"publicIPAddress": {}}])
def test_a_frontend_must_have_an_address(azure: Azure, front: dict[str, Any]) -> None:
    id = f"{azure.group()}/{NETWORK}/loadBalancers/lb"

    answer = azure.owner.put(id, balancer_body(id, front))

    assert answer.code == "LoadBalancerFrontendIPConfigurationMustHaveSubnetOrPublicIP"


def test_an_address_of_nowhere_and_an_address_elsewhere_are_refused(azure: Azure) -> None:
    group = azure.group()
    elsewhere = f"{group}/{NETWORK}/publicIPAddresses/far"
    azure.owner.put(elsewhere, {"location": "westeurope", "sku": {"name": "Standard"}})
    id = f"{group}/{NETWORK}/loadBalancers/lb"

    answers = [
        azure.owner.put(id, balancer_body(id, {"publicIPAddress": {"id": target}}))
        for target in (f"{group}/{NETWORK}/publicIPAddresses/none", elsewhere)
    ]

    assert [answer.code for answer in answers] == ["InvalidResourceReference"] * 2


def test_a_stale_etag_is_refused_and_none_is_needed(azure: Azure) -> None:
    id = balancer(azure, azure.group())
    body = azure.owner.get(id).json
    stale = {"if-match": body["etag"]}
    assert azure.owner.put(id, body, headers=stale).status == 200

    conflict = azure.owner.put(id, body, headers=stale)

    assert (conflict.status, conflict.code) == (412, "PreconditionFailed")
    assert azure.owner.put(id, body).status == 200


def test_the_address_of_a_frontend_must_be_joinable(azure: Azure) -> None:
    group = azure.group()
    ip = address(azure, azure.group("other"))
    somebody = azure.client(("Network Contributor", group))
    id = f"{group}/{NETWORK}/loadBalancers/lb"
    body = balancer_body(id, {"publicIPAddress": {"id": ip}})

    refused = somebody.put(id, body)

    assert (refused.status, refused.code) == (403, "LinkedAuthorizationFailed")
    assert "publicIPAddresses/join/action" in refused.message
    azure.assign(somebody.principal, "Network Contributor", ip)
    assert somebody.put(id, body).status == 201


def test_joining_a_pool_needs_the_right_to(azure: Azure) -> None:
    group = azure.group()
    pool = f"{balancer(azure, azure.group('other'))}/backendAddressPools/pool"
    subnet = network(azure, group)
    somebody = azure.client(("Network Contributor", group))
    configuration = {
        "name": "one",
        "properties": {
            "subnet": {"id": subnet},
            "loadBalancerBackendAddressPools": [{"id": pool}],
        },
    }
    body = {"location": "eastus", "properties": {"ipConfigurations": [configuration]}}

    answer = somebody.put(f"{group}/{NETWORK}/networkInterfaces/nic", body)

    assert (answer.status, answer.code) == (403, "LinkedAuthorizationFailed")
    assert "loadBalancers/backendAddressPools/join/action" in answer.message
