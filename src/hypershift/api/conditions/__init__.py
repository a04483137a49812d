"""The types of conditions, kind by kind: what they tell, when they are good, and their reasons.

    condition.type == conditions.HostedCluster.AVAILABLE.name

The text under a type says what it means. Reasons are in `hypershift.api.reasons`.
"""

from __future__ import annotations

from hypershift.api.conditions.clusters import HostedCluster
from hypershift.api.conditions.components import ControlPlaneComponent
from hypershift.api.conditions.controlplanes import HostedControlPlane
from hypershift.api.conditions.nodepools import NodePool
from hypershift.api.conditions.requests import (
    AzurePrivateLinkService,
    CertificateRevocationRequest,
    HCPEtcdBackup,
)
from hypershift.api.conditions.type import ConditionType, types_of

__all__ = [
    "AzurePrivateLinkService",
    "CertificateRevocationRequest",
    "ConditionType",
    "ControlPlaneComponent",
    "HCPEtcdBackup",
    "HostedCluster",
    "HostedControlPlane",
    "NodePool",
    "types_of",
]
