"""Refuses infrastructure flags that contradict themselves, and files that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import azure_files, checks, outputs
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.cli.create.infra.flags import CreateAzureInfraFlags, IdentityFlags, NetworkFlags


def check_flags(flags: CreateAzureInfraFlags) -> None:
    """Refuse what cannot be done, before anything is done."""
    checks.label("--name", flags.name)
    _check_roles(flags)
    _check_identities(flags)
    _check_network(flags)
    if flags.output_file:
        outputs.check_file("--output-file", flags.output_file)
    azure_files.read_credentials(flags.azure_creds)
    _check_files(flags)


def _check_roles(flags: IdentityFlags) -> None:
    for flag, given in (
        ("--assign-identity-roles", flags.assign_identity_roles),
        ("--assign-custom-hcp-roles", flags.assign_custom_hcp_roles),
    ):
        if given and not flags.dns_zone_rg_name.strip():
            raise UsageError(
                f"{flag} needs --dns-zone-rg-name: ingress gets a role on the public DNS zone"
            )


def _check_identities(flags: IdentityFlags) -> None:
    managed = {
        "--managed-identities-file": flags.managed_identities_file,
        "--data-plane-identities-file": flags.data_plane_identities_file,
    }
    for flag, value in managed.items():
        if flags.workload_identities_file and value:
            raise UsageError(
                f"--workload-identities-file and {flag} exclude each other: a cluster has workload"
                " identities or managed ones"
            )
    if not flags.workload_identities_file and not any(managed.values()):
        raise UsageError(
            "--workload-identities-file is required: 'hypershift create iam azure' writes it"
        )


def _check_network(flags: NetworkFlags) -> None:
    if flags.subnet_id:
        checks.subnet_id("--subnet-id", flags.subnet_id)
    for flag, value, kind in (
        ("--vnet-id", flags.vnet_id, "virtualNetworks"),
        ("--network-security-group-id", flags.network_security_group_id, "networkSecurityGroups"),
    ):
        if value:
            checks.resource_id(flag, value, f"Microsoft.Network/{kind}")


def _check_files(flags: IdentityFlags) -> None:
    for path, read in (
        (flags.workload_identities_file, azure_files.read_workload_identities),
        (flags.managed_identities_file, azure_files.read_managed_identities),
        (flags.data_plane_identities_file, azure_files.read_data_plane_identities),
    ):
        if path:
            read(path)
