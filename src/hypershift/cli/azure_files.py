"""Reads the files that say who acts in Azure: the user, and the components of a cluster."""

from __future__ import annotations

from hypershift.azure.credentials import Credentials
from hypershift.azure.identities import (
    ControlPlaneIdentitiesFile,
    DataPlaneIdentitiesFile,
    ManagedIdentitiesFile,
    WorkloadIdentitiesFile,
)
from hypershift.cli.files import read_as, read_object, shaped

CREDENTIALS_FLAG = "--azure-creds"
WORKLOAD_FLAG = "--workload-identities-file"
MANAGED_FLAG = "--managed-identities-file"
DATA_PLANE_FLAG = "--data-plane-identities-file"


def read_credentials(path: str) -> Credentials:
    """Read the credentials of whoever runs the command."""
    return read_as(Credentials, path, CREDENTIALS_FLAG)


def read_workload_identities(path: str) -> WorkloadIdentitiesFile:
    """Read the identities of a self-managed cluster."""
    return read_as(WorkloadIdentitiesFile, path, WORKLOAD_FLAG)


def read_managed_identities(path: str) -> ManagedIdentitiesFile:
    """Read the control plane's identities, alone in a file or together with those of the nodes."""
    content = read_object(path, MANAGED_FLAG)
    if "controlPlane" in content:
        return shaped(ManagedIdentitiesFile, content, path, MANAGED_FLAG)
    control_plane = shaped(ControlPlaneIdentitiesFile, content, path, MANAGED_FLAG)
    return ManagedIdentitiesFile(controlPlane=control_plane)


def read_data_plane_identities(path: str) -> DataPlaneIdentitiesFile:
    """Read the nodes' identities."""
    return read_as(DataPlaneIdentitiesFile, path, DATA_PLANE_FLAG)
