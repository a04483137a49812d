"""`hypershift destroy iam azure`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import plans
from hypershift.cli.azure_flags import CloudFlags, ClusterIDFlags, CredentialsFlags
from hypershift.cli.command import Command
from hypershift.cli.flags import Flags, path, text

if TYPE_CHECKING:
    from hypershift.azure.access import Access


class WorkloadIdentityFlags(Flags):
    """Identities"""

    resource_group_name: str = text("The resource group of the identities.", required=True)
    workload_identities_file: str = path("The file that `create iam azure` wrote.", required=True)
    dns_zone_rg_name: str = text(
        "The resource group of the public DNS zone, where roles of the identities are removed.",
        required=True,
    )


class DestroyAzureIAMFlags(
    ClusterIDFlags, CredentialsFlags, CloudFlags, WorkloadIdentityFlags, plans.PlanFlags
):
    """Flags of `destroy iam azure`."""


def run(flags: DestroyAzureIAMFlags) -> None:
    """Delete what was made."""
    from hypershift.cli.azure_files import read_credentials
    from hypershift.cli.files import read_object

    credentials = read_credentials(flags.azure_creds)
    # The names of the identities follow from those of the cluster: what the file says about them
    # may be incomplete.
    read_object(flags.workload_identities_file, "--workload-identities-file")
    plans.with_azure(credentials, flags.cloud, lambda azure: _destroy(azure, flags))


async def _destroy(azure: Access, flags: DestroyAzureIAMFlags) -> None:
    from hypershift.azure.iam import unwanted_identities

    steps = await unwanted_identities(
        azure,
        name=flags.name,
        infra_id=flags.infra_id,
        group=flags.resource_group_name,
        zone_group=flags.dns_zone_rg_name,
    )
    await plans.carry_out(steps, flags)


COMMAND = Command(
    DestroyAzureIAMFlags,
    run,
    help="""
Destroy the managed identities that `create iam azure` made, and the roles that `create infra azure`
gave them. Their resource group stays.
""",
    example="""
hypershift destroy iam azure --name my-cluster --infra-id my-cluster-x7k2p \\
    --azure-creds azure-credentials.json --resource-group-name my-identities \\
    --workload-identities-file workload-identities.json --dns-zone-rg-name my-dns-zones
""",
)
