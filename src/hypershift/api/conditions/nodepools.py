"""The conditions of node pools."""

from __future__ import annotations

from typing import Final

from hypershift.api import reasons
from hypershift.api.conditions.type import ConditionType

PERFORMANCE_PROFILE_PREFIX: Final = "performance.operator.openshift.io/"
"""Begins the conditions in which a NodePool repeats how its PerformanceProfile fares."""


class NodePool:
    """The conditions of a NodePool, in the order in which they are worked out."""

    AUTOSCALING_ENABLED = ConditionType(
        "AutoscalingEnabled", None, (reasons.AS_EXPECTED, reasons.VALIDATION_FAILED)
    )
    """The pool scales by itself, as the spec chooses."""

    UPDATE_MANAGEMENT_ENABLED = ConditionType(
        "UpdateManagementEnabled", "True", (reasons.AS_EXPECTED, reasons.VALIDATION_FAILED)
    )
    """The spec says how nodes are updated, and says it consistently."""

    VALID_RELEASE_IMAGE = ConditionType(
        "ValidReleaseImage", "True", (reasons.AS_EXPECTED, reasons.VALIDATION_FAILED)
    )
    """The release image can be read, and its version is one that the pool may have."""

    IGNITION_ENDPOINT_AVAILABLE = ConditionType(
        "IgnitionEndpointAvailable",
        None,
        (
            reasons.IGNITION_ENDPOINT_MISSING,
            reasons.EXTERNAL_DNS_HOST_NOT_REACHABLE,
            reasons.IGNITION_CA_CERT_MISSING,
        ),
    )
    """Machines cannot get their configuration yet. Absent when they can."""

    VALID_ARCH_PLATFORM = ConditionType(
        "ValidArchPlatform", "True", (reasons.AS_EXPECTED, reasons.INVALID_ARCH_PLATFORM)
    )
    """Platform and release have machines of the architecture."""

    RECONCILIATION_ACTIVE = ConditionType(
        "ReconciliationActive",
        "True",
        (
            reasons.RECONCILIATION_ACTIVE,
            reasons.RECONCILIATION_PAUSED,
            reasons.INVALID_PAUSED_UNTIL_VALUE,
        ),
    )
    """Changes are carried out: spec.pausedUntil does not stop the operator."""

    SUPPORTED_VERSION_SKEW = ConditionType(
        "SupportedVersionSkew",
        "True",
        (reasons.AS_EXPECTED, reasons.UNSUPPORTED_SKEW, reasons.VALIDATION_FAILED),
    )
    """The release is no newer than that of the cluster and at most three minor versions older."""

    VALID_MACHINE_CONFIG = ConditionType(
        "ValidMachineConfig", "True", (reasons.AS_EXPECTED, reasons.VALIDATION_FAILED)
    )
    """The configuration that the spec refers to can be read and is of a kind that is allowed."""

    VALID_TUNING_CONFIG = ConditionType(
        "ValidTuningConfig", "True", (reasons.AS_EXPECTED, reasons.VALIDATION_FAILED)
    )
    """The tuning that the spec refers to can be read and is of a kind that is allowed."""

    UPDATING_CONFIG = ConditionType(
        "UpdatingConfig", "False", (reasons.AS_EXPECTED, reasons.INPLACE_UPGRADE_FAILED)
    )
    """Nodes are being brought to a new configuration."""

    UPDATING_VERSION = ConditionType(
        "UpdatingVersion", "False", (reasons.AS_EXPECTED, reasons.INPLACE_UPGRADE_FAILED)
    )
    """Nodes are being brought to a new release."""

    UPDATING_PLATFORM_MACHINE_TEMPLATE = ConditionType(
        "UpdatingPlatformMachineTemplate", "False", (reasons.AS_EXPECTED,)
    )
    """Nodes are being replaced by machines of another size, image or disk."""

    VALID_GENERATED_PAYLOAD = ConditionType(
        "ValidGeneratedPayload",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.INVALID_CONFIG,
            reasons.CLOUD_CONFIG_PENDING,
            reasons.NOT_FOUND,
            reasons.FAILED_TO_GET,
        ),
    )
    """The configuration of the nodes could be generated."""

    REACHED_IGNITION_ENDPOINT = ConditionType(
        "ReachedIgnitionEndpoint",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.IGNITION_NOT_REACHED,
            reasons.NOT_FOUND,
            reasons.FAILED_TO_GET,
        ),
    )
    """A machine has fetched its configuration."""

    ALL_MACHINES_READY = ConditionType(
        "AllMachinesReady",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.NOT_FOUND,
            reasons.WAITING_FOR_INFRASTRUCTURE,
            reasons.REASONS_TRUNCATED,
        ),
    )
    """Every virtual machine runs. Otherwise the reasons of the machines, with commas between."""

    ALL_NODES_HEALTHY = ConditionType(
        "AllNodesHealthy",
        "True",
        (
            reasons.AS_EXPECTED,
            reasons.NOT_FOUND,
            reasons.WAITING_FOR_NODE_REF,
            reasons.REASONS_TRUNCATED,
        ),
    )
    """Every machine has become a healthy node. Otherwise the reasons of the machines, with commas
    between.
    """

    CLUSTER_NETWORK_CIDR_CONFLICT = ConditionType(
        "ClusterNetworkCIDRConflict", None, (reasons.INVALID_CONFIGURATION,)
    )
    """A machine has its addresses in the range of the pods. Absent when none has."""

    VALID_PLATFORM_CONFIG = ConditionType("ValidPlatformConfig", "True", (reasons.AS_EXPECTED,))
    """The platform settings can be used."""

    VALID_PLATFORM_IMAGE = ConditionType("ValidPlatformImage", None, (reasons.VALIDATION_FAILED,))
    """The image of the machines could not be chosen. Absent when it could."""

    READY = ConditionType("Ready", "True")
    """The machines are as the spec asks. Reason and message come from the MachineDeployment, the
    MachineSet or the health check.
    """

    AUTOREPAIR_ENABLED = ConditionType("AutorepairEnabled", None, (reasons.AS_EXPECTED,))
    """Unhealthy nodes are replaced, as the spec chooses."""
