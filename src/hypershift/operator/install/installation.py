"""What an installation of the operator is made of. No question is left open."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypershift.api import names

AZURE = "Azure"


@dataclass(frozen=True, kw_only=True)
class Credentials:
    """A key of a Secret that a pod reads as a file.

    Without content the Secret is not part of the installation: somebody else makes it.
    """

    secret: str
    key: str = "credentials"
    content: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True)
class Webhooks:
    """Which calls the API server makes to the operator."""

    defaulting: bool = False
    validating: bool = False
    conversion: bool = True
    cluster_api_conversion: bool = True
    audit_log_persistence: bool = False

    @property
    def any_on_every_write(self) -> bool:
        """Whether writes of objects fail while no operator answers."""
        return self.defaulting or self.validating or self.conversion or self.cluster_api_conversion

    @property
    def any(self) -> bool:
        """Whether the operator has to listen at all."""
        return self.any_on_every_write or self.audit_log_persistence


@dataclass(frozen=True, kw_only=True)
class ExternalDNS:
    """External DNS, which publishes the names of hosted clusters in an Azure DNS zone."""

    image: str
    domain_filter: str
    txt_owner_id: str
    interval: str
    credentials: Credentials


@dataclass(frozen=True, kw_only=True)
class PrivateLink:
    """How the operator makes private link services: by a managed identity, or by credentials."""

    resource_group: str
    subscription_id: str = ""
    client_id: str = ""
    credentials: Credentials | None = None


@dataclass(frozen=True, kw_only=True)
class Monitoring:
    """What is measured, and by whom. `platform` is None, OperatorOnly, All, or empty."""

    platform: str = ""
    metrics_set: str = "Telemetry"
    telemetry_remote_write: bool = False
    version_operator_metrics: bool = False
    prometheus_url: str = ""
    rhobs: bool = False
    alerts: bool = False
    dashboards: bool = False


@dataclass(frozen=True, kw_only=True)
class Features:
    """What the operator does or does not do."""

    admin_rbac: bool = False
    ci_debug_output: bool = False
    control_plane_operator_overrides: bool = False
    dedicated_request_serving: bool = True
    etcd_recovery: bool = True
    size_tagging: bool = False
    tech_preview: bool = False


@dataclass(frozen=True, kw_only=True)
class Installation:
    """Everything that flags decide.

    A text may also be the placeholder of a template: replicas can be one for that reason.
    """

    image: str
    namespace: str = names.OPERATOR_NAMESPACE
    image_pull_policy: str = "IfNotPresent"
    component_images: dict[str, str] = field(default_factory=dict[str, str])
    replicas: int | str = 1
    version: str = ""
    pull_secret: bytes | None = field(default=None, repr=False)
    trust_bundle: str = ""
    registry_overrides: str = ""
    egress_block_cidrs: tuple[str, ...] = ()
    certificate_rotation_scale: str = "24h0m0s"
    environment: dict[str, str] = field(default_factory=dict[str, str])
    platforms: tuple[str, ...] = ()
    cluster_api_storage_version: str = "v1beta2"
    managed_azure: bool = False
    key_vault_client_id: str = ""
    private_platform: str = "None"
    private_link: PrivateLink | None = None
    scale_from_zero: Credentials | None = None
    external_dns: ExternalDNS | None = None
    webhooks: Webhooks = Webhooks()
    monitoring: Monitoring = Monitoring()
    features: Features = Features()

    @property
    def serves_azure(self) -> bool:
        """Whether Azure is among the platforms: no list means all."""
        return not self.platforms or AZURE.lower() in (name.lower() for name in self.platforms)
