"""The files that name the identities of a cluster's components.

Self-managed Azure has one file of workload identities. Managed Azure has the control plane's
managed identities and those of the nodes, in two files or together in one. An unknown key is
refused, since it is most likely a component's name with a slip in it.
"""

from __future__ import annotations

import re

import msgspec

from hypershift.api.azure_identities import (
    AzureWorkloadIdentities,
    ControlPlaneManagedIdentities,
    DataPlaneManagedIdentities,
    ManagedAzureKeyVault,
    ManagedIdentity,
    WorkloadIdentity,
)
from hypershift.azure.uuids import is_uuid

_VAULT_SECRET = r"[a-zA-Z0-9-]{1,127}"


class _Strict(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    pass


class ClientFile(_Strict, frozen=True):
    """A workload identity as the file writes it; other tools add what they know about it."""

    clientID: str
    tenantID: str = ""
    resourceID: str = ""


class WorkloadIdentitiesFile(_Strict, frozen=True, kw_only=True):
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

    def __post_init__(self) -> None:
        """Refuse IDs that Azure does not make."""
        for name in self.__struct_fields__:
            identity = getattr(self, name)
            optional = name == "controlPlaneOperator"
            if isinstance(identity, ClientFile) and not (optional and not identity.clientID):
                _demand_uuid(f"{name}.clientID", identity.clientID)
        if self.kmsClientID:
            _demand_uuid("kmsClientID", self.kmsClientID)

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


def to_json(file: WorkloadIdentitiesFile) -> str:
    """Write the file as its other makers do: of each identity its client ID, and nothing empty."""
    import json

    keys: dict[str, object] = {}
    for name in file.__struct_fields__:
        match getattr(file, name):
            case ClientFile(clientID=str(client)) if client:
                keys[name] = {"clientID": client}
            case str(client) if client:
                keys[name] = client
            case _:
                continue
    return json.dumps(keys, indent=2)


class ManagedIdentityFile(_Strict, frozen=True):
    """A managed identity of the control plane as the file writes it."""

    credentialsSecretName: str
    clientID: str = ""
    objectEncoding: str = ""
    certificateName: str = ""

    def __post_init__(self) -> None:
        """Refuse names that a vault does not take and IDs that Azure does not make."""
        if not re.fullmatch(_VAULT_SECRET, self.credentialsSecretName):
            raise ValueError("credentialsSecretName must be 1 to 127 letters, digits and dashes")
        if self.clientID:
            _demand_uuid("clientID", self.clientID)

    def identity(self) -> ManagedIdentity:
        """What the HostedCluster says about it: the secrets in the vault are always text."""
        return ManagedIdentity(
            clientID=self.clientID or None,
            credentialsSecretName=self.credentialsSecretName,
            objectEncoding="utf-8",
        )


class KeyVaultFile(_Strict, frozen=True):
    """The vault that holds the control plane's credentials."""

    name: str
    tenantID: str

    def __post_init__(self) -> None:
        """Refuse a vault that cannot be found."""
        for field in self.__struct_fields__:
            if not getattr(self, field):
                raise ValueError(f"{field} must not be empty")


class ControlPlaneIdentitiesFile(_Strict, frozen=True, kw_only=True):
    """The file of the control plane's managed identities."""

    managedIdentitiesKeyVault: KeyVaultFile
    cloudProvider: ManagedIdentityFile
    nodePoolManagement: ManagedIdentityFile
    controlPlaneOperator: ManagedIdentityFile
    imageRegistry: ManagedIdentityFile | None = None
    """May be absent in a cluster without the ImageRegistry capability."""
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
            imageRegistry=self.imageRegistry.identity() if self.imageRegistry else None,
            ingress=self.ingress.identity(),
            network=self.network.identity(),
            disk=self.disk.identity(),
            file=self.file.identity(),
        )


class DataPlaneIdentitiesFile(_Strict, frozen=True):
    """The file of the nodes' managed identities."""

    imageRegistryMSIClientID: str = ""
    """May be empty in a cluster without the ImageRegistry capability."""
    diskMSIClientID: str = ""
    fileMSIClientID: str = ""

    def __post_init__(self) -> None:
        """Refuse IDs that Azure does not make."""
        for name in self.__struct_fields__:
            if value := getattr(self, name):
                _demand_uuid(name, value)

    def empty(self) -> bool:
        """Tell whether it names nobody, as the file of a cluster with workload identities does."""
        return self == DataPlaneIdentitiesFile()

    def identities(self) -> DataPlaneManagedIdentities:
        """What the HostedCluster says about them."""
        return DataPlaneManagedIdentities(
            imageRegistryMSIClientID=self.imageRegistryMSIClientID,
            diskMSIClientID=self.diskMSIClientID,
            fileMSIClientID=self.fileMSIClientID,
        )


class ManagedIdentitiesFile(_Strict, frozen=True):
    """Both kinds of managed identities, as one file or a part of another."""

    controlPlane: ControlPlaneIdentitiesFile
    dataPlane: DataPlaneIdentitiesFile | None = None


def _demand_uuid(name: str, value: str) -> None:
    if not is_uuid(value):
        raise ValueError(f"{name} must be a UUID")
