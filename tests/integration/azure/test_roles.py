"""`create infra azure` gives the cluster's identities their roles: those, and no others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from hypershift.azure.resources.roles import assignment_name
from tests.integration.azure.clusters import ZONE_GROUP, Cluster, base_domain, outcomes

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk

BUILT_IN = ("--assign-identity-roles", "--dns-zone-rg-name", ZONE_GROUP)
CUSTOM = ("--assign-custom-hcp-roles", "--dns-zone-rg-name", ZONE_GROUP)
NODE_POOLS = "Azure Red Hat OpenShift NodePool Management Role"
ARO = "Azure Red Hat OpenShift"
# By component: the name of its role, and in which of the groups G, NSG, VNet and DNS it has it.
EXPECTED = {
    "nodePoolManagement": ("Contributor", "G VNet"),
    "controlPlaneOperator": ("Contributor", "G NSG VNet"),
    "cloudProvider": (f"{ARO} Cloud Controller Manager", "G NSG VNet"),
    "ingress": (f"{ARO} Cluster Ingress Operator", "G VNet DNS"),
    "file": (f"{ARO} File Storage Operator", "G NSG VNet"),
    "disk": (f"{ARO} Disk Storage Operator", "G"),
    "network": (f"{ARO} Network Operator", "G VNet"),
    "imageRegistry": (f"{ARO} Image Registry Operator", "G"),
}


@pytest.fixture(scope="module")
def office(desk: Desk) -> Desk:
    """A desk whose subscription has a base domain."""
    base_domain(desk)
    return desk


def roles(cluster: Cluster, places: dict[str, str] | None = None) -> dict[str, tuple[str, str]]:
    """What `az` shows of the identities in the file, in the form of the table."""
    where = places or {
        "G": cluster.group,
        "NSG": cluster.security_group,
        "VNet": cluster.network_group,
        "DNS": ZONE_GROUP,
    }
    file = json.loads((cluster.desk.folder / cluster.identities_file).read_text())
    clients = {one["clientID"]: key for key, one in file.items() if isinstance(one, dict)}
    principals = {
        one["principalId"]: clients[one["clientId"]]
        for one in cluster.desk.az(f"identity list -g {cluster.name}-ids")
        if one["clientId"] in clients
    }
    found: dict[str, tuple[str, str]] = {}
    listed = cluster.desk.az("role assignment list --all --fill-principal-name false")
    groups = {(one["principalId"], one["scope"].rpartition("/")[2]): one for one in listed}
    for principal, key in principals.items():
        mine = {group: one for (who, group), one in groups.items() if who == principal}
        names = {one["roleDefinitionName"] for one in mine.values()}
        held = [place for place, group in where.items() if mine.pop(group, None)]
        assert mine == {}, "it has roles elsewhere"
        found[key] = (" + ".join(sorted(names)), " ".join(held))
    return found


def test_each_identity_has_its_role_where_it_acts(office: Desk) -> None:
    cluster = Cluster(office, "all")
    cluster.create_iam("--enable-kms")

    cluster.create_infra(*BUILT_IN)

    assert roles(cluster) == EXPECTED
    assert cluster.create_infra(*BUILT_IN) == "Nothing to do: everything is as it should be.\n"


def test_without_the_flag_nobody_gets_a_role(office: Desk) -> None:
    cluster = Cluster(office, "none")
    cluster.create_iam()

    cluster.create_infra("--dns-zone-rg-name", ZONE_GROUP)

    assert set(roles(cluster).values()) == {("", "")}


def test_assignments_have_the_names_that_other_programs_give_them(office: Desk) -> None:
    cluster = Cluster(office, "names")
    cluster.create_iam()
    cluster.create_infra(*BUILT_IN)
    scope = f"/subscriptions/{office.azure.server.subscription}/resourceGroups/{cluster.group}"

    listed = office.az(f"role assignment list --scope {scope} --fill-principal-name false")

    components = ("capz", "cpo", "cloud-provider", "ingress", "azure-file", "azure-disk", "cncc")
    assert {one["name"] for one in listed} == {
        assignment_name("names-x7k2p", component, scope) for component in (*components, "ciro")
    }
    zero = "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/rg1"
    assert assignment_name("infra1", "capz", zero) == "824a1508-4aeb-50e3-8931-4395f3cb6b81"


def test_a_cluster_without_a_registry_gives_it_no_role(office: Desk) -> None:
    cluster = Cluster(office, "bare")
    cluster.create_iam()

    cluster.create_infra(*BUILT_IN, "--disable-cluster-capabilities", "ImageRegistry,Insights")

    assert roles(cluster) == EXPECTED | {"imageRegistry": ("", "")}


def test_a_role_that_was_taken_away_is_given_again(office: Desk) -> None:
    cluster = Cluster(office, "back")
    cluster.create_iam()
    cluster.create_infra(*BUILT_IN)
    scope = f"/subscriptions/{office.azure.server.subscription}/resourceGroups/{ZONE_GROUP}"
    name = assignment_name("back-x7k2p", "ingress", scope)
    office.az(
        "role assignment delete --ids"
        f" {scope}/providers/Microsoft.Authorization/roleAssignments/{name}"
    )

    assert cluster.outcomes(*BUILT_IN) == {"role assignment of ingress in dns": "created"}
    assert roles(cluster) == EXPECTED


def test_an_identity_that_was_made_anew_takes_the_place_of_the_old_one(office: Desk) -> None:
    cluster = Cluster(office, "anew")
    cluster.create_iam()
    cluster.create_infra(*BUILT_IN)
    office.az("identity delete -g anew-ids -n anew-disk-anew-x7k2p")
    cluster.create_iam()

    assert cluster.outcomes(*BUILT_IN) == {
        f"role assignment of azure-disk in {cluster.group}": "created"
    }
    assert roles(cluster) == EXPECTED


def test_custom_roles_are_found_by_their_names(office: Desk) -> None:
    cluster = Cluster(office, "custom")
    cluster.create_iam()
    scope = f"/subscriptions/{office.azure.server.subscription}"
    role = {
        "Name": NODE_POOLS,
        "Description": "Makes machines.",
        "Actions": ["Microsoft.Compute/virtualMachines/*"],
        "AssignableScopes": [scope],
    }
    office.az("role definition create --role-definition", json.dumps(role))

    cluster.create_infra(*CUSTOM)

    assert roles(cluster) == EXPECTED | {
        "nodePoolManagement": (NODE_POOLS, "G VNet"),
        "controlPlaneOperator": (f"{ARO} Control Plane Operator", "G NSG VNet"),
    }


def test_in_one_group_each_identity_gets_its_role_once(office: Desk) -> None:
    cluster = Cluster(office, "single")
    cluster.create_iam()
    office.az("group create -n single -l eastus")

    report = cluster.create_infra(*BUILT_IN, "--resource-group-name", "single", "-o", "json")

    assert len([name for name in outcomes(report) if name.startswith("role assignment")]) == 9
    assert roles(cluster, {"G": "single", "DNS": ZONE_GROUP}) == {
        key: (role, "G DNS" if "DNS" in where else "G") for key, (role, where) in EXPECTED.items()
    }


def test_roles_are_given_where_a_network_of_ones_own_is(office: Desk) -> None:
    cluster = Cluster(office, "byo")
    cluster.create_iam()
    office.az("group create -n nets -l eastus")
    office.az("group create -n rules -l eastus")
    office.az("network nsg create -g rules -n rules")
    office.az("network vnet create -g nets -n net --subnet-name a --subnet-prefixes 10.0.1.0/24")
    network = office.az("network vnet show -g nets -n net")["id"]
    rules = office.az("network nsg show -g rules -n rules")["id"]

    cluster.create_infra(*BUILT_IN, "--vnet-id", network, "--network-security-group-id", rules)

    places = {"G": cluster.group, "NSG": "rules", "VNet": "nets", "DNS": ZONE_GROUP}
    assert roles(cluster, places) == EXPECTED
    cluster.destroy_infra()
    assert set(roles(cluster, places).values()) == {("", "")}
    assert len(office.az("resource list -g nets")) == 1


def test_managed_identities_get_roles_in_the_control_plane_and_on_the_nodes(office: Desk) -> None:
    cluster, tenant = Cluster(office, "managed"), office.azure.server.tenant
    cluster.create_iam()
    made = json.loads((office.folder / cluster.identities_file).read_text())
    office.az("group create -n managed-nodes -l eastus")
    nodes = {
        key: office.az(f"identity create -g managed-nodes -n {key}")
        for key in ("imageRegistry", "disk", "file")
    }
    control_plane = {
        key: {"clientID": one["clientID"], "credentialsSecretName": f"managed-{key}"}
        for key, one in made.items()
    } | {"managedIdentitiesKeyVault": {"name": "vault", "tenantID": tenant}}
    (office.folder / "managed.json").write_text(json.dumps(control_plane))
    named = {f"{key}MSIClientID": one["clientId"] for key, one in nodes.items()}
    (office.folder / "nodes.json").write_text(json.dumps(named))
    words = cluster.create_infra_words.replace(
        f"--workload-identities-file {cluster.identities_file}",
        "--managed-identities-file managed.json --data-plane-identities-file nodes.json",
    )

    office.hypershift(words, *BUILT_IN)

    assert roles(cluster) == EXPECTED
    listed = office.az("role assignment list --all --fill-principal-name false")
    for key, one in nodes.items():
        (mine,) = [each for each in listed if each["principalId"] == one["principalId"]]
        assert mine["roleDefinitionName"] == EXPECTED[key][0]
        assert mine["scope"].endswith(f"/{cluster.group}")
        component = {"imageRegistry": "ciro", "disk": "azure-disk", "file": "azure-file"}[key]
        assert mine["name"] == assignment_name("managed-x7k2p", f"{component}WI", mine["scope"])
    assert cluster.infra["workloadIdentities"] is None
    assert cluster.infra["dataPlaneIdentities"] == named
    assert cluster.infra["controlPlaneMIs"]["dataPlane"] == named
    vault = cluster.infra["controlPlaneMIs"]["controlPlane"]["managedIdentitiesKeyVault"]
    assert vault == {"name": "vault", "tenantID": tenant}
