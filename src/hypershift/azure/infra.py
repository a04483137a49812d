"""What `create infra azure` has made, in the file that it writes and `create cluster` reads."""

from __future__ import annotations

import msgspec

from hypershift.azure.identities import (
    DataPlaneIdentitiesFile,
    ManagedIdentitiesFile,
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
