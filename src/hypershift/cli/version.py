"""`hypershift version`."""

from __future__ import annotations

import click

from hypershift.cli.command import Command
from hypershift.cli.flags import Flags, switch, text
from hypershift.release.revision import revision
from hypershift.release.versions import LATEST_SUPPORTED


class VersionFlags(Flags):
    """Flags."""

    client_only: bool = switch("Print the version of this program only; needs no cluster.")
    commit_only: bool = switch("Print nothing but the revision that this program was built from.")
    namespace: str = text("The namespace of the HyperShift operator.", "hypershift")


def client_version() -> str:
    """What this program is, and the newest release that it can run."""
    return (
        f"Client Version: openshift/hypershift: {revision()}."
        f" Latest supported OCP: {LATEST_SUPPORTED}"
    )


def run(flags: VersionFlags) -> None:
    """Print what was asked for."""
    if flags.commit_only:
        click.echo(revision())
        return
    click.echo(client_version())
    if not flags.client_only:
        click.echo(
            "Server Version: not read, since this version of the program does not ask the operator"
            " yet; use --client-only to leave this line out",
            err=True,
        )


COMMAND = Command(
    VersionFlags,
    run,
    help="Print the versions of this program and of the operator on the management cluster.",
    example="hypershift version --client-only",
)
