"""Refuses flags about Azure that contradict each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.azure.keys import parse_key_id
from hypershift.cli import checks
from hypershift.cli.create.cluster.exposure import check_exposure
from hypershift.cli.create.nodepool.validation import ZONES, check_machines
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.cli.create.cluster.flags import (
        AzureEncryptionFlags,
        AzureIdentityFlags,
        AzureInfraFlags,
        CreateAzureClusterFlags,
    )


def check_azure(flags: CreateAzureClusterFlags) -> None:
    """Refuse what no cluster on Azure can be."""
    _check_infra(flags)
    _check_roles(flags)
    _check_identities(flags)
    _check_issuer(flags)
    check_exposure(flags)
    _check_zones(flags)
    _check_encryption(flags)
    check_machines(flags, flags)


def _check_infra(flags: AzureInfraFlags) -> None:
    if flags.network_security_group_id and not flags.resource_group_name:
        raise UsageError(
            "--network-security-group-id needs --resource-group-name: the resources of a cluster"
            " whose security group exists belong into a group that exists as well"
        )
    if flags.subnet_id:
        checks.subnet_id("--subnet-id", flags.subnet_id)
    for flag, value, kind in (
        ("--vnet-id", flags.vnet_id, "virtualNetworks"),
        ("--network-security-group-id", flags.network_security_group_id, "networkSecurityGroups"),
    ):
        if value:
            checks.resource_id(flag, value, f"Microsoft.Network/{kind}")


def _check_roles(flags: CreateAzureClusterFlags) -> None:
    for flag, given in (
        ("--assign-service-principal-roles", flags.assign_service_principal_roles),
        ("--assign-custom-hcp-roles", flags.assign_custom_hcp_roles),
    ):
        if not given:
            continue
        if flags.infra_json:
            raise UsageError(
                f"{flag} cannot be combined with --infra-json: roles are assigned where the"
                " infrastructure is made, by --assign-identity-roles of `create infra azure`"
            )
        wanted = flags.external_dns_domain or "dns_zone_rg_name" in flags.given
        if wanted and not flags.dns_zone_rg_name.strip():
            raise UsageError(
                f"{flag} needs --dns-zone-rg-name, since ingress gets a role on the DNS zone's"
                " resource group"
            )


def _check_identities(flags: AzureIdentityFlags) -> None:
    managed = {
        "--managed-identities-file": flags.managed_identities_file,
        "--data-plane-identities-file": flags.data_plane_identities_file,
    }
    for flag, path in managed.items():
        if path and flags.workload_identities_file:
            raise UsageError(
                f"--workload-identities-file and {flag} exclude each other: a cluster has workload"
                " identities or managed ones"
            )
    if flags.data_plane_identities_file and not flags.managed_identities_file:
        raise UsageError("--data-plane-identities-file needs --managed-identities-file as well")


def _check_issuer(flags: AzureIdentityFlags) -> None:
    if flags.oidc_issuer_url:
        checks.url("--oidc-issuer-url", flags.oidc_issuer_url, "https", "http")
    elif flags.sa_token_issuer_private_key_path:
        raise UsageError(
            "--sa-token-issuer-private-key-path needs --oidc-issuer-url, where the public half of"
            " the key is found"
        )


def _check_zones(flags: CreateAzureClusterFlags) -> None:
    for zone in flags.availability_zones:
        checks.one_of("--availability-zones", zone, ZONES)
    if len(set(flags.availability_zones)) < len(flags.availability_zones):
        raise UsageError("--availability-zones names a zone twice: name each once")
    if flags.availability_zones and flags.availability_zone:
        raise UsageError(
            "--availability-zone and --availability-zones exclude each other: give one node pool a"
            " zone with the first, or each of several with the second"
        )


def _check_encryption(flags: AzureEncryptionFlags) -> None:
    if flags.encryption_key_id:
        try:
            parse_key_id(flags.encryption_key_id)
        except ValueError as error:
            raise UsageError(f"--encryption-key-id is not the address of a key: {error}") from None
    elif flags.kms_credentials_secret_name:
        raise UsageError("--kms-credentials-secret-name needs --encryption-key-id")
