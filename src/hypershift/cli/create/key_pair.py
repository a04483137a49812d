"""`hypershift create key-pair`."""

from __future__ import annotations

import click

from hypershift.cli import kinds
from hypershift.cli.command import Command
from hypershift.cli.flags import Flags, switch, text
from hypershift.cli.key_files import KeyFiles


class KeyPairFlags(Flags):
    """Files"""

    output_dir: str = text(
        "The directory of the files; made if it does not exist.", ".", kinds.Path("string")
    )


class CreateKeyPairFlags(KeyPairFlags):
    """Rotation"""

    rotate: bool = switch(
        "Make a new key beside the one that is there, whose public half is kept as old-key.pub."
    )


def make(directory: str, *, rotate: bool) -> None:
    """Make the files, tell on standard error what is done, and print the ID of the key."""
    files = KeyFiles(directory, lambda line: click.echo(line, err=True))
    click.echo(files.rotate() if rotate else files.create())


def run(flags: CreateKeyPairFlags) -> None:
    """Make or rotate the key."""
    make(flags.output_dir, rotate=flags.rotate)


HELP = """
Create the RSA key that signs the tokens of a cluster's service accounts, in the files
serviceaccount-signer.private, serviceaccount-signer.public and
tls/bound-service-account-signing-key.key. The ID of the key is printed.

A private key that is there is used again, and files that are missing are made from it.
"""

COMMAND = Command(
    CreateKeyPairFlags,
    run,
    help=f"""{HELP}
With --rotate a new key takes the place of the old one, which is kept in the directory `old`.
Publish the new one with `create oidc-issuer azure` before a cluster signs with it: tokens of the
old key stay good until it is retired there.
""",
    example="""
hypershift create key-pair --output-dir keys
""",
)
