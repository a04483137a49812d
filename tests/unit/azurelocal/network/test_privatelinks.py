"""Private link services and private endpoints: who may connect, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.azurelocal.network.world import NETWORK, balancer, make, network, without_etags

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Answer, Azure, Client

STATE = "privateLinkServiceConnectionState"


def subnet_without_policies(azure: Azure, group: str, name: str = "net") -> str:
    subnet = network(azure, group, name)
    body = azure.owner.get(subnet).json
    body["properties"]["privateLinkServiceNetworkPolicies"] = "Disabled"
    assert azure.owner.put(subnet, body).status == 200
    return subnet


def service_body(subnet: str, front: str, **more: Any) -> dict[str, Any]:
    configuration = {"name": "one", "properties": {"subnet": {"id": subnet}}}
    return {
        "location": "eastus",
        "properties": {
            "loadBalancerFrontendIpConfigurations": [{"id": front}],
            "ipConfigurations": [configuration],
            **more,
        },
    }


def service(azure: Azure, **more: Any) -> str:
    """Make a private link service behind an internal load balancer."""
    group = azure.group("service")
    subnet = subnet_without_policies(azure, group)
    front = f"{balancer(azure, group, front={'subnet': {'id': subnet}})}"
    id = f"{group}/{NETWORK}/privateLinkServices/pls"
    body = service_body(subnet, f"{front}/frontendIPConfigurations/front", **more)
    answer = azure.owner.put(id, body)
    assert answer.status == 201, answer.content
    return id


def connect(
    azure: Azure,
    target: str,
    *,
    by: str = "privateLinkServiceConnections",
    who: Client | None = None,
) -> Answer:
    """Make an endpoint in a network of its own."""
    group = azure.group()
    subnet = network(azure, group, "client", "10.9")
    connection = {"name": "c", "properties": {"privateLinkServiceId": target}}
    body = {"location": "eastus", "properties": {"subnet": {"id": subnet}, by: [connection]}}
    return (who or azure.owner).put(f"{group}/{NETWORK}/privateEndpoints/pe", body)


def state_of(answer: Answer) -> str:
    properties = answer.json["properties"]
    kinds = ("privateLinkServiceConnections", "manualPrivateLinkServiceConnections")
    (connection,) = [one for kind in kinds for one in properties[kind]]
    return connection["properties"][STATE]["status"]


def test_a_service_has_an_alias_and_an_address_and_keeps_them(azure: Azure) -> None:
    id = service(azure)
    first = azure.owner.get(id).json

    again = azure.owner.put(id, first).json

    assert without_etags(again) == without_etags(first)
    guid = first["properties"]["resourceGuid"]
    assert first["properties"]["alias"] == f"pls.{guid}.eastus.azure.privatelinkservice"
    configuration = first["properties"]["ipConfigurations"][0]["properties"]
    assert configuration["privateIPAddress"] == "10.0.0.5"
    assert first["properties"]["privateEndpointConnections"] == []


def test_a_service_needs_a_subnet_without_policies(azure: Azure) -> None:
    group = azure.group()
    subnet = network(azure, group)
    front = f"{balancer(azure, group, front={'subnet': {'id': subnet}})}/frontendIPConfigurations"

    body = service_body(subnet, f"{front}/front")
    answer = azure.owner.put(f"{group}/{NETWORK}/privateLinkServices/pls", body)

    assert answer.code == "PrivateLinkServiceCannotBeCreatedInSubnetThatHasNetworkPoliciesEnabled"


@pytest.mark.parametrize("frontends", [None, [], [{"id": "{lb}/frontendIPConfigurations/none"}]])
def test_a_service_needs_a_frontend_that_is_there(azure: Azure, frontends: Any) -> None:
    group = azure.group()
    subnet = subnet_without_policies(azure, group)
    lb = balancer(azure, group, front={"subnet": {"id": subnet}})
    given = [{"id": one["id"].format(lb=lb)} for one in frontends] if frontends else frontends
    body = service_body(subnet, "", loadBalancerFrontendIpConfigurations=given)

    answer = azure.owner.put(f"{group}/{NETWORK}/privateLinkServices/pls", body)

    assert answer.status == 400
    assert answer.code == ("InvalidResourceReference" if given else "InvalidRequestFormat")


def test_an_endpoint_has_an_interface_with_an_address_in_its_subnet(azure: Azure) -> None:
    made = connect(azure, service(azure))

    assert made.status == 201, made.content
    id = made.json["id"]
    (interface,) = made.json["properties"]["networkInterfaces"]
    nic = azure.owner.get(interface["id"]).json
    configuration = nic["properties"]["ipConfigurations"][0]
    assert configuration["properties"]["privateIPAddress"] == "10.9.0.4"
    assert nic["properties"]["privateEndpoint"] == {"id": id}
    expanded = azure.owner.get(id, query="$expand=networkInterfaces").json["properties"]
    assert expanded["networkInterfaces"] == [nic]
    subnet = azure.owner.get(made.json["properties"]["subnet"]["id"]).json["properties"]
    assert subnet["privateEndpoints"] == [{"id": id}]
    assert subnet["ipConfigurations"] == [{"id": configuration["id"]}]


def test_an_endpoint_may_choose_its_address_and_the_name_of_its_interface(azure: Azure) -> None:
    target = service(azure)
    group = azure.group()
    subnet = network(azure, group, "client", "10.9")
    properties = {
        "subnet": {"id": subnet},
        "privateLinkServiceConnections": [
            {"name": "c", "properties": {"privateLinkServiceId": target}}
        ],
        "customNetworkInterfaceName": "mine",
        "ipConfigurations": [{"name": "x", "properties": {"privateIPAddress": "10.9.0.77"}}],
    }

    make(azure, f"{group}/{NETWORK}/privateEndpoints/pe", properties)

    nic = azure.owner.get(f"{group}/{NETWORK}/networkInterfaces/mine").json["properties"]
    assert nic["ipConfigurations"][0]["properties"]["privateIPAddress"] == "10.9.0.77"


def test_writing_an_endpoint_again_keeps_its_interface(azure: Azure) -> None:
    made = connect(azure, service(azure)).json

    again = azure.owner.put(made["id"], made)

    assert again.status == 200
    assert without_etags(again.json) == without_etags(made)


def test_the_interface_of_an_endpoint_goes_with_it_and_not_before(azure: Azure) -> None:
    target = service(azure)
    made = connect(azure, target).json
    nic = made["properties"]["networkInterfaces"][0]["id"]

    refused = azure.owner.delete(nic)

    assert refused.status == 400
    assert azure.owner.delete(made["id"]).status == 200
    assert azure.owner.get(nic).status == 404
    assert azure.owner.get(target).json["properties"]["privateEndpointConnections"] == []


def test_a_service_with_connections_stays(azure: Azure) -> None:
    target = service(azure)
    endpoint = connect(azure, target).json["id"]

    refused = azure.owner.delete(target)

    assert refused.status == 400
    assert refused.code == "PrivateLinkServiceCannotBeDeletedWhenPrivateEndpointConnectionsExist"
    azure.owner.delete(endpoint)
    assert azure.owner.delete(target).status == 200


def test_the_frontend_of_a_service_stays(azure: Azure) -> None:
    target = service(azure)
    front = azure.owner.get(target).json["properties"]["loadBalancerFrontendIpConfigurations"][0]

    refused = azure.owner.delete(front["id"].partition("/frontendIPConfigurations/")[0])

    assert (refused.status, refused.code) == (400, "InUseFrontendIPConfigurationCannotBeDeleted")


def test_who_asks_by_hand_waits_for_approval(azure: Azure) -> None:
    target = service(azure)
    made = connect(azure, target, by="manualPrivateLinkServiceConnections")
    (connection,) = azure.owner.get(f"{target}/privateEndpointConnections").json["value"]
    approved = {"properties": {STATE: {"status": "Approved", "description": "welcome"}}}

    answer = azure.owner.put(connection["id"], approved)

    assert state_of(made) == "Pending"
    assert answer.status == 200
    assert answer.json["properties"]["privateEndpoint"] == {"id": made.json["id"]}
    assert state_of(azure.owner.get(made.json["id"])) == "Approved"
    refused = {"properties": {STATE: {"status": "Maybe"}}}
    assert azure.owner.put(connection["id"], refused).status == 400


def test_a_connection_that_is_removed_leaves_the_endpoint_disconnected(azure: Azure) -> None:
    target = service(azure)
    made = connect(azure, target)
    (connection,) = azure.owner.get(target).json["properties"]["privateEndpointConnections"]

    assert azure.owner.delete(connection["id"]).status == 200

    assert state_of(azure.owner.get(made.json["id"])) == "Disconnected"
    assert azure.owner.delete(target).status == 200


def test_writing_a_service_leaves_its_connections_alone(azure: Azure) -> None:
    target = service(azure)
    made = connect(azure, target)
    body = azure.owner.get(target).json
    before = body["properties"].pop("privateEndpointConnections")

    after = azure.owner.put(target, body).json["properties"]["privateEndpointConnections"]

    assert [one["id"] for one in after] == [one["id"] for one in before]
    assert state_of(azure.owner.get(made.json["id"])) == "Approved"


def test_nobody_makes_a_connection_without_an_endpoint(azure: Azure) -> None:
    target = service(azure)
    body = {"properties": {STATE: {"status": "Approved"}}}

    answer = azure.owner.put(f"{target}/privateEndpointConnections/made-up", body)

    assert answer.status == 404


def test_a_service_is_found_by_its_alias_by_those_who_may_see_it(azure: Azure) -> None:
    hidden = service(azure)
    alias = azure.owner.get(hidden).json["properties"]["alias"]
    manual = "manualPrivateLinkServiceConnections"
    refused = connect(azure, alias, by=manual)
    body = azure.owner.get(hidden).json
    body["properties"]["visibility"] = {"subscriptions": ["*"]}
    azure.owner.put(hidden, body)

    group = azure.group()
    subnet = f"{group}/{NETWORK}/virtualNetworks/client/subnets/default"
    connection = {"name": "c", "properties": {"privateLinkServiceId": alias}}
    endpoint = {
        "location": "eastus",
        "properties": {"subnet": {"id": subnet}, manual: [connection]},
    }
    made = azure.owner.put(f"{group}/{NETWORK}/privateEndpoints/pe", endpoint)

    assert (refused.status, refused.code) == (400, "PrivateLinkServiceIdIsNotFound")
    assert (made.status, state_of(made)) == (201, "Pending")


def test_a_service_lets_in_at_once_whom_it_trusts(azure: Azure) -> None:
    own = azure.subscription.rpartition("/")[2]
    target = service(azure, autoApproval={"subscriptions": [own]})

    made = connect(azure, target, by="manualPrivateLinkServiceConnections")

    assert state_of(made) == "Approved"


def test_approving_ones_own_endpoint_needs_the_right_to(azure: Azure) -> None:
    target = service(azure)
    somebody = azure.client(("Network Contributor", azure.group()))

    answer = connect(azure, target, who=somebody)

    assert (answer.status, answer.code) == (403, "LinkedAuthorizationFailed")
    assert "privateEndpointConnectionsApproval/action" in answer.message


def test_endpoints_of_other_services_are_refused(azure: Azure) -> None:
    account = f"{azure.group()}/providers/Microsoft.Storage/storageAccounts/some"

    answer = connect(azure, account)

    assert (answer.status, answer.code) == (400, "PrivateEndpointTargetNotSupported")


@pytest.mark.parametrize("connections", [None, [], [{"name": "c"}], [{}, {}]])
def test_an_endpoint_without_a_connection_is_refused(azure: Azure, connections: Any) -> None:
    subnet = network(azure, azure.group())
    properties = {"subnet": {"id": subnet}, "privateLinkServiceConnections": connections}
    body = {"location": "eastus", "properties": properties}

    answer = azure.owner.put(f"{azure.group()}/{NETWORK}/privateEndpoints/pe", body)

    assert answer.status == 400


def test_a_zone_group_writes_the_names_of_an_endpoint(azure: Azure) -> None:
    target = service(azure, fqdns=["api.demo.internal"])
    endpoint = connect(azure, target).json
    group = azure.group()
    zone = f"{group}/{NETWORK}/privateDnsZones/demo.internal"
    azure.owner.put(zone, {"location": "global"})
    config = {"name": "demo", "properties": {"privateDnsZoneId": zone}}
    id = f"{endpoint['id']}/privateDnsZoneGroups/default"

    made = azure.owner.put(id, {"properties": {"privateDnsZoneConfigs": [config]}})

    assert made.status == 201, made.content
    named = {"fqdn": "api.demo.internal", "ipAddresses": ["10.9.0.4"]}
    assert azure.owner.get(endpoint["id"]).json["properties"]["customDnsConfigs"] == [named]
    record = azure.owner.get(f"{zone}/A/api").json["properties"]
    assert record["aRecords"] == [{"ipv4Address": "10.9.0.4"}]
    assert azure.owner.put(f"{id}-two", {"properties": {}}).status == 400
    assert azure.owner.delete(endpoint["id"]).status == 200
    assert azure.owner.get(f"{zone}/A/api").status == 404


def test_a_group_whose_service_is_used_from_elsewhere_stays(azure: Azure) -> None:
    target = service(azure)
    connect(azure, target)

    answer = azure.owner.delete(azure.group("service"))

    assert (answer.status, answer.code) == (409, "ResourceGroupDeletionBlocked")
    assert target.lower() in answer.message
