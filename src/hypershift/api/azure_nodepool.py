"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Default, Number, Rule, Struct, Text, entries, rule


class AzureNodePoolPlatform(Struct):
    """TODO"""

    availabilityZone: Annotated[str, Text(max=255), Rule("self in ['1', '2', '3']")] | None = None
    """TODO"""

    diagnostics: Diagnostics | None = None
    """TODO"""

    encryptionAtHost: Annotated[Literal["Enabled", "Disabled"], Default("Enabled")] | None = None
    """TODO"""

    image: AzureVMImage
    """TODO"""

    osDisk: AzureNodePoolOSDisk
    """TODO"""

    subnetID: Annotated[
        str,
        Text(min=1, max=355),
        Rule(
            (
                "size(self.split('/')) == 11 && "
                "self.matches('^/subscriptions/.*/resourceGroups/.*/providers/Microsoft.Network/virtual"
                "Networks/.*/subnets/.*$')"
            ),
            (
                "encryptionSetID must be in the format "
                "`/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsof"
                "t.Network/virtualNetworks/{vnetName}/subnets/{subnetName}`"
            ),
        ),
        Rule(
            (
                "self.split('/')[2].matches('^[{]?[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}[}]"
                "?$')"
            ),
            (
                "the subscriptionId in the encryptionSetID must be a valid UUID. It should be 5 groups "
                "of hyphen separated hexadecimal characters in the form 8-4-4-4-12"
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
                "The vnetName should be between 2 and 64 characters, consisting only of alphanumeric "
                "characters, hyphens, underscores and periods"
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
                "The subnetName should be between 1 and 80 characters, consisting only of alphanumeric "
                "characters, hyphens and underscores and must start with an alphanumeric character"
            ),
        ),
        Rule(
            "!self.split('/')[10].endsWith('.') && !self.split('/')[10].endsWith('-')",
            "the subnetName in the subnetID must not end with a period (.) or hyphen (-) character",
        ),
        Rule("self == oldSelf", "SubnetID is immutable"),
    ]
    """TODO"""

    vmSize: Annotated[
        str,
        Text(
            max=255,
            pattern=(
                "^(Standard_|Basic_)?[A-Z]+[0-9]+(-[0-9]+)?[abdilmptsCNP]*(_[A-Z]*[0-9]+[A-Z]*)?(_v[0-9"
                "]+)?$"
            ),
        ),
    ]
    """TODO"""


@rule(
    "self.storageAccountType == 'UserManaged' ? has(self.userManaged) : !has(self.userManaged)",
    "userManaged is required when storageAccountType is UserManaged, and forbidden otherwise",
)
class Diagnostics(Struct):
    """TODO"""

    storageAccountType: (
        Annotated[Literal["Managed", "UserManaged", "Disabled"], Default("Disabled")] | None
    ) = None
    """TODO"""

    userManaged: UserManagedDiagnostics | None = None
    """TODO"""


class UserManagedDiagnostics(Struct):
    """TODO"""

    storageAccountURI: Annotated[
        str,
        Text(max=1024),
        Rule(
            "isURL(self) && url(self).getScheme() == 'https'",
            "storageAccountURI must be a valid HTTPS URL",
        ),
    ]
    """TODO"""


@rule(
    "has(self.type) && self.type == 'ImageID' ?  has(self.imageID) : !has(self.imageID)",
    "imageID is required when type is ImageID, and forbidden otherwise",
)
@rule(
    "has(self.type) && self.type == 'AzureMarketplace' ?  true : !has(self.azureMarketplace)",
    "azureMarketplace is forbidden when type is not AzureMarketplace",
)
class AzureVMImage(Struct):
    """TODO"""

    azureMarketplace: AzureMarketplaceImage | None = None
    """TODO"""

    imageID: Annotated[str, Text(max=255)] | None = None
    """TODO"""

    type: Literal["ImageID", "AzureMarketplace"]
    """TODO"""


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
    """TODO"""

    imageGeneration: Annotated[Literal["Gen1", "Gen2"], Default("Gen2")] | None = None
    """TODO"""

    offer: Annotated[str, Text(min=1, max=255)] | None = None
    """TODO"""

    publisher: Annotated[str, Text(min=3, max=50, pattern="^[a-z0-9][a-z0-9-_]{2,49}$")] | None = (
        None
    )
    """TODO"""

    sku: Annotated[str, Text(min=1, max=255, pattern="^[a-z0-9-_]+$")] | None = None
    """TODO"""

    version: (
        Annotated[str, Text(min=1, max=32, pattern=r"^[0-9]+\.[0-9]+\.[0-9]+$|^latest$")] | None
    ) = None
    """TODO"""


class AzureNodePoolOSDisk(Struct):
    """TODO"""

    diskStorageAccountType: (
        Literal["Premium_LRS", "PremiumV2_LRS", "Standard_LRS", "StandardSSD_LRS"] | None
    ) = None
    """TODO"""

    encryptionSetID: (
        Annotated[
            str,
            Text(min=1, max=285),
            Rule(
                (
                    "size(self.split('/')) == 9 && "
                    "self.matches('^/subscriptions/.*/resourceGroups/.*/providers/Microsoft.Compute/diskEnc"
                    "ryptionSets/.*$')"
                ),
                (
                    "encryptionSetID must be in the format "
                    "`/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsof"
                    "t.Compute/diskEncryptionSets/{resourceName}`"
                ),
            ),
            Rule(
                (
                    "self.split('/')[2].matches('^[{]?[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}[}]"
                    "?$')"
                ),
                (
                    "the subscriptionId in the encryptionSetID must be a valid UUID. It should be 5 groups "
                    "of hyphen separated hexadecimal characters in the form 8-4-4-4-12"
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
                "the resourceGroupName in the encryptionSetID must not end with a period (.) character",
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
    """TODO"""

    persistence: Literal["Persistent", "Ephemeral"] | None = None
    """TODO"""

    sizeGiB: Annotated[int, Number(min=16, max=32767, format="int32")] | None = None
    """TODO"""
