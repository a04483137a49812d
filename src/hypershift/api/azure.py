"""What a hosted cluster uses in Azure: subscription, network, registry and private access."""

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
"""The UUID of an Azure subscription."""

NATSubnetID = Annotated[
    str,
    Text(min=1, max=355),
    Rule("self == oldSelf", "natSubnetID is immutable once set"),
    Rule(
        (
            "self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers"
            r"/Microsoft\\.Network/virtualNetworks/[^/]+/subnets/[^/]+$')"
        ),
        (
            "must be a valid Azure subnet resource ID (e.g., "
            "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network/virtualNetworks/{"
            "vnet}/subnets/{subnet})"
        ),
    ),
]
"""The resource ID of the subnet that a Private Link Service takes its addresses from."""


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
    """Where in Azure a hosted cluster has its nodes, and how its API can be reached.

    The resources that it names exist before the cluster does. Nearly all of it is fixed from then
    on, since machines, load balancers and credentials are made for it.
    """

    azureAuthenticationConfig: AzureAuthenticationConfiguration
    """How the components of the cluster sign in to Azure, and with which identity each.
    Self-managed clusters use workload identities, which need no stored secret.
    """

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
    """Which of Azure's separate clouds the subscription belongs to; AzurePublicCloud when absent.
    It decides the sign-in and management endpoints that all components talk to; location, tenant
    and all resource IDs have to belong to the same cloud.
    """

    containerRegistry: AzureContainerRegistry | None = None
    """How nodes sign in to Azure Container Registry when the kubelet pulls images. With it the
    machines of all pools carry a managed identity that the registry knows, and images there need no
    entry in the pull secret. Absent means that only the pull secret counts. It is part of the
    machines, so adding, changing or removing it replaces the nodes of pools with upgradeType
    Replace.
    """

    location: Annotated[str, Text(max=255), Rule("self == oldSelf", "Location is immutable")]
    """Azure region in its short form, such as eastus or westeurope, in which machines, disks and
    load balancers are made. The virtual network has to lie in the same region. Fixed once the
    cluster exists.
    """

    private: AzurePrivateSpec | None = None
    """How nodes reach a control plane without crossing the internet. Required when topology is
    Private or PublicAndPrivate and refused otherwise; it cannot be added to or taken from a cluster
    that exists.
    """

    resourceGroup: Annotated[
        str,
        Text(max=90, pattern=r"^[a-zA-Z0-9_()\-\.]{1,89}[a-zA-Z0-9_()\-]$"),
        Rule("self == oldSelf", "ResourceGroupName is immutable"),
        Default("default"),
    ]
    """Name of the resource group that receives what the cluster makes in Azure: machines with their
    disks and interfaces, load balancers and public addresses. It exists before the cluster;
    network, security group and DNS zones may lie in other groups. 2 to 90 letters, digits and the
    characters _ ( ) - and ., without a period at the end; the name default when absent. Fixed once
    the cluster exists.
    """

    securityGroupID: Annotated[
        str, Text(max=255), Rule("self == oldSelf", "SecurityGroupID is immutable")
    ]
    """Resource ID of the network security group that guards the nodes' subnet. The cloud controller
    manager keeps in it the rules that let traffic to Services of type LoadBalancer through; for
    this its identity needs rights on the group. Fixed once the cluster exists.
    """

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
    """Resource ID of the cluster's main subnet, which belongs to the network that vnetID names. The
    cloud controller manager is configured with it, and the private endpoint of a private cluster
    takes its address from it. Nodes go to the subnet that their NodePool names, which create
    cluster azure sets to this one. Fixed once the cluster exists.
    """

    subscriptionID: Annotated[
        str, Text(max=255), Rule("self == oldSelf", "SubscriptionID is immutable")
    ]
    """ID of the subscription that pays for and holds the cluster's resources, those of all its
    pools included. Fixed once the cluster exists.
    """

    tenantID: Annotated[str, Text(max=255)]
    """ID of the Microsoft Entra tenant that the subscription trusts. All components sign in there,
    so their identities have to be known in it.
    """

    topology: Literal["Public", "PublicAndPrivate", "Private"] | None = None
    """Who can reach the API server and the other endpoints of the control plane. Public, also when
    absent: anyone, through public addresses. Private: only the nodes' network and the networks
    connected to it. PublicAndPrivate: nodes take the private way, and the public one is open as
    well. A cluster can be switched between Private and PublicAndPrivate, but not from Public to
    either nor back, and the field cannot be removed once set.
    """

    vnetID: Annotated[str, Text(max=255), Rule("self == oldSelf", "VnetID is immutable")]
    """Resource ID of the virtual network that all nodes of the cluster are in. It may belong to
    another resource group than the machines; its identities then need rights there. In a private
    cluster the private DNS zones are linked to it, so that its machines find the API server. Fixed
    once the cluster exists.
    """


class AzureContainerRegistry(Struct):
    """How nodes pull images from Azure Container Registry."""

    credentials: AzureContainerRegistryCredentials
    """What the nodes show to the registry. Whatever it is has to be allowed to pull from the
    registry, for instance by the role AcrPull, which is not granted here.
    """


@rule(
    "self.type == 'ManagedIdentity' ? has(self.managedIdentity) : !has(self.managedIdentity)",
    "managedIdentity is required when type is ManagedIdentity, and forbidden otherwise",
)
class AzureContainerRegistryCredentials(Struct):
    """The means by which nodes sign in to a container registry."""

    managedIdentity: AzureContainerRegistryManagedIdentity | None = None
    """The identity that every machine of the cluster carries for pulling images. Required with type
    ManagedIdentity.
    """

    type: Literal["ManagedIdentity"]
    """Kind of credential. ManagedIdentity, the only kind, attaches a user-assigned managed identity
    to the machines, so that no password is stored anywhere.
    """


class AzureContainerRegistryManagedIdentity(Struct):
    """The managed identity that nodes pull images with."""

    resourceID: Annotated[
        str,
        Text(min=131, max=345),
        Rule(
            (
                "self.lowerAscii().matches('^/subscriptions/[^/]+/resourcegroups/[^/]+/providers"
                r"/microsoft\\.managedidentity/userassignedidentities/[^/]+$')"
            ),
            (
                "must be a user-assigned managed identity ARM resource ID in the format "
                "/subscriptions/{subscriptionID}/resourceGroups/{resourceGroupName}/providers"
                "/Microsoft.ManagedIdentity/userAssignedIdentities/{identityName}"
            ),
        ),
    ]
    """Full resource ID of a user-assigned managed identity
    (Microsoft.ManagedIdentity/userAssignedIdentities), upper or lower case alike. The identity
    exists already. Machines are made with it, so the identity that makes machines,
    nodePoolManagement, has to be allowed to assign it.
    """


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
    """How the nodes' network is connected privately to a control plane."""

    privateLink: AzurePrivateLinkSpec | None = None
    """The details of the connection by Azure Private Link; at least one of its fields has to be
    set. Required with type PrivateLink, refused otherwise.
    """

    swift: AzureSwiftSpec | None = None
    """The details of the connection by Swift pod networking. Required with type Swift, refused
    otherwise.
    """

    type: Literal["PrivateLink", "Swift"]
    """The technique of the connection. PrivateLink puts a Private Link Service before the control
    plane's internal load balancer, and a private endpoint for it into the subnet of the cluster; it
    asks for an operator that was installed with private platform Azure, and for the
    controlPlaneOperator identity when workload identities are used. Swift attaches pods of the
    control plane to the other network directly, which the managed service does. Fixed once set.
    """


@entries(1)
class AzurePrivateLinkSpec(Struct):
    """The Private Link Service in front of a private control plane."""

    additionalAllowedSubscriptions: (
        Annotated[list[SubscriptionID], Items(min=1, max=50, type="set")] | None
    ) = None
    """Subscriptions, apart from the cluster's own, that may see the Private Link Service and whose
    private endpoints for it are approved without asking. Use it to reach the API from networks in
    other subscriptions. 1 to 50 UUIDs, each once. Can be changed at any time; the service is
    brought up to date.
    """

    natSubnetID: NATSubnetID | None = None
    """Resource ID of the subnet whose addresses the Private Link Service gives to incoming
    connections. It has to be in the virtual network of the control plane's internal load balancer,
    that is, on the side of the management cluster, and have the network policies for private link
    services disabled. Absent, the operator makes a subnet named {infraID}-pls-nat there, with the
    next free range between 10.0.1.0/24 and 10.0.255.0/24; that subnet is left behind when the
    cluster goes. Cannot be changed once set.
    """


@rule("self.podNetworkInstance == oldSelf.podNetworkInstance", "podNetworkInstance is immutable")
class AzureSwiftSpec(Struct):
    """The pod network that connects a private control plane to its nodes."""

    podNetworkInstance: Annotated[
        str,
        Text(min=1, max=63),
        Rule(
            "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
            (
                "podNetworkInstance must be a valid DNS label: lowercase alphanumeric characters "
                "or hyphens, must start and end with an alphanumeric character"
            ),
        ),
    ]
    """Name of the PodNetworkInstance, the Swift object for the network of the cluster, that pods of
    the control plane are attached with. It exists before the cluster does. A DNS label of at most
    63 characters, fixed once set.
    """
