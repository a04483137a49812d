"""Public addresses, blocks of them, and NAT gateways."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.azurelocal.network.world import NETWORK, address, interface, make, network

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure


def prefix(azure: Azure, name: str = "block", **properties: Any) -> str:
    return make(azure, f"{azure.group()}/{NETWORK}/publicIPPrefixes/{name}", properties)


def test_an_address_is_there_at_once_and_stays(azure: Azure) -> None:
    id = address(azure, azure.group())

    first = azure.owner.get(id).json
    again = azure.owner.put(id, first).json

    assert again["properties"] == first["properties"]
    assert first["properties"]["ipAddress"] == "203.0.113.10"
    assert first["sku"] == {"name": "Standard", "tier": "Regional"}


def test_an_address_that_is_given_back_is_given_away_again(azure: Azure) -> None:
    group = azure.group()
    azure.owner.delete(address(azure, group, "one"))

    found = azure.owner.get(address(azure, group, "two")).json

    assert found["properties"]["ipAddress"] == "203.0.113.10"


def test_an_address_of_version_6(azure: Azure) -> None:
    id = f"{azure.group()}/{NETWORK}/publicIPAddresses/six"
    version = {"publicIPAddressVersion": "IPv6"}

    make(azure, id, version, sku={"name": "Standard"})

    found = azure.owner.get(id).json["properties"]["ipAddress"]
    assert ipaddress.ip_address(found).version == 6


@pytest.mark.parametrize("by", ["balancer", "interface", "gateway"])
def test_an_address_that_is_used_stays_and_tells_by_what(azure: Azure, by: str) -> None:
    group = azure.group()
    id = address(azure, group)
    used = {"id": id}
    if by == "interface":
        nic = interface(azure, group, network(azure, group), publicIPAddress=used)
        shown = {"ipConfiguration": {"id": f"{nic}/ipConfigurations/one"}}
    elif by == "gateway":
        gateway = f"{group}/{NETWORK}/natGateways/out"
        make(azure, gateway, {"publicIpAddresses": [used]}, sku={"name": "Standard"})
        shown = {"natGateway": {"id": gateway}}
    else:
        balancer = f"{group}/{NETWORK}/loadBalancers/lb"
        front = {"name": "f", "properties": {"publicIPAddress": used}}
        make(azure, balancer, {"frontendIPConfigurations": [front]}, sku={"name": "Standard"})
        shown = {"ipConfiguration": {"id": f"{balancer}/frontendIPConfigurations/f"}}

    refused = azure.owner.delete(id)

    assert (refused.status, refused.code) == (400, "PublicIPAddressCannotBeDeleted")
    assert "can not be deleted since it is still allocated to resource" in refused.message
    properties = azure.owner.get(id).json["properties"]
    assert {name: properties.get(name) for name in shown} == shown


def test_an_address_cannot_be_in_two_places_of_one_resource(azure: Azure) -> None:
    group = azure.group()
    used = {"publicIPAddress": {"id": address(azure, group)}}
    subnet = {"subnet": {"id": network(azure, group)}}
    configurations = [{"name": name, "properties": {**used, **subnet}} for name in ("a", "b")]
    body = {"location": "eastus", "properties": {"ipConfigurations": configurations}}

    answer = azure.owner.put(f"{group}/{NETWORK}/networkInterfaces/nic", body)

    assert (answer.status, answer.code) == (400, "PublicIPAddressInUse")


def test_a_label_gives_a_name_that_nobody_else_has(azure: Azure) -> None:
    group = azure.group()
    settings = {"dnsSettings": {"domainNameLabel": "Demo"}}
    one = make(azure, f"{group}/{NETWORK}/publicIPAddresses/one", settings)

    body = {"location": "eastus", "properties": settings}
    again = azure.owner.put(f"{group}/{NETWORK}/publicIPAddresses/two", body)

    found = azure.owner.get(one).json["properties"]["dnsSettings"]["fqdn"]
    assert found == "demo.eastus.cloudapp.azure.com"
    assert (again.status, again.code) == (400, "DnsRecordInUse")


def test_addresses_are_taken_out_of_a_block_until_it_is_empty(azure: Azure) -> None:
    block = prefix(azure, prefixLength=31)
    group = azure.group()
    taken = {"publicIPPrefix": {"id": block}}
    ids = [f"{group}/{NETWORK}/publicIPAddresses/{name}" for name in "abc"]
    body = {"location": "eastus", "sku": {"name": "Standard"}, "properties": taken}

    answers = [azure.owner.put(id, body) for id in ids]

    assert [answer.status for answer in answers] == [201, 201, 400]
    assert answers[2].code == "PublicIPPrefixOutOfIpAddresses"
    shown = azure.owner.get(block).json["properties"]
    assert shown["publicIPAddresses"] == [{"id": id} for id in ids[:2]]
    addresses = [answer.json["properties"]["ipAddress"] for answer in answers[:2]]
    assert addresses == [str(one) for one in ipaddress.ip_network(shown["ipPrefix"])]
    refused = azure.owner.delete(block)
    assert (refused.status, refused.code) == (400, "PublicIpPrefixInUseCannotBeDeleted")


def test_blocks_do_not_overlap_and_keep_their_length(azure: Azure) -> None:
    blocks = [prefix(azure, name, prefixLength=length) for name, length in (("a", 30), ("b", 28))]

    found = [azure.owner.get(id).json["properties"]["ipPrefix"] for id in blocks]

    one, other = (ipaddress.ip_network(text) for text in found)
    assert not one.overlaps(other)
    body = {"location": "eastus", "properties": {"prefixLength": 29}}
    assert azure.owner.put(blocks[0], body).code == "PublicIpPrefixLengthCannotBeChanged"
    assert azure.owner.delete(blocks[0]).status == 200


def test_a_block_of_another_size_is_refused(azure: Azure) -> None:
    body = {"location": "eastus", "properties": {"prefixLength": 16}}

    answer = azure.owner.put(f"{azure.group()}/{NETWORK}/publicIPPrefixes/b", body)

    assert (answer.status, answer.code) == (400, "InvalidRequestFormat")


def test_a_gateway_takes_whole_blocks(azure: Azure) -> None:
    block = prefix(azure)
    gateway = f"{azure.group()}/{NETWORK}/natGateways/out"

    make(azure, gateway, {"publicIpPrefixes": [{"id": block}]}, sku={"name": "Standard"})

    assert azure.owner.get(gateway).json["properties"]["idleTimeoutInMinutes"] == 4
    assert azure.owner.delete(block).code == "PublicIpPrefixInUseCannotBeDeleted"
