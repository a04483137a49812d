"""Whoever writes a reference needs the right to what it names; one that was there needs none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.azurelocal.network.world import (
    NETWORK,
    address,
    balancer,
    balancer_body,
    interface,
    make,
    network,
)

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

Body = dict[str, Any]


def cases(azure: Azure) -> dict[str, tuple[str, Body, str]]:
    """For each right a path in one group, a body, and what it names in another group."""
    there, base = azure.group("there"), f"{azure.group()}/{NETWORK}"
    subnet, far = network(azure, azure.group()), network(azure, there, "far", "10.1")
    ip = address(azure, there)
    block = make(azure, f"{there}/{NETWORK}/publicIPPrefixes/block", {})
    named = make(azure, f"{there}/{NETWORK}/applicationSecurityGroups/named", {})
    guard = make(azure, f"{there}/{NETWORK}/networkSecurityGroups/guard", {})
    lb = balancer(azure, there)
    internal = balancer(azure, there, "internal", {"subnet": {"id": far}})
    nat = f"{lb}/inboundNatRules/ssh"
    front = f"{internal}/frontendIPConfigurations/front"
    forwarding = {
        "frontendIPConfiguration": {"id": f"{lb}/frontendIPConfigurations/front"},
        "protocol": "Tcp",
        "frontendPort": 2222,
        "backendPort": 22,
    }
    assert azure.owner.put(nat, {"properties": forwarding}).status == 201
    own = f"{azure.group()}/{NETWORK}/virtualNetworks/net/subnets/open"
    open_range = {"addressPrefix": "10.0.9.0/24", "privateLinkServiceNetworkPolicies": "Disabled"}
    assert azure.owner.put(own, {"properties": open_range}).status == 201

    def nic(**more: Any) -> Body:
        configuration = {"name": "a", "properties": {"subnet": {"id": subnet}, **more}}
        return {"location": "eastus", "properties": {"ipConfigurations": [configuration]}}

    guarded = nic()
    guarded["properties"]["networkSecurityGroup"] = {"id": guard}
    nics, standard = f"{base}/networkInterfaces/n", {"name": "Standard"}
    service = {
        "loadBalancerFrontendIpConfigurations": [{"id": front}],
        "ipConfigurations": [{"name": "a", "properties": {"subnet": {"id": own}}}],
    }
    here: Body = {"location": "eastus"}
    return {
        "virtualNetworks/subnets/join/action": (nics, nic(subnet={"id": far}), far),
        "publicIPAddresses/join/action": (nics, nic(publicIPAddress={"id": ip}), ip),
        "networkSecurityGroups/join/action": (nics, guarded, guard),
        "loadBalancers/inboundNatRules/join/action": (
            nics,
            nic(loadBalancerInboundNatRules=[{"id": nat}]),
            nat,
        ),
        "applicationSecurityGroups/joinIpConfiguration/action": (
            nics,
            nic(applicationSecurityGroups=[{"id": named}]),
            named,
        ),
        "publicIPPrefixes/join/action": (
            f"{base}/publicIPAddresses/out",
            {**here, "sku": standard, "properties": {"publicIPPrefix": {"id": block}}},
            block,
        ),
        "loadBalancers/frontendIPConfigurations/join/action": (
            f"{base}/privateLinkServices/s",
            {**here, "properties": service},
            front,
        ),
    }


@pytest.mark.parametrize(
    "action",
    [
        "virtualNetworks/subnets/join/action",
        "publicIPAddresses/join/action",
        "networkSecurityGroups/join/action",
        "loadBalancers/inboundNatRules/join/action",
        "applicationSecurityGroups/joinIpConfiguration/action",
        "publicIPPrefixes/join/action",
        "loadBalancers/frontendIPConfigurations/join/action",
    ],
)
def test_a_reference_needs_the_right_to_what_it_names(azure: Azure, action: str) -> None:
    path, body, target = cases(azure)[action]
    somebody = azure.client(("Network Contributor", azure.group()))

    refused = somebody.put(path, body)
    azure.assign(somebody.principal, "Network Contributor", target)
    allowed = somebody.put(path, body)

    assert (refused.status, refused.code) == (403, "LinkedAuthorizationFailed")
    assert f"'Microsoft.Network/{action}' on the linked scope(s) '{target}'" in refused.message
    assert allowed.status == 201, allowed.content


def test_a_reference_that_was_there_needs_no_right(azure: Azure) -> None:
    nic = interface(azure, azure.group(), network(azure, azure.group("there")))
    somebody = azure.client(("Network Contributor", azure.group()))

    answer = somebody.put(nic, {**azure.owner.get(nic).json, "tags": {"a": "1"}})

    assert answer.status == 200, answer.content


def test_a_write_without_the_right_says_nothing_of_what_is_there(azure: Azure) -> None:
    group = azure.group()
    id = balancer(azure, group)
    reader = azure.client(("Reader", group))
    nobody = azure.client()

    answers = [
        reader.put(id, balancer_body(id, {})),
        reader.delete(f"{id}/backendAddressPools/pool"),
        nobody.get(id),
        nobody.get(f"{id}-not"),
    ]

    assert [(one.status, one.code) for one in answers] == [(403, "AuthorizationFailed")] * 4
    assert "Microsoft.Network/loadBalancers/backendAddressPools/delete" in answers[1].message
    assert reader.get(id).status == 200
