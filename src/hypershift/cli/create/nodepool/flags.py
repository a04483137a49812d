"""What can be typed about node pools."""

from __future__ import annotations

from hypershift.cli.flags import Flags, choice, integer, path, switch, text

UPGRADE_TYPES = ("Replace", "InPlace")
DIAGNOSTICS_TYPES = ("Disabled", "Managed", "UserManaged")


class NodePoolFlags(Flags):
    """Node pool"""

    cluster_name: str = text("The hosted cluster that the nodes join.", "example")
    name: str = text("The name of the node pool.", "example")
    namespace: str = text("The namespace of the hosted cluster.", "clusters")
    replicas: int = integer(
        "How many nodes the pool keeps. --node-count is an older spelling.",
        2,
        aliases=("node-count",),
    )
    release_image: str = text(
        "The release that the nodes run; no newer than the cluster's. Default: the cluster's."
    )
    arch: str = text("The processor architecture of the nodes: amd64 or arm64.", "amd64")
    node_upgrade_type: str = choice(
        "How nodes come to a new version: Replace makes new machines, InPlace updates them.",
        UPGRADE_TYPES,
        "Replace",
        type="UpgradeType",
    )
    auto_repair: bool = switch("Replace machines whose nodes stay unhealthy.")
    render: bool = switch("Print the manifest and create nothing.")


class AzureMachineFlags(Flags):
    """Azure machines"""

    instance_type: str = text(
        "The size of the machines. Default: Standard_D4s_v5, or Standard_D4ps_v5 for arm64.",
        aliases=("azure-instance-type",),
    )
    availability_zone: str = text("The zone that the machines stand in: 1, 2 or 3.")
    nodepool_subnet_id: str = text("The resource ID of the subnet that the machines join.")
    root_disk_size: int = integer("The size of the machines' system disks, in GiB.", 120)
    disk_storage_account_type: str = text("The kind of system disk.", "Premium_LRS")
    disk_encryption_set_id: str = text(
        "The resource ID of the disk encryption set whose key encrypts the system disks."
    )
    enable_ephemeral_disk: bool = switch(
        "Keep the system disk on the host: quicker, and lost when the machine moves."
    )
    encryption_at_host: str = text(
        "Encrypt temporary disks and caches on the host as well: Enabled or Disabled."
    )
    diagnostics_storage_account_type: str = choice(
        "Where boot diagnostics go: Disabled, Managed (Azure keeps them) or UserManaged.",
        DIAGNOSTICS_TYPES,
        type="AzureDiagnosticsStorageAccountType",
        exact=True,
    )
    diagnostics_storage_account_uri: str = text(
        "The https address of the storage account for diagnostics; for UserManaged only."
    )


class MarketplaceFlags(Flags):
    """Azure machine image"""

    marketplace_publisher: str = text(
        "The image's publisher. The four marketplace flags belong together; without them the"
        " release (4.20 or newer) says which image the machines boot."
    )
    marketplace_offer: str = text("The image's offer.")
    marketplace_sku: str = text("The image's SKU.")
    marketplace_version: str = text("The image's version, such as 419.6.20250523.")
    image_generation: str = text(
        "The hypervisor generation that the machines boot with: Gen1 or Gen2, in this case."
        " Default: Gen2."
    )


class CreateAzureNodePoolFlags(NodePoolFlags, AzureMachineFlags, MarketplaceFlags):
    """Flags of `create nodepool azure`."""

    azure_creds: str = path("Not needed any more; taken so that older commands work.", hidden=True)
    resource_group_name: str = text(
        "Not needed any more; taken so that older commands work.", hidden=True
    )
