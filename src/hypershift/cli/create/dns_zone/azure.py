"""`hypershift create dns-zone azure`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.cli import plans
from hypershift.cli.command import Command
from hypershift.cli.create.dns_zone.flags import CreateAzureDNSZoneFlags, names

if TYPE_CHECKING:
    from hypershift.azure.access import Access


def run(flags: CreateAzureDNSZoneFlags) -> None:
    """Make the zone, and let its parent lead to it."""
    from hypershift.cli.azure_files import read_credentials

    zone, parent = names(flags)
    credentials = read_credentials(flags.azure_creds)

    async def create(azure: Access) -> None:
        from hypershift.azure.zones import ZonePlan

        plan = ZonePlan(
            azure,
            name=zone,
            group=flags.resource_group_name,
            location=flags.location,
            parent=parent,
            parent_group=flags.parent_resource_group,
        )

        def finish() -> dict[str, Any]:
            return {"zoneID": plan.zone.result.id, "nameServers": plan.zone.servers}

        await plans.carry_out(plan.steps, flags, finish)

    plans.with_azure(credentials, flags.cloud, create)


COMMAND = Command(
    CreateAzureDNSZoneFlags,
    run,
    help="""
Create a public DNS zone, in which External DNS keeps the names of clusters, and let its parent zone
lead to it. The parent zone must be there.

Run again, the command changes nothing, unless the parent leads to other name servers: then it
corrects that.
""",
    example="""
hypershift create dns-zone azure --name myprefix.example.com --resource-group-name os4-common \\
    --azure-creds azure-credentials.json
""",
)
