"""What can be typed about a DNS zone, and what is refused of it."""

from __future__ import annotations

from hypershift.cli import checks
from hypershift.cli.azure_flags import CloudFlags, CredentialsFlags, LocationFlags
from hypershift.cli.errors import UsageError
from hypershift.cli.flags import Flags, switch, text
from hypershift.cli.plans import PlanFlags


class ZoneFlags(Flags):
    """DNS zone"""

    name: str = text("The whole name of the zone, such as myprefix.example.com.", required=True)
    resource_group_name: str = text(
        "The resource group of the zone; made if it does not exist.", required=True
    )
    parent_zone: str = text(
        "The zone that leads to this one. Default: what follows the first dot of --name."
    )
    parent_resource_group: str = text(
        "The resource group of the parent zone. Default: it is looked for in the subscription."
    )


class CreateAzureDNSZoneFlags(ZoneFlags, CredentialsFlags, CloudFlags, LocationFlags, PlanFlags):
    """Flags of `create dns-zone azure`."""


class ForceFlags(Flags):
    """DNS zone"""

    force: bool = switch("Delete the zone even if there are records in it.")


class DestroyAzureDNSZoneFlags(ZoneFlags, ForceFlags, CredentialsFlags, CloudFlags, PlanFlags):
    """Flags of `destroy dns-zone azure`."""


def names(flags: ZoneFlags) -> tuple[str, str]:
    """Check the names of the zone and its parent."""
    zone = flags.name.rstrip(".").lower()
    parent = flags.parent_zone.rstrip(".").lower() or zone.partition(".")[2]
    checks.subdomain("--name", zone)
    if not parent:
        raise UsageError(
            f"--name must be a name below another zone, such as {zone}.example.com, not {zone!r}"
        )
    checks.subdomain("--parent-zone", parent)
    if not zone.endswith(f".{parent}"):
        raise UsageError(f"--name must end with .{parent}, the --parent-zone, not {zone!r}")
    return zone, parent
