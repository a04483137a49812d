"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.cluster import ClusterSpec, ClusterStatus, DNSSpec
from hypershift.api.etcd import EtcdSpec
from hypershift.api.meta import KubeconfigSecretRef, LocalObjectReference
from hypershift.api.networking import ClusterNetworking
from hypershift.api.schema import Default, Resource, Text, Time, resource
from hypershift.api.version import ClusterVersionStatus


@resource(
    group="hypershift.openshift.io",
    version="v1beta1",
    plural="hostedcontrolplanes",
    short_names=(
        "hcp",
        "hcps",
    ),
    categories=("cluster-api",),
    labels={"cluster.x-k8s.io/v1beta1": "v1beta1"},
)
class HostedControlPlane(Resource):
    """TODO"""

    spec: HostedControlPlaneSpec | None = None
    """TODO"""

    status: HostedControlPlaneStatus | None = None
    """TODO"""


class HostedControlPlaneSpec(ClusterSpec):
    """TODO"""

    channel: Annotated[str, Text(max=255)] | None = None
    """TODO"""

    clusterID: Annotated[str, Text(max=255)] | None = None
    """TODO"""

    controlPlaneReleaseImage: Annotated[str, Text(max=255)] | None = None
    """TODO"""

    dns: DNSSpec
    """TODO"""

    etcd: EtcdSpec
    """TODO"""

    fips: bool | None = None
    """TODO"""

    infraID: Annotated[str, Text(max=255)]
    """TODO"""

    issuerURL: Annotated[str, Text(max=255)]
    """TODO"""

    kubeconfig: KubeconfigSecretRef | None = None
    """TODO"""

    networking: ClusterNetworking | None = None
    """TODO"""

    nodeSelector: dict[str, str] | None = None
    """TODO"""

    olmCatalogPlacement: Annotated[Literal["management", "guest"], Default("management")] | None = (
        None
    )
    """TODO"""

    pausedUntil: Annotated[str, Text(max=255)] | None = None
    """TODO"""

    releaseImage: Annotated[str, Text(max=255)]
    """TODO"""

    sshKey: LocalObjectReference
    """TODO"""

    updateService: str | None = None
    """TODO"""


class HostedControlPlaneStatus(ClusterStatus):
    """TODO"""

    customKubeconfig: KubeconfigSecretRef | None = None
    """TODO"""

    externalManagedControlPlane: Annotated[bool, Default(True)] | None = None
    """TODO"""

    initialized: Annotated[bool, Default(False)]
    """TODO"""

    kubeConfig: KubeconfigSecretRef | None = None
    """TODO"""

    lastReleaseImageTransitionTime: Time | None = None
    """TODO"""

    nodeCount: int | None = None
    """TODO"""

    oauthCallbackURLTemplate: Annotated[str, Text(max=255)] | None = None
    """TODO"""

    ready: Annotated[bool, Default(False)]
    """TODO"""

    releaseImage: Annotated[str, Text(max=255)] | None = None
    """TODO"""

    version: Annotated[str, Text(max=255)] | None = None
    """TODO"""

    versionStatus: ClusterVersionStatus | None = None
    """TODO"""
