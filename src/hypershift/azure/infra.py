"""What `create infra azure` has made, in the file that it writes and `create cluster` reads."""

from __future__ import annotations

from typing import Any

import msgspec

from hypershift.azure.identities import (
    ClientFile,
    DataPlaneIdentitiesFile,
    ManagedIdentitiesFile,
    ManagedIdentityFile,
    WorkloadIdentitiesFile,
)


class InfraOutput(msgspec.Struct, kw_only=True, frozen=True):
    """The infrastructure of a cluster. Keys that this version does not know are passed over."""

    infraID: str = ""
    region: str = ""
    resourceGroupName: str = ""
    vnetID: str = ""
    subnetID: str = ""
    securityGroupID: str = ""
    baseDomain: str = ""
    publicZoneID: str = ""
    privateZoneID: str = ""
    bootImageID: str = ""
    natSubnetID: str = ""
    controlPlaneMIs: ManagedIdentitiesFile | None = None
    dataPlaneIdentities: DataPlaneIdentitiesFile | None = None
    workloadIdentities: WorkloadIdentitiesFile | None = None
    kmsClientID: str = ""


REQUIRED = (
    "infraID",
    "region",
    "resourceGroupName",
    "vnetID",
    "subnetID",
    "securityGroupID",
    "baseDomain",
)
"""Without these there is no cluster."""


def missing(infra: InfraOutput) -> list[str]:
    """Which of the required values are empty."""
    return [name for name in REQUIRED if not getattr(infra, name)]


_LEFT_OUT_IF_EMPTY = ("natSubnetID", "kmsClientID")


def document(infra: InfraOutput) -> dict[str, Any]:
    """The keys of the file as all its readers know them; what there is not, is empty or null."""
    keys: dict[str, Any] = {
        name: getattr(infra, name)
        for name in infra.__struct_fields__
        if getattr(infra, name) or name not in _LEFT_OUT_IF_EMPTY
    }
    managed, workload = infra.controlPlaneMIs, infra.workloadIdentities
    nodes = msgspec.to_builtins(infra.dataPlaneIdentities or DataPlaneIdentitiesFile())
    return keys | {
        "controlPlaneMIs": managed and _managed(managed),
        "dataPlaneIdentities": nodes,
        "workloadIdentities": workload and _workload(workload),
    }


def _workload(file: WorkloadIdentitiesFile) -> dict[str, Any]:
    return {
        name: {"clientID": identity.clientID}
        for name in file.__struct_fields__
        if isinstance(identity := getattr(file, name), ClientFile) and identity.clientID
    }


def _managed(both: ManagedIdentitiesFile) -> dict[str, Any]:
    file = both.controlPlane
    vault = file.managedIdentitiesKeyVault
    control_plane = {"managedIdentitiesKeyVault": {"name": vault.name, "tenantID": vault.tenantID}}
    for name in file.__struct_fields__:
        match getattr(file, name):
            case ManagedIdentityFile() as identity if name not in _NOT_THE_CLUSTERS:
                control_plane[name] = _identity(identity)
            case _:
                continue
    nodes = msgspec.to_builtins(both.dataPlane or DataPlaneIdentitiesFile())
    return {"controlPlane": control_plane, "dataPlane": nodes}


_NOT_THE_CLUSTERS = ("velero",)


def _identity(file: ManagedIdentityFile) -> dict[str, str]:
    keys = {
        "credentialsSecretName": file.credentialsSecretName,
        "objectEncoding": file.objectEncoding,
    }
    return keys | ({"clientID": file.clientID} if file.clientID else {})
