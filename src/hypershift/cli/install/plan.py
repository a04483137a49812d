"""Reads the files that flags name, and fills in what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from hypershift.api.durations import format_duration
from hypershift.cli.errors import UsageError
from hypershift.cli.files import read_as, read_bytes, read_filled, read_object
from hypershift.operator.install.installation import (
    Credentials,
    ExternalDNS,
    Features,
    Installation,
    Monitoring,
    PrivateLink,
    Webhooks,
)
from hypershift.release.revision import revision

if TYPE_CHECKING:
    from hypershift.cli.install.flags import (
        ExternalDNSFlags,
        InstallationFlags,
        MonitoringFlags,
        OperatorFlags,
        PrivateFlags,
        ScaleFromZeroFlags,
    )

OPERATOR_TAG = "hypershift-operator"
COMPONENT_TAGS = {
    "apiserver-network-proxy": "IMAGE_KONNECTIVITY",
    "cluster-api": "IMAGE_CLUSTER_API",
    "cluster-api-provider-azure": "IMAGE_AZURE_CAPI_PROVIDER",
}
EXTERNAL_DNS_SECRET = "external-dns-credentials"
PRIVATE_LINK_SECRET = "hypershift-operator-azure-credentials"
SCALE_FROM_ZERO_SECRET = "hypershift-operator-scale-from-zero-credentials"


class ServicePrincipalFile(msgspec.Struct, frozen=True, rename="camel"):
    """What the operator needs to know to act in Azure with a secret."""

    subscription_id: str
    tenant_id: str
    client_id: str
    client_secret: str

    def __repr__(self) -> str:
        """Keep the secret out of logs."""
        return f"{type(self).__name__}(client_id={self.client_id!r})"


class LocatedServicePrincipalFile(ServicePrincipalFile, frozen=True, rename="camel"):
    """What it needs to ask what is on sale in a region."""

    location: str


class ImageReference(msgspec.Struct, frozen=True):
    """The address of an image."""

    name: str


class ImageTag(msgspec.Struct, frozen=True, rename={"image": "from"}):
    """An image and what it is for."""

    name: str
    image: ImageReference


class ImageStreamSpec(msgspec.Struct, frozen=True):
    """The images of a stream."""

    tags: list[ImageTag]


class ImageStream(msgspec.Struct, frozen=True):
    """The part of an ImageStream that names images."""

    spec: ImageStreamSpec


def installation(flags: InstallationFlags) -> Installation:
    """Decide everything."""
    images = _images(flags)
    webhooks = _webhooks(flags)
    return Installation(
        image=images.pop(OPERATOR_TAG),
        namespace=flags.namespace,
        image_pull_policy=flags.image_pull_policy,
        component_images={COMPONENT_TAGS[tag]: image for tag, image in sorted(images.items())},
        replicas=_replicas(flags, webhooks),
        version=revision(),
        pull_secret=_pull_secret(flags.pull_secret),
        trust_bundle=_trust_bundle(flags.additional_trust_bundle),
        registry_overrides=flags.registry_overrides,
        egress_block_cidrs=flags.hcp_egress_block_cidrs,
        certificate_rotation_scale=format_duration(flags.cert_rotation_scale),
        environment=_environment(flags.additional_operator_env_vars),
        platforms=flags.limit_crd_install,
        cluster_api_storage_version="v1beta1" if flags.disable_capi_migration else "v1beta2",
        managed_azure=bool(flags.managed_service),
        key_vault_client_id=flags.aro_hcp_key_vault_users_client_id,
        private_platform=flags.private_platform,
        private_link=_private_link(flags),
        scale_from_zero=_scale_from_zero(flags),
        external_dns=_external_dns(flags, flags.namespace),
        webhooks=webhooks,
        monitoring=_monitoring(flags),
        features=Features(
            admin_rbac=flags.enable_admin_rbac_generation,
            ci_debug_output=flags.enable_ci_debug_output,
            control_plane_operator_overrides=flags.enable_cpo_overrides,
            dedicated_request_serving=flags.enable_dedicated_request_serving_isolation,
            etcd_recovery=flags.enable_etcd_recovery,
            size_tagging=flags.enable_size_tagging,
            tech_preview=flags.tech_preview_no_upgrade,
        ),
    )


def _images(flags: OperatorFlags) -> dict[str, str]:
    """The images that the operator has to know of, by their tags."""
    if not flags.image_refs:
        return {OPERATOR_TAG: flags.hypershift_image}
    stream = read_as(ImageStream, flags.image_refs, "--image-refs")
    images = {tag.name: tag.image.name for tag in stream.spec.tags}
    if OPERATOR_TAG not in images:
        raise UsageError(
            f"--image-refs: {flags.image_refs} has no tag {OPERATOR_TAG}: add the operator's image,"
            " or use --hypershift-image"
        )
    return {tag: image for tag, image in images.items() if tag in (OPERATOR_TAG, *COMPONENT_TAGS)}


def _webhooks(flags: InstallationFlags) -> Webhooks:
    return Webhooks(
        defaulting=flags.enable_defaulting_webhook,
        validating=flags.enable_validating_webhook,
        conversion=flags.enable_conversion_webhook,
        cluster_api_conversion=not flags.disable_capi_conversion_webhook,
        audit_log_persistence=flags.enable_audit_log_persistence,
    )


def _replicas(flags: OperatorFlags, webhooks: Webhooks) -> int:
    """Writes must not fail because one replica is being replaced."""
    if flags.development:
        return 0
    return 2 if webhooks.any_on_every_write else 1


def _pull_secret(path: str) -> bytes | None:
    if not path:
        return None
    content = read_filled(path, "--pull-secret")
    try:
        msgspec.json.decode(content, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(
            f"--pull-secret: {path} is not a JSON object such as docker and podman write"
        ) from error
    return content


def _trust_bundle(path: str) -> str:
    if not path:
        return ""
    try:
        bundle = read_filled(path, "--additional-trust-bundle").decode()
    except UnicodeDecodeError:
        bundle = ""
    if "-----BEGIN CERTIFICATE-----" not in bundle:
        raise UsageError(
            f"--additional-trust-bundle: {path} has no certificate in it: name a file with"
            " certificates in PEM form"
        )
    return bundle


def _environment(pairs: dict[str, str]) -> dict[str, str]:
    trimmed = {name.strip(): value.strip() for name, value in pairs.items()}
    return {name: value for name, value in trimmed.items() if name and value}


def _external_dns(flags: ExternalDNSFlags, namespace: str) -> ExternalDNS | None:
    if not flags.external_dns_provider:
        return None
    content = None
    if flags.external_dns_credentials:
        # Only External DNS knows which of its ways to sign in the file describes.
        read_object(flags.external_dns_credentials, "--external-dns-credentials")
        content = read_bytes(flags.external_dns_credentials, "--external-dns-credentials")
    domain = flags.external_dns_domain_filter
    return ExternalDNS(
        image=flags.external_dns_image,
        domain_filter=domain,
        txt_owner_id=flags.external_dns_txt_owner_id or owner_id(namespace, domain),
        interval=flags.external_dns_interval or "1m",
        credentials=Credentials(
            secret=flags.external_dns_secret or EXTERNAL_DNS_SECRET, content=content
        ),
    )


def owner_id(namespace: str, domain: str) -> str:
    """An ID that is the same whenever the same thing is installed.

    External DNS no longer touches records that bear another ID than its own, so an ID that changed
    from one installation to the next would leave all records behind.
    """
    from uuid import NAMESPACE_DNS, uuid5

    return str(uuid5(NAMESPACE_DNS, f"{namespace}.external-dns.{domain}"))


def _private_link(flags: PrivateFlags) -> PrivateLink | None:
    if not flags.azure_pls_resource_group:
        return None
    return PrivateLink(
        resource_group=flags.azure_pls_resource_group,
        subscription_id=flags.azure_pls_subscription_id,
        client_id=flags.azure_pls_managed_identity_client_id,
        credentials=_credentials(
            ServicePrincipalFile,
            flags.azure_private_creds,
            "--azure-private-creds",
            secret=flags.azure_private_secret,
            secret_of_file=PRIVATE_LINK_SECRET,
            key=flags.azure_private_secret_key,
        ),
    )


def _scale_from_zero(flags: ScaleFromZeroFlags) -> Credentials | None:
    return _credentials(
        LocatedServicePrincipalFile,
        flags.scale_from_zero_creds,
        "--scale-from-zero-creds",
        secret=flags.scale_from_zero_secret,
        secret_of_file=SCALE_FROM_ZERO_SECRET,
        key=flags.scale_from_zero_secret_key,
    )


def _credentials(
    form: type[ServicePrincipalFile],
    path: str,
    flag: str,
    *,
    secret: str,
    secret_of_file: str,
    key: str,
) -> Credentials | None:
    """Take a file, or the name of a Secret that holds it."""
    if secret:
        return Credentials(secret=secret, key=key)
    if not path:
        return None
    read_as(form, path, flag)
    return Credentials(secret=secret_of_file, key=key, content=read_bytes(path, flag))


def _monitoring(flags: MonitoringFlags) -> Monitoring:
    return Monitoring(
        platform=flags.platform_monitoring,
        metrics_set=flags.metrics_set,
        telemetry_remote_write=flags.enable_uwm_telemetry_remote_write,
        version_operator_metrics=flags.enable_cvo_management_cluster_metrics_access,
        prometheus_url=flags.cvo_prometheus_url,
        rhobs=flags.rhobs_monitoring,
        alerts=flags.slos_alerts,
        dashboards=flags.monitoring_dashboards,
    )
