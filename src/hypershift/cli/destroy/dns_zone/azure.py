"""`hypershift destroy dns-zone azure`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import plans
from hypershift.cli.command import Command
from hypershift.cli.create.dns_zone.flags import DestroyAzureDNSZoneFlags, names

if TYPE_CHECKING:
    from hypershift.azure.access import Access


def run(flags: DestroyAzureDNSZoneFlags) -> None:
    """Delete the delegation, then the zone."""
    from hypershift.cli.azure_files import read_credentials

    zone, parent = names(flags)
    credentials = read_credentials(flags.azure_creds)

    async def destroy(azure: Access) -> None:
        from hypershift.azure.zones import unwanted_zone

        steps = await unwanted_zone(
            azure,
            name=zone,
            group=flags.resource_group_name,
            parent=parent,
            parent_group=flags.parent_resource_group,
            force=flags.force,
        )
        await plans.carry_out(steps, flags)

    plans.with_azure(credentials, flags.cloud, destroy)


COMMAND = Command(
    DestroyAzureDNSZoneFlags,
    run,
    help="""
Destroy a DNS zone that `create dns-zone azure` made, and what leads to it from its parent zone. The
resource group stays.

A zone with records in it is refused, unless --force is given: they are the names of clusters.
""",
    example="""
hypershift destroy dns-zone azure --name myprefix.example.com --resource-group-name os4-common \\
    --azure-creds azure-credentials.json
""",
)
