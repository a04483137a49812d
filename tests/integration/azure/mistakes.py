"""Mistakes that people make, each made in a practice and undone again.

A mistake is a function that makes it, and yields the flags to which the doctor is to be given other
values. What it has changed in Azure it changes back when it goes on, unless the doctor's own cure
has done so before.
"""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.integration.azure.courier import Refused
from tests.integration.azure.practice import (
    ACCOUNT,
    BASE,
    CONTAINER,
    CONTRIBUTOR,
    HOSTS,
    INFRA_ID,
    ISSUER,
    NAME,
    NETWORK,
    PARENT,
    READER,
    ZONES,
    Practice,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from contextlib import AbstractContextManager

    Flags = dict[str, str]
    Made = Generator[Flags]

OWNER = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635"
USER_ACCESS_ADMINISTRATOR = "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9"
DISK_ROLE = "5b7237c5-45e1-49d6-bc18-a1f62f400748"
BLOB = f"--account-name {ACCOUNT} --container-name {CONTAINER} --auth-mode key"


@dataclass(frozen=True)
class Mistake:
    """One mistake, and what the doctor has to say about it."""

    make: Callable[[Practice], AbstractContextManager[Flags]]
    check: str
    says: str
    """Words of the finding."""
    cure: str
    """Words of the command that mends it."""
    mends: bool = False
    """Whether the command is to be run, and then nothing may be wrong any more."""
    status: str = "wrong"


def mistake(
    make: Callable[..., Made], *args: Any, **kwargs: Any
) -> Callable[[Practice], AbstractContextManager[Flags]]:
    """Bind what else a mistake takes."""
    manager = contextmanager(make)
    return lambda practice: manager(practice, *args, **kwargs)


def given(practice: Practice, **flags: str) -> Made:
    """Type something else."""
    yield flags


def written(practice: Practice, flag: str, name: str, **changes: Any) -> Made:
    """Give a file in which something is different."""
    content = practice.read(name) | changes
    content = {key: value for key, value in content.items() if value is not None}
    yield {flag: practice.write(f"other-{name}", content)}


def readable(practice: Practice, name: str) -> Made:
    """Let everybody read a file."""
    practice.path(name).chmod(0o644)
    yield {}
    practice.path(name).chmod(0o600)


# The caller


def caller(practice: Practice, *roles: str) -> Made:
    """Let somebody ask who has these roles in the subscription."""
    client, secret, principal = practice.service_principal("somebody")
    made = [practice.assign(principal, role, practice.subscription) for role in roles]
    owner = practice.desk.azure.server.credentials
    file = owner | {"clientId": client, "clientSecret": secret}
    yield {"azure_creds": practice.write("somebody.json", file)}
    for one in made:
        practice.courier.gone(one)


def of_subscription(practice: Practice) -> Made:
    """Name a subscription that is none of ours."""
    owner = practice.desk.azure.server.credentials
    file = owner | {"subscriptionId": "11111111-2222-4333-8444-555555555555"}
    yield {"azure_creds": practice.write("elsewhere.json", file)}


def credentials(practice: Practice, **changes: str) -> Made:
    """Give credentials with something else in them."""
    owner = practice.desk.azure.server.credentials
    yield {"azure_creds": practice.write("other.json", owner | changes)}


def unregistered(practice: Practice) -> Made:
    """Do without a provider."""
    provider = f"{practice.subscription}/providers/Microsoft.ManagedIdentity"
    practice.courier.arm("POST", f"{provider}/unregister")
    yield {}
    practice.courier.arm("POST", f"{provider}/register")


# Keys and issuer


def other_key(practice: Practice) -> Made:
    """Sign with a key that nobody has published."""
    if not practice.path("other-keys").exists():
        practice.desk.hypershift("create key-pair --output-dir other-keys")
    yield {
        "sa_token_issuer_private_key_path": "other-keys/serviceaccount-signer.private",
        "public_key_file": "other-keys/serviceaccount-signer.public",
    }


def other_half(practice: Practice) -> Made:
    """Give the public half of another key."""
    if not practice.path("third-keys").exists():
        practice.desk.hypershift("create key-pair --output-dir third-keys")
    yield {"public_key_file": "third-keys/serviceaccount-signer.public"}


def bad_key(practice: Practice, kind: str) -> Made:
    """Sign with a key of a form that Azure does not take."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec, rsa

    key = (
        ec.generate_private_key(ec.SECP256R1())
        if kind == "EC"
        else rsa.generate_private_key(65537, 1024)
    )
    path = practice.path(f"{kind}.private")
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        )
    )
    path.chmod(0o600)
    yield {"sa_token_issuer_private_key_path": path.name}


def container(practice: Practice, access: str) -> Made:
    """Give the container another level of access."""
    id = f"{practice.account}/blobServices/default/containers/{CONTAINER}"
    practice.courier.arm("PATCH", id, {"properties": {"publicAccess": access}})
    yield {}
    practice.courier.arm("PATCH", id, {"properties": {"publicAccess": "Container"}})


def account(practice: Practice) -> Made:
    """Let nobody read the account without a key."""
    for allowed in (False, True):
        properties = {"properties": {"allowBlobPublicAccess": allowed}}
        practice.courier.arm("PATCH", practice.account, properties)
        if not allowed:
            yield {}


def document(practice: Practice, **changes: Any) -> Made:
    """Publish a configuration in which something is different."""
    good = json.loads((practice.desk.folder / "issuer/openid-configuration").read_text())
    upload = f"storage blob upload {BLOB} --overwrite --name .well-known/openid-configuration"
    practice.desk.az(f"{upload} --file", str(practice.path(practice.write("bad", good | changes))))
    yield {}
    practice.desk.az(f"{upload} --file", str(practice.path("issuer/openid-configuration")))


def without_keys(practice: Practice) -> Made:
    """Publish no keys."""
    practice.desk.az(f"storage blob delete {BLOB} --name openid/v1/jwks")
    yield {}
    practice.desk.az(
        f"storage blob upload {BLOB} --overwrite --name openid/v1/jwks --file",
        str(practice.path("issuer/jwks")),
    )


# Identities


def credential(practice: Practice, identity: str, name: str, **changes: Any) -> Made:
    """Change a federated credential."""
    id = practice.credential(identity, name)
    good = practice.courier.arm("GET", id)["properties"]
    practice.courier.arm("PUT", id, {"properties": good | changes})
    yield {}
    practice.courier.arm("PUT", id, {"properties": good})


def without_credential(practice: Practice, identity: str, name: str) -> Made:
    """Delete a federated credential."""
    id = practice.credential(identity, name)
    good = practice.courier.arm("GET", id)["properties"]
    practice.courier.arm("DELETE", id)
    yield {}
    practice.courier.arm("PUT", id, {"properties": good})


def further_credential(practice: Practice) -> Made:
    """Trust an account that no component has."""
    id = practice.credential("network", "further")
    properties = {
        "issuer": ISSUER,
        "subject": "system:serviceaccount:default:default",
        "audiences": ["openshift"],
    }
    practice.courier.arm("PUT", id, {"properties": properties})
    yield {}
    practice.courier.arm("DELETE", id)


def without_identity(practice: Practice) -> Made:
    """Delete an identity."""
    practice.courier.arm("DELETE", practice.identity("image-registry"))
    yield {}


def client_of(practice: Practice, component: str) -> Made:
    """Give the disks the identity of somebody else."""
    ids = practice.read("ids.json")
    yield from written(practice, "workload_identities_file", "ids.json", disk=ids[component])


# Roles


def _assignments(practice: Practice, identity: str) -> list[dict[str, Any]]:
    principal = practice.principal_of(identity)
    query = f"?$filter=principalId eq '{principal}'"
    listed = f"{practice.subscription}/providers/Microsoft.Authorization/roleAssignments{query}"
    return practice.courier.arm("GET", listed)["value"]


def without_role(practice: Practice, identity: str, elsewhere: str = "") -> Made:
    """Take a role away, or give it somewhere else."""
    there = _assignments(practice, identity)[0]
    practice.courier.gone(there["id"])
    principal = there["properties"]["principalId"]
    other = practice.assign(principal, DISK_ROLE, elsewhere) if elsewhere else ""
    yield {}
    with suppress(Refused):  # the cure has given it anew
        practice.assign(
            principal,
            there["properties"]["roleDefinitionId"].rpartition("/")[2],
            there["properties"]["scope"],
        )
    if other:
        practice.courier.gone(other)


def elsewhere(practice: Practice) -> Made:
    """Give the disks' identity its role in the group of the zones."""
    group = f"{practice.subscription}/resourceGroups/{ZONES}"
    yield from without_role(practice, "disk", group)


def too_wide(practice: Practice, role: str) -> Made:
    """Give an identity a role in the whole subscription."""
    made = practice.assign(practice.principal_of("disk"), role, practice.subscription)
    yield {}
    with suppress(Refused):  # the cure has taken it away
        practice.courier.gone(made)


# Network


def changed(practice: Practice, id: str, change: Callable[[dict[str, Any]], None]) -> Made:
    """Change something in Azure."""
    good = practice.courier.arm("GET", id)
    bad = json.loads(json.dumps(good))
    change(bad["properties"])
    practice.courier.arm("PUT", id, bad)
    yield {}
    practice.courier.arm("PUT", id, good)


def _rule(name: str, priority: int, access: str, port: str, **more: str) -> dict[str, Any]:
    properties = {
        "priority": priority,
        "access": access,
        "direction": "Inbound",
        "protocol": "Tcp",
        "sourceAddressPrefix": "*",
        "sourcePortRange": "*",
        "destinationAddressPrefix": "*",
        "destinationPortRange": port,
    }
    return {"name": name, "properties": properties | more}


def rules(practice: Practice, *wanted: dict[str, Any]) -> Made:
    """Give the security group rules."""

    def change(properties: dict[str, Any]) -> None:
        properties["securityRules"] = list(wanted)

    yield from changed(practice, practice.infra["securityGroupID"], change)


def subnet(practice: Practice, bound: str = "") -> Made:
    """Bind the subnet to another security group, or to none."""
    other = ""
    if bound:
        group = practice.infra["securityGroupID"].rpartition("/")[0]
        other = f"{group}/{bound}"
        practice.courier.arm("PUT", other, {"location": "eastus"})

    def change(properties: dict[str, Any]) -> None:
        properties.pop("networkSecurityGroup", None)
        if other:
            properties["networkSecurityGroup"] = {"id": other}

    yield from changed(practice, practice.infra["subnetID"], change)


def _balancer(practice: Practice) -> str:
    group = practice.infra["resourceGroupName"]
    return (
        f"{practice.subscription}/resourceGroups/{group}/{NETWORK}/loadBalancers/"
        f"{practice.infra['infraID']}"
    )


def probe(practice: Practice) -> Made:
    """Let the load balancer probe something else."""

    def change(properties: dict[str, Any]) -> None:
        properties["probes"][0]["properties"] |= {"port": 8080, "requestPath": "/"}

    yield from changed(practice, _balancer(practice), change)


def outbound(practice: Practice) -> Made:
    """Let the nodes not out."""

    def change(properties: dict[str, Any]) -> None:
        properties["outboundRules"] = []

    yield from changed(practice, _balancer(practice), change)


def without_network(practice: Practice) -> Made:
    """Delete the virtual network."""
    practice.courier.gone(practice.infra["vnetID"])
    yield {}


def linked(practice: Practice) -> Made:
    """Link the private zone to another network."""
    group = practice.infra["vnetID"].rpartition("/")[0]
    other = f"{group}/other"
    space = {"addressSpace": {"addressPrefixes": ["10.1.0.0/16"]}}
    practice.courier.arm("PUT", other, {"location": "eastus", "properties": space})
    links = f"{practice.infra['privateZoneID']}/virtualNetworkLinks"
    for one in practice.courier.arm("GET", links)["value"]:
        practice.courier.gone(f"{links}/{one['name']}")
    properties = {"virtualNetwork": {"id": other}, "registrationEnabled": False}
    practice.courier.arm("PUT", f"{links}/other", {"location": "global", "properties": properties})
    yield {}
    practice.courier.gone(f"{links}/other")


def without_private_zone(practice: Practice) -> Made:
    """Delete the private zone."""
    zone = practice.infra["privateZoneID"]
    for one in practice.courier.arm("GET", f"{zone}/virtualNetworkLinks")["value"]:
        practice.courier.gone(f"{zone}/virtualNetworkLinks/{one['name']}")
    practice.courier.gone(zone)
    yield {}


# DNS


def delegated(practice: Practice, *servers: str) -> Made:
    """Delegate the zone of External DNS to other name servers, or to none."""
    if servers:
        practice.delegate(HOSTS, list(servers))
    else:
        record = HOSTS.removesuffix(f".{PARENT}")
        practice.courier.arm("DELETE", f"{practice.zone(PARENT)}/NS/{record}")
    yield {}
    good = practice.courier.arm("GET", practice.zone(HOSTS))["properties"]["nameServers"]
    practice.delegate(HOSTS, good)


def external_dns(practice: Practice, **changes: Any) -> Made:
    """Change the credentials of External DNS."""
    yield from written(practice, "external_dns_credentials", "azure_mgmt.json", **changes)


def other_external_dns(practice: Practice, role: str = "", end: str = "") -> Made:
    """Use another service principal for External DNS, with a role on the zone, or without."""
    client, secret, principal = practice.service_principal("other-external-dns", end)
    if role:
        practice.assign(principal, role, practice.zone(HOSTS))
    yield from external_dns(practice, aadClientId=client, aadClientSecret=secret)


def wide_external_dns(practice: Practice) -> Made:
    """Let External DNS do anything in the group of the zones."""
    client = practice.external_dns["aadClientId"]
    found = practice.courier.graph("GET", f"/servicePrincipals?$filter=appId eq '{client}'")
    scope = f"{practice.subscription}/resourceGroups/{ZONES}"
    made = practice.assign(found["value"][0]["id"], CONTRIBUTOR, scope)
    yield {}
    with suppress(Refused):
        practice.courier.gone(made)


IAM, INFRA = "hypershift create iam azure", "hypershift create infra azure"
ISSUE, ZONE = "hypershift create oidc-issuer azure", "hypershift create dns-zone azure"
EXTERNAL = "hypershift create external-dns-credentials azure"
LONG = "an-id-that-goes-on-and-on-and-is-longer-than-a-name-may-be-x7k2p"
DELETED = "az network nsg rule delete"

_infra = partial(mistake, written, "infra_json", "infra.yaml")

MISTAKES = {
    # Credentials and permissions
    "secret wrong": Mistake(
        mistake(credentials, clientSecret="not~the~secret"),
        "credentials.accepted",
        "AADSTS7000215",
        "az ad app credential reset",
    ),
    "client unknown": Mistake(
        mistake(credentials, clientId="11111111-2222-4333-8444-555555555555"),
        "credentials.accepted",
        "AADSTS700016",
        "correct clientId or tenantId",
    ),
    "tenant empty": Mistake(
        mistake(credentials, tenantId=""),
        "credentials.file",
        "tenantId must not be empty",
        "correct other.json",
    ),
    "subscription wrong": Mistake(
        mistake(of_subscription), "credentials.subscription", "11111111-", "az account list"
    ),
    "credentials open": Mistake(
        mistake(readable, "azure-credentials.json"),
        "credentials.mode",
        "mode 0644",
        "chmod 600",
        mends=True,
        status="warning",
    ),
    "no Contributor": Mistake(
        mistake(caller, READER, USER_ACCESS_ADMINISTRATOR),
        "permissions.resources",
        "resourceGroups/write",
        "--role Contributor",
        mends=True,
    ),
    "no User Access Administrator": Mistake(
        mistake(caller, CONTRIBUTOR),
        "permissions.roles",
        "roleAssignments/write",
        "--role 'User Access Administrator'",
        mends=True,
    ),
    "no Graph permission": Mistake(
        mistake(caller, OWNER),
        "permissions.directory",
        "applications in the directory",
        "az ad app permission add",
        status="warning",
    ),
    "provider unregistered": Mistake(
        mistake(unregistered),
        "providers.registered",
        "Microsoft.ManagedIdentity is unregistered",
        "az provider register",
        mends=True,
    ),
    # Room and names
    "quota exceeded": Mistake(
        mistake(given, node_pool_replicas="100"),
        "quota.cores",
        "400 cores of all sizes are needed, and 350 of 350 are left",
        "Quotas",
    ),
    "size not offered": Mistake(
        mistake(given, instance_type="Standard_D4s_v99"),
        "region.size",
        "no machines of size Standard_D4s_v99",
        "az vm list-skus",
    ),
    "account name wrong": Mistake(
        mistake(given, storage_account_name="With-Dashes"),
        "names.storage-account",
        "not a valid storage account name",
        "--storage-account-name",
    ),
    "name no label": Mistake(
        mistake(given, name="demo_hc"), "names.cluster", "no DNS label", "choose another --name"
    ),
    "ID too long": Mistake(
        mistake(given, infra_id=LONG), "names.resources", "of at most 64", "a shorter --name"
    ),
    # Keys and issuer
    "public key of another": Mistake(
        mistake(other_half), "keys.pair", "is not of", "openssl rsa -in", mends=True
    ),
    "EC key": Mistake(
        mistake(bad_key, "EC"), "keys.form", "no RSA key", "hypershift create key-pair"
    ),
    "short key": Mistake(
        mistake(bad_key, "short"), "keys.form", "1024 bits", "hypershift create key-pair"
    ),
    "private key open": Mistake(
        mistake(readable, "keys/serviceaccount-signer.private"),
        "keys.mode",
        "mode 0644",
        "chmod 600",
        mends=True,
    ),
    "JWKS of another key": Mistake(
        mistake(other_key), "keys.published", "does not have the key", ISSUE, mends=True
    ),
    "container not public": Mistake(
        mistake(container, "None"),
        "issuer.reachable",
        "is not public",
        "az storage container set-permission",
        mends=True,
    ),
    "account not public": Mistake(
        mistake(account),
        "issuer.reachable",
        "nobody read without a key",
        "az storage account update",
        mends=True,
    ),
    "configuration of another issuer": Mistake(
        mistake(document, issuer=f"{ISSUER}/"),
        "issuer.configuration",
        "the slash at the end",
        ISSUE,
        mends=True,
    ),
    "configuration without RS256": Mistake(
        mistake(document, id_token_signing_alg_values_supported=["ES256"]),
        "issuer.configuration",
        "RS256",
        ISSUE,
    ),
    "JWKS gone": Mistake(mistake(without_keys), "issuer.keys", "it answers 404", ISSUE, mends=True),
    # Identities
    "unknown key": Mistake(
        mistake(written, "workload_identities_file", "ids.json", imageRegitry={"clientID": "x"}),
        "identities.file",
        "imageRegitry",
        IAM,
        mends=True,
    ),
    "client of nobody": Mistake(
        mistake(
            written,
            "workload_identities_file",
            "ids.json",
            file={"clientID": "11111111-2222-4333-8444-555555555555"},
        ),
        "identities.exist",
        "file: no managed identity",
        IAM,
        mends=True,
    ),
    "client of another": Mistake(
        mistake(client_of, "ingress"),
        "identities.own",
        "the identity of ingress",
        IAM,
        mends=True,
    ),
    "identity deleted": Mistake(
        mistake(without_identity), "identities.exist", "imageRegistry: no managed", IAM, mends=True
    ),
    "credential missing": Mistake(
        mistake(without_credential, "disk", "disk-fed-id-operator"),
        "federation.present",
        "azure-disk-csi-driver-operator",
        IAM,
        mends=True,
    ),
    "subject wrong": Mistake(
        mistake(
            credential,
            "ingress",
            "ingress-fed-id",
            subject="system:serviceaccount:openshift-ingress:ingress-operator",
        ),
        "federation.subject",
        "openshift-ingress:ingress-operator",
        IAM,
        mends=True,
    ),
    "audience wrong": Mistake(
        mistake(credential, "file", "file-fed-id-node", audiences=["api://AzureADTokenExchange"]),
        "federation.audience",
        "api://AzureADTokenExchange",
        IAM,
        mends=True,
    ),
    "issuer with a slash": Mistake(
        mistake(credential, "network", "network-fed-id", issuer=f"{ISSUER}/"),
        "federation.issuer",
        "the slash at the end",
        IAM,
        mends=True,
    ),
    "issuer of another": Mistake(
        mistake(credential, "kms", "kms-fed-id", issuer="https://example.com/kms"),
        "federation.issuer",
        "kms: demo-kms-fed-id trusts the issuer https://example.com/kms",
        IAM,
        mends=True,
    ),
    "credential too many": Mistake(
        mistake(further_credential),
        "federation.extra",
        "system:serviceaccount:default:default",
        "az identity federated-credential delete",
        mends=True,
        status="warning",
    ),
    # Roles
    "role missing": Mistake(
        mistake(without_role, "image-registry"),
        "roles.assigned",
        "imageRegistry: its identity does not have the role",
        "az role assignment create",
        mends=True,
    ),
    "role elsewhere": Mistake(
        mistake(elsewhere),
        "roles.assigned",
        "it has it at /subscriptions/",
        "az role assignment create",
        mends=True,
    ),
    "Owner of everything": Mistake(
        mistake(too_wide, OWNER),
        "roles.too-wide",
        "disk: its identity has the role Owner",
        "az role assignment delete",
        mends=True,
        status="warning",
    ),
    "Contributor of everything": Mistake(
        mistake(too_wide, CONTRIBUTOR),
        "roles.too-wide",
        "disk: its identity has the role Contributor",
        "az role assignment delete",
        status="warning",
    ),
    # Infrastructure
    "file without a subnet": Mistake(
        _infra(subnetID=""), "infra.file", "subnetID must not be empty", INFRA, mends=True
    ),
    "network gone": Mistake(
        mistake(without_network), "infra.network", "no virtual network", INFRA, mends=True
    ),
    "subnet not bound": Mistake(
        mistake(subnet),
        "infra.binding",
        "but to none",
        "az network vnet subnet update",
        mends=True,
    ),
    "subnet bound to another": Mistake(
        mistake(subnet, "other-rules"), "infra.binding", "but to other-rules", "az network vnet"
    ),
    "port 6443 closed": Mistake(
        mistake(rules, _rule("no", 100, "Deny", "6000-7000"), _rule("yes", 200, "Allow", "6443")),
        "ports.6443",
        "before yes could allow it",
        DELETED,
        mends=True,
    ),
    "port 22623 closed": Mistake(
        mistake(rules, _rule("no", 300, "Deny", "22623", destinationAddressPrefix="10.0.0.0/16")),
        "ports.22623",
        "denies TCP 22623 from VirtualNetwork",
        DELETED,
        mends=True,
    ),
    "port 443 closed to users": Mistake(
        mistake(rules, _rule("no", 100, "Deny", "443", sourceAddressPrefix="Internet")),
        "ports.443",
        "denies TCP 443 from Internet",
        DELETED,
    ),
    "probes closed out": Mistake(
        mistake(rules, _rule("no", 100, "Deny", "30000-32767", sourceAddressPrefix="*")),
        "ports.probes",
        "from AzureLoadBalancer",
        DELETED,
    ),
    "probe wrong": Mistake(mistake(probe), "balancer.probe", "asks http 8080 /", INFRA, mends=True),
    "outbound rule missing": Mistake(
        mistake(outbound), "balancer.outbound", "no outbound rule", INFRA, mends=True
    ),
    "link to another network": Mistake(
        mistake(linked), "infra.private-link", "but to other", INFRA, mends=True
    ),
    "private zone gone": Mistake(
        mistake(without_private_zone),
        "infra.private-zone",
        "no private DNS zone",
        INFRA,
        mends=True,
    ),
    "region of another": Mistake(
        mistake(given, location="westus2"),
        "infra.location",
        "--location is westus2",
        "--location eastus",
    ),
    # DNS
    "zone not delegated": Mistake(
        mistake(delegated), "dns.delegation", f"does not delegate {HOSTS}", ZONE, mends=True
    ),
    "zone delegated elsewhere": Mistake(
        mistake(delegated, "ns1.example.net.", "ns2.example.net."),
        "dns.delegation",
        "ns1.example.net, ns2.example.net",
        ZONE,
        mends=True,
    ),
    "no public zone": Mistake(
        mistake(given, external_dns_domain=f"other.{PARENT}"),
        "dns.zone",
        f"no public DNS zone other.{PARENT}",
        ZONE,
    ),
    # External DNS
    "External DNS open": Mistake(
        mistake(readable, "azure_mgmt.json"),
        "external-dns.mode",
        "mode 0644",
        "chmod 600",
        mends=True,
    ),
    "External DNS without a secret": Mistake(
        mistake(external_dns, aadClientSecret=None),
        "external-dns.file",
        "aadClientSecret",
        EXTERNAL,
        mends=True,
    ),
    "External DNS of no tenant": Mistake(
        mistake(external_dns, tenantId="the tenant"),
        "external-dns.file",
        "a UUID or a domain",
        EXTERNAL,
    ),
    "External DNS with a wrong secret": Mistake(
        mistake(external_dns, aadClientSecret="not~the~secret"),
        "external-dns.login",
        "AADSTS7000215",
        EXTERNAL,
        mends=True,
    ),
    "External DNS of another group": Mistake(
        mistake(external_dns, resourceGroup="persistent"),
        "external-dns.zone",
        "names the resource group persistent",
        EXTERNAL,
        mends=True,
    ),
    "External DNS without a role": Mistake(
        mistake(other_external_dns, READER),
        "external-dns.role",
        f"may not change the records of the zone {HOSTS}",
        "az role assignment create",
        mends=True,
    ),
    "External DNS with too wide a role": Mistake(
        mistake(wide_external_dns),
        "external-dns.too-wide",
        "beyond its zone",
        "az role assignment delete",
        mends=True,
        status="warning",
    ),
    "External DNS about to end": Mistake(
        mistake(other_external_dns, CONTRIBUTOR, "soon"),
        "external-dns.expiry",
        "ends on",
        EXTERNAL,
        mends=True,
        status="warning",
    ),
}
# What the names stand for in the practice.
assert (NAME, BASE) == ("demo", "apps.example.com")
assert INFRA_ID.startswith(NAME)
