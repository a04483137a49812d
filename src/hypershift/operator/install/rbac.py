"""Who may do what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.api.annotations import AZURE_CLIENT_ID
from hypershift.operator.install import assets

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import Installation


def rbac(installation: Installation) -> list[Object]:
    """The operator's account and rights; roles for administrators too, if wanted."""
    objects = assets.read("operator-rbac.yaml", installation.namespace)
    for resource in objects:
        match resource["kind"]:
            case "ServiceAccount":
                adapt_service_account(installation, resource)
            case "ClusterRole":
                adapt_cluster_role(installation, resource)
            case _:
                pass
    if installation.features.admin_rbac:
        objects += assets.read("admin-rbac.yaml", installation.namespace)
    return objects


def adapt_service_account(installation: Installation, account: Object) -> None:
    """Name the managed identity that the account stands for in Azure."""
    link = installation.private_link
    if link and link.client_id:
        account["metadata"]["annotations"] = {AZURE_CLIENT_ID: link.client_id}


def adapt_cluster_role(installation: Installation, role: Object) -> None:
    """Add the rules of features that are on."""
    features, monitoring = installation.features, installation.monitoring
    wanted = {
        "audit-log-persistence": installation.webhooks.audit_log_persistence,
        "managed-azure": installation.managed_azure,
        "pod-metrics": monitoring.version_operator_metrics or monitoring.rhobs,
        "rhobs": monitoring.rhobs,
        "size-tagging": features.size_tagging,
    }
    rules: dict[str, list[Any]] = assets.read_one("feature-rules.yaml", installation.namespace)
    for feature, is_on in wanted.items():
        if is_on:
            role["rules"] += rules[feature]
