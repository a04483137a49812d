"""DNS zones and their record sets, public and private."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from azurelocal.arm.providers.network.dns import reading
from tests.unit.azurelocal.network.world import NETWORK, address, interface, network

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Answer, Azure

GLOBAL = {"location": "global"}
A = {"TTL": 300, "ARecords": [{"ipv4Address": "203.0.113.10"}]}
PRIVATE_A = {"ttl": 300, "aRecords": [{"ipv4Address": "10.0.0.4"}]}


def public(azure: Azure, name: str = "example.com", group: str = "rg") -> str:
    id = f"{azure.group(group)}/{NETWORK}/dnszones/{name}"
    assert azure.owner.put(id, GLOBAL).status == 201
    return id


def private(azure: Azure, name: str = "example.com", group: str = "rg") -> str:
    id = f"{azure.group(group)}/{NETWORK}/privateDnsZones/{name}"
    assert azure.owner.put(id, GLOBAL).status == 201
    return id


def write(azure: Azure, zone: str, type: str, name: str, properties: Any) -> Answer:
    return azure.owner.put(f"{zone}/{type}/{name}", {"properties": properties})


def names(answer: Answer) -> list[str]:
    return [f"{one['type'].rpartition('/')[2]} {one['name']}" for one in answer.json["value"]]


def test_a_public_zone_has_name_servers_and_two_record_sets(azure: Azure) -> None:
    zone = public(azure)

    found = azure.owner.get(zone).json

    assert found["type"] == "Microsoft.Network/dnszones"
    assert found["location"] == "global"
    properties = found["properties"]
    servers = properties["nameServers"]
    assert [one.split(".", 1)[1] for one in servers] == [
        "azure-dns.com.",
        "azure-dns.net.",
        "azure-dns.org.",
        "azure-dns.info.",
    ]
    assert properties["numberOfRecordSets"] == 2
    assert properties["maxNumberOfRecordSets"] == 10000
    assert properties["zoneType"] == "Public"
    at_apex = azure.owner.get(f"{zone}/NS/@").json["properties"]
    assert at_apex["NSRecords"] == [{"nsdname": one} for one in servers]
    assert at_apex["fqdn"] == "example.com."
    assert azure.owner.get(f"{zone}/SOA/@").json["properties"]["SOARecord"]["host"] == servers[0]


def test_zones_of_one_name_have_name_servers_of_their_own(azure: Azure) -> None:
    one, other = public(azure), public(azure, group="other")

    servers = [azure.owner.get(zone).json["properties"]["nameServers"] for zone in (one, other)]

    assert not set(servers[0]) & set(servers[1])


def test_a_zone_keeps_its_records_when_it_is_written_again(azure: Azure) -> None:
    zone = public(azure)
    write(azure, zone, "A", "www", A)
    before = azure.owner.get(zone).json["properties"]

    answer = azure.owner.put(zone, {**GLOBAL, "tags": {"a": "1"}})

    assert (answer.status, answer.json["properties"]) == (200, before)
    assert azure.owner.get(f"{zone}/A/www").status == 200


def test_all_zones_of_a_subscription_are_on_one_page(azure: Azure) -> None:
    for number in range(120):
        public(azure, f"z{number}.example.com")

    listed = azure.owner.get(f"{azure.subscription}/{NETWORK}/dnszones")

    assert len(listed.json["value"]) == 120
    assert "nextLink" not in listed.json


def test_a_record_set_of_a_public_zone_is_spelled_in_its_own_way(azure: Azure) -> None:
    zone = public(azure)

    made = write(azure, zone, "A", "www", {**A, "metadata": {"a": "b"}})

    assert made.status == 201
    assert made.json == {
        "id": f"{zone}/A/www",
        "name": "www",
        "type": "Microsoft.Network/dnszones/A",
        "etag": made.json["etag"],
        "properties": {
            **A,
            "metadata": {"a": "b"},
            "fqdn": "www.example.com.",
            "provisioningState": "Succeeded",
            "targetResource": {},
        },
    }
    assert write(azure, zone, "A", "www", A).status == 200


def test_a_record_set_of_a_private_zone_is_spelled_in_its_own_way(azure: Azure) -> None:
    zone = private(azure)

    made = write(azure, zone, "A", "*.apps", PRIVATE_A)

    assert made.status == 201
    assert made.json["type"] == "Microsoft.Network/privateDnsZones/A"
    assert made.json["properties"] == {
        **PRIVATE_A,
        "fqdn": "*.apps.example.com.",
        "isAutoRegistered": False,
    }
    soa = azure.owner.get(f"{zone}/SOA/@").json["properties"]["soaRecord"]
    assert soa["minimumTtl"] == 10


def test_properties_are_taken_in_any_case(azure: Azure) -> None:
    zone = public(azure)
    spelled = {"ttl": 60, "cnameRecord": {"CName": "example.org"}}

    made = write(azure, zone, "CNAME", "www", spelled).json["properties"]

    assert made["TTL"] == 60
    assert made["CNAMERecord"] == {"cname": "example.org"}


def test_a_wildcard_may_be_encoded(azure: Azure) -> None:
    zone = public(azure)
    write(azure, zone, "A", "%2A.apps", A)

    assert azure.owner.get(f"{zone}/A/*.apps").json["name"] == "*.apps"


VALUES: list[tuple[str, dict[str, Any], tuple[Any, ...]]] = [
    ("A", A, ("203.0.113.10",)),
    ("AAAA", {"TTL": 1, "AAAARecords": [{"ipv6Address": "2001:DB8::1"}]}, ("2001:db8::1",)),
    ("CNAME", {"TTL": 1, "CNAMERecord": {"cname": "example.org."}}, ("example.org",)),
    ("MX", {"TTL": 1, "MXRecords": [{"preference": 10, "exchange": "mail.x.y"}]}, (10, "mail.x.y")),
    ("NS", {"TTL": 1, "NSRecords": [{"nsdname": "ns.x.y."}]}, ("ns.x.y",)),
    ("PTR", {"TTL": 1, "PTRRecords": [{"ptrdname": "a.x.y"}]}, ("a.x.y",)),
    (
        "SRV",
        {"TTL": 1, "SRVRecords": [{"priority": 0, "weight": 5, "port": 443, "target": "a.x.y"}]},
        (0, 5, 443, "a.x.y"),
    ),
    (
        "TXT",
        {"TTL": 1, "TXTRecords": [{"value": ["heritage=external-dns", "b"]}]},
        ("heritage=external-dns", "b"),
    ),
    (
        "CAA",
        {"TTL": 1, "caaRecords": [{"flags": 0, "tag": "issue", "value": "ca.example"}]},
        (0, "issue", "ca.example"),
    ),
]


@pytest.mark.parametrize(("type", "properties", "data"), VALUES)
def test_every_type_of_record_is_kept_and_can_be_answered(
    azure: Azure, type: str, properties: dict[str, Any], data: tuple[Any, ...]
) -> None:
    zone = public(azure, "Example.COM")

    made = write(azure, zone, type, "Some", properties)

    assert made.status == 201, made.content
    assert made.json["properties"] == {
        **properties,
        "fqdn": "Some.Example.COM.",
        "provisioningState": "Succeeded",
        "targetResource": {},
    }
    (found,) = reading.public_zones(azure.cloud.store)
    records = [one for one in reading.records(azure.cloud.store, found) if one.type == type]
    expected = reading.Record("some.example.com", type, properties["TTL"], data)
    assert expected in records


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("A", {"TTL": 1, "ARecords": [{"ipv4Address": "1.2.3"}]}),
    ("A", {"TTL": 1, "ARecords": [{"ipv4Address": "2001:db8::1"}]}),
    ("A", {"TTL": 1, "ARecords": [{}]}),
    ("A", {"TTL": 1, "ARecords": "1.2.3.4"}),
    ("A", {"TTL": -1, "ARecords": []}),
    ("A", {"TTL": "300", "ARecords": []}),
    ("A", {"ARecords": []}),
    ("A", {"TTL": 1, "CNAMERecord": {"cname": "a.b"}}),
    ("AAAA", {"TTL": 1, "AAAARecords": [{"ipv6Address": "1.2.3.4"}]}),
    ("CNAME", {"TTL": 1, "CNAMERecord": {"cname": '"a.b"'}}),
    ("CNAME", {"TTL": 1, "CNAMERecord": {"cname": f"{'a' * 64}.b"}}),
    ("CNAME", {"TTL": 1, "CNAMERecord": ["a.b"]}),
    ("MX", {"TTL": 1, "MXRecords": [{"preference": 65536, "exchange": "a.b"}]}),
    ("SRV", {"TTL": 1, "SRVRecords": [{"priority": 1, "weight": 1, "port": True, "target": "a"}]}),
    ("TXT", {"TTL": 1, "TXTRecords": [{"value": "text"}]}),
    ("TXT", {"TTL": 1, "TXTRecords": [{"value": ["a" * 256]}]}),
    ("CAA", {"TTL": 1, "caaRecords": [{"flags": 256, "tag": "issue", "value": "a"}]}),
    ("SOA", {"TTL": 1, "SOARecord": {"host": "a.b"}}),
]


@pytest.mark.parametrize(("type", "properties"), WRONG)
def test_a_record_that_says_nothing_is_refused(
    azure: Azure, type: str, properties: dict[str, Any]
) -> None:
    zone = public(azure)

    answer = write(azure, zone, type, "some", properties)

    assert answer.status == 400
    assert answer.code in ("BadRequest", "InvalidRequestFormat")
    assert azure.owner.get(f"{zone}/{type}/some").status == 404


@pytest.mark.parametrize("name", ["a*", "a.*.b", "a b", "-." + "a" * 64, "a..b", "a" * 64, "ü"])
def test_a_name_that_no_record_set_can_have_is_refused(azure: Azure, name: str) -> None:
    answer = write(azure, public(azure), "A", name, A)

    assert (answer.status, answer.code) == (400, "BadRequest")


@pytest.mark.parametrize("name", ["single", "a..b", "-a.com", "a.com.", f"{'a' * 64}.com"])
@pytest.mark.parametrize("kind", ["dnsZones", "privateDnsZones"])
def test_a_name_that_no_zone_can_have_is_refused(azure: Azure, kind: str, name: str) -> None:
    answer = azure.owner.put(f"{azure.group()}/{NETWORK}/{kind}/{name}", GLOBAL)

    assert (answer.status, answer.code) == (400, "BadRequest")


@pytest.mark.parametrize("kind", ["dnsZones", "privateDnsZones"])
def test_a_zone_is_in_no_region(azure: Azure, kind: str) -> None:
    answer = azure.owner.put(f"{azure.group()}/{NETWORK}/{kind}/a.com", {"location": "eastus"})

    assert (answer.status, answer.code) == (400, "LocationNotAvailableForResourceType")


def test_where_there_is_a_cname_there_is_nothing_else(azure: Azure) -> None:
    zone = public(azure)
    cname = {"TTL": 1, "CNAMERecord": {"cname": "example.org"}}
    write(azure, zone, "CNAME", "alias", cname)
    write(azure, zone, "A", "www", A)

    answers = [
        write(azure, zone, "A", "alias", A),
        write(azure, zone, "CNAME", "www", cname),
        write(azure, zone, "CNAME", "@", cname),
        write(azure, zone, "CNAME", "alias", cname),
    ]

    assert [(one.status, one.code) for one in answers] == [
        (409, "Conflict"),
        (409, "Conflict"),
        (400, "BadRequest"),
        (200, ""),
    ]


def test_what_a_zone_began_with_stays(azure: Azure) -> None:
    zone = public(azure)
    servers = azure.owner.get(f"{zone}/NS/@").json["properties"]

    more = {**servers, "NSRecords": [*servers["NSRecords"], {"nsdname": "ns.example.org."}]}

    assert azure.owner.delete(f"{zone}/NS/@").status == 400
    assert azure.owner.delete(f"{zone}/SOA/@").status == 400
    assert write(azure, zone, "NS", "@", {**servers, "NSRecords": []}).status == 400
    assert write(azure, zone, "NS", "@", more).status == 200
    assert azure.owner.delete(zone).status == 200


def test_record_sets_are_listed_by_type_and_all_together(azure: Azure) -> None:
    zone = public(azure)
    for name in ("a", "b.sub"):
        write(azure, zone, "A", name, A)
    write(azure, zone, "TXT", "a", {"TTL": 1, "TXTRecords": [{"value": ["x"]}]})
    everything = ["A a", "A b.sub", "NS @", "SOA @", "TXT a"]

    assert names(azure.owner.get(f"{zone}/A")) == ["A a", "A b.sub"]
    assert names(azure.owner.get(f"{zone}/AAAA")) == []
    assert names(azure.owner.get(f"{zone}/all")) == everything
    assert names(azure.owner.get(f"{zone}/recordsets")) == everything
    by_suffix = azure.owner.get(f"{zone}/all", query="$recordsetnamesuffix=sub")
    assert names(by_suffix) == ["A b.sub"]
    assert azure.owner.get(zone).json["properties"]["numberOfRecordSets"] == 5


@pytest.mark.parametrize("list", ["A", "all", "recordsets"])
def test_a_list_comes_in_pages_that_miss_nothing(azure: Azure, list: str) -> None:
    zone = public(azure)
    wanted = [f"n{number}" for number in range(7)]
    for name in wanted:
        write(azure, zone, "A", name, A)
    found: list[str] = []
    page = azure.owner.get(f"{zone}/{list}", query="$top=3")
    while True:
        assert len(page.json["value"]) <= 3
        found += [one["name"] for one in page.json["value"] if one["type"].endswith("/A")]
        if "nextLink" not in page.json:
            break
        parts = urlsplit(page.json["nextLink"])
        assert parts.netloc == "management.azure.com"
        azure.owner.delete(f"{zone}/A/n0")  # what is gone moves nothing
        page = azure.owner.get(parts.path, version=None, query=parts.query)

    assert found == wanted


def test_pages_of_no_size_are_refused(azure: Azure) -> None:
    assert azure.owner.get(f"{public(azure)}/all", query="$top=none").status == 400


def test_a_record_set_that_must_be_new_or_as_it_was(azure: Azure) -> None:
    zone = private(azure)
    record, body = f"{zone}/A/www", {"properties": PRIVATE_A}
    new = {"if-none-match": "*"}

    first = azure.owner.put(record, body, headers=new)
    second = azure.owner.put(record, body, headers=new)
    stale = azure.owner.put(record, body, headers={"if-match": "0"})
    fresh = azure.owner.put(record, body, headers={"if-match": first.json["etag"]})

    assert [one.status for one in (first, second, stale, fresh)] == [201, 412, 412, 200]
    assert second.code == stale.code == "PreconditionFailed"


def test_a_patch_changes_what_it_names(azure: Azure) -> None:
    zone = public(azure)
    write(azure, zone, "A", "www", A)

    answer = azure.owner.patch(f"{zone}/A/www", {"properties": {"metadata": {"a": "b"}}})

    assert answer.status == 200
    assert answer.json["properties"]["ARecords"] == A["ARecords"]
    assert answer.json["properties"]["metadata"] == {"a": "b"}


def test_what_is_not_there_is_not_found_and_deleting_it_does_nothing(azure: Azure) -> None:
    zone = public(azure)

    assert azure.owner.get(f"{zone}/A/none").code == "NotFound"
    assert azure.owner.delete(f"{zone}/A/none").status == 204
    assert write(azure, f"{zone}.not", "A", "www", A).code == "ParentResourceNotFound"
    assert azure.owner.get(f"{zone}.not/A").status == 404
    assert azure.owner.get(f"{zone}.not/all").status == 404


def test_records_go_with_their_zone(azure: Azure) -> None:
    zone = public(azure)
    write(azure, zone, "A", "www", A)
    azure.owner.delete(zone)
    azure.owner.put(zone, GLOBAL)

    assert names(azure.owner.get(f"{zone}/all")) == ["NS @", "SOA @"]


def test_a_record_set_may_name_who_has_the_address(azure: Azure) -> None:
    zone = public(azure)
    ip = address(azure, azure.group())
    write(azure, zone, "A", "direct", {"TTL": 60, "targetResource": {"id": ip}})
    direct = {"id": f"{zone}/A/direct"}
    made = write(azure, zone, "A", "chain", {"TTL": 60, "targetResource": direct})

    (found,) = reading.public_zones(azure.cloud.store)
    records = {one.name: one.data for one in reading.records(azure.cloud.store, found)}

    assert made.json["properties"]["targetResource"] == direct
    assert records["direct.example.com"] == ("203.0.113.10",)
    assert records["chain.example.com"] == ("203.0.113.10",)
    both = {**A, "targetResource": {"id": ip}}
    assert write(azure, zone, "A", "both", both).status == 400
    assert write(azure, zone, "TXT", "t", {"TTL": 60, "targetResource": {"id": ip}}).status == 400


def link(azure: Azure, zone: str, subnet: str, name: str = "link", **more: Any) -> Answer:
    net = subnet.rpartition("/subnets/")[0]
    properties = {"virtualNetwork": {"id": net}, **more}
    id = f"{zone}/virtualNetworkLinks/{name}"
    return azure.owner.put(id, {**GLOBAL, "properties": properties})


def test_a_private_zone_counts_its_links_and_stays_while_it_has_any(azure: Azure) -> None:
    zone = private(azure)
    made = link(azure, zone, network(azure, azure.group()), registrationEnabled=False)

    assert made.status == 201
    assert made.json["type"] == "Microsoft.Network/privateDnsZones/virtualNetworkLinks"
    assert made.json["properties"]["virtualNetworkLinkState"] == "Completed"
    assert azure.owner.get(zone).json["properties"] == {
        "maxNumberOfRecordSets": 25000,
        "maxNumberOfVirtualNetworkLinks": 1000,
        "maxNumberOfVirtualNetworkLinksWithRegistration": 100,
        "numberOfRecordSets": 1,
        "numberOfVirtualNetworkLinks": 1,
        "numberOfVirtualNetworkLinksWithRegistration": 0,
        "provisioningState": "Succeeded",
    }
    refused = azure.owner.delete(zone)
    assert (refused.status, refused.code) == (409, "CannotDeleteResource")
    assert made.json["id"] in refused.message
    azure.owner.delete(made.json["id"])
    assert azure.owner.delete(zone).status == 200


def test_a_network_is_linked_to_one_zone_of_a_name(azure: Azure) -> None:
    subnet = network(azure, azure.group())
    link(azure, private(azure), subnet)

    again = link(azure, private(azure, group="other"), subnet)
    twice = link(azure, f"{azure.group()}/{NETWORK}/privateDnsZones/example.com", subnet, "two")
    below = link(azure, private(azure, "sub.example.com"), subnet)

    assert [one.code for one in (again, twice, below)] == ["BadRequest", "BadRequest", ""]


def test_a_network_registers_its_machines_in_one_zone(azure: Azure) -> None:
    subnet = network(azure, azure.group())
    link(azure, private(azure), subnet, registrationEnabled=True)

    again = link(azure, private(azure, "example.org"), subnet, registrationEnabled=True)

    assert (again.status, again.code) == (409, "Conflict")


def test_a_link_needs_a_network_that_is_there_and_may_be_joined(azure: Azure) -> None:
    zone = private(azure)
    net = network(azure, azure.group("far"))
    somebody = azure.client(("Private DNS Zone Contributor", azure.group()))
    id = f"{zone}/virtualNetworkLinks/link"
    body = {**GLOBAL, "properties": {"virtualNetwork": {"id": net.rpartition("/subnets/")[0]}}}

    refused = somebody.put(id, body)

    assert (refused.status, refused.code) == (403, "LinkedAuthorizationFailed")
    assert "virtualNetworks/join/action" in refused.message
    assert link(azure, zone, f"{net}x/subnets/y").code == "InvalidResourceReference"
    assert azure.owner.put(id, GLOBAL).code == "BadRequest"


def test_a_linked_network_asks_for_the_records_of_its_zones(azure: Azure) -> None:
    subnet = network(azure, azure.group())
    zone = private(azure)
    private(azure, "example.org")
    link(azure, zone, subnet)
    write(azure, zone, "A", "*.apps", PRIVATE_A)
    store = azure.cloud.store

    zones = reading.private_zones(store, subnet.rpartition("/subnets/")[0])

    assert [one.name for one in zones] == ["example.com"]
    found = [one for one in reading.records(store, zones[0]) if one.type == "A"]
    assert found == [reading.Record("*.apps.example.com", "A", 300, ("10.0.0.4",))]


def test_a_private_zone_lists_all_its_record_sets(azure: Azure) -> None:
    zone = private(azure)
    write(azure, zone, "A", "www", PRIVATE_A)
    link(azure, zone, network(azure, azure.group()))

    assert names(azure.owner.get(f"{zone}/ALL")) == ["A www", "SOA @"]
    assert names(azure.owner.get(f"{zone}/A")) == ["A www"]


def test_links_stand_in_the_list_of_resources_and_record_sets_do_not(azure: Azure) -> None:
    zone = private(azure)
    link(azure, zone, network(azure, azure.group()))
    write(azure, zone, "A", "www", PRIVATE_A)

    rows = azure.owner.get(f"{azure.group()}/resources").json["value"]

    found = {row["name"]: row["type"] for row in rows}
    assert found["example.com/link"] == "Microsoft.Network/privateDnsZones/virtualNetworkLinks"
    assert not [name for name in found if name.endswith("www")]


def test_the_right_to_one_type_of_record_is_no_right_to_another(azure: Azure) -> None:
    zone = public(azure)
    somebody = azure.client(("Azure Red Hat OpenShift Cluster Ingress Operator", azure.group()))

    allowed = somebody.put(f"{zone}/A/www", {"properties": A})
    refused = somebody.put(f"{zone}/TXT/www", {"properties": {"TTL": 1, "TXTRecords": []}})

    assert allowed.status == 201, allowed.content
    assert (refused.status, refused.code) == (403, "AuthorizationFailed")
    assert "Microsoft.Network/dnszones/TXT/write" in refused.message


def machine(azure: Azure, nic: str, name: str = "Worker") -> str:
    """Make a virtual machine with one interface, and give its ID."""
    id = f"{azure.group()}/providers/Microsoft.Compute/virtualMachines/vm"
    image = {"publisher": "azureopenshift", "offer": "aro4", "sku": "419-v2", "version": "latest"}
    disk = {"createOption": "FromImage", "managedDisk": {"storageAccountType": "Premium_LRS"}}
    key = {"path": "/home/core/.ssh/authorized_keys", "keyData": "ssh-ed25519 AAAA someone"}
    linux = {"disablePasswordAuthentication": True, "ssh": {"publicKeys": [key]}}
    properties = {
        "hardwareProfile": {"vmSize": "Standard_D4s_v3"},
        "storageProfile": {"imageReference": image, "osDisk": disk},
        "osProfile": {"computerName": name, "adminUsername": "core", "linuxConfiguration": linux},
        "networkProfile": {"networkInterfaces": [{"id": nic}]},
    }
    answer = azure.owner.put(id, {"location": "eastus", "properties": properties})
    assert answer.status == 201, answer.content
    return id


def test_a_linked_network_registers_its_machines(azure: Azure) -> None:
    subnet = network(azure, azure.group())
    zone = private(azure)
    link(azure, zone, subnet, registrationEnabled=True)
    id = machine(azure, interface(azure, azure.group(), subnet))

    listed, read = azure.owner.get(f"{zone}/A"), azure.owner.get(f"{zone}/A/worker")

    assert names(listed) == names(azure.owner.get(f"{zone}/all"))[:1] == ["A Worker"]
    assert read.json == listed.json["value"][0]
    assert read.json["properties"] == {
        "ttl": 10,
        "aRecords": [{"ipv4Address": "10.0.0.4"}],
        "fqdn": "Worker.example.com.",
        "isAutoRegistered": True,
    }
    (found,) = reading.private_zones(azure.cloud.store, subnet.rpartition("/subnets/")[0])
    expected = reading.Record("worker.example.com", "A", 10, ("10.0.0.4",))
    assert expected in reading.records(azure.cloud.store, found)
    assert write(azure, zone, "A", "worker", PRIVATE_A).status == 201
    assert azure.owner.get(f"{zone}/A/worker").json["properties"]["isAutoRegistered"] is False
    azure.owner.delete(f"{zone}/A/worker")
    azure.owner.delete(id)
    assert names(azure.owner.get(f"{zone}/A")) == []


def test_whoever_has_a_role_at_one_zone_lists_that_one(azure: Azure) -> None:
    group = azure.group()
    zones = f"{group}/providers/Microsoft.Network/dnszones"
    for name in ("mine.example.com", "other.example.com"):
        assert azure.owner.put(f"{zones}/{name}", {"location": "global"}).status == 201
    client = azure.client(("DNS Zone Contributor", f"{zones}/mine.example.com"))

    listed = client.get(zones)

    assert [one["name"] for one in listed.json["value"]] == ["mine.example.com"]
    assert client.get(f"{zones}/other.example.com").status == 403
    assert azure.client().get(zones).status == 403
