"""The Azure virtual machine behind a node: size, image, disk, zone and network."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Default, Number, Rule, Struct, Text, entries, rule


class AzureNodePoolPlatform(Struct):
    """The virtual machine that each node of a pool is."""

    availabilityZone: Annotated[str, Text(max=255), Rule("self in ['1', '2', '3']")] | None = None
    """Availability zone of the region that all machines of the pool are in: 1, 2 or 3. A pool has
    one zone, so spreading nodes over zones takes a pool for each. The VM size has to be offered in
    the zone. Absent means that no zone is asked for, which is the only way in regions without
    zones.
    """

    diagnostics: Diagnostics | None = None
    """Whether Azure records the console of the machines while they boot, and where. It is the first
    place to look when a machine never becomes a node. Absent means no recording.
    """

    encryptionAtHost: Annotated[Literal["Enabled", "Disabled"], Default("Enabled")] | None = None
    """Whether the physical host encrypts what lies on it: temporary and ephemeral disks, disk
    caches, and data on its way to storage. Enabled when absent. The subscription has to have the
    feature Microsoft.Compute/EncryptionAtHost registered, and the VM size has to support it, or
    Azure refuses the machines; Disabled does without. Disks in storage are encrypted in either
    case.
    """

    image: AzureVMImage
    """The image that machines boot from the first time. What a node runs beyond that comes with the
    release of the pool.
    """

    osDisk: AzureNodePoolOSDisk
    """The disk with the operating system, container images and pod data of each machine."""

    subnetID: Annotated[
        str,
        Text(min=1, max=355),
        Rule(
            (
                "size(self.split('/')) == 11 && "
                "self.matches('^/subscriptions/.*/resourceGroups/.*/providers/Microsoft.Network"
                "/virtualNetworks/.*/subnets/.*$')"
            ),
            (
                "encryptionSetID must be in the format "
                "`/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers"
                "/Microsoft.Network/virtualNetworks/{vnetName}/subnets/{subnetName}`"
            ),
        ),
        Rule(
            (
                "self.split('/')[2].matches('^[{]?[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}"
                "[0-9a-fA-F]{12}[}]?$')"
            ),
            (
                "the subscriptionId in the encryptionSetID must be a valid UUID. It should be 5 "
                "groups of hyphen separated hexadecimal characters in the form 8-4-4-4-12"
            ),
        ),
        Rule(
            r"self.split('/')[4].matches('[a-zA-Z0-9-_\\(\\)\\.]{1,90}')",
            (
                "The resourceGroupName should be between 1 and 90 characters, consisting only of "
                "alphanumeric characters, hyphens, underscores, periods and parenthesis"
            ),
        ),
        Rule(
            "!self.split('/')[4].endsWith('.')",
            "the resourceGroupName in the subnetID must not end with a period (.) character",
        ),
        Rule(
            r"self.split('/')[8].matches('[a-zA-Z0-9-_\\.]{2,64}')",
            (
                "The vnetName should be between 2 and 64 characters, consisting only of "
                "alphanumeric characters, hyphens, underscores and periods"
            ),
        ),
        Rule(
            "!self.split('/')[8].endsWith('.') && !self.split('/')[8].endsWith('-')",
            (
                "the vnetName in the subnetID must not end with either a period (.) or hyphen (-) "
                "character"
            ),
        ),
        Rule(
            r"self.split('/')[10].matches('[a-zA-Z0-9][a-zA-Z0-9-_\\.]{0,79}')",
            (
                "The subnetName should be between 1 and 80 characters, consisting only of "
                "alphanumeric characters, hyphens and underscores and must start with an "
                "alphanumeric character"
            ),
        ),
        Rule(
            "!self.split('/')[10].endsWith('.') && !self.split('/')[10].endsWith('-')",
            "the subnetName in the subnetID must not end with a period (.) or hyphen (-) character",
        ),
        Rule("self == oldSelf", "SubnetID is immutable"),
    ]
    """Resource ID of the subnet that the network interface of each machine is in. It has to be a
    subnet of the network that vnetID of the HostedCluster names, with free addresses for replicas
    and for what an upgrade adds. Not inherited from the HostedCluster, so it is always given. Fixed
    once the pool exists.
    """

    vmSize: Annotated[
        str,
        Text(
            max=255,
            pattern=(
                "^(Standard_|Basic_)?[A-Z]+[0-9]+(-[0-9]+)?[abdilmptsCNP]*(_[A-Z]*[0-9]+"
                "[A-Z]*)?(_v[0-9]+)?$"
            ),
        ),
    ]
    """Azure VM size, such as Standard_D4s_v5, which sets processors, memory and how many disks can
    be attached. It has to fit arch: arm64 asks for a size such as Standard_D4ps_v5. Region and zone
    have to offer it, and the quota of the subscription has to cover it.
    """


@rule(
    "self.storageAccountType == 'UserManaged' ? has(self.userManaged) : !has(self.userManaged)",
    "userManaged is required when storageAccountType is UserManaged, and forbidden otherwise",
)
class Diagnostics(Struct):
    """What becomes of the boot log and the console picture of a machine."""

    storageAccountType: (
        Annotated[Literal["Managed", "UserManaged", "Disabled"], Default("Disabled")] | None
    ) = None
    """Where boot diagnostics are kept. Managed: in storage that Azure provides, with nothing to set
    up. UserManaged: in a storage account of your own, which userManaged names. Disabled, also when
    absent: nowhere.
    """

    userManaged: UserManagedDiagnostics | None = None
    """The storage account for boot diagnostics. Required with storageAccountType UserManaged,
    refused otherwise.
    """


class UserManagedDiagnostics(Struct):
    """A storage account of one's own for boot diagnostics."""

    storageAccountURI: Annotated[
        str,
        Text(max=1024),
        Rule(
            "isURL(self) && url(self).getScheme() == 'https'",
            "storageAccountURI must be a valid HTTPS URL",
        ),
    ]
    """Blob endpoint of the storage account, such as https://myaccount.blob.core.windows.net/. Only
    https is accepted. The account has to exist; nothing creates it.
    """


@rule(
    "has(self.type) && self.type == 'ImageID' ?  has(self.imageID) : !has(self.imageID)",
    "imageID is required when type is ImageID, and forbidden otherwise",
)
@rule(
    "has(self.type) && self.type == 'AzureMarketplace' ?  true : !has(self.azureMarketplace)",
    "azureMarketplace is forbidden when type is not AzureMarketplace",
)
class AzureVMImage(Struct):
    """The image that the machines of a pool are first booted from."""

    azureMarketplace: AzureMarketplaceImage | None = None
    """Which image of the Azure Marketplace to take. Only allowed with type AzureMarketplace. For
    releases from 4.20 on it may be absent or name a generation alone: the operator then takes the
    image that the release names for the architecture, and writes it here. For older releases
    publisher, offer, sku and version have to be given; they are given all four or not at all.
    """

    imageID: Annotated[str, Text(max=255)] | None = None
    """Full resource ID of an image of your own, a managed image or a version in a compute gallery.
    It has to be in the region of the cluster and fit arch. Required with type ImageID, refused
    otherwise.
    """

    type: Literal["ImageID", "AzureMarketplace"]
    """Where the image comes from. AzureMarketplace: the Azure Marketplace, by default the image
    there that the release names. ImageID: an image of your own, for example in a cloud without the
    Marketplace.
    """


@rule(
    (
        "has(self.imageGeneration) || has(self.publisher) && has(self.offer) && has(self.sku) "
        "&& has(self.version)"
    ),
    "must specify imageGeneration or must specify publisher, offer, sku and version",
)
@rule(
    (
        "[has(self.publisher), has(self.offer), has(self.sku), has(self.version)].filter(x, x "
        "== true).size() == 0 || [has(self.publisher), has(self.offer), has(self.sku), "
        "has(self.version)].filter(x, x == true).size() == 4"
    ),
    "publisher, offer, sku and version must either be all set, or all omitted",
)
@entries(1)
class AzureMarketplaceImage(Struct):
    """An image in the Azure Marketplace, or the generation to choose one by."""

    imageGeneration: Annotated[Literal["Gen1", "Gen2"], Default("Gen2")] | None = None
    """Hyper-V generation of the machines when the operator chooses the image from the release; Gen2
    when absent. Gen2 boots by UEFI and is what current VM sizes want; Gen1 is for sizes that cannot
    do that. Has no effect when publisher, offer, sku and version name the image. A release without
    an image of the generation makes work on the pool fail.
    """

    offer: Annotated[str, Text(min=1, max=255)] | None = None
    """Name of the group of images under the publisher, such as aro4."""

    publisher: Annotated[str, Text(min=3, max=50, pattern="^[a-z0-9][a-z0-9-_]{2,49}$")] | None = (
        None
    )
    """Marketplace account that the image is published by, such as azureopenshift. 3 to 50
    lower-case letters, digits, hyphens and underscores.
    """

    sku: Annotated[str, Text(min=1, max=255, pattern="^[a-z0-9-_]+$")] | None = None
    """Edition within the offer, such as aro_419. It usually stands for one line of releases, one
    architecture and one generation, all of which have to fit the pool. Lower-case letters, digits,
    hyphens and underscores.
    """

    version: (
        Annotated[str, Text(min=1, max=32, pattern=r"^[0-9]+\.[0-9]+\.[0-9]+$|^latest$")] | None
    ) = None
    """Version of the edition as three numbers, such as 419.6.20250523, or latest. With latest Azure
    chooses the newest version each time that a machine is made, so the machines of a pool may come
    to differ.
    """


class AzureNodePoolOSDisk(Struct):
    """The disk that a machine boots from and that pods use for what is not in a volume."""

    diskStorageAccountType: (
        Literal["Premium_LRS", "PremiumV2_LRS", "Standard_LRS", "StandardSSD_LRS"] | None
    ) = None
    """Kind of managed disk. Premium_LRS and PremiumV2_LRS are fast SSDs that only some VM sizes
    take (for Premium_LRS those with an s in the name, as in D4s); StandardSSD_LRS is cheaper and
    slower, Standard_LRS a hard disk. Azure decides which kinds a region and size allow for an OS
    disk. The create commands write Premium_LRS; absent, no kind is asked for.
    """

    encryptionSetID: (
        Annotated[
            str,
            Text(min=1, max=285),
            Rule(
                (
                    "size(self.split('/')) == 9 && "
                    "self.matches('^/subscriptions/.*/resourceGroups/.*/providers"
                    "/Microsoft.Compute/diskEncryptionSets/.*$')"
                ),
                (
                    "encryptionSetID must be in the format "
                    "`/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}"
                    "/providers/Microsoft.Compute/diskEncryptionSets/{resourceName}`"
                ),
            ),
            Rule(
                (
                    "self.split('/')[2].matches('^[{]?[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}"
                    "[0-9a-fA-F]{12}[}]?$')"
                ),
                (
                    "the subscriptionId in the encryptionSetID must be a valid UUID. It should be "
                    "5 groups of hyphen separated hexadecimal characters in the form 8-4-4-4-12"
                ),
            ),
            Rule(
                r"self.split('/')[4].matches('[a-zA-Z0-9-_\\(\\)\\.]{1,90}')",
                (
                    "The resourceGroupName should be between 1 and 90 characters, consisting only "
                    "of alphanumeric characters, hyphens, underscores, periods and parenthesis"
                ),
            ),
            Rule(
                "!self.split('/')[4].endsWith('.')",
                (
                    "the resourceGroupName in the encryptionSetID must not end with a period (.) "
                    "character"
                ),
            ),
            Rule(
                "self.split('/')[8].matches('[a-zA-Z0-9-_]{1,80}')",
                (
                    "The resourceName should be between 1 and 80 characters, consisting only of "
                    "alphanumeric characters, hyphens and underscores"
                ),
            ),
        ]
        | None
    ) = None
    """Resource ID of the disk encryption set whose key, one of your own, encrypts the disk. It has
    to be in the region of the cluster and be allowed to use its key. Absent means that Azure
    encrypts the disk with a key that it manages itself.
    """

    persistence: Literal["Persistent", "Ephemeral"] | None = None
    """Whether the disk outlives the host that the machine is on. Persistent, also when absent,
    keeps it in Azure Storage. Ephemeral puts it on the host, with a read-only cache: faster and
    without storage cost, but what is on it is lost when the machine is moved or reimaged, and it
    has to fit into the cache or temporary disk of the VM size.
    """

    sizeGiB: Annotated[int, Number(min=16, max=32767, format="int32")] | None = None
    """Size of the disk in GiB, from 16 to 32767. It holds the operating system, all container
    images, logs and emptyDir volumes, so small disks cause evictions. The create commands write
    120; absent, no size is asked for and the default of the Azure provider applies.
    """
