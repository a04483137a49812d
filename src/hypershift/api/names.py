"""The names of objects that the parts of the product, and adopted clusters, know one another by.

The text under a name says of what kind the object is and what it holds.
"""

from __future__ import annotations

from typing import Final

# In the namespace of a control plane

PULL_SECRET: Final = "pull-secret"
"""Secret: what images are pulled with, under the key .dockerconfigjson."""

SSH_KEY: Final = "ssh-key"
"""Secret: the public key for logging in to nodes, under the key id_rsa.pub."""

SERVICE_ACCOUNT_SIGNING_KEY: Final = "sa-signing-key"
"""Secret: the key pair of service account tokens, as service-account.key and service-account.pub.
"""

USER_CA_BUNDLE: Final = "user-ca-bundle"
"""ConfigMap: the certificates that the user wants trusted, under the key ca-bundle.crt."""

TRUSTED_CA_BUNDLE: Final = "openshift-config-managed-trusted-ca-bundle"
"""ConfigMap: the certificates that the management cluster trusts, under the key ca-bundle.crt."""

ADMIN_KUBECONFIG: Final = "admin-kubeconfig"
"""Secret: the kubeconfig of an administrator outside, under the key kubeconfig."""

CUSTOM_ADMIN_KUBECONFIG: Final = "custom-admin-kubeconfig"
"""Secret: the same for the name in spec.kubeAPIServerDNSName."""

SERVICE_NETWORK_KUBECONFIG: Final = "service-network-admin-kubeconfig"
"""Secret: the kubeconfig of an administrator inside the namespace, under the key kubeconfig."""

KUBEADMIN_PASSWORD: Final = "kubeadmin-password"
"""Secret: the password of the user kubeadmin, under the key password."""

NETWORK_CREDENTIALS: Final = "cloud-network-config-controller-creds"
"""Secret: how the cloud network config controller signs in to Azure."""

INGRESS_CREDENTIALS: Final = "azure-ingress-credentials"
"""Secret: how the ingress operator signs in to Azure."""

IMAGE_REGISTRY_CREDENTIALS: Final = "azure-image-registry-credentials"
"""Secret: how the image registry operator signs in to Azure."""

CLOUD_CONFIG: Final = "azure-cloud-config"
"""Secret and ConfigMap: the settings of the Azure cloud provider, under the key cloud.conf."""

KMS_CONFIG: Final = "azure-kms-config"
"""Secret: the settings of the Azure key management plugin, under the key cloud.conf."""

CAPI_WEBHOOKS_CERTIFICATE: Final = "capi-webhooks-tls"
"""Secret: the certificate that webhooks of Cluster API serve with."""

ETCD: Final = "etcd"
"""StatefulSet: the members of etcd."""

CONTROL_PLANE_OPERATOR: Final = "control-plane-operator"
"""Deployment: the operator of the control plane."""

CLUSTER_API: Final = "cluster-api"
"""Deployment: Cluster API."""

CAPI_PROVIDER: Final = "capi-provider"
"""Deployment: the Azure provider of Cluster API."""

IGNITION_SERVER: Final = "ignition-server"
"""Deployment, Service and Route: the server that new machines get their configuration from."""

PRIVATE_ROUTER: Final = "private-router"
"""Service: the router of the control plane, for those inside the virtual network."""

# In the namespace of the operator

OPERATOR_NAMESPACE: Final = "hypershift"
"""Namespace: where the operator is installed unless told otherwise."""

OPERATOR: Final = "operator"
"""Deployment, Service and ServiceAccount: the operator."""

SUPPORTED_VERSIONS: Final = "supported-versions"
"""ConfigMap: the releases that the operator supports, as JSON under the key supported-versions."""


def control_plane_namespace(namespace: str, name: str) -> str:
    """The namespace of the control plane of a HostedCluster."""
    return f"{namespace}-{name.replace('.', '-')}"


def admin_kubeconfig(name: str) -> str:
    """The Secret beside a HostedCluster with the kubeconfig of an administrator."""
    return f"{name}-{ADMIN_KUBECONFIG}"


def custom_admin_kubeconfig(name: str) -> str:
    """The Secret beside a HostedCluster with the same for spec.kubeAPIServerDNSName."""
    return f"{name}-{CUSTOM_ADMIN_KUBECONFIG}"


def kubeadmin_password(name: str) -> str:
    """The Secret beside a HostedCluster with the password of the user kubeadmin."""
    return f"{name}-{KUBEADMIN_PASSWORD}"
