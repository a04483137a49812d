"""Every kind that the product serves, in the order in which they are installed."""

from __future__ import annotations

from hypershift.api.azureprivatelinkservice import AzurePrivateLinkService
from hypershift.api.certificates import (
    CertificateRevocationRequest,
    CertificateSigningRequestApproval,
    LegacyCertificateSigningRequestApproval,
)
from hypershift.api.controlplanecomponent import ControlPlaneComponent
from hypershift.api.hcpetcdbackup import HCPEtcdBackup
from hypershift.api.hostedcluster import HostedCluster
from hypershift.api.hostedcontrolplane import HostedControlPlane
from hypershift.api.nodepool import NodePool
from hypershift.api.schema import Resource

KINDS: tuple[type[Resource], ...] = (
    HostedCluster,
    NodePool,
    HostedControlPlane,
    ControlPlaneComponent,
    AzurePrivateLinkService,
    CertificateSigningRequestApproval,
    LegacyCertificateSigningRequestApproval,
    CertificateRevocationRequest,
    HCPEtcdBackup,
)
