"""The HostedCluster object.

Values of a few words are cast: they were checked with the flags, which the API's types cannot see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from hypershift.api.annotations import CONTROL_PLANE_OPERATOR_IMAGE
from hypershift.api.autoscaling import ClusterAutoscaling
from hypershift.api.cluster import APIEndpoint, Capabilities, DNSSpec
from hypershift.api.configuration import ClusterConfiguration
from hypershift.api.configuration.featuregate import FeatureGateSpec
from hypershift.api.configuration.operatorhub import OperatorHubSpec
from hypershift.api.etcd import (
    EtcdSpec,
    ManagedEtcdSpec,
    ManagedEtcdStorageSpec,
    PersistentVolumeEtcdStorageSpec,
)
from hypershift.api.hostedcluster import HostedCluster, HostedClusterSpec, HostedClusterStatus
from hypershift.api.meta import LocalObjectReference
from hypershift.api.operatorconfig import (
    ClusterNetworkOperatorSpec,
    OperatorConfiguration,
    OVNKubernetesConfig,
)
from hypershift.api.platform import PlatformSpec
from hypershift.api.schema import ObjectMeta
from hypershift.api.version import Release
from hypershift.cli.create.cluster import plan as names
from hypershift.cli.create.cluster.exposure import NO_PREFIX, services
from hypershift.cli.create.cluster.networks import networking
from hypershift.cli.create.cluster.platform import azure_platform
from hypershift.cli.create.cluster.tolerations import parse_tolerations
from hypershift.cli.create.cluster.validation import key_values

if TYPE_CHECKING:
    from hypershift.cli.create.cluster.flags import ControlPlaneFlags, NetworkFlags, ReleaseFlags
    from hypershift.cli.create.cluster.plan import Plan

_ETCD_SIZE = "8Gi"


def hosted_cluster(plan: Plan) -> HostedCluster:
    """Write the cluster down."""
    flags = plan.flags
    annotations = key_values("--annotations", flags.annotations)
    if flags.control_plane_operator_image:
        annotations[CONTROL_PLANE_OPERATOR_IMAGE] = flags.control_plane_operator_image
    return HostedCluster(
        metadata=ObjectMeta(
            name=flags.name,
            namespace=flags.namespace,
            labels=key_values("--labels", flags.labels) or None,
            annotations=annotations or None,
        ),
        spec=_spec(plan),
        # Written by the reference's tools as well, empty as it is.
        status=HostedClusterStatus(controlPlaneEndpoint=APIEndpoint(host="", port=0)),
    )


def _spec(plan: Plan) -> HostedClusterSpec:
    flags = plan.flags
    return HostedClusterSpec(
        release=Release(image=flags.release_image),
        infraID=plan.infra.infraID,
        platform=PlatformSpec(type="Azure", azure=azure_platform(plan)),
        dns=_dns(plan),
        networking=networking(flags),
        services=services(flags.name, flags),
        issuerURL=flags.oidc_issuer_url or None,
        kubeAPIServerDNSName=flags.kas_dns_name or None,
        pullSecret=LocalObjectReference(name=names.pull_secret_name(flags.name)),
        sshKey=LocalObjectReference(name=names.ssh_key_name(flags.name))
        if plan.has_ssh_key
        else LocalObjectReference(),
        serviceAccountSigningKey=LocalObjectReference(name=names.signing_key_name(flags.name))
        if plan.signing_key
        else None,
        additionalTrustBundle=LocalObjectReference(name=names.TRUST_BUNDLE)
        if plan.trust_bundle
        else None,
        secretEncryption=plan.encryption,
        imageContentSources=plan.image_content_sources or None,
        etcd=_etcd(flags),
        controllerAvailabilityPolicy=cast("Any", flags.control_plane_availability_policy),
        infrastructureAvailabilityPolicy=cast("Any", flags.infra_availability_policy) or None,
        olmCatalogPlacement=cast("Any", flags.olm_catalog_placement),
        fips=flags.fips,
        autoscaling=ClusterAutoscaling(),
        capabilities=_capabilities(flags),
        configuration=_configuration(flags, flags),
        operatorConfiguration=_operator_configuration(flags),
        nodeSelector=flags.node_selector or None,
        labels=flags.pods_labels or None,
        tolerations=parse_tolerations(flags.toleration) or None,
        pausedUntil=flags.pausedUntil or None,
    )


def _dns(plan: Plan) -> DNSSpec:
    prefix = plan.flags.base_domain_prefix
    return DNSSpec(
        baseDomain=plan.infra.baseDomain,
        baseDomainPrefix="" if prefix == NO_PREFIX else prefix,
        publicZoneID=plan.infra.publicZoneID or None,
        privateZoneID=plan.infra.privateZoneID or None,
    )


def _etcd(flags: ControlPlaneFlags) -> EtcdSpec:
    volume = PersistentVolumeEtcdStorageSpec(
        size=flags.etcd_storage_size or _ETCD_SIZE,
        storageClassName=flags.etcd_storage_class or None,
    )
    storage = ManagedEtcdStorageSpec(type="PersistentVolume", persistentVolume=volume)
    return EtcdSpec(managementType="Managed", managed=ManagedEtcdSpec(storage=storage))


def _capabilities(flags: ControlPlaneFlags) -> Capabilities:
    return Capabilities(
        enabled=cast("Any", list(flags.enable_cluster_capabilities)) or None,
        disabled=cast("Any", list(flags.disable_cluster_capabilities)) or None,
    )


def _configuration(release: ReleaseFlags, control_plane: ControlPlaneFlags) -> ClusterConfiguration:
    return ClusterConfiguration(
        featureGate=FeatureGateSpec(featureSet=cast("Any", release.feature_set))
        if release.feature_set
        else None,
        operatorhub=OperatorHubSpec(disableAllDefaultSources=True)
        if control_plane.olm_disable_default_sources
        else None,
    )


def _operator_configuration(flags: NetworkFlags) -> OperatorConfiguration | None:
    if not (flags.disable_multi_network or flags.ovn_kubernetes_mtu):
        return None
    network = ClusterNetworkOperatorSpec(
        disableMultiNetwork=flags.disable_multi_network or None,
        ovnKubernetesConfig=OVNKubernetesConfig(mtu=flags.ovn_kubernetes_mtu)
        if flags.ovn_kubernetes_mtu
        else None,
    )
    return OperatorConfiguration(clusterNetworkOperator=network)
