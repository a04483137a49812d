"""Whatever stands in the place of a right value, the answer is one of Azure's, and never a fault.

Each type has a body that is right. Every value in it is replaced by values of other kinds, one
after the other; what is taken nevertheless must be answered, and everything else refused.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.azurelocal.network.world import (
    NETWORK,
    address,
    balancer_body,
    network,
    outbound_rule,
    rule,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.unit.azurelocal.conftest import Azure

WRONG: list[Any] = [None, True, -1, 1.5, "", "x", "/", [], [None], ["x"], [[]], {}, {"id": 1}]
Place = tuple[str | int, ...]


def bodies(azure: Azure) -> dict[str, tuple[str, Any]]:
    """For each type a path, and a body that may be PUT there."""
    group = azure.group()
    base = f"{group}/{NETWORK}"
    subnet = network(azure, group)
    net = subnet.rpartition("/subnets/")[0]
    far = network(azure, group, "far", "10.1").rpartition("/subnets/")[0]
    ip = address(azure, group)
    lb = f"{base}/loadBalancers/lb"
    front = {"publicIPAddress": {"id": ip}}
    inner = {"subnet": {"id": subnet}, "privateIPAllocationMethod": "Dynamic"}
    azure.owner.put(f"{base}/loadBalancers/in", balancer_body("", inner))
    open_subnet = {"addressPrefix": "10.0.1.0/24", "privateLinkServiceNetworkPolicies": "Disabled"}
    azure.owner.put(f"{net}/subnets/open", {"properties": open_subnet})
    service = {
        "loadBalancerFrontendIpConfigurations": [
            {"id": f"{base}/loadBalancers/in/frontendIPConfigurations/front"}
        ],
        "ipConfigurations": [
            {"name": "a", "properties": {"subnet": {"id": f"{net}/subnets/open"}}}
        ],
        "visibility": {"subscriptions": ["*"]},
        "autoApproval": {"subscriptions": ["*"]},
        "fqdns": ["api.example.com"],
    }
    pls = f"{base}/privateLinkServices/first"
    assert azure.owner.put(pls, {"location": "eastus", "properties": service}).status == 201
    for kind in ("dnszones", "privateDnsZones"):
        azure.owner.put(f"{base}/{kind}/example.com", {"location": "global"})
    zone = f"{base}/privateDnsZones/example.com"
    endpoint = {
        "subnet": {"id": subnet},
        "privateLinkServiceConnections": [
            {"name": "c", "properties": {"privateLinkServiceId": pls, "requestMessage": "please"}}
        ],
        "customNetworkInterfaceName": "",
        "ipConfigurations": [{"name": "x", "properties": {"privateIPAddress": "10.0.0.77"}}],
    }
    azure.owner.put(
        f"{base}/privateEndpoints/first", {"location": "eastus", "properties": endpoint}
    )
    security_rule = {
        "name": "r",
        "properties": {
            "protocol": "Tcp",
            "access": "Allow",
            "direction": "Inbound",
            "priority": 500,
            "sourceAddressPrefixes": ["Internet"],
            "sourcePortRange": "*",
            "destinationAddressPrefix": "*",
            "destinationPortRanges": ["443"],
            "destinationApplicationSecurityGroups": [],
        },
    }
    configuration = {
        "name": "one",
        "properties": {
            **inner,
            "privateIPAddressVersion": "IPv4",
            "publicIPAddress": {"id": f"{base}/publicIPAddresses/other"},
            "loadBalancerBackendAddressPools": [],
            "primary": True,
        },
    }
    address(azure, group, "other")
    member = {"name": "m", "properties": {"ipAddress": "10.0.0.9", "virtualNetwork": {"id": net}}}
    peering = {"name": "p", "properties": {"remoteVirtualNetwork": {"id": far}}}
    subnets = [{"name": "s", "properties": {"addressPrefix": "10.5.0.0/24"}}]
    route = {"addressPrefix": "10.0.0.0/8", "nextHopType": "VirtualAppliance"}
    route["nextHopIpAddress"] = "10.0.0.4"
    lists = {"loadBalancingRules": [rule(lb)], "outboundRules": [outbound_rule(lb)]}
    nat = {**rule(lb, "nat", frontendPort=22), "name": "nat"}
    whole = balancer_body(lb, front, **lists, inboundNatRules=[nat], inboundNatPools=[])
    whole["properties"]["backendAddressPools"] = [
        {"name": "pool", "properties": {"loadBalancerBackendAddresses": [member]}}
    ]
    here, all = {"location": "eastus"}, {"location": "global"}
    spaces = {"addressSpace": {"addressPrefixes": ["10.5.0.0/16"]}}
    config = {"name": "z", "properties": {"privateDnsZoneId": zone}}
    return {
        "balancer": (lb, whole),
        "network": (
            f"{base}/virtualNetworks/new",
            {
                **here,
                "properties": {**spaces, "subnets": subnets, "virtualNetworkPeerings": [peering]},
            },
        ),
        "guard": (
            f"{base}/networkSecurityGroups/g",
            {**here, "properties": {"securityRules": [security_rule]}},
        ),
        "table": (
            f"{base}/routeTables/t",
            {**here, "properties": {"routes": [{"name": "r", "properties": route}]}},
        ),
        "address": (
            f"{base}/publicIPAddresses/new",
            {
                **here,
                "sku": {"name": "Standard", "tier": "Regional"},
                "zones": ["1"],
                "properties": {
                    "publicIPAllocationMethod": "Static",
                    "publicIPAddressVersion": "IPv4",
                    "idleTimeoutInMinutes": 4,
                    "dnsSettings": {"domainNameLabel": "label"},
                },
            },
        ),
        "prefix": (
            f"{base}/publicIPPrefixes/p",
            {**here, "sku": {"name": "Standard"}, "properties": {"prefixLength": 30}},
        ),
        "gateway": (
            f"{base}/natGateways/g",
            {
                **here,
                "sku": {"name": "Standard"},
                "properties": {"publicIpAddresses": [{"id": ip}], "idleTimeoutInMinutes": 4},
            },
        ),
        "interface": (
            f"{base}/networkInterfaces/n",
            {
                **here,
                "properties": {
                    "ipConfigurations": [configuration],
                    "dnsSettings": {"dnsServers": []},
                    "enableIPForwarding": False,
                },
            },
        ),
        "service": (
            f"{base}/privateLinkServices/new",
            {**here, "properties": service},
        ),
        "endpoint": (
            f"{base}/privateEndpoints/new",
            {**here, "properties": {**endpoint, "ipConfigurations": []}},
        ),
        "zonegroup": (
            f"{base}/privateEndpoints/first/privateDnsZoneGroups/default",
            {"properties": {"privateDnsZoneConfigs": [config]}},
        ),
        "publiczone": (f"{base}/dnszones/a.com", {**all, "properties": {"zoneType": "Public"}}),
        "record": (
            f"{base}/dnszones/example.com/MX/m",
            {"properties": {"TTL": 1, "MXRecords": [{"preference": 1, "exchange": "a.b"}]}},
        ),
        "alias": (
            f"{base}/dnszones/example.com/A/m",
            {"properties": {"TTL": 1, "targetResource": {"id": ip}, "metadata": {"a": "b"}}},
        ),
        "link": (
            f"{zone}/virtualNetworkLinks/l",
            {
                **all,
                "properties": {"virtualNetwork": {"id": net}, "registrationEnabled": False},
            },
        ),
        "privaterecord": (
            f"{zone}/TXT/m",
            {"properties": {"ttl": 1, "txtRecords": [{"value": ["a"]}]}},
        ),
    }  # fmt: skip


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Where a value can be replaced."""
    if place:
        yield place
    if isinstance(value, dict):
        for name, below in value.items():
            yield from places(below, (*place, name))
    if isinstance(value, list):
        for number, below in enumerate(value):
            yield from places(below, (*place, number))


def replaced(body: Any, place: Place, value: Any) -> Any:
    changed = copy.deepcopy(body)
    owner = changed
    for step in place[:-1]:
        owner = owner[step]
    owner[place[-1]] = value
    return changed


@pytest.mark.parametrize(
    "kind",
    [
        "balancer",
        "network",
        "guard",
        "table",
        "address",
        "prefix",
        "gateway",
        "interface",
        "service",
        "endpoint",
        "zonegroup",
        "publiczone",
        "record",
        "alias",
        "link",
        "privaterecord",
    ],
)
def test_a_value_of_the_wrong_kind_is_no_fault_of_ours(azure: Azure, kind: str) -> None:
    path, right = bodies(azure)[kind]
    first = azure.owner.put(path, right)
    assert first.status == 201, first.content
    azure.owner.delete(path)
    faults: list[str] = []

    for place in places(right):
        for value in WRONG:
            answer = attempt(azure, path, replaced(right, place, value))
            if answer != "":
                faults.append(f"{place} = {value!r}: {answer}")

    assert faults == []


def attempt(azure: Azure, path: str, body: Any) -> str:
    """PUT a body, and read and delete what has come of it; tells what went wrong."""
    try:
        answer = azure.owner.put(path, body)
        if answer.status in (200, 201):
            found, again = azure.owner.get(path), azure.owner.put(path, body)
            deleted = azure.owner.delete(path)
            statuses = (found.status, again.status, deleted.status)
            return "" if statuses == (200, 200, 200) else f"{statuses} {deleted.content}"
        return "" if 400 <= answer.status < 500 and answer.code else f"{answer.status}"
    except Exception as fault:  # noqa: BLE001 - what it is, is what the test is about
        return repr(fault)
