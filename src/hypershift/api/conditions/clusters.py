"""The conditions of clusters."""

from __future__ import annotations

from hypershift.api import reasons
from hypershift.api.conditions.controlplanes import ControlPlane
from hypershift.api.conditions.type import ConditionType


class HostedCluster(ControlPlane):
    """The conditions of a HostedCluster."""

    AVAILABLE = ConditionType(
        "Available",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.WAITING_FOR_AVAILABLE,
            reasons.WAITING_ON_INFRASTRUCTURE_READY,
            reasons.INFRA_STATUS_FAILURE,
            reasons.KUBECONFIG_WAITING_FOR_CREATE,
            reasons.ETCD_WAITING_FOR_QUORUM,
            reasons.STATEFUL_SET_NOT_FOUND,
            reasons.NOT_FOUND,
            reasons.KAS_LOAD_BALANCER_NOT_REACHABLE,
            reasons.COMPONENTS_NOT_AVAILABLE,
            reasons.STATUS_UNKNOWN,
        ),
    )
    """The API of the cluster can be used at its published address. The message of the first thing
    that is missing is its own.
    """

    PROGRESSING = ConditionType(
        "Progressing", "False", (reasons.AS_EXPECTED, reasons.PROGRESSING, reasons.BLOCKED)
    )
    """The release of the spec is being rolled out. False with the reason Blocked where it would be
    but for something that the message names.
    """

    RECONCILIATION_SUCCEEDED = ConditionType(
        "ReconciliationSucceeded",
        "True",
        (reasons.RECONCILIATION_SUCCEEDED, reasons.RECONCILIATION_ERROR),
    )
    """The operator's last pass over the cluster ended without an error."""

    VALID_CONFIGURATION = ConditionType(
        "ValidConfiguration", "True", (reasons.AS_EXPECTED, reasons.INVALID_CONFIGURATION)
    )
    """The spec holds together, beyond what the schema can tell."""

    SUPPORTED_HOSTED_CLUSTER = ConditionType(
        "SupportedHostedCluster",
        "True",
        (reasons.AS_EXPECTED, reasons.UNSUPPORTED_HOSTED_CLUSTER),
    )
    """This operator can run such a cluster on this management cluster."""

    VALID_RELEASE_IMAGE = ConditionType(
        "ValidReleaseImage",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.INVALID_IMAGE,
            reasons.SECRET_NOT_FOUND,
            reasons.PAYLOAD_ARCH_NOT_FOUND,
        ),
    )
    """The release image can be read, and its version is one that the cluster may have."""

    VALID_PROXY_CONFIGURATION = ConditionType(
        "ValidProxyConfiguration",
        None,
        (reasons.AS_EXPECTED, reasons.PROXY_CA_BUNDLE_INVALID),
    )
    """The certificates for the proxy of the cluster are valid."""

    PLATFORM_CREDENTIALS_FOUND = ConditionType(
        "PlatformCredentialsFound",
        "True",
        (reasons.AS_EXPECTED, reasons.PLATFORM_CREDENTIALS_NOT_FOUND),
    )
    """The components of the control plane have their credentials for Azure."""

    IGNITION_ENDPOINT_AVAILABLE = ConditionType(
        "IgnitionEndpointAvailable",
        "True",
        (reasons.AS_EXPECTED, reasons.NOT_FOUND, reasons.WAITING_FOR_AVAILABLE),
    )
    """The server that new machines get their configuration from is available."""

    UNMANAGED_ETCD_AVAILABLE = ConditionType(
        "UnmanagedEtcdAvailable",
        None,
        (reasons.UNMANAGED_ETCD_AS_EXPECTED, reasons.UNMANAGED_ETCD_MISCONFIGURED),
    )
    """The client certificate for an etcd of the user's own is there. Only with such an etcd."""

    AUTO_NODE_ENABLED = ConditionType("AutoNodeEnabled", None, (reasons.AUTO_NODE_NOT_CONFIGURED,))
    """The cluster makes its nodes itself. Never so on Azure."""

    ETCD_RECOVERY_ACTIVE = ConditionType(
        "EtcdRecoveryActive", None, (reasons.AS_EXPECTED, reasons.ETCD_RECOVERY_JOB_FAILED)
    )
    """A lost member of etcd is being brought back."""

    HOSTED_CLUSTER_DESTROYED = ConditionType(
        "HostedClusterDestroyed", None, (reasons.WAITING_FOR_GRACE_PERIOD,)
    )
    """All that the cluster consisted of is gone."""

    PUBLIC_ENDPOINT_EXPOSED = ConditionType(
        "PublicEndpointExposed",
        None,
        (
            reasons.SHARED_INGRESS_CONFIGURED,
            reasons.TOPOLOGY_PRIVATE,
            reasons.CONVERGENCE_IN_PROGRESS,
        ),
    )
    """The shared ingress of the managed service serves the cluster. Only there."""

    CLUSTER_VERSION_SUCCEEDING = ConditionType(
        "ClusterVersionSucceeding",
        "True",
        (reasons.FROM_CLUSTER_VERSION, reasons.STATUS_UNKNOWN),
    )
    """The cluster itself says that nothing fails in the rollout of its release."""

    CLUSTER_SIZE_COMPUTED = ConditionType("ClusterSizeComputed")
    """The size class of the cluster is known. Only where the operator sizes clusters."""

    CLUSTER_SIZE_TRANSITION_PENDING = ConditionType("ClusterSizeTransitionPending")
    """A change of size class waits for its turn. Only where the operator sizes clusters."""

    CLUSTER_SIZE_TRANSITION_REQUIRED = ConditionType("ClusterSizeTransitionRequired")
    """The cluster is to have another size class. Only where the operator sizes clusters."""
