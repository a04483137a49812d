"""`hypershift destroy nodepool`."""

from __future__ import annotations

from hypershift.cli.command import Command
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError
from hypershift.cli.flags import Flags, text


class DestroyNodePoolFlags(Flags):
    """Node pool"""

    name: str = text("The name of the node pool.", required=True)
    namespace: str = text("The namespace of the node pool.", "clusters")


def run(flags: DestroyNodePoolFlags) -> None:
    """Say how to delete it."""
    raise NotAvailableError(
        "destroy nodepool", f"use kubectl delete nodepool {flags.name} -n {flags.namespace}"
    )


COMMAND = Command(
    DestroyNodePoolFlags,
    run,
    help=f"""
Delete a node pool; its machines end with it.

{NOT_AVAILABLE}
""",
    example="hypershift destroy nodepool --name my-cluster-workers",
)
