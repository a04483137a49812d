"""The NodePool object.

Values of a few words are cast: they were checked with the flags, which the API's types cannot see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from hypershift.api.azure_nodepool import (
    AzureMarketplaceImage,
    AzureNodePoolOSDisk,
    AzureNodePoolPlatform,
    AzureVMImage,
    Diagnostics,
    UserManagedDiagnostics,
)
from hypershift.api.durations import format_duration
from hypershift.api.nodepool import (
    NodePool,
    NodePoolManagement,
    NodePoolPlatform,
    NodePoolSpec,
    NodePoolStatus,
)
from hypershift.api.schema import ObjectMeta
from hypershift.api.version import Release

if TYPE_CHECKING:
    from datetime import timedelta

    from hypershift.cli.create.nodepool.flags import AzureMachineFlags, MarketplaceFlags

VM_SIZES = {"amd64": "Standard_D4s_v5", "arm64": "Standard_D4ps_v5"}


@dataclass(frozen=True, kw_only=True)
class NodePoolPlan:
    """A node pool, decided."""

    name: str
    namespace: str
    cluster_name: str
    arch: str
    replicas: int
    release_image: str
    upgrade_type: str
    auto_repair: bool
    subnet_id: str
    zone: str
    boot_image_id: str = ""
    paused_until: str = ""
    drain_timeout: timedelta | None = None
    volume_detach_timeout: timedelta | None = None


def node_pool(plan: NodePoolPlan, machines: AzureMachineFlags, image: MarketplaceFlags) -> NodePool:
    """Write a node pool down."""
    return NodePool(
        metadata=ObjectMeta(name=plan.name, namespace=plan.namespace),
        spec=NodePoolSpec(
            clusterName=plan.cluster_name,
            arch=cast("Any", plan.arch),
            replicas=plan.replicas,
            release=Release(image=plan.release_image),
            management=NodePoolManagement(
                upgradeType=cast("Any", plan.upgrade_type), autoRepair=plan.auto_repair
            ),
            nodeDrainTimeout=_duration(plan.drain_timeout),
            nodeVolumeDetachTimeout=_duration(plan.volume_detach_timeout),
            pausedUntil=plan.paused_until or None,
            platform=NodePoolPlatform(type="Azure", azure=_platform(plan, machines, image)),
        ),
        status=NodePoolStatus(replicas=0),
    )


def _duration(duration: timedelta | None) -> str | None:
    return None if duration is None else format_duration(duration)


def _platform(
    plan: NodePoolPlan, machines: AzureMachineFlags, image: MarketplaceFlags
) -> AzureNodePoolPlatform:
    return AzureNodePoolPlatform(
        vmSize=machines.instance_type or VM_SIZES[plan.arch],
        subnetID=plan.subnet_id,
        image=_image(plan.boot_image_id, image),
        osDisk=AzureNodePoolOSDisk(
            sizeGiB=machines.root_disk_size,
            diskStorageAccountType=cast("Any", machines.disk_storage_account_type),
            encryptionSetID=machines.disk_encryption_set_id or None,
            persistence="Ephemeral" if machines.enable_ephemeral_disk else None,
        ),
        encryptionAtHost=cast("Any", machines.encryption_at_host) or None,
        availabilityZone=plan.zone or None,
        diagnostics=_diagnostics(machines),
    )


def _image(boot_image_id: str, flags: MarketplaceFlags) -> AzureVMImage:
    """A marketplace image that is named wins over an image of the infrastructure; without either
    the release decides.
    """
    named = bool(flags.marketplace_publisher)
    if boot_image_id and not named:
        return AzureVMImage(type="ImageID", imageID=boot_image_id)
    return AzureVMImage(
        type="AzureMarketplace",
        azureMarketplace=AzureMarketplaceImage(
            publisher=flags.marketplace_publisher or None,
            offer=flags.marketplace_offer or None,
            sku=flags.marketplace_sku or None,
            version=flags.marketplace_version or None,
            imageGeneration=cast("Any", flags.image_generation) or None,
        ),
    )


def _diagnostics(machines: AzureMachineFlags) -> Diagnostics | None:
    if not machines.diagnostics_storage_account_type:
        return None
    uri = machines.diagnostics_storage_account_uri
    return Diagnostics(
        storageAccountType=cast("Any", machines.diagnostics_storage_account_type),
        userManaged=UserManagedDiagnostics(storageAccountURI=uri) if uri else None,
    )
