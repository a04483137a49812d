"""Where a cluster keeps its state, and how what is secret in it is encrypted."""

from __future__ import annotations

from typing import Any

from tests.integration.api.bases import (
    OTHER_UUID,
    SUBSCRIPTION,
    hosted_cluster,
    hosted_control_plane,
)
from tests.integration.api.table import ABSENT, Table

both = Table(hosted_cluster, hosted_control_plane)

# etcd

MANAGED: dict[str, Any] = {
    "managementType": "Managed",
    "managed": {"storage": {"type": "PersistentVolume", "persistentVolume": {"size": "8Gi"}}},
}
UNMANAGED: dict[str, Any] = {
    "managementType": "Unmanaged",
    "unmanaged": {"endpoint": "https://etcd:2379", "tls": {"clientSecret": {"name": "etcd"}}},
}
both.takes("spec.etcd", MANAGED, UNMANAGED)
both.refuses(
    "spec.etcd",
    "Only managed configuration must be set when managementType is Managed",
    {"managementType": "Managed"},
    {**UNMANAGED, "managed": MANAGED["managed"]},
)
both.refuses(
    "spec.etcd",
    "Only unmanaged configuration must be set when managementType is Unmanaged",
    {"managementType": "Unmanaged"},
    {**MANAGED, "unmanaged": UNMANAGED["unmanaged"]},
)
both.refuses(
    "spec.etcd.managementType", "Unsupported value", "managed", given={"spec.etcd": MANAGED}
)
both.keeps(
    "spec.etcd",
    "managementType is immutable",
    old=MANAGED,
    new=UNMANAGED,
    at="spec.etcd.managementType",
)
both.lets("spec.etcd", old=MANAGED, new=MANAGED)
both.refuses(
    "spec.etcd.unmanaged.endpoint", "should match", "http://etcd", given={"spec.etcd": UNMANAGED}
)
STORAGE = "spec.etcd.managed.storage"
GIVEN = {"spec.etcd": MANAGED}
SIZE = f"{STORAGE}.persistentVolume.size"
both.takes(SIZE, ABSENT, "4Gi", "1.5Ti", 8589934592, "8e9", given=GIVEN)
both.refuses(SIZE, "should match", "8 Gi", "big", "8gb", given=GIVEN)
both.keeps(SIZE, "Etcd PV storage size is immutable", old="8Gi", new="16Gi", given=GIVEN)
CLASS = f"{STORAGE}.persistentVolume.storageClassName"
both.takes(CLASS, "managed-csi-premium", given=GIVEN)
both.keeps(CLASS, "storageClassName is immutable", old="one", new="other", given=GIVEN)
both.lets(CLASS, old="one", new="one", given=GIVEN)
SNAPSHOT = f"{STORAGE}.restoreSnapshotURL"
both.takes(SNAPSHOT, [], ["https://a.b/c"], ["s3://bucket/key"], given=GIVEN)
both.refuses(
    SNAPSHOT,
    "restoreSnapshotURL must be a valid URL with scheme https or s3",
    ["http://a.b/c"],
    [""],
    given=GIVEN,
)
both.refuses(SNAPSHOT, "Too many: 2: must have at most 1 item", ["s3://a", "s3://b"], given=GIVEN)
both.keeps(SNAPSHOT, "restoreSnapshotURL is immutable", old=["s3://a"], new=["s3://b"], given=GIVEN)
both.lets(SNAPSHOT, old=["s3://a"], new=["s3://a"], given=GIVEN)
for old, new in ((["s3://a"], ABSENT), (ABSENT, ["s3://a"])):
    both.keeps(
        SNAPSHOT,
        "restoreSnapshotURL cannot be added or removed after creation",
        old=old,
        new=new,
        at=STORAGE,
        given=GIVEN,
    )

# Encryption

ENCRYPTION = "spec.secretEncryption"
AESCBC = {"type": "aescbc", "aescbc": {"activeKey": {"name": "demo-etcd-encryption-key"}}}
KEY = {"keyVaultName": "demo-vault", "keyName": "demo-key", "keyVersion": "1"}
AZURE = f"{ENCRYPTION}.kms.azure"
WORKLOAD = {"activeKey": KEY, "workloadIdentity": {"clientID": SUBSCRIPTION}}
IDENTITY = {"credentialsSecretName": "kms", "objectEncoding": "utf-8", "clientID": SUBSCRIPTION}
MANAGED_IDENTITY = {"activeKey": KEY, "kms": IDENTITY}
KMS = {ENCRYPTION: {"type": "kms", "kms": {"provider": "Azure", "azure": WORKLOAD}}}
both.takes(ENCRYPTION, AESCBC, KMS[ENCRYPTION])
both.takes(AZURE, WORKLOAD, MANAGED_IDENTITY, given=KMS)
both.refuses(f"{ENCRYPTION}.type", "Unsupported value", "secretbox", given=KMS)
both.refuses(f"{ENCRYPTION}.kms.provider", 'supported values: "Azure"', "AWS", given=KMS)
both.keeps(
    ENCRYPTION,
    "secretEncryption cannot be removed once configured",
    old=AESCBC,
    new=ABSENT,
    at="spec",
)
both.lets(ENCRYPTION, old=ABSENT, new=AESCBC)
both.lets(ENCRYPTION, old=AESCBC, new=KMS[ENCRYPTION])
both.lets(f"{AZURE}.activeKey", old=KEY, new={**KEY, "keyVersion": "2"}, given=KMS)
both.takes(f"{AZURE}.backupKey", {**KEY, "keyVersion": "0"}, given=KMS)
both.refuses(
    f"{AZURE}.backupKey",
    "backupKey.keyVaultName must match activeKey.keyVaultName",
    {**KEY, "keyVaultName": "other-vault"},
    at=AZURE,
    given=KMS,
)
both.takes(f"{AZURE}.keyVaultType", "KeyVault", "ManagedHSM", given=KMS)
both.takes(f"{AZURE}.keyVaultAccess", "", "Public", "Private", given=KMS)
for old, new in (("KeyVault", "ManagedHSM"), ("ManagedHSM", ABSENT)):
    both.keeps(
        f"{AZURE}.keyVaultType", "keyVaultType is immutable", old=old, new=new, at=AZURE, given=KMS
    )
both.lets(f"{AZURE}.keyVaultType", old=ABSENT, new="KeyVault", given=KMS)
both.refuses(
    AZURE,
    "kms and workloadIdentity are mutually exclusive",
    {**WORKLOAD, "kms": IDENTITY},
    given=KMS,
)
both.refuses(AZURE, "one of kms or workloadIdentity must be set", {"activeKey": KEY}, given=KMS)
both.keeps(
    AZURE,
    "the KMS authentication mode is immutable once set",
    old=WORKLOAD,
    new=MANAGED_IDENTITY,
    given=KMS,
)
NOT_A_CLIENT = "the client ID of a managed identity must be a valid UUID."
both.refuses(f"{AZURE}.workloadIdentity.clientID", NOT_A_CLIENT, "z" * 36, given=KMS)
both.lets(f"{AZURE}.workloadIdentity.clientID", old=SUBSCRIPTION, new=OTHER_UUID, given=KMS)
both.refuses(
    f"{AZURE}.kms.clientID", NOT_A_CLIENT, "z" * 36, given={**KMS, AZURE: MANAGED_IDENTITY}
)

# What is reported of it

for key in ("activeKey", "targetKey"):
    report = f"status.secretEncryption.{key}"
    local = {"provider": "AESCBC", "aescbc": {"secret": {"name": "key-1"}, "dataHash": "0" * 64}}
    both.takes(report, local, {"provider": "Azure", "azure": KEY})
    both.refuses(
        report,
        "azure is required when provider is Azure",
        {"provider": "Azure"},
        {**local, "azure": KEY},
    )
    both.refuses(
        report,
        "aescbc is required when provider is AESCBC",
        {"provider": "AESCBC"},
        {**local, "provider": "Azure", "azure": KEY},
    )
    both.refuses(
        f"{report}.aescbc.secret.name",
        "name must consist only of lowercase alphanumeric characters, hyphens, and periods.",
        "Key",
        "key-",
        given={report: local},
    )
VERSION = "status.controlPlaneVersion.history.0.version"
HISTORY = {
    "status.controlPlaneVersion": {
        "desired": {"image": "image", "version": "4.21.4"},
        "history": [
            {
                "image": "image",
                "state": "Partial",
                "startedTime": "2030-01-31T12:00:00Z",
                "version": "4.21.4",
            }
        ],
    }
}
both.takes(VERSION, "4.21.4", "4.22.0-rc.1", given=HISTORY)
both.refuses(VERSION, "version must start with semantic version prefix", "4.21", given=HISTORY)
both.refuses(
    "status.controlPlaneVersion.history.0.state", "Unsupported value", "Done", given=HISTORY
)
both.refuses("status.controlPlaneVersion.history", "at least 1 items", [], given=HISTORY)
