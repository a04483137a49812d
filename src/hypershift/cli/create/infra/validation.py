"""Refuses infrastructure flags that contradict themselves, and files that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import azure_files, checks, outputs
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.azure.credentials import Credentials
    from hypershift.azure.infra_plan import InfraSpec
    from hypershift.cli.create.infra.flags import CreateAzureInfraFlags, IdentityFlags, NetworkFlags

_INFRA_ID = r"[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?"


def read(flags: CreateAzureInfraFlags) -> tuple[Credentials, InfraSpec]:
    """Read flags and files, and refuse what cannot be done before anything is done."""
    checks.label("--name", flags.name)
    checks.matches(
        "--infra-id",
        flags.infra_id,
        _INFRA_ID,
        "at most 63 letters, digits and dashes, beginning and ending with a letter or digit",
    )
    checks.domain("--base-domain", flags.base_domain.rstrip("."))
    _check_roles(flags)
    _check_identities(flags)
    _check_network(flags)
    if flags.output_file:
        outputs.check_file("--output-file", flags.output_file)
    credentials = azure_files.read_credentials(flags.azure_creds)
    spec = _spec(flags)
    _check_subscription(flags, credentials)
    _check_clients(spec)
    return credentials, spec


def _spec(flags: CreateAzureInfraFlags) -> InfraSpec:
    from hypershift.azure.infra_plan import InfraSpec

    workload = flags.workload_identities_file
    managed = flags.managed_identities_file
    nodes = flags.data_plane_identities_file
    return InfraSpec(
        name=flags.name,
        infra_id=flags.infra_id,
        location=flags.location,
        base_domain=flags.base_domain.rstrip("."),
        group=flags.resource_group_name,
        group_tags=flags.resource_group_tags,
        vnet_id=flags.vnet_id,
        subnet_id=flags.subnet_id,
        security_group_id=flags.network_security_group_id,
        workload_identities=azure_files.read_workload_identities(workload) if workload else None,
        managed_identities=azure_files.read_managed_identities(managed) if managed else None,
        node_identities=azure_files.read_data_plane_identities(nodes) if nodes else None,
        assign_roles=flags.assign_identity_roles or flags.assign_custom_hcp_roles,
        custom_roles=flags.assign_custom_hcp_roles,
        zone_group=flags.dns_zone_rg_name.strip(),
        with_registry="ImageRegistry" not in flags.disable_cluster_capabilities,
    )


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
    network = flags.subnet_id.rpartition("/subnets/")[0] or flags.vnet_id
    if flags.vnet_id and network.lower() != flags.vnet_id.lower():
        raise UsageError(
            f"--subnet-id {flags.subnet_id} is not in the virtual network {flags.vnet_id} of"
            " --vnet-id: name a subnet of that network, or leave --vnet-id out"
        )


def _check_subscription(flags: NetworkFlags, credentials: Credentials) -> None:
    from hypershift.azure.resource_ids import parse_resource_id

    for flag, value in (
        ("--vnet-id", flags.vnet_id),
        ("--subnet-id", flags.subnet_id),
        ("--network-security-group-id", flags.network_security_group_id),
    ):
        if not value:
            continue
        subscription = parse_resource_id(value).subscription
        if subscription.lower() != credentials.subscription_id.lower():
            raise UsageError(
                f"{flag} is in the subscription {subscription}, and the credentials are for"
                f" {credentials.subscription_id}: use a resource of that subscription"
            )


def _check_clients(spec: InfraSpec) -> None:
    """Refuse to give roles to identities that the files do not tell enough about."""
    for one in spec.assignees:
        if not one.client_id:
            raise UsageError(
                f"--managed-identities-file does not say {one.component.key}.clientID, which is"
                " needed to give it a role: add it"
            )
