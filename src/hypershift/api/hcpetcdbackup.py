"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Condition
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
from hypershift.api.secretencryption import AESCBCKeySecret


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
    """TODO"""

    spec: HCPEtcdBackupSpec
    """TODO"""

    status: HCPEtcdBackupStatus | None = None
    """TODO"""


@rule("self == oldSelf", "HCPEtcdBackupSpec is immutable")
class HCPEtcdBackupSpec(Struct):
    """TODO"""

    storage: HCPEtcdBackupStorage
    """TODO"""


@rule(
    "self.storageType == 'AzureBlob' ? has(self.azureBlob) : !has(self.azureBlob)",
    "azureBlob configuration is required when storageType is AzureBlob, and forbidden otherwise",
)
class HCPEtcdBackupStorage(Struct):
    """TODO"""

    azureBlob: HCPEtcdBackupAzureBlob | None = None
    """TODO"""

    storageType: Literal["AzureBlob"]
    """TODO"""


@rule(
    "!has(oldSelf.encryptionKeyURL) || has(self.encryptionKeyURL)",
    "encryptionKeyURL cannot be removed once set",
)
class HCPEtcdBackupAzureBlob(Struct):
    """TODO"""

    container: Annotated[
        str,
        Text(min=3, max=63),
        Rule(
            "self.matches('^[a-z0-9]([a-z0-9-]*[a-z0-9])?$')",
            (
                "container must consist of lowercase letters, numbers, and hyphens, and must start and "
                "end with a letter or number"
            ),
        ),
        Rule("!self.contains('--')", "container must not contain consecutive hyphens"),
    ]
    """TODO"""

    credentials: AESCBCKeySecret
    """TODO"""

    encryptionKeyURL: (
        Annotated[
            str,
            Text(min=1, max=210),
            Rule(
                (
                    r"self.matches('^https://[a-zA-Z0-9-]+\\.(vault\\.(azure\\.net|usgovcloudapi\\.net|azure"
                    "\\\\.cn|microsoftazure\\\\.de|sovcloud-api\\\\.fr)|managedhsm\\\\.(azure\\\\.net|usgovcloudapi\\\\"
                    r".net|azure\\.cn|microsoftazure\\.de|sovcloud-api\\.fr))/keys/[a-zA-Z0-9-]+(/[a-zA-Z0-9"
                    "]+)?$')"
                ),
                "encryptionKeyURL must be a valid Azure Key Vault or Managed HSM HTTPS URL",
            ),
            Rule("self == oldSelf", "encryptionKeyURL is immutable"),
        ]
        | None
    ) = None
    """TODO"""

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
    """TODO"""

    storageAccount: Annotated[
        str,
        Text(min=3, max=24),
        Rule(
            "self.matches('^[a-z0-9]+$')",
            "storageAccount must consist of lowercase letters and numbers only",
        ),
    ]
    """TODO"""


@entries(1)
class HCPEtcdBackupStatus(Struct):
    """TODO"""

    conditions: (
        Annotated[list[Condition], Items(min=1, max=10, type="map", keys=("type",))] | None
    ) = None
    """TODO"""

    encryptionMetadata: HCPEtcdBackupEncryptionMetadata | None = None
    """TODO"""

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
    """TODO"""


@entries(1, 1)
class HCPEtcdBackupEncryptionMetadata(Struct):
    """TODO"""

    azure: AzureBlobEncryptionMetadata | None = None
    """TODO"""


class AzureBlobEncryptionMetadata(Struct):
    """TODO"""

    encryptionKeyURL: Annotated[
        str,
        Text(min=1, max=210),
        Rule(
            (
                r"self.matches('^https://[a-zA-Z0-9-]+\\.(vault\\.(azure\\.net|usgovcloudapi\\.net|azure"
                "\\\\.cn|microsoftazure\\\\.de|sovcloud-api\\\\.fr)|managedhsm\\\\.(azure\\\\.net|usgovcloudapi\\\\"
                r".net|azure\\.cn|microsoftazure\\.de|sovcloud-api\\.fr))/keys/[a-zA-Z0-9-]+(/[a-zA-Z0-9"
                "]+)?$')"
            ),
            "encryptionKeyURL must be a valid Azure Key Vault or Managed HSM HTTPS URL",
        ),
    ]
    """TODO"""
