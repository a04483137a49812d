"""`hypershift create oadp-restore`."""

from __future__ import annotations

from hypershift.cli.command import Command
from hypershift.cli.create.oadp import OADPFlags, check_oadp
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError, UsageError
from hypershift.cli.flags import Flags, choice, switch, text


class RestoreFlags(Flags):
    """Restore"""

    from_backup: str = text("The backup to restore.")
    from_schedule: str = text("The schedule whose newest backup to restore.")
    existing_resource_policy: str = choice(
        "What to do with objects that exist: update them, or none of that.",
        ("update", "none"),
        "update",
        exact=True,
    )
    restore_pvs: bool = switch("Restore volumes from their snapshots.", True)
    preserve_node_ports: bool = switch("Keep the node ports of Services.", True)


class CreateOADPRestoreFlags(OADPFlags, RestoreFlags):
    """Flags of `create oadp-restore`."""


def run(flags: CreateOADPRestoreFlags) -> None:
    """Check the flags."""
    if bool(flags.from_backup) == bool(flags.from_schedule):
        raise UsageError("give one of --from-backup and --from-schedule")
    check_oadp(flags, of_volumes=("restore_pvs",))
    raise NotAvailableError("create oadp-restore", "`velero restore create` restores backups")


COMMAND = Command(
    CreateOADPRestoreFlags,
    run,
    help=f"""
Restore a hosted cluster from an OADP backup.

{NOT_AVAILABLE}
""",
    example="""
hypershift create oadp-restore --hc-name my-cluster --hc-namespace clusters \\
    --from-backup my-cluster-clusters-x7k2p9
""",
)
