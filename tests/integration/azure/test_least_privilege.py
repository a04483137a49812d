"""Each service account's token is exchanged, and does what its identity's role allows: no more.

The set-up is that of a user: key pair, issuer, identities and infrastructure come from our own
commands. What an identity must not do is each time something that another one may.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from hypershift.azure.components import (
    AUDIENCE,
    CLOUD_PROVIDER,
    COMPONENTS,
    CONTROL_PLANE_OPERATOR,
    DISK,
    FILE,
    IMAGE_REGISTRY,
    INGRESS,
    KMS,
    NETWORK,
    NODE_POOL_MANAGEMENT,
    Account,
    Component,
)
from tests.integration.azure.bearers import VAULT, Bearer, Request, act
from tests.integration.azure.clusters import DOMAIN, ZONE_GROUP, Cluster, base_domain
from tests.integration.azurelocal.tokens import sign

if TYPE_CHECKING:
    from tests.integration.azure.office import Desk

ISSUER_NAME = "leastissuer"
ISSUER = f"https://{ISSUER_NAME}.blob.core.windows.net/{ISSUER_NAME}"
VAULT_NAME = "leastvault"
KEY = f"https://{VAULT_NAME}.vault.azure.net/keys/etcd"
DENIED = (403, "AuthorizationFailed")


@dataclass(frozen=True)
class Site:
    """A cluster whose components may act."""

    cluster: Cluster
    key: bytes
    clients: dict[str, str]

    def token(self, account: Account, **claims: Any) -> str:
        return sign(self.key, ISSUER, account.subject, AUDIENCE, **claims)

    def arm(self, group: str, resource: str, version: str) -> str:
        """The address of something in a group."""
        subscription = self.cluster.desk.azure.server.subscription
        return (
            f"https://management.azure.com/subscriptions/{subscription}/resourceGroups/{group}"
            f"/providers/{resource}?api-version={version}"
        )


@pytest.fixture(scope="module")
def site(desk: Desk) -> Site:
    """A cluster that was made as users make it."""
    base_domain(desk)
    desk.azure.lead_here(f"{ISSUER_NAME}.blob.core.windows.net", f"{VAULT_NAME}.vault.azure.net")
    desk.hypershift("create key-pair --output-dir keys")
    desk.hypershift(
        f"create oidc-issuer azure --name {ISSUER_NAME} --region eastus --output-dir keys"
        f" --oidc-resource-group-name persistent --azure-creds {desk.credentials}"
        " --public-key-file keys/serviceaccount-signer.public"
    )
    cluster = Cluster(desk, "least")
    cluster.create_iam("--enable-kms", "--oidc-issuer-url", ISSUER)
    cluster.create_infra("--assign-identity-roles", "--dns-zone-rg-name", ZONE_GROUP)
    file = json.loads((desk.folder / cluster.identities_file).read_text())
    clients = {key: one if isinstance(one, str) else one["clientID"] for key, one in file.items()}
    clients[KMS.key] = clients.pop("kmsClientID")
    _give_the_vault(desk, clients[KMS.key])
    key = (desk.folder / "keys/serviceaccount-signer.private").read_bytes()
    return Site(cluster, key, clients)


def _give_the_vault(desk: Desk, client: str) -> None:
    """Make the key that encrypts Secrets: its owner gives the role, as no command of ours does."""
    owner = desk.azure.server.credentials["clientId"]
    group = "persistent"
    desk.az(f"keyvault create -n {VAULT_NAME} -g {group} -l eastus --enable-rbac-authorization")
    scope = desk.az(f"keyvault show -n {VAULT_NAME} -g {group}")["id"]
    desk.az(
        "role assignment create --role",
        "Key Vault Crypto Officer",
        *f"--scope {scope} --assignee {owner}".split(),
    )
    desk.az(f"keyvault key create --vault-name {VAULT_NAME} -n etcd --kty RSA")
    desk.az(
        "role assignment create --role",
        "Key Vault Crypto User",
        *f"--scope {scope} --assignee {client}".split(),
    )


def may(site: Site, component: Component) -> Request:
    """Something that a component's role allows."""
    cluster = site.cluster
    group, infra_id = cluster.group, cluster.infra_id
    network = f"Microsoft.Network/virtualNetworks/{group}"
    disk = {
        "location": "eastus",
        "properties": {"creationData": {"createOption": "Empty"}, "diskSizeGB": 4},
    }
    account = {
        "location": "eastus",
        "sku": {"name": "Standard_LRS"},
        "kind": "StorageV2",
        "properties": {},
    }
    record = {"properties": {"TTL": 60, "ARecords": [{"ipv4Address": "10.0.0.9"}]}}
    balancer = f"Microsoft.Network/loadBalancers/{infra_id}"
    zone = f"Microsoft.Network/dnsZones/{DOMAIN}"
    storage = "Microsoft.Storage/storageAccounts"
    rule = f"Microsoft.Network/networkSecurityGroups/{group}-nsg/securityRules/allow"
    allow = {
        "priority": 500,
        "direction": "Inbound",
        "access": "Allow",
        "protocol": "Tcp",
        "sourceAddressPrefix": "*",
        "sourcePortRange": "*",
        "destinationAddressPrefix": "*",
        "destinationPortRange": "443",
    }
    sets = "Microsoft.Compute/availabilitySets"
    at = site.arm
    requests = {
        DISK: Request("PUT", at(group, "Microsoft.Compute/disks/d", "2024-03-02"), body=disk),
        FILE: Request("PUT", at(group, f"{storage}/leastfiles", "2023-01-01"), body=account),
        IMAGE_REGISTRY: Request(
            "PUT", at(group, f"{storage}/leastimages", "2023-01-01"), body=account
        ),
        INGRESS: Request("PUT", at(ZONE_GROUP, f"{zone}/A/apps", "2018-05-01"), body=record),
        CLOUD_PROVIDER: Request("GET", at(group, balancer, "2023-11-01")),
        NODE_POOL_MANAGEMENT: Request(
            "PUT",
            at(group, f"{sets}/machines", "2024-03-01"),
            body={"location": "eastus", "sku": {"name": "Aligned"}, "properties": {}},
        ),
        NETWORK: Request("GET", at(cluster.network_group, network, "2023-11-01")),
        CONTROL_PLANE_OPERATOR: Request(
            "PUT",
            at(cluster.security_group, rule, "2023-11-01"),
            body={"properties": allow},
        ),
        KMS: Request(
            "POST",
            f"{KEY}/encrypt?api-version=7.4",
            VAULT,
            {"alg": "RSA-OAEP-256", "value": base64.urlsafe_b64encode(b"seed").decode()},
        ),
    }
    return requests[component]


# Each must not do what another one may.
MUST_NOT = {
    DISK: FILE,
    FILE: DISK,
    IMAGE_REGISTRY: INGRESS,
    INGRESS: CLOUD_PROVIDER,
    CLOUD_PROVIDER: IMAGE_REGISTRY,
    NODE_POOL_MANAGEMENT: CONTROL_PLANE_OPERATOR,
    NETWORK: NODE_POOL_MANAGEMENT,
    CONTROL_PLANE_OPERATOR: INGRESS,
    KMS: DISK,
}


def test_every_subject_gets_a_token_and_does_what_its_role_allows_and_nothing_else(
    site: Site,
) -> None:
    doers = [(component, account) for component in COMPONENTS for account in component.accounts]

    answers = act(
        site.cluster.desk,
        [
            Bearer(
                site.clients[component.key],
                site.token(account),
                [may(site, component), may(site, MUST_NOT[component])],
            )
            for component, account in doers
        ],
    )

    assert len(doers) == 14
    done = {account.subject: one for (_, account), one in zip(doers, answers, strict=True)}
    assert {who: code for who, ((status, code), _) in done.items() if not 200 <= status < 300} == {}
    assert {who: denied for who, (_, denied) in done.items() if denied != DENIED} == {}


def test_nobody_gives_rights_away_or_touches_what_outlives_the_cluster(site: Site) -> None:
    group = site.cluster.group
    name = "00000000-0000-4000-8000-00000000bbbb"
    assign = site.arm(group, f"Microsoft.Authorization/roleAssignments/{name}", "2022-04-01")
    zone = site.arm(ZONE_GROUP, f"Microsoft.Network/dnsZones/{DOMAIN}", "2018-05-01")
    identity = "Microsoft.ManagedIdentity/userAssignedIdentities/least-disk-least-x7k2p"
    owner = {"properties": {"roleDefinitionId": "/x", "principalId": name}}

    answers = act(
        site.cluster.desk,
        [
            Bearer(
                site.clients[component.key],
                site.token(component.accounts[0]),
                [
                    Request("PUT", assign, body=owner),
                    Request("DELETE", zone),
                    Request("DELETE", site.arm("least-ids", identity, "2024-11-30")),
                ],
            )
            for component in COMPONENTS
        ],
    )

    assert answers == [[DENIED, DENIED, DENIED]] * len(COMPONENTS)


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ({"aud": ["api://AzureADTokenExchange"]}, "AADSTS700212"),
        ({"sub": "system:serviceaccount:default:default"}, "AADSTS700213"),
        ({"sub": CLOUD_PROVIDER.accounts[0].subject}, "AADSTS700213"),
        ({"iss": "https://somebody.example.com"}, "AADSTS700211"),
    ],
)
def test_a_token_of_somebody_else_is_not_exchanged(
    site: Site, claims: dict[str, Any], code: str
) -> None:
    token = site.token(DISK.accounts[0], **claims)

    (((status, said),),) = act(
        site.cluster.desk,
        [Bearer(site.clients[DISK.key], token, [may(site, DISK)])],
    )

    assert (status, code in said) == (0, True), said
