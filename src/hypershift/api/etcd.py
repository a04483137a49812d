"""The etcd that holds the state of a hosted cluster, run by the control plane or by you."""

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
    """Where the state of a hosted cluster is kept: an etcd of its own, or one that you provide."""

    managed: ManagedEtcdSpec | None = None
    """Settings of the etcd that the control plane operator runs. Required with managementType
    Managed and refused with Unmanaged.
    """

    managementType: Annotated[
        Literal["Managed", "Unmanaged"], Rule("self == oldSelf", "managementType is immutable")
    ]
    """Managed runs an etcd in the control plane namespace: three members with
    controllerAvailabilityPolicy HighlyAvailable, one with SingleReplica, with certificates,
    defragmentation and disruption budget taken care of. Unmanaged uses an etcd that you run; its
    upkeep and backups are yours. It cannot be changed after creation.
    """

    unmanaged: UnmanagedEtcdSpec | None = None
    """Where your etcd is and how to authenticate to it. Required with managementType Unmanaged and
    refused with Managed.
    """


class ManagedEtcdSpec(Struct):
    """An etcd that runs as a StatefulSet in the control plane namespace."""

    storage: ManagedEtcdStorageSpec
    """Where its members keep their data, and the snapshot that a new cluster starts from."""


@rule(
    "has(self.restoreSnapshotURL) == has(oldSelf.restoreSnapshotURL)",
    "restoreSnapshotURL cannot be added or removed after creation",
)
class ManagedEtcdStorageSpec(Struct):
    """The storage of a managed etcd."""

    persistentVolume: PersistentVolumeEtcdStorageSpec | None = None
    """The size and class of the volume that each member gets. Absent means 8Gi of the default
    storage class of the management cluster.
    """

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
    """The URL of an etcd snapshot that a new cluster starts from, at most one, with the scheme
    https or s3. It is read before the first start of a member that has no data yet, and ignored
    afterwards; the condition EtcdSnapshotRestored tells how that went. The download sends no
    credentials, so that the URL of a blob needs its shared access signature in it. It can neither
    be added, changed nor removed after creation.
    """

    type: Literal["PersistentVolume"]
    """The kind of storage. PersistentVolume, the only kind, gives each member a volume of its own
    that it keeps across restarts.
    """


class PersistentVolumeEtcdStorageSpec(Struct):
    """The volume claim of an etcd member."""

    size: (
        Annotated[
            Quantity, Rule("self == oldSelf", "Etcd PV storage size is immutable"), Default("8Gi")
        ]
        | None
    ) = None
    """How much storage each member asks for, as a quantity such as 8Gi, which is the default. etcd
    itself refuses writes once its database reaches 8 GiB; a larger volume leaves room for its log,
    and is faster on clouds where disks gain speed with size. It cannot be changed after creation.
    """

    storageClassName: (
        Annotated[str, Text(max=255), Rule("self == oldSelf", "storageClassName is immutable")]
        | None
    ) = None
    """The storage class in the management cluster from which the volumes come. Absent means its
    default class. etcd writes each change to disk before it answers, so pick a class of low
    latency, backed by SSDs. It cannot be changed once set.
    """


class UnmanagedEtcdSpec(Struct):
    """An etcd that somebody else runs."""

    endpoint: Annotated[str, Text(max=255, pattern="^https://")]
    """The https URL at which the API server of the hosted cluster reaches your etcd, such as
    https://etcd-client.example.com:2379. At most 255 characters. It must be reachable from the pods
    in the control plane namespace.
    """

    tls: EtcdTLSConfig
    """How the API server authenticates to your etcd, and how it knows that it is yours."""


class EtcdTLSConfig(Struct):
    """The certificates for connections to an etcd that somebody else runs."""

    clientSecret: LocalObjectReference
    """A Secret with the keys etcd-client.crt and etcd-client.key, the client certificate and its
    key, and etcd-client-ca.crt, the CA that signed the certificate of your etcd. It is copied to
    the control plane namespace. If a key is missing the condition UnmanagedEtcdAvailable is False.
    """
