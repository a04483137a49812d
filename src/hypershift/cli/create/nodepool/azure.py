"""`hypershift create nodepool azure`."""

from __future__ import annotations

import click

from hypershift.cli.command import Command
from hypershift.cli.create.nodepool.flags import CreateAzureNodePoolFlags
from hypershift.cli.create.nodepool.manifest import NodePoolPlan, node_pool
from hypershift.cli.create.nodepool.validation import check_machines, check_pool
from hypershift.cli.errors import NotAvailableError, UsageError


def run(flags: CreateAzureNodePoolFlags) -> None:
    """Check the flags, then print the manifest."""
    check_pool(flags)
    check_machines(flags, flags)
    if not flags.render:
        raise NotAvailableError("create nodepool azure", "use --render and kubectl apply -f -")
    # Without a management cluster at hand there is nothing to take these two from.
    for flag, value in (
        ("--release-image", flags.release_image),
        ("--nodepool-subnet-id", flags.nodepool_subnet_id),
    ):
        if not value:
            raise UsageError(f"--render needs {flag}, since it does not ask the management cluster")

    from hypershift.cli.documents import to_yaml

    click.echo(to_yaml(node_pool(_plan(flags), flags, flags)), nl=False)


def _plan(flags: CreateAzureNodePoolFlags) -> NodePoolPlan:
    return NodePoolPlan(
        name=flags.name,
        namespace=flags.namespace,
        cluster_name=flags.cluster_name,
        arch=flags.arch.lower(),
        replicas=flags.replicas,
        release_image=flags.release_image,
        upgrade_type=flags.node_upgrade_type,
        auto_repair=flags.auto_repair,
        subnet_id=flags.nodepool_subnet_id,
        zone=flags.availability_zone,
    )


COMMAND = Command(
    CreateAzureNodePoolFlags,
    run,
    help="Create a node pool of Azure virtual machines in a hosted cluster.",
    example="""
hypershift create nodepool azure --cluster-name my-cluster --name workers --replicas 3 \\
    --instance-type Standard_D8s_v5 --nodepool-subnet-id /subscriptions/... \\
    --release-image quay.io/openshift-release-dev/ocp-release:4.21.0-x86_64 --render
""",
)
