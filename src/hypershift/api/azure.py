"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.azure_identities import AzureAuthenticationConfiguration
from hypershift.api.schema import Default, Items, Rule, Struct, Text, entries, rule


SubscriptionID = Annotated[
    str,
    Text(min=36, max=36),
    Rule(
        (
            "self.matches('^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]"
            "{12}$')"
        ),
        "must be a valid UUID (e.g., 550e8400-e29b-41d4-a716-446655440000)",
    ),
]
"""TODO"""

NATSubnetID = Annotated[
    str,
    Text(min=1, max=355),
    Rule("self == oldSelf", "natSubnetID is immutable once set"),
    Rule(
        (
            r"self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Network"
            "/virtualNetworks/[^/]+/subnets/[^/]+$')"
        ),
        (
            "must be a valid Azure subnet resource ID (e.g., "
            "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network/virtualNetworks/{"
            "vnet}/subnets/{subnet})"
        ),
    ),
]
"""TODO"""


@rule(
    "has(self.private) == has(oldSelf.private)",
    "private cannot be added or removed after cluster creation",
)
@rule("!has(oldSelf.topology) || has(self.topology)", "topology cannot be removed once set")
@rule(
    (
        "!has(self.topology) || !has(oldSelf.topology) || (self.topology == 'Public') == "
        "(oldSelf.topology == 'Public')"
    ),
    "transitions between Public and non-Public topology are not supported",
)
@rule(
    (
        "has(self.topology) && (self.topology == 'Private' || self.topology == "
        "'PublicAndPrivate') ? has(self.private) : !has(self.private)"
    ),
    "private is required when topology is Private or PublicAndPrivate, and forbidden otherwise",
)
@rule(
    (
        "!has(self.private) || self.private.type != 'PrivateLink' || "
        "self.azureAuthenticationConfig.azureAuthenticationConfigType != 'WorkloadIdentities' "
        "|| has(self.azureAuthenticationConfig.workloadIdentities.controlPlaneOperator)"
    ),
    (
        "workloadIdentities.controlPlaneOperator is required when Private Link is configured "
        "with WorkloadIdentities authentication"
    ),
)
class AzurePlatformSpec(Struct):
    """TODO"""

    azureAuthenticationConfig: AzureAuthenticationConfiguration
    """TODO"""

    cloud: (
        Annotated[
            Literal[
                "AzurePublicCloud",
                "AzureUSGovernmentCloud",
                "AzureChinaCloud",
                "AzureGermanCloud",
                "AzureBleuCloud",
                "AzureStackCloud",
            ],
            Default("AzurePublicCloud"),
        ]
        | None
    ) = None
    """TODO"""

    containerRegistry: AzureContainerRegistry | None = None
    """TODO"""

    location: Annotated[str, Text(max=255), Rule("self == oldSelf", "Location is immutable")]
    """TODO"""

    private: AzurePrivateSpec | None = None
    """TODO"""

    resourceGroup: Annotated[
        str,
        Text(max=90, pattern=r"^[a-zA-Z0-9_()\-\.]{1,89}[a-zA-Z0-9_()\-]$"),
        Rule("self == oldSelf", "ResourceGroupName is immutable"),
        Default("default"),
    ]
    """TODO"""

    securityGroupID: Annotated[
        str, Text(max=255), Rule("self == oldSelf", "SecurityGroupID is immutable")
    ]
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

    subscriptionID: Annotated[
        str, Text(max=255), Rule("self == oldSelf", "SubscriptionID is immutable")
    ]
    """TODO"""

    tenantID: Annotated[str, Text(max=255)]
    """TODO"""

    topology: Literal["Public", "PublicAndPrivate", "Private"] | None = None
    """TODO"""

    vnetID: Annotated[str, Text(max=255), Rule("self == oldSelf", "VnetID is immutable")]
    """TODO"""


class AzureContainerRegistry(Struct):
    """TODO"""

    credentials: AzureContainerRegistryCredentials
    """TODO"""


@rule(
    "self.type == 'ManagedIdentity' ? has(self.managedIdentity) : !has(self.managedIdentity)",
    "managedIdentity is required when type is ManagedIdentity, and forbidden otherwise",
)
class AzureContainerRegistryCredentials(Struct):
    """TODO"""

    managedIdentity: AzureContainerRegistryManagedIdentity | None = None
    """TODO"""

    type: Literal["ManagedIdentity"]
    """TODO"""


class AzureContainerRegistryManagedIdentity(Struct):
    """TODO"""

    resourceID: Annotated[
        str,
        Text(min=131, max=345),
        Rule(
            (
                "self.lowerAscii().matches('^/subscriptions/[^/]+/resourcegroups/[^/]+/providers/micros"
                r"oft\\.managedidentity/userassignedidentities/[^/]+$')"
            ),
            (
                "must be a user-assigned managed identity ARM resource ID in the format "
                "/subscriptions/{subscriptionID}/resourceGroups/{resourceGroupName}/providers/Microsoft"
                ".ManagedIdentity/userAssignedIdentities/{identityName}"
            ),
        ),
    ]
    """TODO"""


@rule("!has(oldSelf.type) || self.type == oldSelf.type", "type is immutable")
@rule(
    "self.type == 'PrivateLink' ? has(self.privateLink) : !has(self.privateLink)",
    "privateLink is required when type is PrivateLink, and forbidden otherwise",
)
@rule(
    "self.type == 'Swift' ? has(self.swift) : !has(self.swift)",
    "swift is required when type is Swift, and forbidden otherwise",
)
class AzurePrivateSpec(Struct):
    """TODO"""

    privateLink: AzurePrivateLinkSpec | None = None
    """TODO"""

    swift: AzureSwiftSpec | None = None
    """TODO"""

    type: Literal["PrivateLink", "Swift"]
    """TODO"""


@entries(1)
class AzurePrivateLinkSpec(Struct):
    """TODO"""

    additionalAllowedSubscriptions: (
        Annotated[list[SubscriptionID], Items(min=1, max=50, type="set")] | None
    ) = None
    """TODO"""

    natSubnetID: NATSubnetID | None = None
    """TODO"""


@rule("self.podNetworkInstance == oldSelf.podNetworkInstance", "podNetworkInstance is immutable")
class AzureSwiftSpec(Struct):
    """TODO"""

    podNetworkInstance: Annotated[
        str,
        Text(min=1, max=63),
        Rule(
            "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
            (
                "podNetworkInstance must be a valid DNS label: lowercase alphanumeric characters or "
                "hyphens, must start and end with an alphanumeric character"
            ),
        ),
    ]
    """TODO"""
