"""The files that name the identities of a cluster's components.

Self-managed Azure has one file of workload identities. Managed Azure has the control plane's
managed identities and those of the nodes, in two files or together in one.
"""

from __future__ import annotations

import msgspec

from hypershift.api.azure_identities import (
    AzureWorkloadIdentities,
    ControlPlaneManagedIdentities,
    DataPlaneManagedIdentities,
    ManagedAzureKeyVault,
    ManagedIdentity,
    WorkloadIdentity,
)


class _Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    pass


class ClientFile(_Strict):
    """A workload identity as the file writes it; other tools add what they know about it."""

    clientID: str
    tenantID: str = ""
    resourceID: str = ""


class WorkloadIdentitiesFile(_Strict):
    """The file that `create iam azure` writes."""

    imageRegistry: ClientFile
    ingress: ClientFile
    file: ClientFile
    disk: ClientFile
    nodePoolManagement: ClientFile
    cloudProvider: ClientFile
    network: ClientFile
    controlPlaneOperator: ClientFile | None = None
    kmsClientID: str = ""

    def identities(self) -> AzureWorkloadIdentities:
        """What the HostedCluster says about them."""
        optional = self.controlPlaneOperator
        return AzureWorkloadIdentities(
            imageRegistry=WorkloadIdentity(clientID=self.imageRegistry.clientID),
            ingress=WorkloadIdentity(clientID=self.ingress.clientID),
            file=WorkloadIdentity(clientID=self.file.clientID),
            disk=WorkloadIdentity(clientID=self.disk.clientID),
            nodePoolManagement=WorkloadIdentity(clientID=self.nodePoolManagement.clientID),
            cloudProvider=WorkloadIdentity(clientID=self.cloudProvider.clientID),
            network=WorkloadIdentity(clientID=self.network.clientID),
            controlPlaneOperator=WorkloadIdentity(clientID=optional.clientID)
            if optional and optional.clientID
            else None,
        )


class ManagedIdentityFile(_Strict):
    """A managed identity of the control plane as the file writes it."""

    clientID: str = ""
    credentialsSecretName: str = ""
    objectEncoding: str = ""
    certificateName: str = ""

    def identity(self) -> ManagedIdentity:
        """What the HostedCluster says about it: the secrets in the vault are always text."""
        return ManagedIdentity(
            clientID=self.clientID or None,
            credentialsSecretName=self.credentialsSecretName,
            objectEncoding="utf-8",
        )


class KeyVaultFile(_Strict):
    """The vault that holds the control plane's credentials."""

    name: str = ""
    tenantID: str = ""


class ControlPlaneIdentitiesFile(_Strict):
    """The file of the control plane's managed identities."""

    managedIdentitiesKeyVault: KeyVaultFile
    cloudProvider: ManagedIdentityFile
    nodePoolManagement: ManagedIdentityFile
    controlPlaneOperator: ManagedIdentityFile
    imageRegistry: ManagedIdentityFile
    ingress: ManagedIdentityFile
    network: ManagedIdentityFile
    disk: ManagedIdentityFile
    file: ManagedIdentityFile
    velero: ManagedIdentityFile | None = None
    """Not the cluster's: scripts that make the file put their backup tool's identity into it."""

    def identities(self) -> ControlPlaneManagedIdentities:
        """What the HostedCluster says about them."""
        vault = self.managedIdentitiesKeyVault
        return ControlPlaneManagedIdentities(
            managedIdentitiesKeyVault=ManagedAzureKeyVault(
                name=vault.name, tenantID=vault.tenantID
            ),
            cloudProvider=self.cloudProvider.identity(),
            nodePoolManagement=self.nodePoolManagement.identity(),
            controlPlaneOperator=self.controlPlaneOperator.identity(),
            imageRegistry=self.imageRegistry.identity(),
            ingress=self.ingress.identity(),
            network=self.network.identity(),
            disk=self.disk.identity(),
            file=self.file.identity(),
        )


class DataPlaneIdentitiesFile(_Strict):
    """The file of the nodes' managed identities."""

    imageRegistryMSIClientID: str = ""
    diskMSIClientID: str = ""
    fileMSIClientID: str = ""

    def identities(self) -> DataPlaneManagedIdentities:
        """What the HostedCluster says about them."""
        return DataPlaneManagedIdentities(
            imageRegistryMSIClientID=self.imageRegistryMSIClientID,
            diskMSIClientID=self.diskMSIClientID,
            fileMSIClientID=self.fileMSIClientID,
        )


class ManagedIdentitiesFile(_Strict):
    """Both kinds of managed identities, as one file or a part of another."""

    controlPlane: ControlPlaneIdentitiesFile
    dataPlane: DataPlaneIdentitiesFile | None = None
