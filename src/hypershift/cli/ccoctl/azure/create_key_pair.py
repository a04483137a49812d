"""`hypershift ccoctl azure create-key-pair`."""

from __future__ import annotations

from hypershift.cli.command import Command
from hypershift.cli.create.key_pair import HELP, KeyPairFlags, make


class CcoctlKeyPairFlags(KeyPairFlags):
    """Flags of `ccoctl azure create-key-pair`."""


def run(flags: CcoctlKeyPairFlags) -> None:
    """Make the key."""
    make(flags.output_dir, rotate=False)


COMMAND = Command(
    CcoctlKeyPairFlags,
    run,
    help=f"""{HELP}
This is `hypershift create key-pair`, by the name that OpenShift's tool `ccoctl` gives it.
""",
    example="""
hypershift ccoctl azure create-key-pair
""",
)
