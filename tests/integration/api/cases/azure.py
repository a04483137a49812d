"""Where in Azure a cluster is, and how its components sign in."""

from __future__ import annotations

from tests.integration.api.bases import (
    IDENTITIES,
    OTHER_UUID,
    RESOURCES,
    SUBNET,
    SUBSCRIPTION,
    VNET,
    hosted_cluster,
    hosted_control_plane,
    managed_identities,
    service,
)
from tests.integration.api.table import ABSENT, Table

cluster = Table(hosted_cluster)
both = Table(hosted_cluster, hosted_control_plane)

AZURE = "spec.platform.azure"

# Places

both.takes(f"{AZURE}.cloud", "AzurePublicCloud", "AzureUSGovernmentCloud", "AzureStackCloud")
both.refuses(f"{AZURE}.cloud", "Unsupported value", "azurepubliccloud", "AWS")
for name, refusal, old, new in (
    ("location", "Location is immutable", "eastus", "westeurope"),
    ("resourceGroup", "ResourceGroupName is immutable", "demo-rg", "other-rg"),
    ("subscriptionID", "SubscriptionID is immutable", SUBSCRIPTION, OTHER_UUID),
    ("vnetID", "VnetID is immutable", VNET, f"{VNET}2"),
    ("subnetID", "SubnetID is immutable", SUBNET, f"{SUBNET}2"),
    ("securityGroupID", "SecurityGroupID is immutable", "one", "other"),
):
    both.keeps(f"{AZURE}.{name}", refusal, old=old, new=new)
    both.lets(f"{AZURE}.{name}", old=old, new=old)
for name in ("location", "subscriptionID", "tenantID", "vnetID", "subnetID", "securityGroupID"):
    both.refuses(f"{AZURE}.{name}", "Required value", ABSENT)
both.takes(f"{AZURE}.resourceGroup", ABSENT, "ab", "a.b", "(a)_-", "a" * 90)
both.refuses(f"{AZURE}.resourceGroup", "should match", "a", "a.", "", "a b")
both.refuses(f"{AZURE}.resourceGroup", "may not be more than 90 bytes", "a" * 91)
both.lets(f"{AZURE}.tenantID", old=SUBSCRIPTION, new=OTHER_UUID)


def subnet_id(group: str = "demo-rg", vnet: str = "demo-vnet", subnet: str = "default") -> str:
    """The resource ID of a subnet."""
    return (
        f"/subscriptions/{SUBSCRIPTION}/resourceGroups/{group}/providers/Microsoft.Network"
        f"/virtualNetworks/{vnet}/subnets/{subnet}"
    )


SUBNET_REFUSALS = (
    ("encryptionSetID must be in the format `/subscriptions", f"{SUBNET}/extra"),
    ("encryptionSetID must be in the format `/subscriptions", SUBNET.replace("Network", "Net")),
    ("The resourceGroupName should be between 1 and 90", subnet_id(group="!")),
    ("the resourceGroupName in the subnetID must not end with a period", subnet_id(group="a.")),
    ("The vnetName should be between 2 and 64 characters", subnet_id(vnet="a")),
    ("the vnetName in the subnetID must not end with", subnet_id(vnet="ab.")),
    ("the vnetName in the subnetID must not end with", subnet_id(vnet="abc-")),
    ("The subnetName should be between 1 and 80 characters", subnet_id(subnet="_")),
    ("the subnetName in the subnetID must not end with", subnet_id(subnet="a-")),
    ("the subnetName in the subnetID must not end with", subnet_id(subnet="a.")),
    ("may not be more than 355 bytes", subnet_id(subnet="s" * 300)),
)
both.takes(f"{AZURE}.subnetID", subnet_id(vnet="ab"), subnet_id(subnet="s" * 80))
for refusal, value in SUBNET_REFUSALS:
    both.refuses(f"{AZURE}.subnetID", refusal, value)

# Signing in

AUTHENTICATION = f"{AZURE}.azureAuthenticationConfig"
NOT_A_CLIENT = "the client ID of a managed identity must be a valid UUID."
both.takes(AUTHENTICATION, managed_identities())
both.refuses(f"{AUTHENTICATION}.azureAuthenticationConfigType", "Unsupported value", "Secret")
both.refuses(
    f"{AUTHENTICATION}.workloadIdentities",
    "workloadIdentities is required when azureAuthenticationConfigType is WorkloadIdentities",
    ABSENT,
    at=AUTHENTICATION,
)
both.refuses(
    f"{AUTHENTICATION}.managedIdentities",
    "managedIdentities is required when azureAuthenticationConfigType is ManagedIdentities",
    managed_identities()["managedIdentities"],
    at=AUTHENTICATION,
)
both.refuses(
    f"{AUTHENTICATION}.managedIdentities",
    "managedIdentities is required when azureAuthenticationConfigType is ManagedIdentities",
    ABSENT,
    at=AUTHENTICATION,
    given={AUTHENTICATION: managed_identities()},
)
CONTROL_PLANE = f"{AUTHENTICATION}.managedIdentities.controlPlane"
for identity in IDENTITIES:
    workload = f"{AUTHENTICATION}.workloadIdentities.{identity}.clientID"
    managed = f"{CONTROL_PLANE}.{identity}.clientID"
    both.refuses(workload, NOT_A_CLIENT, "z" * 36, f"{SUBSCRIPTION[:8]}0{SUBSCRIPTION[9:]}")
    both.refuses(workload, "should be at least 36 chars long", SUBSCRIPTION[:-1])
    both.refuses(managed, NOT_A_CLIENT, "z" * 36, given={AUTHENTICATION: managed_identities()})
    if identity != "controlPlaneOperator":
        both.refuses(f"{AUTHENTICATION}.workloadIdentities.{identity}", "Required value", ABSENT)
both.takes(f"{AUTHENTICATION}.workloadIdentities.controlPlaneOperator", ABSENT)
both.lets(f"{AUTHENTICATION}.workloadIdentities.disk.clientID", old=SUBSCRIPTION, new=OTHER_UUID)
SECRET = f"{CONTROL_PLANE}.disk.credentialsSecretName"
MANAGED = {AUTHENTICATION: managed_identities()}
both.takes(SECRET, "a", "A-0", "a" * 127, given=MANAGED)
both.refuses(SECRET, "should match", "a_b", "a.b", given=MANAGED)
both.refuses(SECRET, "may not be more than 127 bytes", "a" * 128, given=MANAGED)
both.refuses(f"{CONTROL_PLANE}.disk.objectEncoding", "Unsupported value", "utf8", "", given=MANAGED)
cluster.refuses(
    "spec.services.1",
    "Azure managed platform (ARO HCP) requires OAuthServer to use Route",
    service("OAuthServer", "LoadBalancer"),
    at="spec",
    given=MANAGED,
)

# Pulling from a registry

REGISTRY = f"{AZURE}.containerRegistry.credentials"
PULLER = f"{RESOURCES}/Microsoft.ManagedIdentity/userAssignedIdentities/demo-puller"
BY_IDENTITY = {f"{REGISTRY}.type": "ManagedIdentity"}
both.takes(f"{REGISTRY}.managedIdentity.resourceID", PULLER, PULLER.upper(), given=BY_IDENTITY)
both.refuses(
    f"{REGISTRY}.managedIdentity.resourceID",
    "must be a user-assigned managed identity ARM resource ID",
    PULLER.replace("ManagedIdentity", "Identity") + "x" * 10,
    f"{PULLER}/x",
    given=BY_IDENTITY,
)
both.refuses(
    f"{REGISTRY}.type",
    "managedIdentity is required when type is ManagedIdentity",
    "ManagedIdentity",
    at=REGISTRY,
)
both.lets(f"{REGISTRY}.managedIdentity.resourceID", old=PULLER, new=f"{PULLER}2", given=BY_IDENTITY)

# Private clusters

LINK = {"type": "PrivateLink", "privateLink": {"natSubnetID": SUBNET}}
SWIFT = {"type": "Swift", "swift": {"podNetworkInstance": "demo"}}
PRIVATE = {f"{AZURE}.topology": "Private", f"{AZURE}.private": LINK}
both.takes(f"{AZURE}.topology", ABSENT, "Public")
both.takes(f"{AZURE}.topology", "Private", "PublicAndPrivate", given=PRIVATE)
both.refuses(f"{AZURE}.topology", "Unsupported value", "Internal", "")
NEEDS = "private is required when topology is Private or PublicAndPrivate"
both.refuses(f"{AZURE}.topology", NEEDS, "Private", "PublicAndPrivate", at=AZURE)
both.refuses(f"{AZURE}.private", NEEDS, LINK, at=AZURE)
both.lets(f"{AZURE}.topology", old="Private", new="PublicAndPrivate", given=PRIVATE)
both.lets(f"{AZURE}.topology", old="PublicAndPrivate", new="Private", given=PRIVATE)
both.lets(f"{AZURE}.topology", old=ABSENT, new="Public")
both.keeps(
    f"{AZURE}.topology", "topology cannot be removed once set", old="Public", new=ABSENT, at=AZURE
)
both.keeps(
    AZURE,
    "private cannot be added or removed after cluster creation",
    old=hosted_cluster()["spec"]["platform"]["azure"],
    new={**hosted_cluster()["spec"]["platform"]["azure"], "topology": "Private", "private": LINK},
)
both.keeps(
    AZURE,
    "transitions between Public and non-Public topology are not supported",
    old={**hosted_cluster()["spec"]["platform"]["azure"], "topology": "Public"},
    new={**hosted_cluster()["spec"]["platform"]["azure"], "topology": "Private", "private": LINK},
)
both.refuses(
    f"{AUTHENTICATION}.workloadIdentities.controlPlaneOperator",
    "workloadIdentities.controlPlaneOperator is required when Private Link is configured",
    ABSENT,
    at=AZURE,
    given=PRIVATE,
)
both.takes(
    f"{AUTHENTICATION}.workloadIdentities.controlPlaneOperator",
    ABSENT,
    given={**PRIVATE, f"{AZURE}.private": SWIFT},
)
both.takes(f"{AZURE}.private", SWIFT, given=PRIVATE)
for kind, section in (("PrivateLink", "privateLink"), ("Swift", "swift")):
    both.refuses(
        f"{AZURE}.private",
        f"{section} is required when type is {kind}, and forbidden otherwise",
        {"type": kind},
        {**LINK, **SWIFT, "type": "Swift" if kind == "PrivateLink" else "PrivateLink"},
        given=PRIVATE,
    )
both.keeps(f"{AZURE}.private", "type is immutable", old=LINK, new=SWIFT, given=PRIVATE)
NAT = f"{AZURE}.private.privateLink.natSubnetID"
both.refuses(NAT, "must be a valid Azure subnet resource ID", VNET, f"{SUBNET}/x", given=PRIVATE)
both.keeps(NAT, "natSubnetID is immutable once set", old=SUBNET, new=f"{SUBNET}2", given=PRIVATE)
both.lets(NAT, old=SUBNET, new=SUBNET, given=PRIVATE)
ALLOWED = f"{AZURE}.private.privateLink.additionalAllowedSubscriptions"
both.takes(ALLOWED, [SUBSCRIPTION], [SUBSCRIPTION, OTHER_UUID], given=PRIVATE)
both.refuses(ALLOWED, "must be a valid UUID", ["z" * 36], at=f"{ALLOWED}.0", given=PRIVATE)
both.refuses(ALLOWED, "should have at least 1 items", [], given=PRIVATE)
both.refuses(
    ALLOWED, "Duplicate value", [SUBSCRIPTION, SUBSCRIPTION], at=f"{ALLOWED}.1", given=PRIVATE
)
both.lets(ALLOWED, old=[SUBSCRIPTION], new=[OTHER_UUID], given=PRIVATE)
both.refuses(f"{AZURE}.private.privateLink", "should have at least 1 properties", {}, given=PRIVATE)
INSTANCE = f"{AZURE}.private.swift.podNetworkInstance"
ON_SWIFT = {**PRIVATE, f"{AZURE}.private": SWIFT}
both.takes(INSTANCE, "a", "a-0", "a" * 63, given=ON_SWIFT)
both.refuses(
    INSTANCE, "podNetworkInstance must be a valid DNS label", "A", "-a", "a.b", given=ON_SWIFT
)
both.keeps(
    INSTANCE,
    "podNetworkInstance is immutable",
    old="one",
    new="other",
    at=f"{AZURE}.private.swift",
    given=ON_SWIFT,
)
both.lets(INSTANCE, old="one", new="one", given=ON_SWIFT)
