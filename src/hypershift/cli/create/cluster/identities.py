"""The identities of a cluster's components: from files of their own, or from infra.json."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypershift.api.azure_identities import (
    AzureAuthenticationConfiguration,
    AzureResourceManagedIdentities,
)
from hypershift.cli.azure_files import (
    DATA_PLANE_FLAG,
    MANAGED_FLAG,
    WORKLOAD_FLAG,
    read_data_plane_identities,
    read_managed_identities,
    read_workload_identities,
)
from hypershift.cli.create.cluster.exposure import PUBLIC, access
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.azure.identities import (
        DataPlaneIdentitiesFile,
        ManagedIdentitiesFile,
        WorkloadIdentitiesFile,
    )
    from hypershift.azure.infra import InfraOutput
    from hypershift.cli.create.cluster.flags import CreateAzureClusterFlags


@dataclass(frozen=True)
class Identities:
    """Who the components are, and who uses the key that encrypts Secrets."""

    configuration: AzureAuthenticationConfiguration
    kms_client_id: str = ""

    @property
    def are_workload_identities(self) -> bool:
        """Tell self-managed Azure from the managed service."""
        return self.configuration.workloadIdentities is not None


def read_identities(flags: CreateAzureClusterFlags, infra: InfraOutput) -> Identities:
    """Find the identities, and refuse those that a cluster of these flags cannot have."""
    named, made = _from_files(flags), _from_infra(flags, infra)
    if named and made and named.configuration != made.configuration:
        flag = MANAGED_FLAG if flags.managed_identities_file else WORKLOAD_FLAG
        raise UsageError(
            f"{flag} names other identities than {flags.infra_json} of --infra-json: leave {flag}"
            " out"
        )
    found = [identities for identities in (made, named) if identities]
    if not found:
        raise UsageError(
            f"{WORKLOAD_FLAG} is required where --infra-json names no identities:"
            " `create iam azure` writes that file"
        )
    configuration = found[0].configuration
    _check_private(flags, configuration)
    key_users = (infra.kmsClientID, *(identities.kms_client_id for identities in found))
    return Identities(configuration, next(filter(None, key_users), ""))


def _from_files(flags: CreateAzureClusterFlags) -> Identities | None:
    if flags.workload_identities_file:
        return _workload(read_workload_identities(flags.workload_identities_file))
    if not flags.managed_identities_file:
        return None
    managed = read_managed_identities(flags.managed_identities_file)
    data_plane = managed.dataPlane
    if flags.data_plane_identities_file:
        data_plane = read_data_plane_identities(flags.data_plane_identities_file)
        if managed.dataPlane and managed.dataPlane != data_plane:
            raise UsageError(
                f"{DATA_PLANE_FLAG} names other identities than the part dataPlane of"
                f" {flags.managed_identities_file} of {MANAGED_FLAG}: leave {DATA_PLANE_FLAG} out"
            )
    if not data_plane:
        raise UsageError(f"{MANAGED_FLAG} needs {DATA_PLANE_FLAG} as well, for the nodes")
    return _managed(flags, managed, data_plane, f"{MANAGED_FLAG}: {flags.managed_identities_file}")


def _from_infra(flags: CreateAzureClusterFlags, infra: InfraOutput) -> Identities | None:
    if infra.workloadIdentities:
        return _workload(infra.workloadIdentities)
    managed, data_plane = infra.controlPlaneMIs, infra.dataPlaneIdentities
    if not managed:
        return None
    if not data_plane or data_plane.empty():
        data_plane = managed.dataPlane
    source = f"--infra-json: {flags.infra_json}"
    if not data_plane or data_plane.empty():
        raise UsageError(f"{source} names no dataPlaneIdentities: add those of the nodes")
    return _managed(flags, managed, data_plane, source)


def _workload(file: WorkloadIdentitiesFile) -> Identities:
    configuration = AzureAuthenticationConfiguration(
        azureAuthenticationConfigType="WorkloadIdentities", workloadIdentities=file.identities()
    )
    return Identities(configuration, file.kmsClientID)


def _managed(
    flags: CreateAzureClusterFlags,
    managed: ManagedIdentitiesFile,
    data_plane: DataPlaneIdentitiesFile,
    source: str,
) -> Identities:
    without_registry = "ImageRegistry" in flags.disable_cluster_capabilities
    needed = {
        "controlPlane.imageRegistry": managed.controlPlane.imageRegistry or without_registry,
        "dataPlane.imageRegistryMSIClientID": (
            data_plane.imageRegistryMSIClientID or without_registry
        ),
        "dataPlane.diskMSIClientID": data_plane.diskMSIClientID,
        "dataPlane.fileMSIClientID": data_plane.fileMSIClientID,
    }
    if absent := [key for key, value in needed.items() if not value]:
        raise UsageError(f"{source}: {' and '.join(absent)} must be there: add what is missing")
    configuration = AzureAuthenticationConfiguration(
        azureAuthenticationConfigType="ManagedIdentities",
        managedIdentities=AzureResourceManagedIdentities(
            controlPlane=managed.controlPlane.identities(), dataPlane=data_plane.identities()
        ),
    )
    return Identities(configuration)


def _check_private(
    flags: CreateAzureClusterFlags, configuration: AzureAuthenticationConfiguration
) -> None:
    workload = configuration.workloadIdentities
    if access(flags) != PUBLIC and workload and not workload.controlPlaneOperator:
        raise UsageError(
            f"--endpoint-access {access(flags)} needs the identity controlPlaneOperator, which"
            " makes the private endpoint, and the workload identities name none: run"
            " `create iam azure` again"
        )
