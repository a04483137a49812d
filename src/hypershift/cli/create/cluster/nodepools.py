"""The node pools of a new cluster: one, or one in each of several zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli.create.nodepool.manifest import NodePoolPlan, node_pool
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.api.nodepool import NodePool
    from hypershift.azure.infra import InfraOutput
    from hypershift.cli.create.cluster.flags import CreateAzureClusterFlags


def check_boot_image(flags: CreateAzureClusterFlags, infra: InfraOutput) -> None:
    """Refuse a generation for an image that has one already."""
    if infra.bootImageID and flags.image_generation and not flags.marketplace_publisher:
        raise UsageError(
            f"--image-generation contradicts {flags.infra_json} of --infra-json, whose bootImageID"
            " names an image of one generation: leave the flag out, or name another image with the"
            " four marketplace flags"
        )


def node_pools(flags: CreateAzureClusterFlags, infra: InfraOutput) -> list[NodePool]:
    """Write the node pools down. Each has the full number of nodes; a negative one makes none."""
    if flags.node_pool_replicas < 0:
        return []
    zones = {f"{flags.name}-{zone}": zone for zone in flags.availability_zones}
    return [
        node_pool(_plan(flags, infra, name, zone), flags, flags)
        for name, zone in (zones or {flags.name: flags.availability_zone}).items()
    ]


def _plan(flags: CreateAzureClusterFlags, infra: InfraOutput, name: str, zone: str) -> NodePoolPlan:
    return NodePoolPlan(
        name=name,
        namespace=flags.namespace,
        cluster_name=flags.name,
        arch=flags.arch.lower(),
        replicas=flags.node_pool_replicas,
        release_image=flags.release_image,
        upgrade_type=flags.node_upgrade_type or "Replace",
        auto_repair=flags.auto_repair,
        subnet_id=flags.nodepool_subnet_id or infra.subnetID,
        zone=zone,
        boot_image_id=infra.bootImageID,
        paused_until=flags.pausedUntil,
        drain_timeout=flags.node_drain_timeout,
        volume_detach_timeout=flags.node_volume_detach_timeout,
    )
