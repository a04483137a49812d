"""`hypershift create external-dns-credentials azure`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypershift.cli import outputs, plans
from hypershift.cli.command import Command
from hypershift.cli.create.external_dns_credentials.flags import (
    CreateAzureExternalDNSFlags,
    names,
)
from hypershift.cli.errors import CommandError

if TYPE_CHECKING:
    from hypershift.azure.access import Access
    from hypershift.azure.external_dns import CredentialsFile

_FLAG = "--output-file"


def run(flags: CreateAzureExternalDNSFlags) -> None:
    """Make the service principal, and write the file."""
    from hypershift.cli.azure_files import read_credentials

    name, zone = names(flags)
    outputs.check_file(_FLAG, flags.output_file)
    credentials = read_credentials(flags.azure_creds)

    async def create(azure: Access) -> None:
        from hypershift.azure.external_dns import ExternalDNSPlan

        plan = ExternalDNSPlan(
            azure,
            name=name,
            zone=zone,
            group=flags.dns_zone_rg_name,
            load=lambda: load(flags.output_file),
            save=lambda file: save(flags.output_file, file),
            renew=flags.renew,
        )

        def finish() -> dict[str, Any]:
            return {"clientID": plan.application.client_id, "outputFile": flags.output_file}

        await plans.carry_out(plan.steps, flags, finish)

    plans.with_azure(credentials, flags.cloud, create)


def load(path: str) -> CredentialsFile | None:
    """Read a file that an earlier run has left; one that cannot be used is none."""
    import msgspec

    from hypershift.azure.external_dns import CredentialsFile

    try:
        return msgspec.json.decode(Path(path).read_bytes(), type=CredentialsFile)
    except (OSError, msgspec.DecodeError):
        return None


def save(path: str, file: CredentialsFile) -> None:
    """Write the file, for its owner alone."""
    from hypershift.azure.problems import Problem
    from hypershift.cli.documents import write_file

    try:
        write_file(path, file.to_json(), _FLAG, secret=True)
    except CommandError as error:
        raise Problem(str(error)) from error


COMMAND = Command(
    CreateAzureExternalDNSFlags,
    run,
    help="""
Create the credentials of External DNS: an application that has the role DNS Zone Contributor on one
DNS zone and on nothing else, and a file with its secret. The zone must be there.

Run again, the command makes a new secret only if that of the file is not good any more, or with
--renew. Whoever runs it needs Application.ReadWrite.OwnedBy in Microsoft Graph.
""",
    example="""
hypershift create external-dns-credentials azure --dns-zone-name myprefix.example.com \\
    --dns-zone-rg-name os4-common --azure-creds azure-credentials.json
""",
)
