"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import LocalObjectReference
from hypershift.api.schema import Default, Items, Quantity, Rule, Struct, Text, rule


@rule(
    "self.managementType == 'Managed' ? has(self.managed) : !has(self.managed)",
    "Only managed configuration must be set when managementType is Managed",
)
@rule(
    "self.managementType == 'Unmanaged' ? has(self.unmanaged) : !has(self.unmanaged)",
    "Only unmanaged configuration must be set when managementType is Unmanaged",
)
class EtcdSpec(Struct):
    """TODO"""

    managed: ManagedEtcdSpec | None = None
    """TODO"""

    managementType: Annotated[
        Literal["Managed", "Unmanaged"], Rule("self == oldSelf", "managementType is immutable")
    ]
    """TODO"""

    unmanaged: UnmanagedEtcdSpec | None = None
    """TODO"""


class ManagedEtcdSpec(Struct):
    """TODO"""

    storage: ManagedEtcdStorageSpec
    """TODO"""


@rule(
    "has(self.restoreSnapshotURL) == has(oldSelf.restoreSnapshotURL)",
    "restoreSnapshotURL cannot be added or removed after creation",
)
class ManagedEtcdStorageSpec(Struct):
    """TODO"""

    persistentVolume: PersistentVolumeEtcdStorageSpec | None = None
    """TODO"""

    restoreSnapshotURL: (
        Annotated[
            list[Annotated[str, Text(max=1024)]],
            Items(max=1, type="set"),
            Rule("self.size() <= 1", "RestoreSnapshotURL shouldn't contain more than 1 entry"),
            Rule("self == oldSelf", "restoreSnapshotURL is immutable"),
            Rule(
                "self.size() == 0 || self[0].matches('^(https|s3)://.*')",
                "restoreSnapshotURL must be a valid URL with scheme https or s3",
            ),
        ]
        | None
    ) = None
    """TODO"""

    type: Literal["PersistentVolume"]
    """TODO"""


class PersistentVolumeEtcdStorageSpec(Struct):
    """TODO"""

    size: (
        Annotated[
            Quantity, Rule("self == oldSelf", "Etcd PV storage size is immutable"), Default("8Gi")
        ]
        | None
    ) = None
    """TODO"""

    storageClassName: (
        Annotated[str, Text(max=255), Rule("self == oldSelf", "storageClassName is immutable")]
        | None
    ) = None
    """TODO"""


class UnmanagedEtcdSpec(Struct):
    """TODO"""

    endpoint: Annotated[str, Text(max=255, pattern="^https://")]
    """TODO"""

    tls: EtcdTLSConfig
    """TODO"""


class EtcdTLSConfig(Struct):
    """TODO"""

    clientSecret: LocalObjectReference
    """TODO"""
