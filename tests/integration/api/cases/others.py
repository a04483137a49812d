"""Components, private connectivity, backups, and emergency certificates."""

from __future__ import annotations

from tests.integration.api.bases import (
    OTHER_UUID,
    RESOURCES,
    SUBNET,
    SUBSCRIPTION,
    VNET,
    approval,
    component,
    etcd_backup,
    legacy_approval,
    private_link_service,
    revocation,
)
from tests.integration.api.table import ABSENT, Table

link = Table(private_link_service)
backup = Table(etcd_backup)
revoke = Table(revocation)
part = Table(component)
approve = Table(approval, legacy_approval)

# Private connectivity

NOT_A_SUBNET = "must be a valid Azure subnet resource ID"
for name, refusal, good, other, bad in (
    ("subscriptionID", "must be a valid UUID", SUBSCRIPTION, OTHER_UUID, "z" * 36),
    (
        "location",
        "location must contain only lowercase alphanumeric",
        "eastus",
        "westus2",
        "East US",
    ),
    ("resourceGroupName", "resourceGroupName must contain only", "a.(b)_-", "other", "a."),
    ("guestSubnetID", NOT_A_SUBNET, SUBNET, f"{SUBNET}2", VNET),
    ("guestVNetID", "must be a valid Azure VNet resource ID", VNET, f"{VNET}2", SUBNET),
    ("natSubnetID", NOT_A_SUBNET, SUBNET, f"{SUBNET}2", VNET),
    ("baseDomain", "baseDomain must be a valid DNS domain name", "a.example.com", "b", "a_b.com"),
):
    link.takes(f"spec.{name}", good)
    link.refuses(f"spec.{name}", refusal, bad)
    link.keeps(f"spec.{name}", f"{name} is immutable once set", old=good, new=other)
    link.lets(f"spec.{name}", old=good, new=good)
    if name in private_link_service()["spec"]:
        link.refuses(f"spec.{name}", "Required value", ABSENT)
link.takes("spec.resourceGroupName", "a" * 90)
link.refuses("spec.resourceGroupName", "may not be more than 90 bytes", "a" * 91)
link.takes("spec.loadBalancerIP", "10.0.0.4", "fd00::4")
link.refuses("spec.loadBalancerIP", "must be a valid IPv4 or IPv6 address", "10.0.0", "router")
link.lets("spec.loadBalancerIP", old="10.0.0.4", new="10.0.0.5")
link.takes("spec.additionalAllowedSubscriptions", [OTHER_UUID])
link.refuses(
    "spec.additionalAllowedSubscriptions",
    "must be a valid UUID",
    ["z" * 36],
    at="spec.additionalAllowedSubscriptions.0",
)
link.refuses("spec.additionalAllowedSubscriptions", "at least 1 items", [])
link.refuses("spec", "Required value", ABSENT)
NETWORK = f"{RESOURCES}/Microsoft.Network"
ZONE = f"{NETWORK}/privateDnsZones/example.com"
for name, refusal, good, bad in (
    (
        "internalLoadBalancerID",
        "internalLoadBalancerID must be an Azure load balancer resource ID",
        f"{NETWORK}/loadBalancers/demo",
        f"{NETWORK}/loadBalancers/demo/x",
    ),
    (
        "privateLinkServiceID",
        "privateLinkServiceID must be an Azure Private Link Service resource ID",
        f"{NETWORK}/privateLinkServices/demo",
        SUBNET,
    ),
    (
        "privateLinkServiceAlias",
        "privateLinkServiceAlias must match the Azure PLS alias format",
        f"demo.{SUBSCRIPTION}.eastus.azure.privatelinkservice",
        f"demo.{SUBSCRIPTION}.eastus",
    ),
    (
        "privateEndpointID",
        "privateEndpointID must be an Azure Private Endpoint resource ID",
        f"{NETWORK}/privateEndpoints/demo",
        SUBNET,
    ),
    ("privateEndpointIP", "must be a valid IPv4 or IPv6 address", "10.0.0.4", "endpoint"),
    ("dnsZoneName", "dnsZoneName must be a valid DNS domain name", "demo.hypershift.local", "a_b"),
    ("privateDNSZoneID", "privateDNSZoneID must be an Azure Private DNS Zone", ZONE, SUBNET),
    ("baseDomainDNSZoneID", "baseDomainDNSZoneID must be an Azure Private DNS Zone", ZONE, SUBNET),
):
    link.takes(f"status.{name}", good)
    link.refuses(f"status.{name}", refusal, bad)
    link.refuses(f"status.{name}", "should be at least 1 chars long", "")

# Backups

BLOB = "spec.storage.azureBlob"
backup.takes(f"{BLOB}.container", "abc", "a-1", "a" * 63)
backup.refuses(
    f"{BLOB}.container", "container must consist of lowercase letters", "Abc", "-ab", "ab-"
)
backup.refuses(f"{BLOB}.container", "container must not contain consecutive hyphens", "a--b")
backup.refuses(f"{BLOB}.container", "should be at least 3 chars long", "ab")
backup.refuses(f"{BLOB}.container", "may not be more than 63 bytes", "a" * 64)
backup.takes(f"{BLOB}.storageAccount", "abc", "a" * 24)
backup.refuses(f"{BLOB}.storageAccount", "storageAccount must consist of lowercase", "a-b", "Abc")
backup.refuses(f"{BLOB}.storageAccount", "should be at least 3 chars long", "ab")
backup.refuses(f"{BLOB}.storageAccount", "may not be more than 24 bytes", "a" * 25)
backup.takes(f"{BLOB}.keyPrefix", "a", "clusters/demo_1/a.b-c")
backup.refuses(f"{BLOB}.keyPrefix", "keyPrefix must consist of alphanumeric", "a b", "a?b")
backup.takes(f"{BLOB}.credentials.name", "a", "a.b-c")
backup.refuses(f"{BLOB}.credentials.name", "name must consist only of lowercase", "A", "a-", "a_b")
KEY = "https://demo.vault.azure.net/keys/demo"
backup.takes(
    f"{BLOB}.encryptionKeyURL",
    KEY,
    f"{KEY}/0123abc",
    "https://demo.managedhsm.azure.net/keys/demo",
    "https://demo.vault.azure.cn/keys/demo",
)
NOT_A_KEY = "encryptionKeyURL must be a valid Azure Key Vault or Managed HSM HTTPS URL"
backup.refuses(
    f"{BLOB}.encryptionKeyURL",
    NOT_A_KEY,
    KEY.replace("https", "http"),
    "https://demo.vault.example.com/keys/demo",
    f"{KEY}/1/2",
    "https://demo.vault.azure.net/secrets/demo",
)
backup.refuses("spec.storage.storageType", 'supported values: "AzureBlob"', "S3")
backup.refuses(
    BLOB,
    "azureBlob configuration is required when storageType is AzureBlob",
    ABSENT,
    at="spec.storage",
)
backup.keeps(f"{BLOB}.container", "HCPEtcdBackupSpec is immutable", old="abc", new="xyz", at="spec")
backup.keeps(f"{BLOB}.encryptionKeyURL", "encryptionKeyURL is immutable", old=KEY, new=f"{KEY}/1")
backup.keeps(
    f"{BLOB}.encryptionKeyURL",
    "encryptionKeyURL cannot be removed once set",
    old=KEY,
    new=ABSENT,
    at=BLOB,
)
backup.lets(f"{BLOB}.encryptionKeyURL", old=KEY, new=KEY)
backup.takes("status.snapshotURL", "https://demo.blob.core.windows.net/backups/demo")
backup.refuses("status.snapshotURL", "must be a valid URL with scheme https or s3", "http://a")
USED = "status.encryptionMetadata.azure.encryptionKeyURL"
backup.takes(USED, KEY)
backup.refuses(USED, NOT_A_KEY, "https://example.com")
backup.refuses("status.encryptionMetadata", "should have at least 1 properties", {})

# Emergency certificates

revoke.takes("spec.signerClass", "customer-break-glass", "sre-break-glass")
revoke.refuses("spec.signerClass", "Unsupported value", "admin", "")
revoke.refuses("spec.signerClass", "Required value", ABSENT)
revoke.keeps(
    "spec.signerClass",
    "signerClass is immutable",
    old="customer-break-glass",
    new="sre-break-glass",
)
revoke.lets("spec.signerClass", old="sre-break-glass", new="sre-break-glass")
approve.takes("spec", {}, ABSENT)

# Components, and conditions as every kind has them

CONDITION = {
    "type": "Available",
    "status": "True",
    "reason": "AsExpected",
    "message": "",
    "lastTransitionTime": "2030-01-31T12:00:00Z",
}
GIVEN = {"status.conditions": [CONDITION]}
PLACE = "status.conditions.0"
part.takes("status.conditions", [], [CONDITION], [CONDITION, {**CONDITION, "type": "a.b/C"}])
part.refuses("status.conditions", "Duplicate value", [CONDITION] * 2, at="status.conditions.1")
part.refuses(
    "status.conditions", "Too many: 11", [{**CONDITION, "type": f"T{n}"} for n in range(11)]
)
part.refuses(f"{PLACE}.status", "Unsupported value", "true", "", given=GIVEN)
part.takes(f"{PLACE}.reason", "A", "a_b,c:d", "R" * 1024, given=GIVEN)
part.refuses(f"{PLACE}.reason", "should match", "As expected", "1", "A,", given=GIVEN)
part.refuses(f"{PLACE}.reason", "should be at least 1 chars long", "", given=GIVEN)
part.refuses(f"{PLACE}.reason", "may not be more than 1024 bytes", "R" * 1025, given=GIVEN)
part.takes(f"{PLACE}.message", "m" * 32768, given=GIVEN)
part.refuses(f"{PLACE}.message", "may not be more than 32768 bytes", "m" * 32769, given=GIVEN)
part.refuses(f"{PLACE}.type", "should match", "two words", "-a", given=GIVEN)
part.refuses(f"{PLACE}.lastTransitionTime", "must be of type date-time", "today", given=GIVEN)
part.refuses(f"{PLACE}.observedGeneration", "greater than or equal to 0", -1, given=GIVEN)
for name in CONDITION:
    if name != "type":
        part.refuses(f"{PLACE}.{name}", "Required value", ABSENT, given=GIVEN)
part.takes("status.observedGeneration", 1, 9007199254740992)
part.refuses("status.observedGeneration", "greater than or equal to 1", 0)
part.refuses(
    "status.observedGeneration", "less than or equal to 9007199254740992", 9007199254740993
)
part.takes("status.resources", [{"kind": "Service", "group": "", "name": "etcd-client"}])
