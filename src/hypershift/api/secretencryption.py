"""Encryption of secrets in etcd: the keys, how one replaces another, and how far that has got."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import field

from hypershift.api.azure_identities import ManagedIdentity, WorkloadIdentity
from hypershift.api.meta import LocalObjectReference, ObjectName
from hypershift.api.schema import Items, Struct, Text, Time, entries, rule

EncryptionProvider = Literal["Azure", "AESCBC"]
"""What encrypts: a key in an Azure vault, or a local key with AES in CBC mode."""


class SecretEncryptionSpec(Struct):
    """How the API server of the hosted cluster encrypts what it stores in etcd.

    To change the key, put a new one in the place of activeKey. The old one is then kept for reading
    until all data has been rewritten with the new one. Meanwhile the condition
    EtcdDataEncryptionUpToDate is False, and further changes are refused where the admission policy
    of the operator is in force.
    """

    aescbc: AESCBCSpec | None = None
    """The local key, for type aescbc. It encrypts Secrets only."""

    kms: KMSSpec | None = None
    """The key in a vault, for type kms. It encrypts Secrets, ConfigMaps, Routes and OAuth tokens.
    """

    type: Literal["kms", "aescbc"]
    """aescbc encrypts with a local key that is in a Secret in the management cluster: it depends on
    nothing else, but is only as safe as that Secret. kms has a vault outside the cluster encrypt,
    with a key that never leaves it; in return the API server depends on the vault. Set the section
    of the same name.
    """


class AESCBCSpec(Struct):
    """Local keys for encryption with AES in CBC mode."""

    activeKey: LocalObjectReference
    """The Secret with the key that data is encrypted with: 32 random bytes under the key named key.
    It is in the namespace of this object. To change the key, make a new Secret and name it here
    rather than editing the old one, and keep the old one until the condition
    EtcdDataEncryptionUpToDate is True again: without it what is stored cannot be read.
    """

    backupKey: LocalObjectReference | None = None
    """Deprecated. A Secret with a further key that is used for reading only, of the same form as
    activeKey. It counts only until the first key is in status.secretEncryption; from then on the
    control plane itself remembers the previous key while it is needed.
    """


class KMSSpec(Struct):
    """Keys that a key management service keeps and uses on behalf of the API server."""

    azure: AzureKMSSpec | None = None
    """The keys in an Azure Key Vault or Managed HSM, and the identity that may use them. Needed for
    provider Azure.
    """

    provider: Literal["Azure"]
    """The key management service. Azure, the only one, is served by a provider that runs beside the
    API server and calls the vault.
    """


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
    """Keys in an Azure Key Vault or Managed HSM, and the identity that the API server uses them
    with.

    Exactly one of kms and workloadIdentity has to be set, and it remains the same one for good.
    """

    activeKey: AzureKMSKey
    """The key that data is encrypted with. The identity needs permission to encrypt and decrypt
    with it, which the Azure role Key Vault Crypto User gives; you have to assign that role
    yourself. To change the key, name a new version or another key here, and do not disable the old
    one until the condition EtcdDataEncryptionUpToDate is True again.
    """

    backupKey: AzureKMSKey | None = None
    """Deprecated. A further key that is used for reading only, in the same vault as activeKey. It
    counts only until the first key is in status.secretEncryption; from then on the control plane
    itself remembers the previous key while it is needed.
    """

    keyVaultAccess: Literal["Public", "Private", ""] | None = None
    """Whether the vault is reached at its public endpoint (Public) or only through a private one
    (Private). For Private, the pods of the control plane need a route to the private endpoint, and
    the DNS name of the vault has to resolve to it in the management cluster. Absent and the empty
    string leave that open. It may be changed.
    """

    keyVaultType: Literal["KeyVault", "ManagedHSM"] | None = None
    """What kind of vault holds the keys, which decides its DNS name: KeyVault for vault.azure.net,
    ManagedHSM for managedhsm.azure.net, or their counterparts in other clouds. Absent means
    KeyVault. ManagedHSM needs a release of 4.22 or later. It cannot be changed after creation, and
    absent and KeyVault count as the same.
    """

    kms: ManagedIdentity | None = None
    """The managed identity that calls the vault in a cluster that uses managed identities, as a
    managed service does. Excludes workloadIdentity.
    """

    workloadIdentity: WorkloadIdentity | None = None
    """The identity that calls the vault in a cluster that uses workload identities. It needs a
    federated credential for the service account kms-provider in the namespace kube-system, and
    permission to use the key. Excludes kms.
    """


class AzureKMSKey(Struct):
    """One version of a key in an Azure Key Vault or Managed HSM."""

    keyName: Annotated[str, Text(min=1, max=255)]
    """The name of the key in its vault, from 1 to 255 characters."""

    keyVaultName: Annotated[str, Text(min=1, max=255)]
    """The name of the vault alone, without a DNS suffix, from 1 to 255 characters. The active key
    and its backup have to be in the same vault.
    """

    keyVersion: Annotated[str, Text(min=1, max=255)]
    """The version of the key, from 1 to 255 characters. The latest version is never chosen by
    itself, so that a rotation in the vault takes effect only once the new version is named here.
    """


@entries(1)
class SecretEncryptionStatus(Struct):
    """Which key protects the data in etcd, and how the change to another goes on. Never empty."""

    activeKey: SecretEncryptionKeyStatus | None = None
    """The key that all data is known to be encrypted with, or was before the change that is going
    on. It takes the value of targetKey when a change completes.
    """

    history: Annotated[list[SecretEncryptionHistory], Items(min=1, max=5, type="atomic")] | None = (
        None
    )
    """The last changes of key, at most 5."""

    targetKey: SecretEncryptionKeyStatus | None = None
    """The key that data is being moved to. Absent while no change is going on."""


@rule(
    "self.provider == 'Azure' ? has(self.azure) : !has(self.azure)",
    "azure is required when provider is Azure, and forbidden otherwise",
)
@rule(
    "self.provider == 'AESCBC' ? has(self.aescbc) : !has(self.aescbc)",
    "aescbc is required when provider is AESCBC, and forbidden otherwise",
)
class SecretEncryptionKeyStatus(Struct):
    """A key that is or was in use, in the form that its provider gives it."""

    aescbc: AESCBCKeyStatus | None = None
    """Which Secret holds the local key, and what its content was. Set for provider AESCBC, and only
    then.
    """

    azure: AzureKMSKey | None = None
    """Which version of which key of which vault it is. Set for provider Azure, and only then."""

    provider: EncryptionProvider
    """What encrypts with the key: Azure for a key in an Azure vault, AESCBC for a local one."""


class AESCBCKeyStatus(Struct):
    """A local key, told apart from others without giving it away."""

    dataHash: Annotated[str, Text(min=1, max=64)]
    """A hash of the content of the key. It shows when the same Secret has come to hold another key.
    """

    secret: AESCBCKeySecret
    """The Secret that holds the key."""


class AESCBCKeySecret(Struct):
    """A reference to the Secret of a local key."""

    name: ObjectName
    """The name of the Secret, which has the key under the name key. In lower case, of at most 253
    characters.
    """


class SecretEncryptionHistory(Struct):
    """One change of key, and how far it got."""

    completionTime: Time | None = None
    """When the change ended, completed or not. Absent while it goes on."""

    from_: SecretEncryptionKeyIdentity = field(name="from")
    """The key that was in use before."""

    startedTime: Time
    """When the change began."""

    state: Literal["ReadOnlyDeploy", "WritePromote", "Migrating", "Completed", "Interrupted"]
    """How far the change got. ReadOnlyDeploy: every API server is learning to read with the new
    key, while the old one still writes. WritePromote: the new key is becoming the one that writes.
    Migrating: what the old key wrote is being rewritten. Completed: all of it has been, and the old
    key is no longer used. Interrupted: the change ended before it was complete.
    """

    to: SecretEncryptionKeyIdentity
    """The key that was to take over."""


class SecretEncryptionKeyIdentity(Struct):
    """A key, identified without its details."""

    fingerprint: Annotated[str, Text(min=1, max=64)]
    """A SHA-256 over what identifies the key: vault, name and version for a key in a vault, name
    and content of the Secret for a local one. At most 64 characters.
    """

    provider: EncryptionProvider
    """What encrypts with the key: Azure for a key in an Azure vault, AESCBC for a local one."""
