"""`hypershift destroy infra azure`."""

from __future__ import annotations

from hypershift.cli.azure_flags import (
    CloudFlags,
    ClusterIDFlags,
    CredentialsFlags,
    DestroyGroupFlags,
)
from hypershift.cli.command import Command
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError
from hypershift.cli.flags import Flags, text


class UnusedFlags(Flags):
    """Azure"""

    location: str = text("Not needed: resources are found by their names.", "eastus")


class DestroyAzureInfraFlags(
    ClusterIDFlags, CredentialsFlags, CloudFlags, DestroyGroupFlags, UnusedFlags
):
    """Flags of `destroy infra azure`."""


def run(flags: DestroyAzureInfraFlags) -> None:
    """Check the flags and the credentials."""
    from hypershift.cli.azure_files import read_credentials

    read_credentials(flags.azure_creds)
    raise NotAvailableError(
        "destroy infra azure", "delete the cluster's resource groups with `az group delete`"
    )


COMMAND = Command(
    DestroyAzureInfraFlags,
    run,
    help=f"""
Destroy the Azure resources that `create infra azure` made.

{NOT_AVAILABLE}
""",
    example="""
hypershift destroy infra azure --name my-cluster --infra-id my-cluster-x7k2p \\
    --azure-creds azure-credentials.json
""",
)
