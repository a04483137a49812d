"""TODO"""

from __future__ import annotations

from msgspec import field
from typing import Annotated, Literal

from hypershift.api.azure_identities import ManagedIdentity, WorkloadIdentity
from hypershift.api.meta import LocalObjectReference, ObjectName
from hypershift.api.schema import Items, Struct, Text, Time, entries, rule


EncryptionProvider = Literal["Azure", "AESCBC"]
"""TODO"""


class SecretEncryptionSpec(Struct):
    """TODO"""

    aescbc: AESCBCSpec | None = None
    """TODO"""

    kms: KMSSpec | None = None
    """TODO"""

    type: Literal["kms", "aescbc"]
    """TODO"""


class AESCBCSpec(Struct):
    """TODO"""

    activeKey: LocalObjectReference
    """TODO"""

    backupKey: LocalObjectReference | None = None
    """TODO"""


class KMSSpec(Struct):
    """TODO"""

    azure: AzureKMSSpec | None = None
    """TODO"""

    provider: Literal["Azure"]
    """TODO"""


@rule(
    "!has(self.backupKey) || self.backupKey.keyVaultName == self.activeKey.keyVaultName",
    (
        "backupKey.keyVaultName must match activeKey.keyVaultName; both keys must reside in "
        "the same Key Vault"
    ),
)
@rule(
    (
        "(has(self.keyVaultType) ? self.keyVaultType : 'KeyVault') == "
        "(has(oldSelf.keyVaultType) ? oldSelf.keyVaultType : 'KeyVault')"
    ),
    "keyVaultType is immutable",
)
@rule(
    "!(has(self.kms) && has(self.workloadIdentity))",
    "kms and workloadIdentity are mutually exclusive",
)
@rule("has(self.kms) || has(self.workloadIdentity)", "one of kms or workloadIdentity must be set")
@rule("has(self.kms) == has(oldSelf.kms)", "the KMS authentication mode is immutable once set")
class AzureKMSSpec(Struct):
    """TODO"""

    activeKey: AzureKMSKey
    """TODO"""

    backupKey: AzureKMSKey | None = None
    """TODO"""

    keyVaultAccess: Literal["Public", "Private", ""] | None = None
    """TODO"""

    keyVaultType: Literal["KeyVault", "ManagedHSM"] | None = None
    """TODO"""

    kms: ManagedIdentity | None = None
    """TODO"""

    workloadIdentity: WorkloadIdentity | None = None
    """TODO"""


class AzureKMSKey(Struct):
    """TODO"""

    keyName: Annotated[str, Text(min=1, max=255)]
    """TODO"""

    keyVaultName: Annotated[str, Text(min=1, max=255)]
    """TODO"""

    keyVersion: Annotated[str, Text(min=1, max=255)]
    """TODO"""


@entries(1)
class SecretEncryptionStatus(Struct):
    """TODO"""

    activeKey: SecretEncryptionKeyStatus | None = None
    """TODO"""

    history: Annotated[list[SecretEncryptionHistory], Items(min=1, max=5, type="atomic")] | None = (
        None
    )
    """TODO"""

    targetKey: SecretEncryptionKeyStatus | None = None
    """TODO"""


@rule(
    "self.provider == 'Azure' ? has(self.azure) : !has(self.azure)",
    "azure is required when provider is Azure, and forbidden otherwise",
)
@rule(
    "self.provider == 'AESCBC' ? has(self.aescbc) : !has(self.aescbc)",
    "aescbc is required when provider is AESCBC, and forbidden otherwise",
)
class SecretEncryptionKeyStatus(Struct):
    """TODO"""

    aescbc: AESCBCKeyStatus | None = None
    """TODO"""

    azure: AzureKMSKey | None = None
    """TODO"""

    provider: EncryptionProvider
    """TODO"""


class AESCBCKeyStatus(Struct):
    """TODO"""

    dataHash: Annotated[str, Text(min=1, max=64)]
    """TODO"""

    secret: AESCBCKeySecret
    """TODO"""


class AESCBCKeySecret(Struct):
    """TODO"""

    name: ObjectName
    """TODO"""


class SecretEncryptionHistory(Struct):
    """TODO"""

    completionTime: Time | None = None
    """TODO"""

    from_: SecretEncryptionKeyIdentity = field(name="from")
    """TODO"""

    startedTime: Time
    """TODO"""

    state: Literal["ReadOnlyDeploy", "WritePromote", "Migrating", "Completed", "Interrupted"]
    """TODO"""

    to: SecretEncryptionKeyIdentity
    """TODO"""


class SecretEncryptionKeyIdentity(Struct):
    """TODO"""

    fingerprint: Annotated[str, Text(min=1, max=64)]
    """TODO"""

    provider: EncryptionProvider
    """TODO"""
