"""`hypershift destroy iam azure`."""

from __future__ import annotations

from hypershift.cli.azure_flags import CloudFlags, ClusterIDFlags, CredentialsFlags
from hypershift.cli.command import Command
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError
from hypershift.cli.flags import Flags, path, text


class WorkloadIdentityFlags(Flags):
    """Identities"""

    resource_group_name: str = text("The resource group of the identities.", required=True)
    workload_identities_file: str = path("The file that `create iam azure` wrote.", required=True)
    dns_zone_rg_name: str = text(
        "The resource group of the public DNS zone, where roles of the identities are removed.",
        required=True,
    )


class DestroyAzureIAMFlags(ClusterIDFlags, CredentialsFlags, CloudFlags, WorkloadIdentityFlags):
    """Flags of `destroy iam azure`."""


def run(flags: DestroyAzureIAMFlags) -> None:
    """Check the flags and the files."""
    from hypershift.cli.azure_files import read_credentials
    from hypershift.cli.files import read_object

    read_credentials(flags.azure_creds)
    # The names of the identities follow from those of the cluster: what the file says about them
    # may be incomplete.
    read_object(flags.workload_identities_file, "--workload-identities-file")
    raise NotAvailableError("destroy iam azure", "delete the identities with `az identity delete`")


COMMAND = Command(
    DestroyAzureIAMFlags,
    run,
    help=f"""
Destroy the managed identities that `create iam azure` made, and the roles that they have.

{NOT_AVAILABLE}
""",
    example="""
hypershift destroy iam azure --name my-cluster --infra-id my-cluster-x7k2p \\
    --azure-creds azure-credentials.json --resource-group-name my-identities \\
    --workload-identities-file workload-identities.json --dns-zone-rg-name my-dns-zones
""",
)
