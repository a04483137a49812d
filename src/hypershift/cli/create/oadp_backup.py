"""`hypershift create oadp-backup`."""

from __future__ import annotations

from datetime import timedelta

from hypershift.cli import checks
from hypershift.cli.command import Command
from hypershift.cli.create.oadp import OADPFlags, check_oadp
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError
from hypershift.cli.flags import Flags, duration, switch, text, words


class BackupFlags(Flags):
    """Backup"""

    storage_location: str = text("The storage location of the backup.", "default")
    ttl: timedelta = duration("How long the backup is kept.", timedelta(hours=2))
    included_resources: tuple[str, ...] = words(
        "The kinds of objects to include. Default: those that a hosted cluster consists of."
    )
    snapshot_move_data: bool = switch("Move snapshots of volumes to the storage location.", True)
    default_volumes_to_fs_backup: bool = switch("Back volumes up by their files.")


class CreateOADPBackupFlags(OADPFlags, BackupFlags):
    """Flags of `create oadp-backup`."""


def run(flags: CreateOADPBackupFlags) -> None:
    """Check the flags."""
    check_oadp(flags, of_volumes=("snapshot_move_data", "default_volumes_to_fs_backup"))
    checks.not_negative("--ttl", flags.ttl)
    raise NotAvailableError("create oadp-backup", "`velero backup create` makes backups")


COMMAND = Command(
    CreateOADPBackupFlags,
    run,
    help=f"""
Back a hosted cluster up with OADP, the OpenShift API for Data Protection.

{NOT_AVAILABLE}
""",
    example="hypershift create oadp-backup --hc-name my-cluster --hc-namespace clusters",
)
