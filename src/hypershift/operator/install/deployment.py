"""The operator's Deployment and Service.

Each function below adds what one subject decides, and changes only the pod that it is handed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.api import labels, names
from hypershift.api.annotations import INSTALL_CLI_VERSION
from hypershift.operator.install import assets
from hypershift.operator.install.trust import mount_user_bundle

if TYPE_CHECKING:
    from hypershift.operator.install.assets import Object
    from hypershift.operator.install.installation import Credentials, Installation

_SERVING_CERTIFICATES = "/var/run/secrets/serving-cert"


def operator(installation: Installation) -> list[Object]:
    """The Deployment and the Service in front of it."""
    deployment, service = assets.read("operator.yaml", installation.namespace)
    if installation.version:
        deployment["metadata"]["annotations"] = {INSTALL_CLI_VERSION: installation.version}
    deployment["spec"]["replicas"] = installation.replicas
    template = deployment["spec"]["template"]
    pod = template["spec"]
    add_images(installation, pod)
    add_arguments(installation, pod)
    add_environment(installation, pod)
    add_serving_certificates(installation, pod)
    add_private_link(installation, template)
    add_scale_from_zero(installation, pod)
    if installation.monitoring.telemetry_remote_write:
        pod["containers"][0]["args"].append("--enable-uwm-telemetry-remote-write")
    if installation.trust_bundle:
        mount_user_bundle(pod)
    return [deployment, service]


def add_images(installation: Installation, pod: Object) -> None:
    """Name the image of the operator, and who may pull it."""
    for container in (*pod["initContainers"], *pod["containers"]):
        container["image"] = installation.image
        container["imagePullPolicy"] = installation.image_pull_policy
    if installation.pull_secret is not None:
        pod["imagePullSecrets"] = [{"name": names.PULL_SECRET}]


def add_arguments(installation: Installation, pod: Object) -> None:
    """Tell the operator what it does and for which platform."""
    features, monitoring = installation.features, installation.monitoring
    arguments: list[str] = pod["containers"][0]["args"]
    arguments += [
        f"--enable-dedicated-request-serving-isolation={_word(features.dedicated_request_serving)}",
        f"--enable-ocp-cluster-monitoring={_word(monitoring.platform == 'All')}",
        f"--enable-ci-debug-output={_word(features.ci_debug_output)}",
        f"--private-platform={installation.private_platform}",
    ]
    arguments += [f"--hcp-egress-block-cidrs={cidr}" for cidr in installation.egress_block_cidrs]
    if installation.registry_overrides:
        arguments.append(f"--registry-overrides={installation.registry_overrides}")


def add_environment(installation: Installation, pod: Object) -> None:
    """Set the variables that the operator reads. The user's own never replace one of these."""
    variables = _environment(installation)
    container = pod["containers"][0]
    taken = {variable["name"] for variable in container["env"]} | variables.keys()
    own = {name: value for name, value in installation.environment.items() if name not in taken}
    container["env"] += [
        {"name": name, "value": value} for name, value in (variables | own).items()
    ]


def _environment(installation: Installation) -> dict[str, str]:
    features, monitoring = installation.features, installation.monitoring
    switched = {
        "HYPERSHIFT_FEATURESET": (features.tech_preview, "TechPreviewNoUpgrade"),
        "MANAGED_SERVICE": (installation.managed_azure, "ARO-HCP"),
        "ARO_HCP_KEY_VAULT_USER_CLIENT_ID": (
            bool(installation.key_vault_client_id),
            installation.key_vault_client_id,
        ),
        "ENABLE_ETCD_RECOVERY": (features.etcd_recovery, "1"),
        "ENABLE_SIZE_TAGGING": (features.size_tagging, "1"),
        "ENABLE_CPO_OVERRIDES": (features.control_plane_operator_overrides, "1"),
        "ENABLE_AUDIT_LOG_PERSISTENCE": (installation.webhooks.audit_log_persistence, "true"),
        "MONITORING_DASHBOARDS": (monitoring.dashboards, "1"),
        "ENABLE_CVO_MANAGEMENT_CLUSTER_METRICS_ACCESS": (monitoring.version_operator_metrics, "1"),
        "RHOBS_MONITORING": (monitoring.rhobs, "1"),
        "CVO_PROMETHEUS_URL": (bool(monitoring.prometheus_url), monitoring.prometheus_url),
        "PLATFORMS_INSTALLED": (bool(installation.platforms), ",".join(installation.platforms)),
    }
    return {
        "METRICS_SET": monitoring.metrics_set,
        "CERT_ROTATION_SCALE": installation.certificate_rotation_scale,
        "KUBE_FEATURE_WatchListClient": "false",
        "CAPI_STORAGE_VERSION": installation.cluster_api_storage_version,
        **{name: value for name, (is_on, value) in switched.items() if is_on},
        **installation.component_images,
        **_private_link_environment(installation),
    }


def add_serving_certificates(installation: Installation, pod: Object) -> None:
    """Mount what the operator's webhooks are served with; it makes the Secret when it starts."""
    if not installation.webhooks.any:
        return
    pod["containers"][0]["args"].append(f"--cert-dir={_SERVING_CERTIFICATES}")
    if installation.webhooks.validating:
        pod["containers"][0]["args"].append("--enable-validating-webhook=true")
    secret = {"secretName": "manager-serving-cert", "optional": True}
    _mount(pod, "serving-cert", {"secret": secret}, _SERVING_CERTIFICATES)


def add_private_link(installation: Installation, template: Object) -> None:
    """Let the operator act in Azure: as a managed identity, or with credentials from a Secret."""
    link = installation.private_link
    if link is None:
        return
    if link.client_id:
        template["metadata"]["labels"][labels.AZURE_WORKLOAD_IDENTITY] = "true"
    if link.credentials:
        _mount_credentials(
            template["spec"], "azure-credentials", link.credentials, "/etc/azure-provider"
        )


def _private_link_environment(installation: Installation) -> dict[str, str]:
    link = installation.private_link
    if link is None:
        return {}
    file = f"/etc/azure-provider/{link.credentials.key}" if link.credentials else ""
    variables = {
        "AZURE_RESOURCE_GROUP": link.resource_group,
        "AZURE_PLS_CLIENT_ID": link.client_id,
        "AZURE_SUBSCRIPTION_ID": link.subscription_id,
        "AZURE_CREDENTIALS_FILE": file,
    }
    return {name: value for name, value in variables.items() if value}


def add_scale_from_zero(installation: Installation, pod: Object) -> None:
    """Let the operator ask Azure how large machines are of which there is none yet."""
    credentials = installation.scale_from_zero
    if credentials is None:
        return
    folder = "/etc/scale-from-zero-creds"
    pod["containers"][0]["args"] += [
        "--scale-from-zero-provider=azure",
        f"--scale-from-zero-creds={folder}/{credentials.key}",
    ]
    _mount_credentials(pod, "scale-from-zero-creds", credentials, folder)


def _mount_credentials(pod: Object, volume: str, credentials: Credentials, path: str) -> None:
    _mount(pod, volume, {"secret": {"secretName": credentials.secret}}, path)


def _mount(pod: Object, volume: str, source: Object, path: str) -> None:
    pod["volumes"].append({"name": volume, **source})
    mount = {"name": volume, "mountPath": path, "readOnly": True}
    pod["containers"][0]["volumeMounts"].append(mount)


def _word(value: bool) -> str:
    return "true" if value else "false"
