"""Questions about names, asked on the wire and answered from what ARM was told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import dns.flags
import dns.message
import dns.rcode
import pytest

from azurelocal.dns.resolver import Resolver
from azurelocal.dns.server import answer
from azurelocal.dns.services import Services

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

SERVICES = "192.0.2.10"
NETWORK = "providers/Microsoft.Network"


@dataclass
class Names:
    """Zones are made through ARM, questions go to a resolver of the same state."""

    azure: Azure
    group: str

    @property
    def resolver(self) -> Resolver:
        store = self.azure.cloud.store
        return Resolver(store, Services(store, SERVICES, {"sandbox.azurecr.io": "192.0.2.30"}))

    def zone(self, name: str, group: str = "") -> list[str]:
        """Make a public zone and tell its name servers."""
        id = f"{group or self.group}/{NETWORK}/dnsZones/{name}"
        made = self.azure.owner.put(id, {"location": "global"})
        assert made.status == 201
        return made.json["properties"]["nameServers"]

    def record(self, zone: str, type: str, name: str, **properties: object) -> None:
        id = f"{self.group}/{NETWORK}/dnsZones/{zone}/{type}/{name}"
        made = self.azure.owner.put(id, {"properties": {"TTL": 60, **properties}})
        assert made.status == 201, made.content

    def address(self, zone: str, name: str, address: str) -> None:
        self.record(zone, "A", name, ARecords=[{"ipv4Address": address}])

    def network(self, name: str) -> str:
        id = f"{self.group}/{NETWORK}/virtualNetworks/{name}"
        space = {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}}
        assert self.azure.owner.put(id, {"location": "eastus", "properties": space}).status == 201
        return id

    def private(self, zone: str, network: str) -> None:
        id = f"{self.group}/{NETWORK}/privateDnsZones/{zone}"
        self.azure.owner.put(id, {"location": "global"})
        link = {"virtualNetwork": {"id": network}, "registrationEnabled": False}
        made = self.azure.owner.put(
            f"{id}/virtualNetworkLinks/one", {"location": "global", "properties": link}
        )
        assert made.status == 201, made.content
        record = {"ttl": 10, "aRecords": [{"ipv4Address": "10.0.0.9"}]}
        self.azure.owner.put(f"{id}/A/api", {"properties": record})

    def ask(self, name: str, type: str = "A", network: str = "") -> dns.message.Message:
        resolver = self.resolver
        question = dns.message.make_query(name, type).to_wire()
        reply = answer(
            question, lambda n, t: resolver.resolve(n, t, network.lower()), recursive=True, udp=True
        )
        assert reply is not None
        return dns.message.from_wire(reply)

    def found(self, name: str, type: str = "A", network: str = "") -> list[str]:
        """What is answered, one text for each record; the code where there is nothing."""
        reply = self.ask(name, type, network)
        texts = [str(record) for answered in reply.answer for record in answered]
        return sorted(texts) or [dns.rcode.to_text(reply.rcode())]

    def served(self, server: str, name: str, type: str = "A") -> dns.message.Message:
        """What one of the name servers of public zones says."""
        resolver = self.resolver
        question = dns.message.make_query(name, type).to_wire()
        reply = answer(
            question,
            lambda n, t: resolver.serve(n, t, server.rstrip(".")),
            recursive=False,
            udp=True,
        )
        assert reply is not None
        return dns.message.from_wire(reply)


@pytest.fixture
def names(azure: Azure) -> Names:
    return Names(azure, azure.group())


def test_a_record_is_answered(names: Names) -> None:
    names.zone("example.com")
    names.address("example.com", "www", "203.0.113.7")

    assert names.found("WWW.Example.com") == ["203.0.113.7"]


def test_a_change_is_seen_at_once(names: Names) -> None:
    names.zone("example.com")
    names.address("example.com", "www", "203.0.113.7")
    resolver = names.resolver
    before = resolver.resolve("www.example.com", "A").records

    id = f"{names.group}/{NETWORK}/dnsZones/example.com/A/www"
    record = {"TTL": 60, "ARecords": [{"ipv4Address": "203.0.113.8"}]}
    names.azure.owner.put(id, {"properties": record})

    after = resolver.resolve("www.example.com", "A").records
    assert [one.data for one in (*before, *after)] == [("203.0.113.7",), ("203.0.113.8",)]


def test_a_wildcard_stands_for_names_that_are_not_there(names: Names) -> None:
    names.zone("example.com")
    names.address("example.com", "*.apps", "203.0.113.7")
    names.address("example.com", "own.apps", "203.0.113.8")

    assert names.found("any.apps.example.com") == ["203.0.113.7"]
    assert names.found("deeper.any.apps.example.com") == ["203.0.113.7"]
    assert names.found("own.apps.example.com") == ["203.0.113.8"]
    assert names.found("below.own.apps.example.com") == ["NXDOMAIN"]


def test_a_name_that_is_not_there_is_told_from_a_type_that_is_not_there(names: Names) -> None:
    names.zone("example.com")
    names.address("example.com", "www.deep", "203.0.113.7")

    absent, other, between = (
        names.ask("no.example.com"),
        names.ask("www.deep.example.com", "TXT"),
        names.ask("deep.example.com"),
    )

    assert absent.rcode() == dns.rcode.NXDOMAIN
    assert (other.rcode(), other.answer) == (dns.rcode.NOERROR, [])
    assert (between.rcode(), between.answer) == (dns.rcode.NOERROR, [])
    assert all(one.authority[0].name.to_text() == "example.com." for one in (absent, other))


def test_an_alias_is_followed_into_another_zone(names: Names) -> None:
    names.zone("example.com")
    names.zone("example.org")
    names.record("example.com", "CNAME", "www", CNAMERecord={"cname": "web.example.org"})
    names.address("example.org", "web", "203.0.113.7")

    assert names.found("www.example.com") == ["203.0.113.7", "web.example.org."]
    assert names.found("www.example.com", "CNAME") == ["web.example.org."]


def test_aliases_in_a_circle_are_a_failure(names: Names) -> None:
    names.zone("example.com")
    names.record("example.com", "CNAME", "a", CNAMERecord={"cname": "b.example.com"})
    names.record("example.com", "CNAME", "b", CNAMERecord={"cname": "a.example.com"})

    assert names.ask("a.example.com").rcode() == dns.rcode.SERVFAIL


def test_a_zone_is_found_through_the_delegation_of_the_one_above(names: Names) -> None:
    names.zone("example.com")
    servers = names.zone("dev.example.com")
    names.address("dev.example.com", "api", "203.0.113.7")
    undelegated = names.found("api.dev.example.com")

    delegation = [{"nsdname": server} for server in servers]
    names.record("example.com", "NS", "dev", NSRecords=delegation)

    assert undelegated == ["NXDOMAIN"]
    assert names.found("api.dev.example.com") == ["203.0.113.7"]


def test_a_delegation_to_servers_without_the_zone_fails(names: Names) -> None:
    names.zone("example.com")
    names.zone("dev.example.com")
    names.record("example.com", "NS", "dev", NSRecords=[{"nsdname": "ns.nowhere.example"}])

    assert names.ask("api.dev.example.com").rcode() == dns.rcode.SERVFAIL


def test_a_private_zone_is_seen_from_its_network_only(names: Names) -> None:
    near, far = names.network("near"), names.network("far")
    names.private("corp.example.com", near)

    assert names.found("api.corp.example.com", network=near) == ["10.0.0.9"]
    assert names.found("api.corp.example.com", network=far) == ["NXDOMAIN"]
    assert names.found("api.corp.example.com") == ["NXDOMAIN"]


def test_a_private_zone_hides_the_public_one_of_its_name(names: Names) -> None:
    near = names.network("near")
    names.zone("example.com")
    names.address("example.com", "www", "203.0.113.7")
    names.private("example.com", near)

    assert names.found("www.example.com", network=near) == ["NXDOMAIN"]
    assert names.found("www.example.com") == ["203.0.113.7"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("management.azure.com", [SERVICES]),
        ("login.microsoftonline.com", [SERVICES]),
        ("graph.microsoft.com", [SERVICES]),
        ("ns1-01.azure-dns.com", ["192.0.2.64"]),
        ("sandbox.azurecr.io", ["192.0.2.30"]),
        ("nobodys.blob.core.windows.net", ["NXDOMAIN"]),
        ("nobodys.vault.azure.net", ["NXDOMAIN"]),
        ("else.azure.com", ["NXDOMAIN"]),
        ("somewhere.example", ["NXDOMAIN"]),
    ],
)
def test_the_names_of_azure_itself(names: Names, name: str, found: list[str]) -> None:
    assert names.found(name) == found


def test_a_storage_account_has_a_name(names: Names) -> None:
    id = f"{names.group}/providers/Microsoft.Storage/storageAccounts/myaccount"
    body = {"location": "eastus", "kind": "StorageV2", "sku": {"name": "Standard_LRS"}}
    assert names.azure.owner.put(id, body).status == 200

    assert names.found("myaccount.blob.core.windows.net") == [SERVICES]


def test_the_label_of_a_public_address_is_a_name(names: Names) -> None:
    id = f"{names.group}/{NETWORK}/publicIPAddresses/one"
    made = names.azure.owner.put(
        id,
        {
            "location": "eastus",
            "sku": {"name": "Standard"},
            "properties": {
                "publicIPAllocationMethod": "Static",
                "dnsSettings": {"domainNameLabel": "mine"},
            },
        },
    )

    address = made.json["properties"]["ipAddress"]
    assert names.found("mine.eastus.cloudapp.azure.com") == [address]


def test_a_name_server_answers_for_its_own_zones_only(names: Names) -> None:
    servers = names.zone("example.com")
    names.address("example.com", "www", "203.0.113.7")
    others = {f"ns1-{number:02}.azure-dns.com" for number in range(1, 10)} - {servers[0][:-1]}

    own = names.served(servers[0], "www.example.com")
    other = names.served(sorted(others)[0], "www.example.com")

    assert own.answer[0].to_text() == "www.example.com. 60 IN A 203.0.113.7"
    assert own.flags & dns.flags.AA
    assert other.rcode() == dns.rcode.REFUSED


def test_a_name_server_refers_to_those_that_are_delegated_to(names: Names) -> None:
    servers = names.zone("example.com")
    names.record("example.com", "NS", "dev", NSRecords=[{"nsdname": "ns.example.org"}])

    reply = names.served(servers[0], "api.dev.example.com")

    assert (reply.answer, reply.flags & dns.flags.AA) == ([], 0)
    assert reply.authority[0].to_text() == "dev.example.com. 60 IN NS ns.example.org."


def test_every_type_of_record_goes_over_the_wire(names: Names) -> None:
    names.zone("example.com")
    text = 'v=spf1 "quoted" \\ ä'
    names.record("example.com", "TXT", "t", TXTRecords=[{"value": [text, "more"]}])
    names.record(
        "example.com", "MX", "@", MXRecords=[{"preference": 5, "exchange": "mx.a.example"}]
    )
    names.record(
        "example.com",
        "SRV",
        "_s._tcp",
        SRVRecords=[{"priority": 1, "weight": 2, "port": 3, "target": "srv.a.example"}],
    )
    names.record("example.com", "CAA", "@", caaRecords=[{"flags": 0, "tag": "issue", "value": "a"}])
    names.record("example.com", "AAAA", "six", AAAARecords=[{"ipv6Address": "2001:db8::1"}])
    names.record("example.com", "PTR", "1", PTRRecords=[{"ptrdname": "host.a.example"}])

    txt: Any = names.ask("t.example.com", "TXT").answer[0][0]
    assert [part.decode() for part in txt.strings] == [text, "more"]
    assert names.found("example.com", "MX") == ["5 mx.a.example."]
    assert names.found("_s._tcp.example.com", "SRV") == ["1 2 3 srv.a.example."]
    assert names.found("example.com", "CAA") == ['0 issue "a"']
    assert names.found("six.example.com", "AAAA") == ["2001:db8::1"]
    assert names.found("1.example.com", "PTR") == ["host.a.example."]
    assert len(names.found("example.com", "NS")) == 4
    assert names.found("example.com", "SOA")[0].startswith("ns1-")


def test_an_answer_that_is_too_long_for_a_datagram_says_so(names: Names) -> None:
    names.zone("example.com")
    names.record("example.com", "TXT", "t", TXTRecords=[{"value": ["x" * 250] * 4}])
    question = dns.message.make_query("t.example.com", "TXT", use_edns=False).to_wire()
    resolver = names.resolver

    short = answer(question, resolver.resolve, recursive=True, udp=True)
    long = answer(question, resolver.resolve, recursive=True, udp=False)

    assert short is not None
    assert long is not None
    assert dns.message.from_wire(short).flags & dns.flags.TC
    assert len(short) <= 512 < len(long)


@pytest.mark.parametrize(
    "question", [b"", b"\x00", b"\xff" * 12, b"\x00" * 12, bytes(range(64)), b"\x00\x01" * 200]
)
def test_rubbish_is_never_a_fault(names: Names, question: bytes) -> None:
    reply = answer(question, names.resolver.resolve, recursive=True, udp=True)

    assert reply is None or dns.message.from_wire(reply).rcode() != dns.rcode.NOERROR
