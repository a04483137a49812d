"""Node pools: their size, their machines, and how they are updated."""

from __future__ import annotations

from typing import Any

from tests.integration.api.bases import IMAGE, RESOURCES, SUBNET, SUBSCRIPTION, node_pool
from tests.integration.api.cases.azure import SUBNET_REFUSALS, subnet_id
from tests.integration.api.table import ABSENT, Table

pool = Table(node_pool)

# The cluster and its release

pool.takes("spec.clusterName", "a", "demo-1", "a" * 253)
pool.refuses("spec.clusterName", "clusterName must consist of lowercase", "Demo", "a.b", "-a")
pool.refuses("spec.clusterName", "should be at least 1 chars long", "")
pool.refuses("spec.clusterName", "may not be more than 253 bytes", "a" * 254)
pool.refuses("spec.clusterName", "Required value", ABSENT)
pool.keeps("spec.clusterName", "ClusterName is immutable", old="one", new="other")
pool.lets("spec.clusterName", old="one", new="one")
pool.takes("spec.release.image", IMAGE, "_x", "a" + "b" * 252)
pool.refuses(
    "spec.release.image", "Image must start with a word character", "x", "two words", "/release"
)
pool.lets("spec.release.image", old=IMAGE, new="quay.io/release:4.21.5")
pool.refuses("spec.release", "Required value", ABSENT)

# Size

pool.takes("spec.replicas", 0, 3, 2147483647)
pool.refuses("spec.replicas", "must be of type integer", "3", 1.5)
pool.lets("spec.replicas", old=2, new=0)
UNSIZED = {"spec.replicas": ABSENT}
SCALING = "spec.autoScaling"
pool.takes(
    SCALING, {"min": 0, "max": 1}, {"min": 3, "max": 3}, {"min": 1, "max": 500}, given=UNSIZED
)
pool.takes("spec.replicas", ABSENT)
pool.refuses(
    SCALING, "Both replicas or autoScaling should not be set", {"min": 1, "max": 2}, at="spec"
)
pool.refuses(SCALING, "max must be equal or greater than min", {"min": 3, "max": 2}, given=UNSIZED)
pool.refuses(
    f"{SCALING}.min", "greater than or equal to 0", -1, given={**UNSIZED, SCALING: {"max": 2}}
)
pool.refuses(
    f"{SCALING}.max", "greater than or equal to 1", 0, given={**UNSIZED, SCALING: {"min": 0}}
)
NOWHERE = {"spec.platform": {"type": "None"}}
pool.refuses(
    SCALING,
    "Scale-from-zero (autoScaling.min=0) is currently only supported for AWS and Azure",
    {"min": 0, "max": 2},
    at="spec",
    given={**UNSIZED, **NOWHERE},
)
pool.takes(SCALING, {"min": 1, "max": 2}, given={**UNSIZED, **NOWHERE})

# Architecture and platform

pool.takes("spec.arch", ABSENT, "amd64", "arm64", "ppc64le")
pool.refuses("spec.arch", "s390x is only supported on KubeVirt platform", "s390x", at="spec")
pool.refuses("spec.arch", "Unsupported value", "x86_64", "")
pool.refuses(
    "spec.platform",
    "Setting Arch to arm64 is only supported for AWS, Azure, Agent, GCP and None",
    {"type": "Azure"},
    at="spec",
    given={"spec.arch": "arm64"},
)
pool.takes("spec.arch", "arm64", given=NOWHERE)
pool.keeps("spec.arch", "Arch is immutable", old="arm64", new="amd64")
pool.keeps("spec.arch", "Arch is immutable", old="arm64", new=ABSENT)
pool.lets("spec.arch", old="arm64", new="arm64")
pool.takes("spec.platform", {"type": "None"})
pool.refuses("spec.platform.type", 'supported values: "Azure", "None"', "AWS", "GCP", "KubeVirt")
pool.keeps("spec.platform.type", "Type is immutable", old="Azure", new="None")

# Updates

MANAGEMENT = "spec.management"
pool.takes(MANAGEMENT, {"upgradeType": "InPlace", "inPlace": {"maxUnavailable": "10%"}})
pool.takes(MANAGEMENT, {"upgradeType": "Replace", "replace": {"strategy": "OnDelete"}})
pool.refuses(f"{MANAGEMENT}.upgradeType", "Unsupported value", "Rolling")
pool.refuses(f"{MANAGEMENT}.upgradeType", "Required value", ABSENT)
pool.refuses(
    f"{MANAGEMENT}.inPlace",
    "The 'inPlace' field can only be set when 'upgradeType' is 'InPlace'",
    {"maxUnavailable": 1},
    at=MANAGEMENT,
)
pool.refuses(
    f"{MANAGEMENT}.replace",
    "The 'rollingUpdate' field can only be set when 'strategy' is 'RollingUpdate'",
    {"strategy": "OnDelete", "rollingUpdate": {"maxSurge": 1}},
)
for bound in ("maxSurge", "maxUnavailable"):
    path = f"{MANAGEMENT}.replace.rollingUpdate.{bound}"
    pool.takes(path, 0, 3, "25%", given={f"{MANAGEMENT}.replace.strategy": "RollingUpdate"})
    pool.refuses(path, "must be of type integer", [], True)
pool.keeps(f"{MANAGEMENT}.upgradeType", "UpgradeType is immutable", old="Replace", new="InPlace")
pool.lets(f"{MANAGEMENT}.upgradeType", old="Replace", new="Replace")
pool.lets(f"{MANAGEMENT}.autoRepair", old=False, new=True)
pool.takes("spec.pausedUntil", "true", "False", "2030-01-31T12:00:00Z")
pool.refuses(
    "spec.pausedUntil", "PausedUntil must be a date in RFC3339 format", "yes", "1", "2030-01-31"
)
pool.refuses("spec.pausedUntil", "should be at least 1 chars long", "")
pool.takes("spec.nodeDrainTimeout", "0s", "1h30m")

# Labels, taints, configuration

pool.takes("spec.nodeLabels", {}, {"example.com/team": "blue"})
pool.refuses("spec.nodeLabels", "must be of type string", {"team": 1}, at="spec.nodeLabels.team")
pool.takes(
    "spec.taints",
    [{"key": "dedicated", "value": "", "effect": "NoSchedule"}],
    [{"key": "example.com/Dedicated", "value": "a_b.c-d", "effect": "NoExecute"}],
)
TAINT = {"spec.taints": [{"key": "dedicated", "effect": "NoSchedule"}]}
pool.refuses("spec.taints.0.effect", "Unsupported value", "Never", given=TAINT)
pool.refuses(
    "spec.taints.0.key",
    "key must be a qualified name with an optional subdomain prefix",
    "-a",
    "a b",
    "Example.com/a",
    given=TAINT,
)
pool.refuses(
    "spec.taints.0.value",
    "Value must start and end with alphanumeric characters",
    "-a",
    "a b",
    given=TAINT,
)
pool.refuses("spec.taints", "Too many: 51", TAINT["spec.taints"] * 51)
for listed in ("config", "tuningConfig"):
    pool.takes(f"spec.{listed}", [], [{"name": "settings"}] * 10)
    pool.refuses(f"spec.{listed}", "Too many: 11", [{"name": "settings"}] * 11)

# Machines

AZURE = "spec.platform.azure"
pool.takes(
    f"{AZURE}.vmSize", "Standard_D4s_v5", "Standard_NC24ads_A100_v4", "D4s_v3", "Standard_E4-2s_v5"
)
pool.refuses(f"{AZURE}.vmSize", "should match", "", "standard_d4", "D4 s", "Standard_D4s-v5")
pool.lets(f"{AZURE}.vmSize", old="Standard_D4s_v5", new="Standard_D8s_v5")
for name in ("vmSize", "subnetID", "image", "osDisk"):
    pool.refuses(f"{AZURE}.{name}", "Required value", ABSENT)
pool.takes(f"{AZURE}.availabilityZone", ABSENT, "1", "2", "3")
pool.refuses(
    f"{AZURE}.availabilityZone", "failed rule: self in ['1', '2', '3']", "", "0", "4", "eastus-1"
)
pool.takes(f"{AZURE}.encryptionAtHost", "Enabled", "Disabled")
pool.refuses(f"{AZURE}.encryptionAtHost", "Unsupported value", "true", "")
pool.takes(f"{AZURE}.subnetID", subnet_id(vnet="ab"), subnet_id(subnet="s" * 80))
for refusal, value in SUBNET_REFUSALS:
    pool.refuses(f"{AZURE}.subnetID", refusal, value)
NOT_A_SUBSCRIPTION = "the subscriptionId in the encryptionSetID must be a valid UUID."
pool.refuses(f"{AZURE}.subnetID", NOT_A_SUBSCRIPTION, SUBNET.replace(SUBSCRIPTION, "mine"))
pool.keeps(f"{AZURE}.subnetID", "SubnetID is immutable", old=SUBNET, new=f"{SUBNET}2")
pool.lets(f"{AZURE}.subnetID", old=SUBNET, new=SUBNET)

DISK = f"{AZURE}.osDisk"
pool.takes(f"{DISK}.sizeGiB", 16, 120, 32767)
pool.refuses(f"{DISK}.sizeGiB", "greater than or equal to 16", 15, 0)
pool.refuses(f"{DISK}.sizeGiB", "less than or equal to 32767", 32768)
for kind in ("Premium_LRS", "PremiumV2_LRS", "Standard_LRS", "StandardSSD_LRS"):
    pool.takes(f"{DISK}.diskStorageAccountType", kind)
pool.refuses(f"{DISK}.diskStorageAccountType", "Unsupported value", "UltraSSD_LRS", "")
pool.takes(f"{DISK}.persistence", "Persistent", "Ephemeral")
pool.refuses(f"{DISK}.persistence", "Unsupported value", "")


def disk_encryption_set(group: str = "demo-rg", name: str = "demo") -> str:
    """The resource ID of a disk encryption set."""
    return (
        f"/subscriptions/{SUBSCRIPTION}/resourceGroups/{group}/providers/Microsoft.Compute"
        f"/diskEncryptionSets/{name}"
    )


SET = f"{DISK}.encryptionSetID"
pool.takes(SET, disk_encryption_set(), disk_encryption_set("(a).b_", "d" * 80))
pool.refuses(
    SET,
    "encryptionSetID must be in the format `/subscriptions",
    f"{disk_encryption_set()}/x",
    f"{RESOURCES}/Microsoft.Compute/disks/demo",
)
pool.refuses(SET, NOT_A_SUBSCRIPTION, disk_encryption_set().replace(SUBSCRIPTION, "mine"))
pool.refuses(SET, "The resourceGroupName should be between 1 and 90", disk_encryption_set("!"))
pool.refuses(
    SET, "the resourceGroupName in the encryptionSetID must not end", disk_encryption_set("a.")
)
pool.refuses(SET, "The resourceName should be between 1 and 80", disk_encryption_set(name="!"))

# Images

PICTURE = f"{AZURE}.image"
NAMED = {
    "publisher": "azureopenshift",
    "offer": "aro4",
    "sku": "aro_421",
    "version": "421.0.20300131",
}
pool.takes(
    PICTURE,
    {"type": "ImageID", "imageID": "/subscriptions/mine"},
    {"type": "AzureMarketplace"},
    {"type": "AzureMarketplace", "azureMarketplace": {"imageGeneration": "Gen1"}},
    {"type": "AzureMarketplace", "azureMarketplace": NAMED},
)
NEEDS_ID = "imageID is required when type is ImageID, and forbidden otherwise"
pool.refuses(
    PICTURE, NEEDS_ID, {"type": "ImageID"}, {"type": "AzureMarketplace", "imageID": "/mine"}
)
pool.refuses(
    PICTURE,
    "azureMarketplace is forbidden when type is not AzureMarketplace",
    {"type": "ImageID", "imageID": "/mine", "azureMarketplace": NAMED},
)
pool.refuses(f"{PICTURE}.type", "Unsupported value", "Gallery")
MARKETPLACE = f"{PICTURE}.azureMarketplace"
for missing in NAMED:
    pool.refuses(
        MARKETPLACE,
        "publisher, offer, sku and version must either be all set, or all omitted",
        {name: value for name, value in NAMED.items() if name != missing},
    )
WHOLE: dict[str, Any] = {MARKETPLACE: NAMED}
pool.takes(f"{MARKETPLACE}.version", "latest", "0.0.0", given=WHOLE)
pool.refuses(f"{MARKETPLACE}.version", "should match", "newest", "1.2", "v1.2.3", given=WHOLE)
pool.takes(f"{MARKETPLACE}.publisher", "abc", "a" * 50, given=WHOLE)
pool.refuses(f"{MARKETPLACE}.publisher", "at least 3 chars long", "ab", given=WHOLE)
pool.refuses(f"{MARKETPLACE}.publisher", "more than 50 bytes", "a" * 51, given=WHOLE)
pool.refuses(f"{MARKETPLACE}.publisher", "should match", "-abc", "Abc", given=WHOLE)
pool.refuses(f"{MARKETPLACE}.sku", "should match", "ARO", "a b", given=WHOLE)
pool.refuses(f"{MARKETPLACE}.imageGeneration", "Unsupported value", "Gen3", "gen2")

# Boot diagnostics

DIAGNOSTICS = f"{AZURE}.diagnostics"
ACCOUNT = {"storageAccountURI": "https://demo.blob.core.windows.net"}
pool.takes(
    DIAGNOSTICS,
    {},
    {"storageAccountType": "Managed"},
    {"storageAccountType": "UserManaged", "userManaged": ACCOUNT},
)
pool.refuses(
    DIAGNOSTICS,
    "userManaged is required when storageAccountType is UserManaged, and forbidden otherwise",
    {"storageAccountType": "UserManaged"},
    {"storageAccountType": "Managed", "userManaged": ACCOUNT},
)
pool.refuses(f"{DIAGNOSTICS}.storageAccountType", "Unsupported value", "Yes")
pool.refuses(
    f"{DIAGNOSTICS}.userManaged.storageAccountURI",
    "storageAccountURI must be a valid HTTPS URL",
    "http://demo.blob.core.windows.net",
    "demo",
    given={f"{DIAGNOSTICS}.storageAccountType": "UserManaged"},
)

# Status

NODES = "status.nodesInfo.nodeVersions"
NODE = {
    "kubeletVersion": "v1.34.4",
    "ocpVersion": "4.21.4",
    "readyNodeCount": 2,
    "unreadyNodeCount": 0,
}
pool.takes(NODES, [NODE])
pool.takes(f"{NODES}.0.kubeletVersion", "1.34.4", given={NODES: [NODE]})
for name in ("kubeletVersion", "ocpVersion"):
    pool.refuses(
        f"{NODES}.0.{name}",
        f"{name} must start with semantic version prefix x.y.z",
        "1.34",
        "latest",
        given={NODES: [NODE]},
    )
pool.refuses(NODES, "should have at least 1 items", [])
pool.refuses(f"{NODES}.0.readyNodeCount", "greater than or equal to 0", -1, given={NODES: [NODE]})
pool.takes(
    "status.conditions",
    [{"type": "Ready", "status": "True", "lastTransitionTime": "2030-01-31T12:00:00Z"}],
)
