"""How the operator and the control planes are measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.operator.install import assets

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import Installation


def monitoring(installation: Installation) -> list[Object]:
    """Rights of Prometheus, what it reads and records; alerts and a dashboard, if wanted."""
    namespace, wanted = installation.namespace, installation.monitoring
    objects = assets.read("prometheus-rbac.yaml", namespace)
    if wanted.platform == "None":
        for_user_workloads(objects[-1])
    objects += assets.read("monitoring.yaml", namespace)
    if wanted.alerts:
        objects.append(assets.read_one("alerts.yaml", namespace))
    if wanted.dashboards:
        template = {"template": assets.read_text("dashboard.json")}
        objects.append(assets.config_map("monitoring-dashboard-template", namespace, template))
    return objects


def for_user_workloads(binding: Object) -> None:
    """Let the Prometheus of users in, which measures where that of the platform does not."""
    binding["subjects"][0] |= {
        "name": "prometheus-user-workload",
        "namespace": "openshift-user-workload-monitoring",
    }
