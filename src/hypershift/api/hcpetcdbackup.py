"""The HCPEtcdBackup: one snapshot of a hosted control plane's etcd, put into object storage."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Condition, ObjectName
from hypershift.api.schema import (
    Column,
    Items,
    Resource,
    Rule,
    Struct,
    Text,
    entries,
    resource,
    rule,
)


@resource(
    group="hypershift.openshift.io",
    version="v1beta1",
    plural="hcpetcdbackups",
    short_names=("hcpetcdbk",),
    feature_set="TechPreviewNoUpgrade",
    columns=(
        Column(name="Completed", path='.status.conditions[?(@.type=="BackupCompleted")].status'),
        Column(name="URL", path=".status.snapshotURL"),
        Column(name="Age", path=".metadata.creationTimestamp", type="date"),
    ),
)
class HCPEtcdBackup(Resource):
    """An order to take one snapshot of a control plane's etcd and to store it.

    It is created in the namespace of the control plane and worked on once, by a Job in the
    namespace of the operator, which has 15 minutes and no second try. One backup of a control plane
    runs at a time; another that comes in between is rejected. Completed ones beyond a set number
    are deleted, the oldest first.
    """

    spec: HCPEtcdBackupSpec
    """Where the snapshot goes. Cannot be changed: create another object instead."""

    status: HCPEtcdBackupStatus | None = None
    """What became of the backup, and where the snapshot is."""


@rule("self == oldSelf", "HCPEtcdBackupSpec is immutable")
class HCPEtcdBackupSpec(Struct):
    """What is asked of a backup."""

    storage: HCPEtcdBackupStorage
    """The object storage that receives the snapshot. It exists already, and the credentials given
    there are allowed to write to it.
    """


@rule(
    "self.storageType == 'AzureBlob' ? has(self.azureBlob) : !has(self.azureBlob)",
    "azureBlob configuration is required when storageType is AzureBlob, and forbidden otherwise",
)
class HCPEtcdBackupStorage(Struct):
    """The place where a snapshot is stored."""

    azureBlob: HCPEtcdBackupAzureBlob | None = None
    """The container in Azure Blob Storage that receives the snapshot. Required with storageType
    AzureBlob, refused otherwise.
    """

    storageType: Literal["AzureBlob"]
    """Kind of the storage. AzureBlob is the only kind."""


@rule(
    "!has(oldSelf.encryptionKeyURL) || has(self.encryptionKeyURL)",
    "encryptionKeyURL cannot be removed once set",
)
class HCPEtcdBackupAzureBlob(Struct):
    """A place in Azure Blob Storage, and the right to write there."""

    container: Annotated[
        str,
        Text(min=3, max=63),
        Rule(
            "self.matches('^[a-z0-9]([a-z0-9-]*[a-z0-9])?$')",
            (
                "container must consist of lowercase letters, numbers, and hyphens, and must "
                "start and end with a letter or number"
            ),
        ),
        Rule("!self.contains('--')", "container must not contain consecutive hyphens"),
    ]
    """Name of the blob container: 3 to 63 lower-case letters, digits and single hyphens, with a
    letter or digit at both ends. It has to exist in the storage account.
    """

    credentials: HCPEtcdBackupCredentials
    """The Secret, in the namespace of the operator, that the upload signs in with. It has the key
    cloud or the key credentials. In cloud, a line that begins with AZURE_CLIENT_ID= asks for
    workload identity with that client ID, and its absence for a managed identity. In credentials, a
    JSON document names a service principal with its clientSecret.
    """

    encryptionKeyURL: (
        Annotated[
            str,
            Text(min=1, max=210),
            Rule(
                (
                    r"self.matches('^https://[a-zA-Z0-9-]+\\.(vault\\.(azure\\.net|usgovcloudapi\\."
                    r"net|azure\\.cn|microsoftazure\\.de|sovcloud-api\\.fr)|managedhsm\\.(azure\\.n"
                    r"et|usgovcloudapi\\.net|azure\\.cn|microsoftazure\\.de|sovcloud-api\\.fr))"
                    "/keys/[a-zA-Z0-9-]+(/[a-zA-Z0-9]+)?$')"
                ),
                "encryptionKeyURL must be a valid Azure Key Vault or Managed HSM HTTPS URL",
            ),
            Rule("self == oldSelf", "encryptionKeyURL is immutable"),
        ]
        | None
    ) = None
    """Address of the key, in a Key Vault or Managed HSM, that the stored snapshot is encrypted
    with: https://{vault}.vault.azure.net/keys/{name}, with an optional version at the end, or the
    same under managedhsm and under the domains of the other Azure clouds. Absent, the snapshot is
    encrypted as the storage account is set up to. Like all of the spec it cannot be changed.
    """

    keyPrefix: Annotated[
        str,
        Text(min=1, max=1024),
        Rule(
            "self.matches('^[a-zA-Z0-9/_.-]+$')",
            (
                "keyPrefix must consist of alphanumeric characters, forward slashes, hyphens, "
                "underscores, and periods"
            ),
        ),
    ]
    """What the name of the blob begins with, such as backups/mycluster/, so that several clusters
    can share a container. 1 to 1024 letters, digits, slashes, hyphens, underscores and periods.
    """

    storageAccount: Annotated[
        str,
        Text(min=3, max=24),
        Rule(
            "self.matches('^[a-z0-9]+$')",
            "storageAccount must consist of lowercase letters and numbers only",
        ),
    ]
    """Name of the storage account that has the container: 3 to 24 lower-case letters and digits.
    The name alone, without the domain.
    """


class HCPEtcdBackupCredentials(Struct):
    """A reference to the Secret that the upload signs in with."""

    name: ObjectName
    """The name of the Secret, which has to be in the namespace of the operator rather than in that
    of the backup. In lower case, of at most 253 characters.
    """


@entries(1)
class HCPEtcdBackupStatus(Struct):
    """What became of a backup."""

    conditions: (
        Annotated[list[Condition], Items(min=1, max=10, type="map", keys=("type",))] | None
    ) = None
    """BackupCompleted is the one to watch. It is True with the reason BackupSucceeded when the
    snapshot is stored. Other reasons are BackupInProgress, BackupFailed, BackupRejected where
    another backup was running, and EtcdUnhealthy while etcd is not fit for a snapshot.
    """

    encryptionMetadata: HCPEtcdBackupEncryptionMetadata | None = None
    """How the stored snapshot is encrypted, for those who have to read it one day. Absent when the
    backup named no key of its own.
    """

    snapshotURL: (
        Annotated[
            str,
            Text(min=1, max=2048),
            Rule(
                "self.matches('^(https|s3)://.*')",
                "snapshotURL must be a valid URL with scheme https or s3",
            ),
        ]
        | None
    ) = None
    """Address of the stored snapshot, with the scheme https or s3. Set when the upload has
    succeeded; the HostedCluster then shows it as lastSuccessfulEtcdBackupURL.
    """


@entries(1, 1)
class HCPEtcdBackupEncryptionMetadata(Struct):
    """The encryption of a stored snapshot, by the cloud that it is stored in."""

    azure: AzureBlobEncryptionMetadata | None = None
    """The key in Azure that encrypts the snapshot."""


class AzureBlobEncryptionMetadata(Struct):
    """The key that encrypts a snapshot in Azure Blob Storage."""

    encryptionKeyURL: Annotated[
        str,
        Text(min=1, max=210),
        Rule(
            (
                r"self.matches('^https://[a-zA-Z0-9-]+\\.(vault\\.(azure\\.net|usgovcloudapi\\.net|"
                r"azure\\.cn|microsoftazure\\.de|sovcloud-api\\.fr)|managedhsm\\.(azure\\.net|usgov"
                r"cloudapi\\.net|azure\\.cn|microsoftazure\\.de|sovcloud-api\\.fr))/keys"
                "/[a-zA-Z0-9-]+(/[a-zA-Z0-9]+)?$')"
            ),
            "encryptionKeyURL must be a valid Azure Key Vault or Managed HSM HTTPS URL",
        ),
    ]
    """Address of the key, in a Key Vault or Managed HSM, that the snapshot was encrypted with. As
    long as the snapshot may be needed, this key has to exist.
    """
