"""`hypershift console-logs azure`."""

from __future__ import annotations

from hypershift.cli.azure_flags import CredentialsFlags
from hypershift.cli.command import Command
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError
from hypershift.cli.flags import Flags, path, text
from hypershift.cli.outputs import check_directory


class ConsoleSourceFlags(Flags):
    """Hosted cluster"""

    name: str = text("The hosted cluster.", required=True)
    namespace: str = text("The namespace of the hosted cluster.", "clusters")


class ConsoleOutputFlags(Flags):
    """Output"""

    output_dir: str = path("The directory to write to, one file for each machine.", required=True)


class AzureConsoleLogsFlags(ConsoleSourceFlags, CredentialsFlags, ConsoleOutputFlags):
    """Flags of `console-logs azure`."""


def run(flags: AzureConsoleLogsFlags) -> None:
    """Check the flags and the credentials."""
    from hypershift.cli.azure_files import read_credentials

    read_credentials(flags.azure_creds)
    check_directory("--output-dir", flags.output_dir)
    raise NotAvailableError(
        "console-logs azure", "`az vm boot-diagnostics get-boot-log` fetches the log of one machine"
    )


COMMAND = Command(
    AzureConsoleLogsFlags,
    run,
    help=f"""
Fetch the boot diagnostics of a hosted cluster's virtual machines.

{NOT_AVAILABLE}
""",
    example="""
hypershift console-logs azure --name my-cluster --azure-creds azure-credentials.json \\
    --output-dir ./console-logs
""",
)
