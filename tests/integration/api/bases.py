"""Valid objects of every kind, as small as they can be."""

from __future__ import annotations

from typing import Any

GROUP = "hypershift.openshift.io/v1beta1"
CERTIFICATES = "certificates.hypershift.openshift.io/v1alpha1"
IMAGE = "quay.io/openshift-release-dev/ocp-release:4.21.4-multi"
SUBSCRIPTION = "550e8400-e29b-41d4-a716-446655440000"
OTHER_UUID = "550e8400-e29b-41d4-a716-446655440001"
RESOURCES = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/demo-rg/providers"
VNET = f"{RESOURCES}/Microsoft.Network/virtualNetworks/demo-vnet"
SUBNET = f"{VNET}/subnets/default"

IDENTITIES = (
    "cloudProvider",
    "controlPlaneOperator",
    "disk",
    "file",
    "imageRegistry",
    "ingress",
    "network",
    "nodePoolManagement",
)


def service(name: str, kind: str = "Route", **settings: Any) -> dict[str, Any]:
    """One entry of spec.services."""
    return {"service": name, "servicePublishingStrategy": {"type": kind, **settings}}


def services() -> list[dict[str, Any]]:
    """How the four services of a cluster on Azure are usually published."""
    return [
        service("APIServer", "LoadBalancer"),
        service("OAuthServer"),
        service("Konnectivity"),
        service("Ignition"),
    ]


def azure() -> dict[str, Any]:
    """A public cluster with workload identities."""
    identities = {name: {"clientID": SUBSCRIPTION} for name in IDENTITIES}
    return {
        "location": "eastus",
        "resourceGroup": "demo-rg",
        "subscriptionID": SUBSCRIPTION,
        "tenantID": SUBSCRIPTION,
        "vnetID": VNET,
        "subnetID": SUBNET,
        "securityGroupID": f"{RESOURCES}/Microsoft.Network/networkSecurityGroups/demo-nsg",
        "azureAuthenticationConfig": {
            "azureAuthenticationConfigType": "WorkloadIdentities",
            "workloadIdentities": identities,
        },
    }


def managed_identities() -> dict[str, Any]:
    """The other way to sign in, of the managed service."""
    identity = {"credentialsSecretName": "demo-identity", "objectEncoding": "utf-8"}
    return {
        "azureAuthenticationConfigType": "ManagedIdentities",
        "managedIdentities": {
            "controlPlane": {
                "managedIdentitiesKeyVault": {"name": "demo-vault", "tenantID": SUBSCRIPTION},
                **{name: {**identity, "clientID": SUBSCRIPTION} for name in IDENTITIES},
            },
            "dataPlane": {
                "diskMSIClientID": SUBSCRIPTION,
                "fileMSIClientID": SUBSCRIPTION,
                "imageRegistryMSIClientID": SUBSCRIPTION,
            },
        },
    }


def hosted_cluster() -> dict[str, Any]:
    """A cluster on Azure."""
    return {
        "apiVersion": GROUP,
        "kind": "HostedCluster",
        "metadata": {"name": "demo"},
        "spec": {
            "release": {"image": IMAGE},
            "pullSecret": {"name": "demo-pull-secret"},
            "networking": {"networkType": "OVNKubernetes"},
            "services": services(),
            "platform": {"type": "Azure", "azure": azure()},
        },
    }


def hosted_control_plane() -> dict[str, Any]:
    """The control plane of that cluster."""
    return {
        "apiVersion": GROUP,
        "kind": "HostedControlPlane",
        "metadata": {"name": "demo"},
        "spec": {
            "releaseImage": IMAGE,
            "pullSecret": {"name": "pull-secret"},
            "sshKey": {"name": "ssh-key"},
            "infraID": "demo-x7k2p",
            "issuerURL": "https://kubernetes.default.svc",
            "dns": {"baseDomain": "example.com"},
            "etcd": {
                "managementType": "Managed",
                "managed": {
                    "storage": {"type": "PersistentVolume", "persistentVolume": {"size": "8Gi"}}
                },
            },
            "networking": {"networkType": "OVNKubernetes"},
            "services": services(),
            "platform": {"type": "Azure", "azure": azure()},
        },
    }


def node_pool() -> dict[str, Any]:
    """Two nodes of that cluster."""
    return {
        "apiVersion": GROUP,
        "kind": "NodePool",
        "metadata": {"name": "demo"},
        "spec": {
            "clusterName": "demo",
            "replicas": 2,
            "release": {"image": IMAGE},
            "management": {"upgradeType": "Replace"},
            "platform": {
                "type": "Azure",
                "azure": {
                    "vmSize": "Standard_D4s_v5",
                    "subnetID": SUBNET,
                    "image": {"type": "AzureMarketplace"},
                    "osDisk": {},
                },
            },
        },
    }


def component() -> dict[str, Any]:
    """A component of that control plane."""
    return {
        "apiVersion": GROUP,
        "kind": "ControlPlaneComponent",
        "metadata": {"name": "etcd"},
        "spec": {},
    }


def private_link_service() -> dict[str, Any]:
    """The private connection of a cluster."""
    return {
        "apiVersion": GROUP,
        "kind": "AzurePrivateLinkService",
        "metadata": {"name": "private-router"},
        "spec": {
            "location": "eastus",
            "subscriptionID": SUBSCRIPTION,
            "resourceGroupName": "demo-rg",
            "guestSubnetID": SUBNET,
            "guestVNetID": VNET,
        },
    }


def etcd_backup() -> dict[str, Any]:
    """A backup of the etcd of a cluster."""
    return {
        "apiVersion": GROUP,
        "kind": "HCPEtcdBackup",
        "metadata": {"name": "demo"},
        "spec": {
            "storage": {
                "storageType": "AzureBlob",
                "azureBlob": {
                    "container": "backups",
                    "storageAccount": "demostorage",
                    "keyPrefix": "clusters/demo",
                    "credentials": {"name": "backup-credentials"},
                },
            }
        },
    }


def revocation() -> dict[str, Any]:
    """A demand to revoke certificates."""
    return {
        "apiVersion": CERTIFICATES,
        "kind": "CertificateRevocationRequest",
        "metadata": {"name": "demo"},
        "spec": {"signerClass": "customer-break-glass"},
    }


def approval() -> dict[str, Any]:
    """The approval of a certificate."""
    return {
        "apiVersion": CERTIFICATES,
        "kind": "CertificateSigningRequestApproval",
        "metadata": {"name": "demo"},
    }


def legacy_approval() -> dict[str, Any]:
    """The approval of a certificate, in its former group."""
    return {**approval(), "apiVersion": GROUP}


BUILDERS = (
    hosted_cluster,
    hosted_control_plane,
    node_pool,
    component,
    private_link_service,
    etcd_backup,
    revocation,
    approval,
    legacy_approval,
)
