"""All objects of an installation but the definitions, in the order in which they are applied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.api import labels
from hypershift.operator.install import assets
from hypershift.operator.install.credentials import credentials
from hypershift.operator.install.deployment import operator
from hypershift.operator.install.externaldns import external_dns
from hypershift.operator.install.monitoring import monitoring
from hypershift.operator.install.rbac import rbac
from hypershift.operator.install.trust import trust
from hypershift.operator.install.webhooks import webhooks

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import Installation


def resources(installation: Installation) -> list[Object]:
    """Write an installation down."""
    parts = (
        priority_classes,
        namespace,
        rbac,
        webhooks,
        credentials,
        trust,
        external_dns,
        operator,
        feature_gate,
        monitoring,
        shared_ingress,
    )
    return [resource for part in parts for resource in part(installation)]


def priority_classes(installation: Installation) -> list[Object]:
    """Who gives way to whom."""
    return assets.read("priority-classes.yaml", installation.namespace)


def namespace(installation: Installation) -> list[Object]:
    """The namespace of the operator."""
    result = assets.read_one("namespace.yaml", installation.namespace)
    if installation.monitoring.platform != "None":
        result["metadata"]["labels"][labels.CLUSTER_MONITORING] = "true"
    return [result]


def feature_gate(installation: Installation) -> list[Object]:
    """Where the operator, and whoever asks, reads which features there are."""
    enabled = "true" if installation.features.tech_preview else "false"
    return [
        assets.config_map("feature-gate", installation.namespace, {"TechPreviewEnabled": enabled})
    ]


def shared_ingress(installation: Installation) -> list[Object]:
    """What managed Azure's control planes are reached through."""
    if not installation.managed_azure:
        return []
    return assets.read("shared-ingress.yaml", installation.namespace)
