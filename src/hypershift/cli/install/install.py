"""`hypershift install`."""

from __future__ import annotations

from hypershift.cli import checks
from hypershift.cli.command import Command
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError
from hypershift.cli.flags import switch, text
from hypershift.cli.install.flags import InstallationFlags
from hypershift.cli.install.plan import installation
from hypershift.cli.install.validation import problems_of

SCOPES = ("all", "crds", "resources")


class InstallFlags(InstallationFlags):
    """Installation"""

    install_scope: str = text(
        "What is installed: all, crds (the CustomResourceDefinitions) or resources (all others).",
        "all",
    )
    wait_until_available: bool = switch("Wait until the operator runs.")
    wait_until_crds_established: bool = switch(
        "Wait until the API server serves the CustomResourceDefinitions."
    )


def run(flags: InstallFlags) -> None:
    """Check everything, and say what to do instead."""
    problems = problems_of(flags)
    with problems.collected():
        checks.one_of("--install-scope", flags.install_scope, SCOPES)
    problems.demand(
        not (flags.wait_until_available and flags.install_scope == "crds"),
        "--wait-until-available needs an operator to wait for, which --install-scope crds leaves"
        " out",
    )
    problems.refuse()
    installation(flags)
    raise NotAvailableError(
        "install",
        "pipe `hypershift install render --render-sensitive`, with the same flags, into"
        " `kubectl apply --server-side -f -`",
    )


COMMAND = Command(
    InstallFlags,
    run,
    help=f"""
Install the operator on the management cluster.

{NOT_AVAILABLE}
""",
    example="""
hypershift install --pull-secret pull-secret.json --limit-crd-install Azure \\
    --external-dns-provider azure --external-dns-domain-filter dev.example.com \\
    --external-dns-credentials azure_mgmt.json
""",
)
