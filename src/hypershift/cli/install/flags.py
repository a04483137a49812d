"""What can be typed about an installation of the operator."""

from __future__ import annotations

from datetime import timedelta

from hypershift.api import names
from hypershift.cli.flags import Flags, choice, duration, pairs, path, switch, text, texts, words

PLATFORM_MONITORING = ("None", "OperatorOnly", "All")
METRICS_SETS = ("Telemetry", "SRE", "All")
OPERATOR_IMAGE = "quay.io/hypershift/hypershift-operator:latest"
EXTERNAL_DNS_IMAGE = (
    "registry.redhat.io/edo/external-dns-rhel8"
    "@sha256:9f60c682b44497d9736a04991c0d2b3485d477f6c89a87c4a44a211a3d1f3cd4"
)


class OperatorFlags(Flags):
    """Operator"""

    namespace: str = text("The namespace of the operator.", names.OPERATOR_NAMESPACE)
    hypershift_image: str = text("The image of the operator.", OPERATOR_IMAGE)
    image_refs: str = path(
        "A file with an ImageStream that names the images of the operator and of what it deploys;"
        " instead of --hypershift-image."
    )
    image_pull_policy: str = text(
        "When images are pulled: Always, Never or IfNotPresent.", "IfNotPresent"
    )
    pull_secret: str = path("The file with the credentials of the image registries.")
    registry_overrides: str = text(
        "Pull images of control planes from mirrors: SOURCE=MIRROR, separated by commas."
    )
    additional_trust_bundle: str = path(
        "A file with certificates (PEM) that the operator and External DNS trust as well."
    )
    additional_operator_env_vars: dict[str, str] = pairs(
        "Further environment variables of the operator, NAME=VALUE."
    )
    development: bool = switch("Run no operator in the cluster: you start your own.")
    tech_preview_no_upgrade: bool = switch(
        "Install features that are not finished. The cluster cannot be upgraded afterwards."
    )
    cert_rotation_scale: timedelta = duration(
        "The length of a day for the rotation of certificates; at most 24h.", timedelta(hours=24)
    )
    hcp_egress_block_cidrs: tuple[str, ...] = texts(
        "A network that hosted control planes may not reach. Repeatable. Default: the addresses of"
        " the management cluster's API server."
    )
    enable_admin_rbac_generation: bool = switch(
        "Make roles for people who manage hosted clusters, and for those who look at them."
    )
    enable_dedicated_request_serving_isolation: bool = switch(
        "Give the pods that answer requests nodes of their own.", default=True
    )
    enable_etcd_recovery: bool = switch(
        "Let the operator repair etcd when one of three members is lost.", default=True
    )
    enable_size_tagging: bool = switch("Label hosted clusters with the size of their node pools.")
    enable_cpo_overrides: bool = switch(
        "Let the operator replace control plane operators that are known to be faulty."
    )
    enable_ci_debug_output: bool = switch("Print what continuous integration wants to see.")


class DefinitionFlags(Flags):
    """CustomResourceDefinitions"""

    limit_crd_install: tuple[str, ...] = words(
        "Install for these platforms only, such as Azure. Default: all of them."
    )
    exclude_etcd: bool = switch(
        "Taken for older command lines: there is no definition of an etcd operator to leave out.",
        hidden=True,
    )
    disable_capi_migration: bool = switch("Keep Cluster API's objects stored as v1beta1.")


class WebhookFlags(Flags):
    """Webhooks"""

    enable_defaulting_webhook: bool = switch("Let the operator fill in what a new object lacks.")
    enable_validating_webhook: bool = switch("Let the operator check objects.")
    enable_conversion_webhook: bool = switch(
        "Let the operator convert objects between versions of the API.", default=True
    )
    disable_capi_conversion_webhook: bool = switch(
        "Do not let the operator convert Cluster API's objects."
    )
    enable_audit_log_persistence: bool = switch(
        "Let the operator give hosted API servers a volume for their audit logs."
    )


class ExternalDNSFlags(Flags):
    """External DNS"""

    external_dns_provider: str = text("Install External DNS. There is one provider: azure.")
    external_dns_domain_filter: str = text("The DNS zone whose names External DNS looks after.")
    external_dns_credentials: str = path(
        "The file with the credentials of External DNS. It becomes the Secret"
        " external-dns-credentials; without it, you make this Secret yourself."
    )
    external_dns_secret: str = text(
        "The Secret that holds the credentials, under the key credentials."
    )
    external_dns_txt_owner_id: str = text(
        "Marks the DNS records of this management cluster, and must differ from that of every other"
        " one that shares the zone. Default: an ID made from --namespace and the domain filter."
    )
    external_dns_interval: str = text("How often External DNS compares. Default: 1m.")
    external_dns_image: str = text("The image of External DNS.", EXTERNAL_DNS_IMAGE)


class PrivateFlags(Flags):
    """Private clusters"""

    private_platform: str = text(
        "Where clusters with private API servers may be made: Azure or None.", "None"
    )
    azure_pls_resource_group: str = text(
        "The resource group of the management cluster, where private link services are made."
    )
    azure_pls_managed_identity_client_id: str = text(
        "The client ID of the managed identity with which the operator makes them."
    )
    azure_pls_subscription_id: str = text("The subscription of that resource group.")
    azure_private_creds: str = path(
        "The file with a service principal with which the operator makes them; instead of a managed"
        " identity."
    )
    azure_private_secret: str = text("The Secret that holds such a file.")
    azure_private_secret_key: str = text("The key of the Secret under which it is.", "credentials")


class ScaleFromZeroFlags(Flags):
    """Node pools that scale from zero"""

    scale_from_zero_provider: str = text("Where sizes of machines are asked for: azure.")
    scale_from_zero_creds: str = path(
        "The file with a service principal and a location, with which Azure is asked."
    )
    scale_from_zero_secret: str = text("The Secret that holds such a file.")
    scale_from_zero_secret_key: str = text(
        "The key of the Secret under which it is.", "credentials"
    )


class MonitoringFlags(Flags):
    """Monitoring"""

    platform_monitoring: str = choice(
        "What the monitoring of OpenShift watches: None, OperatorOnly or All (the operator and"
        " control planes).",
        PLATFORM_MONITORING,
        type="PlatformMonitoringOption",
        exact=True,
    )
    metrics_set: str = choice(
        "How many metrics of control planes are collected: Telemetry, SRE or All.",
        METRICS_SETS,
        "Telemetry",
        type="metricsSet",
    )
    monitoring_dashboards: bool = switch("Make a dashboard for each hosted cluster.")
    slos_alerts: bool = switch("Alert when hosted clusters are slow to come, to go or to answer.")
    enable_uwm_telemetry_remote_write: bool = switch(
        "Send telemetry of control planes by the monitoring of users' workloads."
    )
    enable_cvo_management_cluster_metrics_access: bool = switch(
        "Let cluster version operators ask the management cluster for metrics."
    )
    cvo_prometheus_url: str = text("Where cluster version operators ask instead.")
    rhobs_monitoring: bool = switch("Have control planes measured by RHOBS.")


class ManagedAzureFlags(Flags):
    """Managed Azure"""

    managed_service: str = text("Install for a managed service: ARO-HCP.")
    aro_hcp_key_vault_users_client_id: str = text(
        "The client ID of the identity that reads the key vault of the control planes."
    )


class AWSFlags(Flags):
    """AWS"""

    aws_operator_roles_file: str = path("For AWS.", hidden=True)
    aws_private_creds: str = path("For AWS.", hidden=True)
    aws_private_region: str = text("For AWS.", hidden=True)
    aws_private_role_arn: str = text("For AWS.", hidden=True)
    aws_private_secret: str = text("For AWS.", hidden=True)
    aws_private_secret_key: str = text("For AWS.", "credentials", hidden=True)
    aws_role_credential_source: str = text("For AWS.", "web-identity", hidden=True)
    enable_standalone_karpenter_operator: bool = switch("For AWS.", hidden=True)
    external_dns_aws_zones_cache_duration: str = text("For AWS.", hidden=True)
    external_dns_role_arn: str = text("For AWS.", hidden=True)
    oidc_storage_provider_s3_bucket_name: str = text("For AWS.", hidden=True)
    oidc_storage_provider_s3_credentials: str = path("For AWS.", hidden=True)
    oidc_storage_provider_s3_region: str = text("For AWS.", hidden=True)
    oidc_storage_provider_s3_role_arn: str = text("For AWS.", hidden=True)
    oidc_storage_provider_s3_secret: str = text("For AWS.", hidden=True)
    oidc_storage_provider_s3_secret_key: str = text("For AWS.", "credentials", hidden=True)


class GoogleCloudFlags(Flags):
    """Google Cloud"""

    external_dns_google_project: str = text("For Google Cloud.", hidden=True)
    gcp_project: str = text("For Google Cloud.", hidden=True)
    gcp_region: str = text("For Google Cloud.", hidden=True)


class InstallationFlags(
    OperatorFlags,
    DefinitionFlags,
    WebhookFlags,
    ExternalDNSFlags,
    PrivateFlags,
    ScaleFromZeroFlags,
    MonitoringFlags,
    ManagedAzureFlags,
    AWSFlags,
    GoogleCloudFlags,
):
    """What every way to install takes."""
