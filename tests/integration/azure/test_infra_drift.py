"""`create infra azure` puts right what somebody has changed, and leaves what others have added."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.integration.azure.clusters import Cluster, base_domain

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk


@pytest.fixture(scope="module")
def cluster(desk: Desk) -> Cluster:
    """A cluster whose infrastructure is right."""
    base_domain(desk)
    made = Cluster(desk, "drift")
    made.create_infra("-t", "team=blue")
    return made


def test_a_changed_probe_is_put_right_and_other_parts_stay(cluster: Cluster) -> None:
    az, balancer = cluster.desk.az, f"-g {cluster.group} --lb-name drift-x7k2p"
    az(f"network lb probe create {balancer} -n services --protocol tcp --port 10256")
    az(f"network lb address-pool create {balancer} -n more")
    az(f"network lb probe update {balancer} -n drift-x7k2p --port 80")

    assert cluster.outcomes() == {"load balancer drift-x7k2p": "changed"}

    shown = az(f"network lb show -g {cluster.group} -n drift-x7k2p")
    assert {one["name"]: one["port"] for one in shown["probes"]} == {
        "services": 10256,
        "drift-x7k2p": 30595,
    }
    assert {one["name"] for one in shown["backendAddressPools"]} == {"more", "drift-x7k2p"}
    assert len(shown["outboundRules"]) == 1


def test_a_deleted_rule_for_the_way_out_is_made_again(cluster: Cluster) -> None:
    az, balancer = cluster.desk.az, f"-g {cluster.group} --lb-name drift-x7k2p"
    az(f"network lb outbound-rule delete {balancer} -n drift-x7k2p")

    assert cluster.outcomes() == {"load balancer drift-x7k2p": "changed"}

    (rule,) = az(f"network lb outbound-rule list {balancer}")
    assert (rule["protocol"], rule["allocatedOutboundPorts"]) == ("All", 1024)


def test_an_unbound_subnet_is_bound_again_and_other_subnets_and_rules_stay(
    cluster: Cluster,
) -> None:
    az, infra = cluster.desk.az, cluster.infra
    network = f"-g {cluster.network_group} --vnet-name {cluster.group}"
    az(f"network vnet subnet create {network} -n more --address-prefixes 10.0.7.0/24")
    az(
        f"network nsg rule create -g {cluster.security_group} --nsg-name {cluster.group}-nsg"
        " -n ssh --priority 500 --destination-port-ranges 22 --access Allow --protocol Tcp"
    )
    az(f"network vnet subnet update {network} -n default --remove networkSecurityGroup")

    assert cluster.outcomes() == {"virtual network drift-drift-x7k2p": "changed"}

    subnets = {one["name"]: one for one in az(f"network vnet subnet list {network}")}
    assert subnets.keys() == {"default", "more"}
    assert subnets["default"]["networkSecurityGroup"]["id"] == infra["securityGroupID"]
    assert subnets["default"]["addressPrefix"] == "10.0.0.0/24"
    assert subnets["more"]["addressPrefix"] == "10.0.7.0/24"
    rules = az(f"network nsg rule list -g {cluster.security_group} --nsg-name {cluster.group}-nsg")
    assert [one["name"] for one in rules] == ["ssh"]


def test_a_subnet_that_is_bound_to_other_rules_is_bound_to_ours(cluster: Cluster) -> None:
    az = cluster.desk.az
    network = f"-g {cluster.network_group} --vnet-name {cluster.group}"
    az(f"network nsg create -g {cluster.network_group} -n strict")
    az(f"network vnet subnet update {network} -n default --network-security-group strict")

    planned = cluster.create_infra("--dry-run").splitlines()
    cluster.create_infra()

    assert [line for line in planned if not line.startswith("unchanged")] == [
        "change       virtual network drift-drift-x7k2p (the subnet default was bound to strict)",
        "1 to change; 8 were as they should be.",
    ]
    (subnet,) = [
        one for one in az(f"network vnet subnet list {network}") if one["name"] == "default"
    ]
    assert subnet["networkSecurityGroup"]["id"] == cluster.infra["securityGroupID"]


def test_a_link_that_leads_elsewhere_is_made_anew(cluster: Cluster) -> None:
    az, zone = cluster.desk.az, f"-g {cluster.group} -z drift.example.com"
    az(f"network vnet create -g {cluster.network_group} -n other --address-prefix 10.9.0.0/16")
    other = az(f"network vnet show -g {cluster.network_group} -n other")["id"]
    az(f"network private-dns link vnet delete {zone} -n drift-drift-x7k2p -y")
    az(f"network private-dns link vnet create {zone} -n drift-drift-x7k2p -v {other} -e false")

    assert cluster.outcomes() == {"virtual network link drift-drift-x7k2p": "changed"}

    (link,) = az(f"network private-dns link vnet list {zone}")
    assert link["virtualNetwork"]["id"] == cluster.infra["vnetID"]


def test_a_link_to_the_network_under_another_name_is_enough(cluster: Cluster) -> None:
    az, zone = cluster.desk.az, f"-g {cluster.group} -z drift.example.com"
    network = cluster.infra["vnetID"]
    az(f"network private-dns link vnet delete {zone} -n drift-drift-x7k2p -y")
    az(f"network private-dns link vnet create {zone} -n by-hand -v {network} -e false")

    assert cluster.outcomes() == {}

    az(f"network private-dns link vnet delete {zone} -n by-hand -y")
    assert cluster.outcomes() == {"virtual network link drift-drift-x7k2p": "created"}


def test_what_was_deleted_is_made_again(cluster: Cluster) -> None:
    az = cluster.desk.az
    az(f"network lb delete -g {cluster.group} -n drift-x7k2p")
    az(f"network public-ip delete -g {cluster.group} -n drift-x7k2p")

    assert cluster.outcomes() == {
        "load balancer drift-x7k2p": "created",
        "public IP address drift-x7k2p": "created",
    }


def test_tags_that_are_wanted_are_added_to_those_of_others(cluster: Cluster) -> None:
    az = cluster.desk.az
    az(f"group update -n {cluster.group} --set tags.team=red tags.cost=42")

    assert cluster.outcomes("-t", "team=blue") == {f"resource group {cluster.group}": "changed"}

    tags = az(f"group show -n {cluster.group}")["tags"]
    assert tags == {
        "kubernetes.io_cluster.drift-x7k2p": "owned",
        "hypershift.openshift.io_made-by": "create infra azure",
        "team": "blue",
        "cost": "42",
    }
