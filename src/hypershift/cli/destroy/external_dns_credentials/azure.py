"""`hypershift destroy external-dns-credentials azure`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import plans
from hypershift.cli.command import Command
from hypershift.cli.create.external_dns_credentials.flags import (
    DestroyAzureExternalDNSFlags,
    names,
)

if TYPE_CHECKING:
    from hypershift.azure.access import Access


def run(flags: DestroyAzureExternalDNSFlags) -> None:
    """Delete the role, then the application."""
    from hypershift.cli.azure_files import read_credentials

    name, zone = names(flags)
    credentials = read_credentials(flags.azure_creds)

    async def destroy(azure: Access) -> None:
        from hypershift.azure.external_dns import unwanted_external_dns

        steps = unwanted_external_dns(azure, name=name, zone=zone, group=flags.dns_zone_rg_name)
        await plans.carry_out(steps, flags)

    plans.with_azure(credentials, flags.cloud, destroy)


COMMAND = Command(
    DestroyAzureExternalDNSFlags,
    run,
    help="""
Destroy the application that `create external-dns-credentials azure` made, with its role on the DNS
zone. External DNS can write no record from then on. The zone stays.
""",
    example="""
hypershift destroy external-dns-credentials azure --dns-zone-name myprefix.example.com \\
    --dns-zone-rg-name os4-common --azure-creds azure-credentials.json
""",
)
