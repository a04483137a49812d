"""The conditions of control planes, and those that their clusters repeat."""

from __future__ import annotations

from hypershift.api import reasons
from hypershift.api.conditions.type import ConditionType


class PrivateLink:
    """How far private connectivity has come. Only private clusters have these."""

    AZURE_INTERNAL_LOAD_BALANCER_AVAILABLE = ConditionType(
        "AzureInternalLoadBalancerAvailable",
        "True",
        (
            reasons.AZURE_SUCCESS,
            reasons.AZURE_ERROR,
            reasons.ILB_LOOKUP_FAILED,
            reasons.STATUS_UNKNOWN,
            reasons.NOT_FOUND,
        ),
    )
    """The internal load balancer of the control plane was found. First step."""

    AZURE_PLS_CREATED = ConditionType(
        "AzurePLSCreated",
        "True",
        (
            reasons.AZURE_SUCCESS,
            reasons.AZURE_ERROR,
            reasons.NAT_SUBNET_CREATION_FAILED,
            reasons.PLS_CREATION_FAILED,
            reasons.PLS_UPDATE_FAILED,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The private link service in front of that load balancer exists. Second step."""

    AZURE_PRIVATE_ENDPOINT_AVAILABLE = ConditionType(
        "AzurePrivateEndpointAvailable",
        "True",
        (
            reasons.AZURE_SUCCESS,
            reasons.AZURE_ERROR,
            reasons.PRIVATE_ENDPOINT_GET_FAILED,
            reasons.PRIVATE_ENDPOINT_CREATION_FAILED,
            reasons.PRIVATE_ENDPOINT_CONNECTION_NOT_APPROVED,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The private endpoint in the network of the nodes is connected. Third step."""

    AZURE_PRIVATE_DNS_AVAILABLE = ConditionType(
        "AzurePrivateDNSAvailable",
        "True",
        (
            reasons.AZURE_SUCCESS,
            reasons.AZURE_ERROR,
            reasons.DNS_ZONE_CREATION_FAILED,
            reasons.VNET_LINK_CREATION_FAILED,
            reasons.A_RECORD_CREATION_FAILED,
            reasons.BASE_DOMAIN_DNS_ZONE_CREATION_FAILED,
            reasons.BASE_DOMAIN_VNET_LINK_CREATION_FAILED,
            reasons.BASE_DOMAIN_A_RECORD_CREATION_FAILED,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The names of the control plane resolve to the private endpoint in the network of the nodes.
    Fourth step.
    """

    AZURE_PRIVATE_LINK_SERVICE_AVAILABLE = ConditionType(
        "AzurePrivateLinkServiceAvailable",
        "True",
        (reasons.AZURE_SUCCESS, reasons.AZURE_ERROR, reasons.STATUS_UNKNOWN),
    )
    """Nodes reach the control plane privately: all four steps are done."""


class ControlPlane(PrivateLink):
    """What a control plane reports and its cluster repeats."""

    DEGRADED = ConditionType(
        "Degraded", "False", (reasons.AS_EXPECTED, reasons.UNAVAILABLE_REPLICAS)
    )
    """A component of the control plane has fewer replicas available than it should."""

    RECONCILIATION_ACTIVE = ConditionType(
        "ReconciliationActive",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.RECONCILIATION_PAUSED,
            reasons.INVALID_PAUSED_UNTIL_VALUE,
        ),
    )
    """Changes are carried out: spec.pausedUntil does not stop the operator."""

    INFRASTRUCTURE_READY = ConditionType(
        "InfrastructureReady",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.WAITING_ON_INFRASTRUCTURE_READY,
            reasons.INFRA_STATUS_FAILURE,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """Every published service of the control plane has an address."""

    KUBE_API_SERVER_AVAILABLE = ConditionType(
        "KubeAPIServerAvailable",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.NOT_FOUND,
            reasons.WAITING_FOR_AVAILABLE,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """kube-apiserver has a replica that can serve."""

    ETCD_AVAILABLE = ConditionType(
        "EtcdAvailable",
        "True",
        (
            reasons.QUORUM_AVAILABLE,
            reasons.ETCD_WAITING_FOR_QUORUM,
            reasons.STATEFUL_SET_NOT_FOUND,
            reasons.ETCD_RUNNING,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """etcd has enough members to accept writes."""

    EXTERNAL_DNS_REACHABLE = ConditionType(
        "ExternalDNSReachable",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.EXTERNAL_DNS_HOST_NOT_REACHABLE,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The published host name of the API server resolves. Unknown where it has none."""

    VALID_HOSTED_CONTROL_PLANE_CONFIGURATION = ConditionType(
        "ValidHostedControlPlaneConfiguration",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.INSUFFICIENT_CLUSTER_CAPABILITIES,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The control plane can be run as configured on this management cluster."""

    VALID_RELEASE_INFO = ConditionType(
        "ValidReleaseInfo",
        "True",
        (reasons.AS_EXPECTED, reasons.MISSING_RELEASE_IMAGES, reasons.STATUS_UNKNOWN),
    )
    """The release has every image that the control plane needs."""

    VALID_IDP_CONFIGURATION = ConditionType(
        "ValidIDPConfiguration",
        None,
        (
            reasons.IDP_CONFIGURATION_VALID,
            reasons.IDP_CONFIGURATION_ERROR,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The identity providers of the OAuth server could be configured."""

    VALID_AZURE_KMS_CONFIG = ConditionType(
        "ValidAzureKMSConfig",
        None,
        (
            reasons.AS_EXPECTED,
            reasons.INVALID_AZURE_CREDENTIALS,
            reasons.AZURE_ERROR,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The key of Azure Key Vault can be used. Unknown where secrets are not encrypted with one."""

    ETCD_DATA_ENCRYPTION_UP_TO_DATE = ConditionType(
        "EtcdDataEncryptionUpToDate",
        None,
        (
            reasons.RE_ENCRYPTION_COMPLETED,
            reasons.READ_ONLY_ROLLOUT_IN_PROGRESS,
            reasons.WRITE_PROMOTION_IN_PROGRESS,
            reasons.RE_ENCRYPTION_IN_PROGRESS,
            reasons.RE_ENCRYPTION_WAITING_FOR_KAS_CONVERGENCE,
            reasons.RE_ENCRYPTION_FAILED,
        ),
    )
    """All stored secrets are encrypted with the key of the spec. While it is False the key cannot
    be changed again. Absent as long as the key was never changed.
    """

    DATA_PLANE_CONNECTION_AVAILABLE = ConditionType(
        "DataPlaneConnectionAvailable",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.KONNECTIVITY_AGENT_PODS_NOT_FOUND,
            reasons.NO_WORKER_NODES_AVAILABLE,
            reasons.RECONCILE_ERROR,
            reasons.RECONCILIATION_ERROR,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The control plane reaches the nodes. Unknown without nodes."""

    CONTROL_PLANE_CONNECTION_AVAILABLE = ConditionType(
        "ControlPlaneConnectionAvailable",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.KAS_ACCESS_FAILED,
            reasons.CONNECTION_CHECK_STALE,
            reasons.CONFIG_MAP_NOT_FOUND,
            reasons.NO_WORKER_NODES_AVAILABLE,
            reasons.RECONCILE_ERROR,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The nodes reach the control plane. Unknown without nodes."""

    CONFIG_OPERATOR_RECONCILIATION_SUCCEEDED = ConditionType(
        "ConfigOperatorReconciliationSucceeded",
        "True",
        (reasons.AS_EXPECTED, reasons.RECONCILE_ERROR, reasons.STATUS_UNKNOWN),
    )
    """All that the product keeps true inside the cluster is so."""

    HOSTED_CLUSTER_RESTORED_FROM_BACKUP = ConditionType(
        "HostedClusterRestoredFromBackup",
        None,
        (reasons.RECOVERY_FINISHED, reasons.STATUS_UNKNOWN),
    )
    """The cluster has recovered since it was restored. Unknown where it never was."""

    ETCD_BACKUP_SUCCEEDED = ConditionType(
        "EtcdBackupSucceeded",
        None,
        (
            reasons.BACKUP_SUCCEEDED,
            reasons.BACKUP_FAILED,
            reasons.BACKUP_IN_PROGRESS,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The last backup of etcd is stored. Unknown where none was asked for."""

    CLOUD_RESOURCES_DESTROYED = ConditionType(
        "CloudResourcesDestroyed",
        None,
        (
            reasons.CLOUD_RESOURCES_DESTROYED,
            reasons.REMAINING_CLOUD_RESOURCES,
            reasons.CLOUD_RESOURCES_CLEANUP_SKIPPED,
            reasons.CLOUD_RESOURCES_DELETION_TIMED_OUT,
        ),
    )
    """What the cluster made in the cloud is gone. Only while it is being deleted."""

    CLUSTER_VERSION_AVAILABLE = ConditionType("ClusterVersionAvailable", "True")
    """The cluster itself says that all of its release is available."""

    CLUSTER_VERSION_PROGRESSING = ConditionType("ClusterVersionProgressing", "False")
    """The cluster itself says that its release is being rolled out."""

    CLUSTER_VERSION_RELEASE_ACCEPTED = ConditionType("ClusterVersionReleaseAccepted", "True")
    """The cluster itself says that it has read and accepted its release."""

    CLUSTER_VERSION_RETRIEVED_UPDATES = ConditionType("ClusterVersionRetrievedUpdates")
    """The cluster itself says that it could ask for the updates of its channel."""

    CLUSTER_VERSION_UPGRADEABLE = ConditionType("ClusterVersionUpgradeable")
    """The cluster itself says that it may go to the next minor version."""


class HostedControlPlane(ControlPlane):
    """The conditions of a HostedControlPlane."""

    AVAILABLE = ConditionType(
        "Available",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.WAITING_ON_INFRASTRUCTURE_READY,
            reasons.INFRA_STATUS_FAILURE,
            reasons.KUBECONFIG_WAITING_FOR_CREATE,
            reasons.ETCD_WAITING_FOR_QUORUM,
            reasons.STATEFUL_SET_NOT_FOUND,
            reasons.NOT_FOUND,
            reasons.WAITING_FOR_AVAILABLE,
            reasons.KAS_LOAD_BALANCER_NOT_REACHABLE,
            reasons.COMPONENTS_NOT_AVAILABLE,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The API server can be used at its published address, and once all components were there."""

    ETCD_SNAPSHOT_RESTORED = ConditionType("EtcdSnapshotRestored")
    """etcd has started from the snapshot that the spec names. Only where it names one."""

    IGNITION_SERVER_VALID_RELEASE_INFO = ConditionType(
        "IgnitionServerValidReleaseInfo",
        None,
        (reasons.AS_EXPECTED, reasons.MISSING_RELEASE_IMAGES),
    )
    """The releases of the node pools have every image that configuring nodes needs."""

    CVO_SCALED_DOWN = ConditionType("CVOScaledDown")
    """The cluster version operator is stopped, so that it does not bring back what deletion
    removes. Only while the control plane is being deleted.
    """

    CLUSTER_VERSION_FAILING = ConditionType("ClusterVersionFailing", "False")
    """The cluster itself says that the rollout of its release fails."""
