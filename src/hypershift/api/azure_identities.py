"""The identities by which the components of a hosted cluster sign in to Azure.

There are two ways. Workload identities trust tokens that the hosted cluster itself issues, and suit
whoever runs the system. Managed identities are credentials in a Key Vault, and belong to the
managed service.
"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Rule, Struct, Text, rule

ClientID = Annotated[
    str,
    Text(min=36, max=36, pattern="^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$"),
    Rule(
        "self.matches('^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$')",
        (
            "the client ID of a managed identity must be a valid UUID. It should be 5 groups of "
            "hyphen separated hexadecimal characters in the form 8-4-4-4-12."
        ),
    ),
]
"""The UUID by which Microsoft Entra knows an identity; not its object or principal ID."""

KeyVaultSecretName = Annotated[str, Text(min=1, max=127, pattern="^[a-zA-Z0-9-]+$")]
"""The name of a secret inside a Key Vault: letters, digits and hyphens."""

ObjectEncoding = Literal["utf-8", "hex", "base64"]
"""How the value of a Key Vault secret stands for the bytes of a file."""


@rule(
    (
        "self.azureAuthenticationConfigType == 'ManagedIdentities' ? "
        "has(self.managedIdentities) : !has(self.managedIdentities)"
    ),
    (
        "managedIdentities is required when azureAuthenticationConfigType is "
        "ManagedIdentities, and forbidden otherwise"
    ),
)
@rule(
    (
        "self.azureAuthenticationConfigType == 'WorkloadIdentities' ? "
        "has(self.workloadIdentities) : !has(self.workloadIdentities)"
    ),
    (
        "workloadIdentities is required when azureAuthenticationConfigType is "
        "WorkloadIdentities, and forbidden otherwise"
    ),
)
class AzureAuthenticationConfiguration(Struct):
    """How the components of a hosted cluster prove to Azure who they are."""

    azureAuthenticationConfigType: Literal["ManagedIdentities", "WorkloadIdentities"]
    """Which of the two ways is used. WorkloadIdentities: each component exchanges a service account
    token of the hosted cluster for an Azure token, and no secret is stored; this is for
    self-managed clusters. ManagedIdentities: each component gets a certificate from a Key Vault
    through the Secrets Store CSI driver; this is for the managed service, ARO HCP. The field that
    belongs to the choice has to be set, the other one may not be.
    """

    managedIdentities: AzureResourceManagedIdentities | None = None
    """The credentials in a Key Vault for the control plane, and the identities of what runs on
    nodes. Required with type ManagedIdentities, refused otherwise.
    """

    workloadIdentities: AzureWorkloadIdentities | None = None
    """The identity of each component. Every identity needs rights in Azure, and a federated
    credential for each service account that its field names, with the cluster's issuerURL as issuer
    and openshift as audience; create iam azure makes identities and credentials. The same
    identities can serve several clusters that share an issuer. Required with type
    WorkloadIdentities, refused otherwise.
    """


class AzureResourceManagedIdentities(Struct):
    """The managed identities of a hosted cluster, by where they are used."""

    controlPlane: ControlPlaneManagedIdentities
    """Identities of the components that run on the management cluster, outside the reach of the
    cluster's users.
    """

    dataPlane: DataPlaneManagedIdentities
    """Identities of the components that run on the nodes, in the hosted cluster itself. They are
    reached by federated credentials, and nothing of them lies in the Key Vault.
    """


class ControlPlaneManagedIdentities(Struct):
    """The identities of the control plane, one per component, and where their credentials lie."""

    cloudProvider: ManagedIdentity
    """Identity of the Azure cloud controller manager, which makes load balancers for Services and
    tells which nodes still have a machine.
    """

    controlPlaneOperator: ManagedIdentity
    """Identity of the control plane operator, for the calls to Azure that it makes itself, apart
    from the components that it runs.
    """

    disk: ManagedIdentity
    """Identity of the control plane side of the Azure Disk CSI driver, which makes, attaches and
    deletes the disks behind PersistentVolumes.
    """

    file: ManagedIdentity
    """Identity of the control plane side of the Azure File CSI driver, which makes and deletes the
    file shares behind PersistentVolumes.
    """

    imageRegistry: ManagedIdentity | None = None
    """Identity of the image registry operator, which sets up the storage of the internal registry.
    May be absent in a cluster that has the ImageRegistry capability disabled.
    """

    ingress: ManagedIdentity
    """Identity of the ingress operator, which keeps the DNS records of the cluster's ingress."""

    managedIdentitiesKeyVault: ManagedAzureKeyVault
    """The Key Vault that holds the secrets that the identities here name. All of them lie in this
    one vault.
    """

    network: ManagedIdentity
    """Identity of the cloud network config controller, which assigns egress addresses to the
    machines.
    """

    nodePoolManagement: ManagedIdentity
    """Identity of the Cluster API provider for Azure, which makes and deletes the virtual machines
    of all pools with their disks and interfaces.
    """


class ManagedIdentity(Struct):
    """An Azure identity whose credential is kept in a Key Vault."""

    clientID: ClientID | None = None
    """Client ID of the identity, a UUID. The credential names its identity too, so it may be
    absent.
    """

    credentialsSecretName: KeyVaultSecretName
    """Name of the secret in the Key Vault, 1 to 127 letters, digits and hyphens. Its value is a
    JSON document with the client ID, the tenant, the certificate and the time for which that is
    valid. It is mounted into the pods of the component, so a renewed certificate belongs under the
    same name.
    """

    objectEncoding: ObjectEncoding
    """How the value of the secret is turned into the file that the component reads. utf-8 takes it
    as text, which is what the create command writes; hex and base64 decode it first.
    """


class ManagedAzureKeyVault(Struct):
    """The Key Vault with the credentials of a control plane."""

    name: Annotated[str, Text(max=255)]
    """Name of the vault, without the domain that makes its address of it. The management cluster's
    Secrets Store CSI driver has to be allowed to read secrets there.
    """

    tenantID: Annotated[str, Text(max=255)]
    """ID of the Microsoft Entra tenant that the vault belongs to, and in which whoever reads it
    signs in.
    """


class DataPlaneManagedIdentities(Struct):
    """The identities of components on the nodes, with federated credentials."""

    diskMSIClientID: Annotated[str, Text(max=255)]
    """Client ID of the managed identity that the Azure Disk CSI driver uses on the nodes."""

    fileMSIClientID: Annotated[str, Text(max=255)]
    """Client ID of the managed identity that the Azure File CSI driver uses on the nodes."""

    imageRegistryMSIClientID: Annotated[str, Text(max=255)]
    """Client ID of the managed identity by which the internal image registry on the nodes reads and
    writes its storage.
    """


class AzureWorkloadIdentities(Struct):
    """The identity of each component that signs in with a service account token."""

    cloudProvider: WorkloadIdentity
    """Identity of the Azure cloud controller manager, which makes load balancers for Services and
    tells which nodes still have a machine. Trusts the service account
    kube-system/azure-cloud-provider; needs rights on the resource groups of the cluster, of the
    security group and of the virtual network.
    """

    controlPlaneOperator: WorkloadIdentity | None = None
    """Identity of the control plane operator, which makes the private endpoint and the private DNS
    records of a private cluster. Required when private.type is PrivateLink, otherwise it may be
    absent. Trusts the service account kube-system/control-plane-operator; needs rights on the
    resource groups of the cluster, of the security group and of the virtual network.
    """

    disk: WorkloadIdentity
    """Identity of the Azure Disk CSI driver, which makes, attaches and deletes the disks behind
    PersistentVolumes. Trusts azure-disk-csi-driver-operator, azure-disk-csi-driver-controller-sa
    and azure-disk-csi-driver-node-sa in the namespace openshift-cluster-csi-drivers; needs rights
    on the resource group of the cluster.
    """

    file: WorkloadIdentity
    """Identity of the Azure File CSI driver, which makes and deletes the file shares behind
    PersistentVolumes. Trusts azure-file-csi-driver-operator, azure-file-csi-driver-controller-sa
    and azure-file-csi-driver-node-sa in the namespace openshift-cluster-csi-drivers; needs rights
    on the resource groups of the cluster, of the security group and of the virtual network.
    """

    imageRegistry: WorkloadIdentity
    """Identity of the image registry and its operator, which keep images in a storage account.
    Trusts registry and cluster-image-registry-operator in the namespace openshift-image-registry;
    needs rights on the resource group of the cluster. It has to be given even when the
    ImageRegistry capability is disabled, but is not used then.
    """

    ingress: WorkloadIdentity
    """Identity of the ingress operator, which keeps the DNS records of the cluster's ingress.
    Trusts openshift-ingress-operator/ingress-operator; needs rights on the resource groups of the
    cluster, of the virtual network and of the DNS zones. It has to be given even when the Ingress
    capability is disabled, but is not used then.
    """

    network: WorkloadIdentity
    """Identity of the cloud network config controller, which assigns egress addresses to the
    machines. Trusts openshift-cloud-network-config-controller/cloud-network-config-controller;
    needs rights on the resource groups of the cluster and of the virtual network.
    """

    nodePoolManagement: WorkloadIdentity
    """Identity of the Cluster API provider for Azure, which makes and deletes the virtual machines
    of all pools with their disks and interfaces. Trusts kube-system/capi-provider; needs rights on
    the resource groups of the cluster and of the virtual network.
    """


class WorkloadIdentity(Struct):
    """An Azure identity that is reached by federation, without a secret."""

    clientID: ClientID
    """Client ID of the user-assigned managed identity, a UUID. It is public: what protects the
    identity is that only the cluster's issuer and the named service accounts are trusted.
    """
