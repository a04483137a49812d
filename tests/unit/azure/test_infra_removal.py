"""Which resources of a group that stays are a cluster's, and in which order they go."""

from __future__ import annotations

from typing import Any

import pytest

from hypershift.azure.infra_removal import RemovalSpec, in_order

SPEC = RemovalSpec(name="demo", infra_id="demo-x7k2p", group="shared")
NETWORK = "Microsoft.Network"
OURS = {"kubernetes.io_cluster.demo-x7k2p": "owned"}
THEIRS = {"kubernetes.io_cluster.prod-abcde": "owned"}
MACHINES = {"sigs.k8s.io_cluster-api-provider-azure_cluster_demo-x7k2p": "owned"}


def listed(type: str, name: str, tags: dict[str, str] | None = None) -> Any:
    from azure.mgmt.resource.resources.models import GenericResourceExpanded

    return GenericResourceExpanded(
        {"id": f"/x/{type}/{name}", "type": type, "name": name, "tags": tags or {}}
    )


@pytest.mark.parametrize(
    ("type", "name", "tags", "is_ours"),
    [
        (f"{NETWORK}/loadBalancers", "demo-x7k2p", {}, True),
        (f"{NETWORK}/networkInterfaces", "a-DEMO-X7K2P-nic", {}, True),
        (f"{NETWORK}/loadBalancers", "demo-x7k2px", {}, False),
        (f"{NETWORK}/loadBalancers", "mydemo-x7k2p", {}, False),
        (f"{NETWORK}/loadBalancers", "demo-x7k2p", THEIRS, False),
        ("Microsoft.Compute/disks", "pvc-1", OURS, True),
        ("Microsoft.Compute/virtualMachines", "workers-abc", MACHINES, True),
        ("Microsoft.Compute/disks", "pvc-1", THEIRS, False),
        (f"{NETWORK}/privateDnsZones", "demo.example.com", {}, True),
        (f"{NETWORK}/privateDnsZones", "demo-azurecluster.example.com", {}, True),
        (f"{NETWORK}/privateDnsZones", "demo2.example.com", {}, False),
        (f"{NETWORK}/privateDnsZones/virtualNetworkLinks", "demo.example.com/hub", {}, True),
        (f"{NETWORK}/dnsZones", "demo.example.com", OURS, False),
        (f"{NETWORK}/networkSecurityGroups", "demo.rules", {}, False),
        ("Microsoft.ManagedIdentity/userAssignedIdentities", "demo-disk-demo-x7k2p", OURS, False),
        ("Microsoft.Storage/storageAccounts", "demooidc", {}, False),
    ],
)
def test_tags_and_names_tell_whose_a_resource_is(
    type: str, name: str, tags: dict[str, str], is_ours: bool
) -> None:
    assert SPEC.is_ours(listed(type, name, tags)) is is_ours


@pytest.mark.parametrize(
    ("group", "preserve", "takes"),
    [
        ("", False, True),
        ("Demo-demo-X7K2P", False, True),
        ("", True, False),
        ("shared", False, False),
    ],
)
def test_only_a_group_that_was_made_for_the_cluster_goes_whole(
    group: str, preserve: bool, takes: bool
) -> None:
    spec = RemovalSpec(name="demo", infra_id="demo-x7k2p", group=group, preserve_group=preserve)

    assert spec.takes_group is takes


def test_what_uses_something_goes_before_it_and_the_rest_side_by_side() -> None:
    kinds = {
        "link": f"{NETWORK}/privateDnsZones/virtualNetworkLinks",
        "zone": f"{NETWORK}/privateDnsZones",
        "machine": "Microsoft.Compute/virtualMachines",
        "disk": "Microsoft.Compute/disks",
        "nic": f"{NETWORK}/networkInterfaces",
        "balancer": f"{NETWORK}/loadBalancers",
        "address": f"{NETWORK}/publicIPAddresses",
        "network": f"{NETWORK}/virtualNetworks",
        "rules": f"{NETWORK}/networkSecurityGroups",
    }
    azure: Any = None

    steps = in_order(azure, [listed(type, name) for name, type in kinds.items()], "demo-x7k2p")

    assert {step.name: {other.name for other in step.after} for step in steps} == {
        "link": set(),
        "machine": set(),
        "zone": {"link"},
        "disk": {"machine"},
        "nic": {"machine"},
        "balancer": {"nic"},
        "address": {"balancer", "nic"},
        "network": {"link", "nic", "balancer"},
        "rules": {"nic", "network"},
    }
