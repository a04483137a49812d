"""`hypershift create kubeconfig`."""

from __future__ import annotations

from hypershift.cli.command import Command
from hypershift.cli.errors import NOT_AVAILABLE, NotAvailableError
from hypershift.cli.flags import Flags, switch, text


class CreateKubeconfigFlags(Flags):
    """Hosted cluster"""

    name: str = text("The hosted cluster. Default: every one of the namespace, in one kubeconfig.")
    namespace: str = text("The namespace of the hosted cluster.", "clusters")
    port_forward: bool = switch(
        "Address private clusters by localhost, for use with kubectl port-forward."
    )


def run(flags: CreateKubeconfigFlags) -> None:
    """Say where the kubeconfig is."""
    raise NotAvailableError(
        "create kubeconfig",
        "the status of the HostedCluster names the Secret that holds its kubeconfig",
    )


COMMAND = Command(
    CreateKubeconfigFlags,
    run,
    help=f"""
Print a kubeconfig for one hosted cluster, or for all hosted clusters of a namespace.

{NOT_AVAILABLE}
""",
    example="hypershift create kubeconfig --name my-cluster > my-cluster.kubeconfig",
)
