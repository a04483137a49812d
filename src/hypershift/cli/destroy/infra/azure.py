"""`hypershift destroy infra azure`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import plans
from hypershift.cli.azure_flags import (
    CloudFlags,
    ClusterIDFlags,
    CredentialsFlags,
    DestroyGroupFlags,
)
from hypershift.cli.command import Command
from hypershift.cli.flags import Flags, text

if TYPE_CHECKING:
    from hypershift.azure.access import Access


class UnusedFlags(Flags):
    """Azure"""

    location: str = text("Not needed: resources are found by their names.", "eastus")


class DestroyAzureInfraFlags(
    ClusterIDFlags, CredentialsFlags, CloudFlags, DestroyGroupFlags, UnusedFlags, plans.PlanFlags
):
    """Flags of `destroy infra azure`."""


def run(flags: DestroyAzureInfraFlags) -> None:
    """Delete what was made."""
    from hypershift.cli.azure_files import read_credentials

    credentials = read_credentials(flags.azure_creds)
    plans.with_azure(credentials, flags.cloud, lambda azure: _destroy(azure, flags))


async def _destroy(azure: Access, flags: DestroyAzureInfraFlags) -> None:
    from hypershift.azure.infra_removal import RemovalSpec, removal_steps

    spec = RemovalSpec(
        name=flags.name,
        infra_id=flags.infra_id,
        group=flags.resource_group_name,
        preserve_group=flags.preserve_resource_group,
    )
    await plans.carry_out(await removal_steps(azure, spec), flags)


COMMAND = Command(
    DestroyAzureInfraFlags,
    run,
    help="""
Destroy the Azure resources that `create infra azure` made, and the roles that it assigned.

Resource groups that were made for the cluster are deleted whole. In one that --resource-group-name
names, or that --preserve-resource-group keeps, only the cluster's resources are deleted. Identities
and public DNS zones stay.
""",
    example="""
hypershift destroy infra azure --name my-cluster --infra-id my-cluster-x7k2p \\
    --azure-creds azure-credentials.json
""",
)
