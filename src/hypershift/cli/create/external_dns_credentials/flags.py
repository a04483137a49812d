"""What can be typed about the credentials of External DNS."""

from __future__ import annotations

from hypershift.cli import checks, kinds
from hypershift.cli.azure_flags import CloudFlags, CredentialsFlags
from hypershift.cli.flags import Flags, switch, text
from hypershift.cli.plans import PlanFlags


class ServicePrincipalFlags(Flags):
    """Service principal"""

    name: str = text("The name of the application. Default: external-dns-ZONE.")
    dns_zone_name: str = text("The DNS zone that it may write.", required=True)
    dns_zone_rg_name: str = text("The resource group of the DNS zone.", required=True)


class SecretFlags(Flags):
    """File"""

    output_file: str = text(
        "The file to write, for --external-dns-credentials of `hypershift install`.",
        "azure_mgmt.json",
        kinds.Path("string"),
    )
    renew: bool = switch("Make a new secret even if the one in the file is good.")


class CreateAzureExternalDNSFlags(
    ServicePrincipalFlags, SecretFlags, CredentialsFlags, CloudFlags, PlanFlags
):
    """Flags of `create external-dns-credentials azure`."""


class DestroyAzureExternalDNSFlags(ServicePrincipalFlags, CredentialsFlags, CloudFlags, PlanFlags):
    """Flags of `destroy external-dns-credentials azure`."""


def names(flags: ServicePrincipalFlags) -> tuple[str, str]:
    """Check the names of the application and the zone."""
    from hypershift.azure.external_dns import default_name

    zone = flags.dns_zone_name.rstrip(".").lower()
    checks.subdomain("--dns-zone-name", zone)
    name = flags.name or default_name(zone)
    checks.matches(
        "--name" if flags.name else "--dns-zone-name",
        name,
        "[A-Za-z0-9][-A-Za-z0-9_. ]{0,119}",
        "at most 120 letters, digits, dashes, dots, underscores and spaces",
    )
    return name, zone
