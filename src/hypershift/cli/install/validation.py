"""Refuses flags that contradict themselves, all that are wrong at once."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypershift.api.durations import parse_duration
from hypershift.cli import checks
from hypershift.cli.flags import flags_of
from hypershift.cli.install.flags import (
    AWSFlags,
    ExternalDNSFlags,
    GoogleCloudFlags,
    PrivateFlags,
    ScaleFromZeroFlags,
)
from hypershift.cli.install.problems import Problems

if TYPE_CHECKING:
    from hypershift.cli.flags import Flags
    from hypershift.cli.install.flags import InstallationFlags

PLATFORMS = ("aws", "azure", "ibmcloud", "kubevirt", "agent", "openstack", "gcp")
PULL_POLICIES = ("Always", "Never", "IfNotPresent")
MANAGED_AZURE = "ARO-HCP"
_VARIABLE = r"[-._a-zA-Z][-._a-zA-Z0-9]*"
_DAY = 24 * 60 * 60


def problems_of(flags: InstallationFlags) -> Problems:
    """Look at everything that every way to install takes."""
    problems = Problems()
    for check in (
        _check_other_clouds,
        _check_operator,
        _check_platforms,
        _check_external_dns,
        _check_private_link,
        _check_scale_from_zero,
        _check_managed_azure,
        _check_monitoring,
    ):
        check(flags, problems)
    return problems


def _check_other_clouds(flags: InstallationFlags, problems: Problems) -> None:
    for cls in (AWSFlags, GoogleCloudFlags):
        cloud = (cls.__doc__ or "").strip()
        for spelling in _changed(flags, cls):
            problems.add(f"{spelling} is for {cloud}, and this program serves Azure: leave it out")


def _changed(flags: InstallationFlags, cls: type[Flags]) -> list[str]:
    """The flags of a class that were given a value of their own."""
    return [
        flag.spelling
        for field, flag in flags_of(cls).items()
        if getattr(flags, field) != flag.default
    ]


def _check_operator(flags: InstallationFlags, problems: Problems) -> None:
    with problems.collected():
        checks.label("--namespace", flags.namespace)
    with problems.collected():
        checks.image("--hypershift-image", flags.hypershift_image)
    with problems.collected():
        checks.one_of("--image-pull-policy", flags.image_pull_policy, PULL_POLICIES)
    problems.demand(
        not (flags.image_refs and "hypershift_image" in flags.given),
        "--hypershift-image and --image-refs both name the operator's image: give one of them",
    )
    problems.demand(
        0 < flags.cert_rotation_scale.total_seconds() <= _DAY,
        "--cert-rotation-scale must be more than 0 and at most 24h",
    )
    for cidr in flags.hcp_egress_block_cidrs:
        with problems.collected():
            checks.network("--hcp-egress-block-cidrs", cidr)
    for part in flags.registry_overrides.split(",") if flags.registry_overrides else ():
        source, _, mirror = part.partition("=")
        problems.demand(
            source.strip() and mirror.strip(),
            f"--registry-overrides must be SOURCE=MIRROR, separated by commas, not {part!r}",
        )
    for name in flags.additional_operator_env_vars:
        if name.strip():
            with problems.collected():
                checks.matches(
                    "--additional-operator-env-vars: a name",
                    name.strip(),
                    _VARIABLE,
                    "letters, digits, dashes, dots and underscores, not beginning with a digit",
                )


def _check_platforms(flags: InstallationFlags, problems: Problems) -> None:
    for platform in flags.limit_crd_install:
        with problems.collected():
            checks.one_of("--limit-crd-install", platform.lower(), PLATFORMS)


def _check_external_dns(flags: InstallationFlags, problems: Problems) -> None:
    if not flags.external_dns_provider:
        for spelling in _changed(flags, ExternalDNSFlags):
            problems.add(f"{spelling} needs --external-dns-provider azure")
        return
    with problems.collected():
        checks.one_of("--external-dns-provider", flags.external_dns_provider, ("azure",))
    problems.demand(
        flags.external_dns_domain_filter,
        "--external-dns-provider needs --external-dns-domain-filter, the zone to look after",
    )
    if flags.external_dns_domain_filter:
        with problems.collected():
            checks.domain("--external-dns-domain-filter", flags.external_dns_domain_filter)
    problems.demand(
        not (flags.external_dns_credentials and flags.external_dns_secret),
        "--external-dns-credentials and --external-dns-secret exclude each other: give one of them",
    )
    if flags.external_dns_secret:
        with problems.collected():
            checks.subdomain("--external-dns-secret", flags.external_dns_secret)
    if flags.external_dns_interval:
        _check_interval(flags.external_dns_interval, problems)
    with problems.collected():
        checks.image("--external-dns-image", flags.external_dns_image)


def _check_interval(interval: str, problems: Problems) -> None:
    try:
        is_positive = parse_duration(interval).total_seconds() > 0
    except ValueError as error:
        problems.add(f"--external-dns-interval: {error}")
    else:
        problems.demand(is_positive, "--external-dns-interval must be more than 0")


def _check_private_link(flags: InstallationFlags, problems: Problems) -> None:
    with problems.collected():
        checks.one_of("--private-platform", flags.private_platform, ("Azure", "None"))
    if flags.private_platform != "Azure" or flags.managed_service:
        for spelling in _changed(flags, PrivateFlags):
            if spelling != "--private-platform":
                problems.add(
                    f"{spelling} is for private clusters on self-managed Azure: it needs"
                    " --private-platform Azure, and no --managed-service",
                )
        return
    problems.demand(
        flags.azure_pls_resource_group,
        "--private-platform Azure needs --azure-pls-resource-group",
    )
    files = bool(flags.azure_private_creds or flags.azure_private_secret)
    problems.demand(
        files != bool(flags.azure_pls_managed_identity_client_id),
        "--private-platform Azure needs one way to act in Azure: --azure-private-creds,"
        " --azure-private-secret or --azure-pls-managed-identity-client-id",
    )
    problems.demand(
        flags.azure_pls_subscription_id or not flags.azure_pls_managed_identity_client_id,
        "--azure-pls-managed-identity-client-id needs --azure-pls-subscription-id",
    )
    _check_file_or_secret(
        "azure-private",
        flags.azure_private_creds,
        flags.azure_private_secret,
        flags.azure_private_secret_key,
        problems,
    )


def _check_scale_from_zero(flags: InstallationFlags, problems: Problems) -> None:
    if not flags.scale_from_zero_provider:
        for spelling in _changed(flags, ScaleFromZeroFlags):
            problems.add(f"{spelling} needs --scale-from-zero-provider azure")
        return
    with problems.collected():
        checks.one_of("--scale-from-zero-provider", flags.scale_from_zero_provider, ("azure",))
    problems.demand(
        flags.scale_from_zero_creds or flags.scale_from_zero_secret,
        "--scale-from-zero-provider needs --scale-from-zero-creds or --scale-from-zero-secret",
    )
    _check_file_or_secret(
        "scale-from-zero",
        flags.scale_from_zero_creds,
        flags.scale_from_zero_secret,
        flags.scale_from_zero_secret_key,
        problems,
    )


def _check_file_or_secret(
    prefix: str, file: str, secret: str, key: str, problems: Problems
) -> None:
    problems.demand(
        not (file and secret),
        f"--{prefix}-creds and --{prefix}-secret exclude each other: give one of them",
    )
    if secret:
        with problems.collected():
            checks.subdomain(f"--{prefix}-secret", secret)
    with problems.collected():
        checks.matches(
            f"--{prefix}-secret-key",
            key,
            r"[-._a-zA-Z0-9]{1,253}",
            "letters, digits, dashes, dots and underscores",
        )


def _check_managed_azure(flags: InstallationFlags, problems: Problems) -> None:
    if flags.managed_service:
        with problems.collected():
            checks.one_of("--managed-service", flags.managed_service, (MANAGED_AZURE,))
    problems.demand(
        flags.managed_service or not flags.aro_hcp_key_vault_users_client_id,
        f"--aro-hcp-key-vault-users-client-id needs --managed-service {MANAGED_AZURE}",
    )


def _check_monitoring(flags: InstallationFlags, problems: Problems) -> None:
    version_operators = flags.enable_cvo_management_cluster_metrics_access
    problems.demand(
        not flags.rhobs_monitoring or os.environ.get("RHOBS_MONITORING") == "1",
        "--rhobs-monitoring is for those who run RHOBS, who set RHOBS_MONITORING=1 in the"
        " environment: leave it out",
    )
    problems.demand(
        not (flags.rhobs_monitoring and version_operators),
        "--rhobs-monitoring and --enable-cvo-management-cluster-metrics-access exclude each other:"
        " give one of them",
    )
    problems.demand(
        not flags.cvo_prometheus_url or flags.rhobs_monitoring or version_operators,
        "--cvo-prometheus-url needs --enable-cvo-management-cluster-metrics-access or"
        " --rhobs-monitoring",
    )
    if flags.cvo_prometheus_url:
        with problems.collected():
            checks.url("--cvo-prometheus-url", flags.cvo_prometheus_url, "https", "http")
