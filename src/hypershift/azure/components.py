"""The components of a cluster that act in Azure: as whom, for which accounts, with what role.

This is the one table of identities, federated credentials, subjects and roles; everything that
makes, checks or deletes them reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

AUDIENCE = "openshift"
"""What a service account's token must be for."""

CONTRIBUTOR = "b24988ac-6180-42a0-ab88-20f7382dd24c"
KEY_VAULT_CRYPTO_USER = "12338af0-0e69-4776-bea7-57ae8d297424"


class Scope(Enum):
    """A resource group in which a component acts."""

    CLUSTER = "the cluster's resource group"
    SECURITY_GROUP = "the resource group of the network security group"
    NETWORK = "the resource group of the virtual network"
    ZONE = "the resource group of the public DNS zone"


@dataclass(frozen=True)
class Account:
    """A service account of the cluster, and the credential by which an identity trusts it."""

    credential: str
    """What follows the cluster's name in the name of the federated credential."""
    namespace: str
    name: str

    @property
    def subject(self) -> str:
        """What the tokens of the service account say that they are of."""
        return f"system:serviceaccount:{self.namespace}:{self.name}"


@dataclass(frozen=True)
class Component:
    """One component of a cluster."""

    key: str
    """Its key in the file of workload identities."""
    suffix: str
    """What follows the cluster's name in the name of its identity."""
    accounts: tuple[Account, ...]
    role_key: str = ""
    """What the names of its role assignments are made from."""
    role: str = ""
    """The built-in role that it gets, by ID."""
    scopes: tuple[Scope, ...] = ()
    custom_role: str = ""
    """The role that it gets where custom roles are wanted: an ID, or the name of one."""

    def identity(self, cluster: str, infra_id: str) -> str:
        """The name of its identity."""
        return f"{cluster}{self.suffix}-{infra_id}"


_CSI = "openshift-cluster-csi-drivers"
_EVERYWHERE = (Scope.CLUSTER, Scope.SECURITY_GROUP, Scope.NETWORK)

DISK = Component(
    "disk",
    "-disk",
    (
        Account("-disk-fed-id-node", _CSI, "azure-disk-csi-driver-node-sa"),
        Account("-disk-fed-id-operator", _CSI, "azure-disk-csi-driver-operator"),
        Account("-disk-fed-id-controller", _CSI, "azure-disk-csi-driver-controller-sa"),
    ),
    role_key="azure-disk",
    role="5b7237c5-45e1-49d6-bc18-a1f62f400748",
    scopes=(Scope.CLUSTER,),
)
FILE = Component(
    "file",
    "-file",
    (
        Account("-file-fed-id-node", _CSI, "azure-file-csi-driver-node-sa"),
        Account("-file-fed-id-operator", _CSI, "azure-file-csi-driver-operator"),
        Account("-file-fed-id-controller", _CSI, "azure-file-csi-driver-controller-sa"),
    ),
    role_key="azure-file",
    role="0d7aedc0-15fd-4a67-a412-efad370c947e",
    scopes=_EVERYWHERE,
)
IMAGE_REGISTRY = Component(
    "imageRegistry",
    "-image-registry",
    (
        Account("-image-registry-fed-id-registry", "openshift-image-registry", "registry"),
        Account(
            "-image-registry-fed-id-operator",
            "openshift-image-registry",
            "cluster-image-registry-operator",
        ),
    ),
    role_key="ciro",
    role="8b32b316-c2f5-4ddf-b05b-83dacd2d08b5",
    scopes=(Scope.CLUSTER,),
)
INGRESS = Component(
    "ingress",
    "-ingress",
    (Account("-ingress-fed-id", "openshift-ingress-operator", "ingress-operator"),),
    role_key="ingress",
    role="0336e1d3-7a87-462b-b6db-342b63f7802c",
    scopes=(Scope.CLUSTER, Scope.NETWORK, Scope.ZONE),
)
CLOUD_PROVIDER = Component(
    "cloudProvider",
    "-cloud-provider",
    (Account("-cloud-provider-fed-id", "kube-system", "azure-cloud-provider"),),
    role_key="cloud-provider",
    role="a1f96423-95ce-4224-ab27-4e3dc72facd4",
    scopes=_EVERYWHERE,
)
NODE_POOL_MANAGEMENT = Component(
    "nodePoolManagement",
    "-node-pool-mgmt",
    (Account("-node-pool-mgmt-fed-id", "kube-system", "capi-provider"),),
    role_key="capz",
    role=CONTRIBUTOR,
    scopes=(Scope.CLUSTER, Scope.NETWORK),
    custom_role="Azure Red Hat OpenShift NodePool Management Role",
)
NETWORK = Component(
    "network",
    "-network",
    (
        Account(
            "-network-fed-id",
            "openshift-cloud-network-config-controller",
            "cloud-network-config-controller",
        ),
    ),
    role_key="cncc",
    role="be7a6435-15ae-4171-8f30-4a343eff9e8f",
    scopes=(Scope.CLUSTER, Scope.NETWORK),
)
CONTROL_PLANE_OPERATOR = Component(
    "controlPlaneOperator",
    "-control-plane-operator",
    (Account("-cpo-fed-id", "kube-system", "control-plane-operator"),),
    role_key="cpo",
    role=CONTRIBUTOR,
    scopes=_EVERYWHERE,
    custom_role="7d8bb4e4-6fa7-4545-96cf-20fce11b705d",
)
KMS = Component("kms", "-kms", (Account("-kms-fed-id", "kube-system", "kms-provider"),))
"""Its role is on a key vault, which no command of ours makes: who owns the vault assigns it."""

CLUSTER_COMPONENTS = (
    DISK,
    FILE,
    IMAGE_REGISTRY,
    INGRESS,
    CLOUD_PROVIDER,
    NODE_POOL_MANAGEMENT,
    NETWORK,
    CONTROL_PLANE_OPERATOR,
)
"""Those that every cluster has."""

COMPONENTS = (*CLUSTER_COMPONENTS, KMS)
