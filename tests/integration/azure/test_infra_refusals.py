"""`create infra azure` says what is not as it must be before it makes anything."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.integration.azure.clusters import Cluster, base_domain, groups

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk

NOWHERE = "00000000-0000-4000-8000-00000000aaaa"


@pytest.fixture(scope="module")
def office(desk: Desk) -> Desk:
    """A desk with a base domain, and a network in another region than clusters are in."""
    base_domain(desk)
    desk.az("group create -n far -l westus2")
    desk.az("network nsg create -g far -n rules")
    desk.az("network vnet create -g far -n bare")
    desk.az("network vnet create -g far -n two --subnet-name a --subnet-prefixes 10.0.1.0/24")
    desk.az("network vnet subnet create -g far --vnet-name two -n b --address-prefixes 10.0.2.0/24")
    return desk


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (
            "--base-domain absent.example.com",
            "there is no public DNS zone absent.example.com in the subscription {subscription};"
            " correct --base-domain, or make the zone with 'az network dns zone create'",
        ),
        (
            "--resource-group-name absent",
            "there is no resource group absent in the subscription {subscription}; make it with"
            " 'az group create', or name another one",
        ),
        (
            "--assign-identity-roles --dns-zone-rg-name absent --location eastus",
            "there is no resource group absent in the subscription {subscription}; make it with"
            " 'az group create', or name another one",
        ),
        (
            "--vnet-id {far}/virtualNetworks/absent",
            "there is no virtual network {far}/virtualNetworks/absent; correct --vnet-id, or leave"
            " it out to have one made",
        ),
        (
            "--vnet-id {far}/virtualNetworks/bare",
            "the virtual network bare is in westus2, and the cluster is to be in eastus; correct"
            " --location, or use what is in that region",
        ),
        (
            "--location westus2 --vnet-id {far}/virtualNetworks/bare",
            "the virtual network bare has no subnet; make one with 'az network vnet subnet create'",
        ),
        (
            "--location westus2 --vnet-id {far}/virtualNetworks/two",
            "the virtual network two has several subnets, a, b; choose one with --subnet-id",
        ),
        (
            "--location westus2 --subnet-id {far}/virtualNetworks/two/subnets/c",
            "there is no subnet {far}/virtualNetworks/two/subnets/c; correct --subnet-id: the"
            " virtual network two has a, b",
        ),
        (
            "--network-security-group-id {far}/networkSecurityGroups/absent",
            "there is no network security group {far}/networkSecurityGroups/absent; correct"
            " --network-security-group-id, or leave it out to have one made",
        ),
        (
            "--network-security-group-id {far}/networkSecurityGroups/rules",
            "the network security group rules is in westus2, and the cluster is to be in eastus;"
            " correct --location, or use what is in that region",
        ),
    ],
)
def test_what_is_not_there_is_told_before_anything_is_made(
    office: Desk, flags: str, sentence: str
) -> None:
    cluster, before = Cluster(office, "refused"), groups(office)
    subscription = office.azure.server.subscription
    if (
        "--assign-identity-roles" in flags
        and not (office.folder / cluster.identities_file).exists()
    ):
        cluster.create_iam()
        before = groups(office)
    far = f"/subscriptions/{subscription}/resourceGroups/far/providers/Microsoft.Network"
    words = flags.format(far=far).split()

    said = cluster.refused(*words)

    assert said == f"Error: {sentence.format(far=far, subscription=subscription)}"
    assert groups(office) == before


def test_identities_that_nobody_knows_get_no_roles(office: Desk) -> None:
    cluster, before = Cluster(office, "nobody"), groups(office)

    said = cluster.refused("--assign-identity-roles", "--dns-zone-rg-name", "dns")

    assert said.startswith("Error: the directory knows no principal of the client ID 00000000-")
    assert groups(office) == before


def test_a_custom_role_that_does_not_exist_is_told(office: Desk) -> None:
    cluster = Cluster(office, "custom")
    cluster.create_iam()
    before = groups(office)

    said = cluster.refused("--assign-custom-hcp-roles", "--dns-zone-rg-name", "dns")

    assert said == (
        "Error: there is no role 'Azure Red Hat OpenShift NodePool Management Role' in the"
        " subscription; make it with 'az role definition create', or leave"
        " --assign-custom-hcp-roles away"
    )
    assert groups(office) == before


def test_a_group_of_another_cluster_is_not_used(office: Desk) -> None:
    cluster = Cluster(office, "theirs")
    office.az(
        f"group create -n {cluster.network_group} -l eastus"
        " --tags kubernetes.io_cluster.prod-abcde=owned"
    )

    said = cluster.refused()

    assert said == (
        f"Error: resource group {cluster.network_group}: the resource group"
        f" {cluster.network_group} belongs to the cluster prod-abcde, as its tags say; use another"
        " --name or --infra-id; the same command goes on from where it stopped"
    )


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        (
            "subscriptionId",
            NOWHERE,
            "SubscriptionNotFound: The subscription '{value}' could not be found; correct"
            " subscriptionId in the credentials",
        ),
        (
            "clientSecret",
            "wrong",
            "AADSTS7000215: Invalid client secret provided. Ensure the secret being sent in the"
            " request is the client secret value, not the client secret ID, for a secret added to"
            " app '{client}'; correct clientSecret in the credentials",
        ),
        (
            "clientId",
            NOWHERE,
            "AADSTS700016: Application with identifier '{value}' was not found",
        ),
        ("clientId", NOWHERE, "; correct clientId in the credentials"),
        ("tenantId", NOWHERE, "AADSTS90002: Tenant '{value}' not found"),
        ("tenantId", NOWHERE, "; correct tenantId in the credentials"),
    ],
)
def test_wrong_credentials_are_told_in_a_sentence(
    office: Desk, key: str, value: str, sentence: str
) -> None:
    cluster, before = Cluster(office, "wrong"), groups(office)
    file = office.folder / "wrong.json"
    file.write_text(json.dumps(office.azure.server.credentials | {key: value}))
    words = cluster.create_infra_words.replace(office.credentials, str(file))

    said = office.refused(words)

    client = office.azure.server.credentials["clientId"]
    assert sentence.format(value=value, client=client) in said
    assert said.startswith("Error: ")
    assert len(said.splitlines()) == 1
    assert "Trace ID" not in said
    assert groups(office) == before
