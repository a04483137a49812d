"""`hypershift dump cluster`."""

from __future__ import annotations

from hypershift.cli.command import Command
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError, UsageError
from hypershift.cli.flags import Flags, path, switch, text
from hypershift.cli.outputs import check_directory


class DumpSourceFlags(Flags):
    """Hosted cluster"""

    name: str = text("The hosted cluster.", "example")
    namespace: str = text("The namespace of the hosted cluster.", "clusters")
    as_: str = text("The user to impersonate on the management cluster.", name="as")
    agent_namespace: str = text("The namespace of Agents; for clusters that are not in Azure.")


class DumpOutputFlags(Flags):
    """Output"""

    artifact_dir: str = path("The directory to write to.", required=True)
    archive_dump: bool = switch("Pack what was collected into hypershift-dump.tar.gz, too.", True)
    dump_guest_cluster: bool = switch(
        "Collect from the hosted cluster itself as well, through a port that is forwarded."
    )
    dump_guest_cluster_through_kube_service: bool = switch(
        "The same, through the Service of the API server: for use inside the management cluster."
    )


class DumpClusterFlags(DumpSourceFlags, DumpOutputFlags):
    """Flags of `dump cluster`."""


def run(flags: DumpClusterFlags) -> None:
    """Check the flags."""
    if flags.dump_guest_cluster and flags.dump_guest_cluster_through_kube_service:
        raise UsageError(
            "--dump-guest-cluster and --dump-guest-cluster-through-kube-service exclude each"
            " other: give one of them"
        )
    check_directory("--artifact-dir", flags.artifact_dir)
    raise NotAvailableError("dump cluster", "`oc adm inspect` collects a namespace")


COMMAND = Command(
    DumpClusterFlags,
    run,
    help=f"""
Collect the objects and logs of a hosted cluster's control plane into a directory.

{NOT_AVAILABLE}
""",
    example="hypershift dump cluster --name my-cluster --artifact-dir ./dump",
)
