"""`destroy infra azure` and `destroy iam azure` take away what was made, and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.integration.azure.clusters import (
    ZONE_GROUP,
    Cluster,
    base_domain,
    groups,
    outcomes,
    resources,
)

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk

ROLES = ("--assign-identity-roles", "--dns-zone-rg-name", ZONE_GROUP)


@pytest.fixture(scope="module")
def office(desk: Desk) -> Desk:
    """A desk whose subscription has a base domain."""
    base_domain(desk)
    return desk


def assigned(desk: Desk, group: str) -> int:
    """How many roles somebody has on a group itself."""
    scope = f"/subscriptions/{desk.azure.server.subscription}/resourceGroups/{group}"
    return len(desk.az(f"role assignment list --scope {scope} --fill-principal-name false"))


def test_exactly_the_persistent_resources_are_left(office: Desk) -> None:
    cluster = Cluster(office, "gone")
    before = groups(office)
    cluster.create_iam()
    zones = resources(office, ZONE_GROUP)
    cluster.create_infra(*ROLES)
    assert assigned(office, ZONE_GROUP) == 1

    said = cluster.destroy_infra()

    assert said == "5 deleted.\n"
    assert groups(office) == before | {"gone-ids"}
    assert resources(office, ZONE_GROUP) == zones
    assert len(office.az("identity list -g gone-ids")) == 8
    assert assigned(office, ZONE_GROUP) == 0


def test_a_second_run_has_nothing_to_do(office: Desk) -> None:
    cluster = Cluster(office, "twice")
    cluster.create_infra()
    cluster.destroy_infra()

    assert cluster.destroy_infra() == "Nothing to do: everything is as it should be.\n"


def test_a_dry_run_prints_what_would_go_and_deletes_nothing(office: Desk) -> None:
    cluster = Cluster(office, "stays")
    cluster.create_infra()

    *planned, summary = cluster.destroy_infra("--dry-run").splitlines()

    assert summary == "4 to delete."
    assert set(planned) == {
        f"delete       virtual network {cluster.group}",
        *(f"delete       resource group {name}" for name in cluster.groups),
    }
    assert groups(office) >= cluster.groups


def test_of_a_group_that_was_named_only_the_clusters_resources_go(office: Desk) -> None:
    cluster, other = Cluster(office, "guest"), Cluster(office, "guest2")
    office.az("group create -n house -l eastus")
    office.az("network vnet create -g house -n landlord --address-prefix 10.1.0.0/16")
    office.az("identity create -g house -n guest-disk-guest-x7k2p")
    office.az("network dns zone create -g house -n guest.example.org")
    theirs = resources(office, "house")
    other.create_infra("--resource-group-name", "house")
    theirs |= resources(office, "house")
    cluster.create_infra("--resource-group-name", "house")
    # What the cluster itself has made there, by tags and by name.
    office.az(
        "disk create -g house -n pvc-1 --size-gb 4 --tags kubernetes.io_cluster.guest-x7k2p=owned"
    )
    office.az(
        "network nic create -g house -n guest-x7k2p-a-nic --vnet-name guest-guest-x7k2p"
        " --subnet default"
    )

    report = cluster.destroy_infra("--resource-group-name", "house", "-o", "json")

    assert resources(office, "house") == theirs
    assert outcomes(report) == {
        "disk pvc-1": "deleted",
        "network interface guest-x7k2p-a-nic": "deleted",
        "network security group guest-guest-x7k2p-nsg": "deleted",
        "virtual network guest-guest-x7k2p": "deleted",
        "private DNS zone guest.example.com": "deleted",
        "virtual network link guest.example.com/guest-guest-x7k2p": "deleted",
        "public IP address guest-x7k2p": "deleted",
        "load balancer guest-x7k2p": "deleted",
    }


def test_a_group_that_is_preserved_is_emptied_of_the_cluster(office: Desk) -> None:
    cluster = Cluster(office, "kept")
    cluster.create_infra()
    office.az(f"network nsg create -g {cluster.group} -n by-hand")

    cluster.destroy_infra("--preserve-resource-group")

    assert cluster.groups & groups(office) == {cluster.group}
    assert resources(office, cluster.group) == {"networkSecurityGroups by-hand"}


def test_what_another_program_made_without_tags_goes_by_its_name(office: Desk) -> None:
    cluster = Cluster(office, "plain")
    office.az(f"group create -n {cluster.group} -l eastus")
    office.az("group create -n shared -l eastus")
    office.az("network public-ip create -g shared -n plain-x7k2p --sku Standard")
    office.az("network public-ip create -g shared -n plain-x7k2px --sku Standard")
    office.az("network private-dns zone create -g shared -n plain-azurecluster.example.com")
    office.az("network private-dns zone create -g shared -n plainer.example.com")

    cluster.destroy_infra("--resource-group-name", "shared")
    cluster.destroy_infra()

    assert resources(office, "shared") == {
        "publicIPAddresses plain-x7k2px",
        "privateDnsZones plainer.example.com",
    }
    assert cluster.group not in groups(office)


def test_a_group_of_another_cluster_is_kept_and_told(office: Desk) -> None:
    cluster = Cluster(office, "ours")
    cluster.create_infra()
    office.az(
        f"tag update --operation Replace --resource-id"
        f" /subscriptions/{office.azure.server.subscription}/resourceGroups/{cluster.network_group}"
        " --tags kubernetes.io_cluster.prod-abcde=owned"
    )
    office.az(
        f"network vnet subnet update -g {cluster.network_group} --vnet-name {cluster.group}"
        " -n default --remove networkSecurityGroup"
    )

    report = json.loads(cluster.destroy_infra("-o", "json"))

    kept = {one["name"]: one.get("why") for one in report["steps"] if one["outcome"] == "kept"}
    assert kept == {cluster.network_group: "its tags say that it belongs to prod-abcde"}
    assert resources(office, cluster.network_group) == {f"virtualNetworks {cluster.group}"}


def test_a_network_that_machines_are_in_goes_after_them(office: Desk) -> None:
    cluster = Cluster(office, "used")
    cluster.create_infra()
    office.az(
        f"network nic create -g {cluster.group} -n machine --subnet {cluster.infra['subnetID']}"
        f" --network-security-group {cluster.infra['securityGroupID']}"
    )

    cluster.destroy_infra()

    assert cluster.groups & groups(office) == set()


def test_what_cannot_be_deleted_is_told_and_the_rest_goes(office: Desk) -> None:
    cluster = Cluster(office, "stuck")
    cluster.create_infra()
    security = cluster.infra["securityGroupID"]
    office.az("group create -n tenant -l eastus")
    office.az(
        "network vnet create -g tenant -n tenant --subnet-name a --subnet-prefixes 10.0.1.0/24"
        f" --nsg {security}"
    )

    said = office.refused(cluster.destroy_infra_words)

    assert said.splitlines()[-1].startswith(
        f"Error: resource group {cluster.security_group}: ResourceGroupDeletionBlocked: "
    )
    assert cluster.groups & groups(office) == {cluster.security_group}

    office.az("network vnet delete -g tenant -n tenant")
    assert cluster.destroy_infra() == "1 deleted; 2 were as they should be.\n"


def test_identities_and_their_roles_go_and_their_group_stays(office: Desk) -> None:
    cluster = Cluster(office, "who")
    cluster.create_iam("--enable-kms")
    office.az("identity create -g who-ids -n somebody")
    cluster.create_infra(*ROLES)

    planned = cluster.destroy_iam("--dry-run")
    assert planned.stdout.splitlines()[-1] == "27 to delete."
    assert len(office.az("identity list -g who-ids")) == 10
    done = cluster.destroy_iam()

    assert (done.returncode, done.stdout) == (0, "27 deleted.\n")
    assert [one["name"] for one in office.az("identity list -g who-ids")] == ["somebody"]
    assert {assigned(office, name) for name in (*cluster.groups, ZONE_GROUP)} == {0}
    again = cluster.destroy_iam()
    assert (again.returncode, again.stdout) == (
        0,
        "Nothing to do: everything is as it should be.\n",
    )
