"""TODO"""

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
"""TODO"""

KeyVaultSecretName = Annotated[str, Text(min=1, max=127, pattern="^[a-zA-Z0-9-]+$")]
"""TODO"""

ObjectEncoding = Literal["utf-8", "hex", "base64"]
"""TODO"""


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
    """TODO"""

    azureAuthenticationConfigType: Literal["ManagedIdentities", "WorkloadIdentities"]
    """TODO"""

    managedIdentities: AzureResourceManagedIdentities | None = None
    """TODO"""

    workloadIdentities: AzureWorkloadIdentities | None = None
    """TODO"""


class AzureResourceManagedIdentities(Struct):
    """TODO"""

    controlPlane: ControlPlaneManagedIdentities
    """TODO"""

    dataPlane: DataPlaneManagedIdentities
    """TODO"""


class ControlPlaneManagedIdentities(Struct):
    """TODO"""

    cloudProvider: ManagedIdentity
    """TODO"""

    controlPlaneOperator: ManagedIdentity
    """TODO"""

    disk: ManagedIdentity
    """TODO"""

    file: ManagedIdentity
    """TODO"""

    imageRegistry: ManagedIdentity | None = None
    """TODO"""

    ingress: ManagedIdentity
    """TODO"""

    managedIdentitiesKeyVault: ManagedAzureKeyVault
    """TODO"""

    network: ManagedIdentity
    """TODO"""

    nodePoolManagement: ManagedIdentity
    """TODO"""


class ManagedIdentity(Struct):
    """TODO"""

    clientID: ClientID | None = None
    """TODO"""

    credentialsSecretName: KeyVaultSecretName
    """TODO"""

    objectEncoding: ObjectEncoding
    """TODO"""


class ManagedAzureKeyVault(Struct):
    """TODO"""

    name: Annotated[str, Text(max=255)]
    """TODO"""

    tenantID: Annotated[str, Text(max=255)]
    """TODO"""


class DataPlaneManagedIdentities(Struct):
    """TODO"""

    diskMSIClientID: Annotated[str, Text(max=255)]
    """TODO"""

    fileMSIClientID: Annotated[str, Text(max=255)]
    """TODO"""

    imageRegistryMSIClientID: Annotated[str, Text(max=255)]
    """TODO"""


class AzureWorkloadIdentities(Struct):
    """TODO"""

    cloudProvider: WorkloadIdentity
    """TODO"""

    controlPlaneOperator: WorkloadIdentity | None = None
    """TODO"""

    disk: WorkloadIdentity
    """TODO"""

    file: WorkloadIdentity
    """TODO"""

    imageRegistry: WorkloadIdentity
    """TODO"""

    ingress: WorkloadIdentity
    """TODO"""

    network: WorkloadIdentity
    """TODO"""

    nodePoolManagement: WorkloadIdentity
    """TODO"""


class WorkloadIdentity(Struct):
    """TODO"""

    clientID: ClientID
    """TODO"""
