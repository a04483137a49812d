"""Microsoft's Python libraries for networks and DNS: every type is made, read, changed and deleted.

Bodies are written as they go over the wire where that says more; the rest uses the models.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from azure.core import MatchConditions
from azure.core.exceptions import (
    HttpResponseError,
    ResourceExistsError,
    ResourceModifiedError,
    ResourceNotFoundError,
)
from azure.mgmt.dns import DnsManagementClient
from azure.mgmt.network import NetworkManagementClient
from azure.mgmt.network import models as network_models
from azure.mgmt.privatedns import PrivateDnsManagementClient
from azure.mgmt.resource.resources import ResourceManagementClient

from tests.integration.azurelocal.running import serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from azure.core.polling import LROPoller

    from tests.integration.azurelocal.running import Server

Body = dict[str, Any]
HERE: Body = {"location": "eastus"}
STANDARD: Body = {**HERE, "sku": {"name": "Standard"}}


@dataclass
class Azure:
    """A client, and a group for what a test makes with it."""

    client: Any
    subscription: str
    group: str

    def id(self, path: str) -> str:
        """The ID of something in the group."""
        scope = f"/subscriptions/{self.subscription}/resourceGroups/{self.group}"
        return f"{scope}/providers/Microsoft.Network/{path}"

    def put(self, operations: str, *names: str, body: Any) -> Any:
        """Make something, and wait until it is there."""
        poller: LROPoller[Any] = getattr(self.client, operations).begin_create_or_update(
            self.group, *names, body
        )
        return poller.result(30)

    def network(self, name: str = "net", space: str = "10.0") -> str:
        """Make a virtual network with one subnet, and give the ID of the subnet."""
        subnet = {
            "addressPrefix": f"{space}.0.0/24",
            "privateLinkServiceNetworkPolicies": "Disabled",
        }
        properties = {
            "addressSpace": {"addressPrefixes": [f"{space}.0.0/16"]},
            "subnets": [{"name": "default", "properties": subnet}],
        }
        self.put("virtual_networks", name, body={**HERE, "properties": properties})
        return self.id(f"virtualNetworks/{name}/subnets/default")

    def balancer(self, name: str = "internal") -> str:
        """Make an internal load balancer, and give the ID of its frontend."""
        front = {"subnet": {"id": self.network(f"{name}-net")}}
        lists = {"frontendIPConfigurations": [{"name": "front", "properties": front}]}
        pools = {"backendAddressPools": [{"name": "pool"}]}
        body = {**STANDARD, "properties": {**lists, **pools}}
        self.put("load_balancers", name, body=body)
        return self.id(f"loadBalancers/{name}/frontendIPConfigurations/front")

    def service(self, name: str = "service") -> str:
        """Make a private link service."""
        front = self.balancer()
        subnet = self.id("virtualNetworks/internal-net/subnets/default")
        configuration = {"name": "one", "properties": {"subnet": {"id": subnet}}}
        properties = {
            "loadBalancerFrontendIpConfigurations": [{"id": front}],
            "ipConfigurations": [configuration],
        }
        self.put("private_link_services", name, body={**HERE, "properties": properties})
        return self.id(f"privateLinkServices/{name}")

    def endpoint(self, name: str = "endpoint") -> str:
        """Make a private endpoint of a service of its own."""
        connection = {"name": "c", "properties": {"privateLinkServiceId": self.service()}}
        subnet = self.network("client", "10.9")
        properties = {"subnet": {"id": subnet}, "privateLinkServiceConnections": [connection]}
        self.put("private_endpoints", name, body={**HERE, "properties": properties})
        return self.id(f"privateEndpoints/{name}")


@pytest.fixture
def azure(server: Server, group: str) -> Azure:
    return Azure(server.client(NetworkManagementClient), server.subscription, group)


@pytest.fixture
def dns(server: Server) -> Any:
    return server.client(DnsManagementClient)


@pytest.fixture
def private_dns(server: Server) -> Any:
    return server.client(PrivateDnsManagementClient)


def interface(azure: Azure) -> Body:
    subnet = {"subnet": {"id": azure.network()}}
    return {**HERE, "properties": {"ipConfigurations": [{"name": "a", "properties": subnet}]}}


def balancer(azure: Azure) -> Body:
    subnet = {"subnet": {"id": azure.network()}}
    front = [{"name": "front", "properties": subnet}]
    return {**STANDARD, "properties": {"frontendIPConfigurations": front}}


def service(azure: Azure) -> Body:
    id = azure.service("model")
    found = azure.client.private_link_services.get(azure.group, id.rpartition("/")[2])
    frontends = [{"id": one.id} for one in found.load_balancer_frontend_ip_configurations]
    subnet = {"subnet": {"id": found.ip_configurations[0].subnet.id}}
    configurations = [{"name": "one", "properties": subnet}]
    names = ("loadBalancerFrontendIpConfigurations", "ipConfigurations")
    return {**HERE, "properties": dict(zip(names, (frontends, configurations), strict=True))}


def endpoint(azure: Azure) -> Body:
    connection = {"name": "c", "properties": {"privateLinkServiceId": azure.service()}}
    subnet = azure.network("client", "10.9")
    return {
        **HERE,
        "properties": {"subnet": {"id": subnet}, "privateLinkServiceConnections": [connection]},
    }


@dataclass(frozen=True)
class Kind:
    """One type of resource in a group, by the name of its operations."""

    operations: str
    body: Callable[[Azure], Body]
    everywhere: str = "list_all"
    changes: str = "update_tags"


KINDS = [
    Kind("virtual_networks", lambda _: {**HERE, "properties": {"addressSpace": SPACE}}),
    Kind("network_security_groups", lambda _: HERE),
    Kind("application_security_groups", lambda _: HERE),
    Kind("route_tables", lambda _: HERE),
    Kind("public_ip_addresses", lambda _: STANDARD),
    Kind("public_ip_prefixes", lambda _: {**STANDARD, "properties": {"prefixLength": 30}}),
    Kind("nat_gateways", lambda _: STANDARD),
    Kind("network_interfaces", interface),
    Kind("load_balancers", balancer),
    Kind("private_link_services", service, everywhere="list_by_subscription", changes=""),
    Kind("private_endpoints", endpoint, everywhere="list_by_subscription", changes=""),
]
SPACE: Body = {"addressPrefixes": ["10.7.0.0/16"]}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.operations)
def test_a_resource_is_made_read_changed_listed_and_deleted(azure: Azure, kind: Kind) -> None:
    operations = getattr(azure.client, kind.operations)
    body = kind.body(azure)

    made = azure.put(kind.operations, "one", body=body)
    read = operations.get(azure.group, "one")
    changed = azure.put(kind.operations, "one", body={**body, "tags": {"a": "1"}})
    listed = [one.name for one in operations.list(azure.group)]
    everywhere = [one.id for one in getattr(operations, kind.everywhere)()]

    assert made.provisioning_state == "Succeeded"
    assert (read.id, read.etag, read.location) == (made.id, made.etag, "eastus")
    assert (changed.tags, changed.id) == ({"a": "1"}, made.id)
    assert changed.etag != made.etag
    assert "one" in listed
    assert made.id in everywhere
    if kind.changes:
        tagged = getattr(operations, kind.changes)(azure.group, "one", {"tags": {"b": "2"}})
        assert tagged.tags["b"] == "2"
    operations.begin_delete(azure.group, "one").result(30)
    with pytest.raises(ResourceNotFoundError):
        operations.get(azure.group, "one")
    operations.begin_delete(azure.group, "one").result(30)


@dataclass(frozen=True)
class Part:
    """One type of part of a resource, which is written by itself."""

    operations: str
    parent: str
    body: Body
    make: Body = field(default_factory=lambda: HERE)
    listing: str = "list"


RULE = {
    "protocol": "Tcp",
    "access": "Allow",
    "direction": "Inbound",
    "priority": 500,
    "sourceAddressPrefix": "*",
    "sourcePortRange": "*",
    "destinationAddressPrefix": "*",
    "destinationPortRange": "443",
}
WIDE: Body = {**HERE, "properties": {"addressSpace": SPACE}}
PARTS = [
    Part("security_rules", "network_security_groups", RULE),
    Part("subnets", "virtual_networks", {"addressPrefix": "10.7.1.0/24"}, WIDE),
    Part("routes", "route_tables", {"addressPrefix": "10.0.0.0/8", "nextHopType": "None"}),
    Part("load_balancer_backend_address_pools", "load_balancers", {}, STANDARD),
]


@pytest.mark.parametrize("kind", PARTS, ids=lambda kind: kind.operations)
def test_a_part_is_made_read_changed_listed_and_deleted(azure: Azure, kind: Part) -> None:
    azure.put(kind.parent, "owner", body=kind.make)
    operations = getattr(azure.client, kind.operations)
    body = {"properties": kind.body}

    made = azure.put(kind.operations, "owner", "one", body=body)
    read = operations.get(azure.group, "owner", "one")
    again = azure.put(kind.operations, "owner", "one", body=read)
    listed = [one.name for one in operations.list(azure.group, "owner")]

    assert made.provisioning_state == again.provisioning_state == "Succeeded"
    assert (read.id, read.etag) == (made.id, made.etag)
    assert listed == ["one"]
    operations.begin_delete(azure.group, "owner", "one").result(30)
    with pytest.raises(ResourceNotFoundError):
        operations.get(azure.group, "owner", "one")
    with pytest.raises(ResourceNotFoundError):
        azure.put(kind.operations, "nobody", "one", body=body)


def test_a_load_balancer_made_of_models_shows_all_its_parts(azure: Azure) -> None:
    sub, models = network_models.SubResource, network_models
    address = azure.put("public_ip_addresses", "ip", body=STANDARD)
    id = azure.id("loadBalancers/lb")
    front, pool, probe = (
        sub(id=f"{id}/{kind}")
        for kind in (
            "frontendIPConfigurations/front",
            "backendAddressPools/pool",
            "probes/probe",
        )
    )
    balancing = models.LoadBalancingRule(
        name="rule",
        frontend_ip_configuration=front,
        backend_address_pool=pool,
        probe=probe,
        protocol="Tcp",
        frontend_port=443,
        backend_port=443,
        enable_floating_ip=True,
        disable_outbound_snat=True,
    )
    outbound = models.OutboundRule(
        name="out",
        frontend_ip_configurations=[front],
        backend_address_pool=pool,
        protocol="All",
        allocated_outbound_ports=1024,
    )
    body = models.LoadBalancer(
        location="eastus",
        sku=models.LoadBalancerSku(name="Standard"),
        frontend_ip_configurations=[
            models.FrontendIPConfiguration(name="front", public_ip_address=address)
        ],
        backend_address_pools=[models.BackendAddressPool(name="pool")],
        probes=[
            models.Probe(
                name="probe",
                protocol="Http",
                port=10256,
                request_path="/healthz",
                interval_in_seconds=5,
            )
        ],
        load_balancing_rules=[balancing],
        outbound_rules=[outbound],
    )

    made = azure.put("load_balancers", "lb", body=body)

    client = azure.client
    assert made.load_balancing_rules[0].enable_floating_ip is True
    assert made.frontend_ip_configurations[0].public_ip_address.id == address.id
    assert [one.id for one in made.probes[0].load_balancing_rules] == [
        f"{id}/loadBalancingRules/rule"
    ]
    for operations, name in (
        ("load_balancer_frontend_ip_configurations", "front"),
        ("load_balancer_backend_address_pools", "pool"),
        ("load_balancer_probes", "probe"),
        ("load_balancer_load_balancing_rules", "rule"),
        ("load_balancer_outbound_rules", "out"),
    ):
        (listed,) = getattr(client, operations).list(azure.group, "lb")
        assert getattr(client, operations).get(azure.group, "lb", name).id == listed.id
    nat = {
        "frontendIPConfiguration": {"id": front.id},
        "protocol": "Tcp",
        "frontendPort": 2222,
        "backendPort": 22,
    }
    azure.put("inbound_nat_rules", "lb", "ssh", body={"properties": nat})
    assert [one.name for one in client.inbound_nat_rules.list(azure.group, "lb")] == ["ssh"]
    client.inbound_nat_rules.begin_delete(azure.group, "lb", "ssh").result(30)
    assert list(client.inbound_nat_rules.list(azure.group, "lb")) == []
    with pytest.raises(HttpResponseError) as refused:
        client.public_ip_addresses.begin_delete(azure.group, "ip").result(30)
    assert refused.value.error is not None
    assert refused.value.error.code == "PublicIPAddressCannotBeDeleted"


def test_two_networks_are_peered(azure: Azure) -> None:
    names = [("one", "10.1"), ("two", "10.2")]
    ids = [azure.network(*given).rpartition("/subnets/")[0] for given in names]
    peerings = azure.client.virtual_network_peerings

    for own, other in ((0, 1), (1, 0)):
        body = {"properties": {"remoteVirtualNetwork": {"id": ids[other]}}}
        azure.put("virtual_network_peerings", names[own][0], "peer", body=body)

    assert peerings.get(azure.group, "one", "peer").peering_state == "Connected"
    assert [one.name for one in peerings.list(azure.group, "two")] == ["peer"]
    peerings.begin_delete(azure.group, "two", "peer").result(30)
    assert peerings.get(azure.group, "one", "peer").peering_state == "Disconnected"


def test_a_private_endpoint_is_connected_and_approved(azure: Azure) -> None:
    endpoint = azure.endpoint()
    services, endpoints = azure.client.private_link_services, azure.client.private_endpoints

    found = endpoints.get(azure.group, "endpoint", expand="networkInterfaces")
    (connection,) = services.list_private_endpoint_connections(azure.group, "service")
    rejected = {"properties": {"privateLinkServiceConnectionState": {"status": "Rejected"}}}
    services.update_private_endpoint_connection(azure.group, "service", connection.name, rejected)

    (nic,) = found.network_interfaces
    assert nic.ip_configurations[0].private_ip_address == "10.9.0.4"
    assert connection.private_endpoint.id == endpoint
    again = endpoints.get(azure.group, "endpoint").private_link_service_connections[0]
    assert again.private_link_service_connection_state.status == "Rejected"
    services.begin_delete_private_endpoint_connection(
        azure.group, "service", connection.name
    ).result(30)
    assert list(services.list_private_endpoint_connections(azure.group, "service")) == []


def test_a_zone_group_of_a_private_endpoint(azure: Azure, private_dns: Any) -> None:
    azure.endpoint()
    zones = private_dns.private_zones
    zone = zones.begin_create_or_update(azure.group, "demo.internal", ANYWHERE).result(30)
    config = {"name": "demo", "properties": {"privateDnsZoneId": zone.id}}
    groups = azure.client.private_dns_zone_groups

    body = {"properties": {"privateDnsZoneConfigs": [config]}}
    azure.put("private_dns_zone_groups", "endpoint", "default", body=body)

    assert groups.get(azure.group, "endpoint", "default").provisioning_state == "Succeeded"
    assert [one.name for one in groups.list("endpoint", azure.group)] == ["default"]
    groups.begin_delete(azure.group, "endpoint", "default").result(30)
    assert list(groups.list("endpoint", azure.group)) == []


def test_a_missing_parent_and_a_missing_reference_have_errors_of_their_own(azure: Azure) -> None:
    body = interface(azure)
    configuration = body["properties"]["ipConfigurations"][0]
    configuration["properties"]["subnet"]["id"] += "-not"

    with pytest.raises(HttpResponseError) as refused:
        azure.put("network_interfaces", "nic", body=body)

    assert refused.value.status_code == 400
    assert refused.value.error is not None
    assert refused.value.error.code == "InvalidResourceReference"
    with pytest.raises(ResourceNotFoundError):
        azure.client.subnets.get(azure.group, "none", "default")
    with pytest.raises(ResourceNotFoundError):
        azure.client.virtual_networks.get("no-such-group", "none")


def test_an_old_etag_is_a_conflict(azure: Azure) -> None:
    balancers = azure.client.load_balancers
    made = azure.put("load_balancers", "lb", body=STANDARD)
    stale = {"If-Match": made.etag}
    balancers.begin_create_or_update(azure.group, "lb", STANDARD, headers=stale).result(30)

    with pytest.raises(HttpResponseError) as refused:
        balancers.begin_create_or_update(azure.group, "lb", STANDARD, headers=stale).result(30)

    assert refused.value.status_code == 412
    assert refused.value.error is not None
    assert refused.value.error.code == "PreconditionFailed"


ANYWHERE: Body = {"location": "global"}
RECORDS: dict[str, tuple[Any, Any]] = {
    "A": ("a_records", {"ipv4Address": "203.0.113.10"}),
    "AAAA": ("aaaa_records", {"ipv6Address": "2001:db8::1"}),
    "CNAME": ("cname_record", {"cname": "example.org"}),
    "MX": ("mx_records", {"preference": 10, "exchange": "mail.example.org"}),
    "NS": ("ns_records", {"nsdname": "ns.example.org."}),
    "PTR": ("ptr_records", {"ptrdname": "host.example.org"}),
    "SRV": ("srv_records", {"priority": 1, "weight": 2, "port": 3, "target": "a.example.org"}),
    "TXT": ("txt_records", {"value": ["one", "two"]}),
    "CAA": ("caa_records", {"flags": 0, "tag": "issue", "value": "ca.example.org"}),
}


def wire(type: str, *, private: bool) -> Body:
    """The properties of a record set as they go over the wire."""
    lists = {"CAA": "caaRecords"}
    name = lists.get(type, f"{type}Record{'' if type == 'CNAME' else 's'}")
    value = RECORDS[type][1] if type == "CNAME" else [RECORDS[type][1]]
    if private:
        return {"ttl": 60, f"{type.lower()}{name.removeprefix(type)}": value}
    return {"TTL": 60, name: value}


def test_a_public_zone_is_made_read_changed_listed_and_deleted(azure: Azure, dns: Any) -> None:
    name = f"{azure.group}.example.com"

    made = dns.zones.create_or_update(azure.group, name, ANYWHERE)
    changed = dns.zones.update(azure.group, name, {"tags": {"a": "1"}})

    assert len(made.name_servers) == 4
    assert made.number_of_record_sets == 2
    assert changed.tags == {"a": "1"}
    assert dns.zones.get(azure.group, name).id == made.id
    assert [one.name for one in dns.zones.list_by_resource_group(azure.group)] == [name]
    assert made.id in [one.id for one in dns.zones.list()]
    dns.zones.begin_delete(azure.group, name).result(30)
    with pytest.raises(ResourceNotFoundError):
        dns.zones.get(azure.group, name)


@pytest.mark.parametrize("type", RECORDS)
def test_a_public_record_set_is_made_read_changed_listed_and_deleted(
    azure: Azure, dns: Any, type: str
) -> None:
    zone = f"{azure.group}.example.com"
    dns.zones.create_or_update(azure.group, zone, ANYWHERE)
    sets, place = dns.record_sets, (azure.group, zone, "www", type)

    made = sets.create_or_update(*place, {"properties": wire(type, private=False)})
    read = sets.get(*place)
    read.ttl = 120
    changed = sets.create_or_update(*place, read, if_match=read.etag)
    patched = sets.update(*place, {"properties": {"metadata": {"a": "b"}}})
    listed = list(sets.list_by_type(azure.group, zone, type))

    attribute = RECORDS[type][0]
    assert made.fqdn == f"www.{zone}."
    assert getattr(made, attribute) is not None
    assert getattr(changed, attribute) == getattr(read, attribute)
    assert (changed.ttl, patched.ttl, patched.metadata) == (120, 120, {"a": "b"})
    assert "www" in [one.name for one in listed]
    sets.delete(*place)
    with pytest.raises(ResourceNotFoundError):
        sets.get(*place)
    sets.delete(*place)


def test_public_record_sets_are_listed_in_pages(azure: Azure, dns: Any) -> None:
    zone = f"{azure.group}.example.com"
    dns.zones.create_or_update(azure.group, zone, ANYWHERE)
    body = {"properties": wire("A", private=False)}
    wanted = sorted(f"n{number}.apps" for number in range(5))
    for name in wanted:
        dns.record_sets.create_or_update(azure.group, zone, name, "A", body)

    pages = list(dns.record_sets.list_by_type(azure.group, zone, "A", top=2).by_page())
    everything = list(dns.record_sets.list_by_dns_zone(azure.group, zone, top=3))
    all_of_them = list(dns.record_sets.list_all_by_dns_zone(azure.group, zone))
    some = list(dns.record_sets.list_by_dns_zone(azure.group, zone, recordsetnamesuffix="apps"))

    assert len(pages) == 3
    assert len(everything) == len(all_of_them) == 7
    assert sorted(one.name for one in some) == wanted


def test_a_public_record_set_must_be_new_or_as_it_was(azure: Azure, dns: Any) -> None:
    zone = f"{azure.group}.example.com"
    dns.zones.create_or_update(azure.group, zone, ANYWHERE)
    place, body = (azure.group, zone, "www", "A"), {"properties": wire("A", private=False)}
    dns.record_sets.create_or_update(*place, body, if_none_match="*")

    for condition in ({"if_none_match": "*"}, {"if_match": "stale"}):
        with pytest.raises(HttpResponseError) as refused:
            dns.record_sets.create_or_update(*place, body, **condition)
        assert refused.value.status_code == 412
    with pytest.raises(ResourceNotFoundError):
        dns.record_sets.create_or_update(azure.group, f"no.{zone}", "www", "A", body)


def test_a_private_zone_is_made_read_changed_listed_and_deleted(
    azure: Azure, private_dns: Any
) -> None:
    name, zones = f"{azure.group}.internal.example", private_dns.private_zones

    made = zones.begin_create_or_update(azure.group, name, ANYWHERE).result(30)
    changed = zones.begin_update(azure.group, name, {"tags": {"a": "1"}}).result(30)

    assert made.properties.provisioning_state == "Succeeded"
    assert made.properties.number_of_record_sets == 1
    assert changed.tags == {"a": "1"}
    assert zones.get(azure.group, name).id == made.id
    assert [one.name for one in zones.list_by_resource_group(azure.group)] == [name]
    assert made.id in [one.id for one in zones.list()]
    zones.begin_delete(azure.group, name).result(30)
    with pytest.raises(ResourceNotFoundError):
        zones.get(azure.group, name)


def test_a_link_is_made_read_changed_listed_and_deleted(azure: Azure, private_dns: Any) -> None:
    zone = "internal.example"
    private_dns.private_zones.begin_create_or_update(azure.group, zone, ANYWHERE).result(30)
    network = azure.network().rpartition("/subnets/")[0]
    properties = {"virtualNetwork": {"id": network}, "registrationEnabled": False}
    links, place = private_dns.virtual_network_links, (azure.group, zone, "link")

    body = {**ANYWHERE, "properties": properties}
    made = links.begin_create_or_update(*place, body).result(30)
    changed = links.begin_update(*place, {"tags": {"a": "1"}}).result(30)

    assert made.properties.virtual_network_link_state == "Completed"
    assert changed.tags == {"a": "1"}
    assert links.get(*place).properties.virtual_network.id == network
    assert [one.name for one in links.list(azure.group, zone)] == ["link"]
    with pytest.raises(ResourceExistsError):
        private_dns.private_zones.begin_delete(azure.group, zone).result(30)
    links.begin_delete(*place).result(30)
    with pytest.raises(ResourceNotFoundError):
        links.get(*place)


@pytest.mark.parametrize("type", [type for type in RECORDS if type not in ("NS", "CAA")])
def test_a_private_record_set_is_made_read_changed_listed_and_deleted(
    azure: Azure, private_dns: Any, type: str
) -> None:
    zone, sets = "internal.example", private_dns.record_sets
    private_dns.private_zones.begin_create_or_update(azure.group, zone, ANYWHERE).result(30)
    place = (azure.group, zone, type, "*.apps")

    made = sets.create_or_update(*place, {"properties": wire(type, private=True)})
    read = sets.get(*place)
    patched = sets.update(*place, {"properties": {"ttl": 120}})

    attribute = RECORDS[type][0]
    assert made.properties.fqdn == f"*.apps.{zone}."
    assert getattr(made.properties, attribute) == getattr(read.properties, attribute)
    assert getattr(patched.properties, attribute) == getattr(read.properties, attribute)
    assert patched.properties.ttl == 120
    assert [one.name for one in sets.list_by_type(azure.group, zone, type)] == ["*.apps"]
    assert len(list(sets.list(azure.group, zone, top=1))) == 2
    sets.delete(*place)
    with pytest.raises(ResourceNotFoundError):
        sets.get(*place)


def test_a_private_record_set_that_has_changed_raises_so(azure: Azure, private_dns: Any) -> None:
    zone, sets = "internal.example", private_dns.record_sets
    private_dns.private_zones.begin_create_or_update(azure.group, zone, ANYWHERE).result(30)
    place, body = (azure.group, zone, "A", "www"), {"properties": wire("A", private=True)}
    stale = sets.create_or_update(*place, body).etag
    sets.create_or_update(*place, body)

    with pytest.raises(ResourceModifiedError) as refused:
        sets.create_or_update(
            *place, body, etag=stale, match_condition=MatchConditions.IfNotModified
        )

    assert refused.value.status_code == 412


def test_pollers_complete_where_azure_takes_its_time(tmp_path: Path) -> None:
    with serving(tmp_path / "state", "--latency", "azure", "--scale", "0.02") as server:
        groups = server.client(ResourceManagementClient).resource_groups
        groups.create_or_update("slow", HERE)
        azure = Azure(server.client(NetworkManagementClient), server.subscription, "slow")
        endpoint = azure.endpoint()
        zones = server.client(PrivateDnsManagementClient).private_zones

        found = azure.client.private_endpoints.get("slow", "endpoint")
        zone = zones.begin_create_or_update("slow", "internal.example", ANYWHERE)

        assert found.id == endpoint
        assert found.provisioning_state == "Succeeded"
        assert zone.result(30).properties.provisioning_state == "Succeeded"
        azure.client.private_endpoints.begin_delete("slow", "endpoint").result(30)
        zones.begin_delete("slow", "internal.example").result(30)
        assert list(azure.client.private_endpoints.list("slow")) == []
        assert list(zones.list_by_resource_group("slow")) == []
