"""The AzurePrivateLinkService: the private way from the nodes' network to one endpoint.

Two operators meet in it. The control plane operator writes the spec and builds the side of the
nodes: private endpoint and DNS. The operator builds the side of the management cluster: the Private
Link Service itself.
"""

from __future__ import annotations

from typing import Annotated

from hypershift.api.azure import NATSubnetID, SubscriptionID
from hypershift.api.meta import Condition
from hypershift.api.schema import Column, Items, Resource, Rule, Struct, Text, entries, resource


@resource(
    group="hypershift.openshift.io",
    version="v1beta1",
    plural="azureprivatelinkservices",
    short_names=("azpls",),
    columns=(
        Column(name="PLS Alias", path=".status.privateLinkServiceAlias"),
        Column(name="Endpoint IP", path=".status.privateEndpointIP"),
        Column(
            name="Available",
            path='.status.conditions[?(@.type=="AzurePrivateLinkServiceAvailable")].status',
        ),
        Column(name="Age", path=".metadata.creationTimestamp", type="date"),
    ),
)
class AzurePrivateLinkService(Resource):
    """A private connection from the nodes' network to an endpoint of a control plane.

    There is one per internal load balancer of the control plane, named after its Service:
    private-router, and oauth-openshift where OAuth has a load balancer of its own. It lives in the
    namespace of the control plane. The control plane operator creates it for clusters with Private
    Link and removes it with them; it is there to be read, and is not written by hand.
    """

    spec: AzurePrivateLinkServiceSpec
    """What is to be connected with what. Taken from the HostedControlPlane and from the internal
    load balancer, and kept equal to them.
    """

    status: AzurePrivateLinkServiceStatus | None = None
    """The resources made in Azure so far, and what is still missing."""


class AzurePrivateLinkServiceSpec(Struct):
    """The two ends of a private connection."""

    additionalAllowedSubscriptions: (
        Annotated[list[SubscriptionID], Items(min=1, max=50, type="set")] | None
    ) = None
    """Subscriptions, apart from subscriptionID, that may see the Private Link Service and whose
    private endpoints for it are approved without asking. A copy of the field of the same name in
    the HostedCluster; when it changes, the service in Azure is updated.
    """

    baseDomain: (
        Annotated[
            str,
            Text(min=1, max=253),
            Rule("self == oldSelf", "baseDomain is immutable once set"),
            Rule(
                (
                    r"self.matches('^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\\.[a-zA-Z0-9]("
                    "[a-zA-Z0-9-]*[a-zA-Z0-9])?)*$')"
                ),
                (
                    "baseDomain must be a valid DNS domain name consisting of alphanumeric "
                    "characters, hyphens, and periods, where each segment starts and ends with an "
                    "alphanumeric character"
                ),
            ),
        ]
        | None
    ) = None
    """Domain in which the control plane has its public names, such as example.com for
    api-mycluster.example.com. A private DNS zone of this name resolves those names to the private
    endpoint inside the nodes' network. It is taken from the OAuth hostname where there is one,
    otherwise from the base domain of the cluster. Absent means no such zone. Cannot be changed once
    set.
    """

    guestSubnetID: Annotated[
        str,
        Text(min=1, max=355),
        Rule("self == oldSelf", "guestSubnetID is immutable once set"),
        Rule(
            (
                "self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers"
                r"/Microsoft\\.Network/virtualNetworks/[^/]+/subnets/[^/]+$')"
            ),
            (
                "must be a valid Azure subnet resource ID (e.g., "
                "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network"
                "/virtualNetworks/{vnet}/subnets/{subnet})"
            ),
        ),
    ]
    """Resource ID of the subnet, on the side of the nodes, from which the private endpoint takes
    its address. It is the subnetID of the HostedCluster. Cannot be changed.
    """

    guestVNetID: Annotated[
        str,
        Text(min=1, max=355),
        Rule("self == oldSelf", "guestVNetID is immutable once set"),
        Rule(
            (
                "self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers"
                r"/Microsoft\\.Network/virtualNetworks/[^/]+$')"
            ),
            (
                "must be a valid Azure VNet resource ID (e.g., "
                "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network"
                "/virtualNetworks/{vnet})"
            ),
        ),
    ]
    """Resource ID of the virtual network that the private DNS zones are linked to, so that machines
    in it resolve the names of the control plane to the private endpoint. It is the vnetID of the
    HostedCluster. Cannot be changed.
    """

    loadBalancerIP: (
        Annotated[
            str,
            Text(min=1, max=39),
            Rule("isIP(self)", "loadBalancerIP must be a valid IPv4 or IPv6 address"),
        ]
        | None
    ) = None
    """Private address, IPv4 or IPv6, of the control plane's internal load balancer. By it the
    operator finds the load balancer in Azure that the Private Link Service goes in front of. Work
    waits until it is there.
    """

    location: Annotated[
        str,
        Text(min=1, max=50),
        Rule("self == oldSelf", "location is immutable once set"),
        Rule(
            "self.matches('^[a-z0-9]+$')",
            (
                "location must contain only lowercase alphanumeric characters (e.g., eastus, "
                "westeurope, centralus)"
            ),
        ),
    ]
    """Azure region of the cluster in its short form, such as eastus, of lower-case letters and
    digits only. Private Link Service and private endpoint are made in it. Cannot be changed.
    """

    natSubnetID: NATSubnetID | None = None
    """Resource ID of the subnet, on the side of the management cluster, whose addresses the Private
    Link Service gives to incoming connections. Absent, the operator makes a subnet named
    {infraID}-pls-nat in the network of the load balancer. Cannot be changed once set.
    """

    resourceGroupName: Annotated[
        str,
        Text(min=1, max=90),
        Rule("self == oldSelf", "resourceGroupName is immutable once set"),
        Rule(
            "self.matches(r'^[-a-zA-Z0-9_.()]+$') && !self.endsWith('.')",
            (
                "resourceGroupName must contain only alphanumerics, underscores, hyphens, "
                "periods, and parentheses, and cannot end with a period"
            ),
        ),
    ]
    """Resource group of the hosted cluster, which receives the private endpoint and the private DNS
    zones. The Private Link Service lies in the group that the operator was installed with instead.
    Up to 90 characters, and no period at the end. Cannot be changed.
    """

    subscriptionID: Annotated[
        str,
        Text(min=36, max=36),
        Rule("self == oldSelf", "subscriptionID is immutable once set"),
        Rule(
            (
                "self.matches('^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-"
                "[0-9a-fA-F]{12}$')"
            ),
            "must be a valid UUID (e.g., 550e8400-e29b-41d4-a716-446655440000)",
        ),
    ]
    """ID of the hosted cluster's subscription, a UUID. It holds the private endpoint, and is the
    first whose connections to the Private Link Service are approved. Cannot be changed.
    """


@entries(1)
class AzurePrivateLinkServiceStatus(Struct):
    """What of a private connection exists in Azure."""

    baseDomainDNSZoneID: (
        Annotated[
            str,
            Text(min=1, max=265),
            Rule(
                (
                    "self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers"
                    r"/Microsoft\\.Network/privateDnsZones/[^/]+$')"
                ),
                (
                    "baseDomainDNSZoneID must be an Azure Private DNS Zone resource ID (e.g., "
                    "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network"
                    "/privateDnsZones/{zoneName})"
                ),
            ),
        ]
        | None
    ) = None
    """Resource ID of the private DNS zone for baseDomain, with the records api-{cluster} and
    oauth-{cluster}. Absent when there is no baseDomain or the zone is not made yet.
    """

    conditions: (
        Annotated[list[Condition], Items(min=1, max=10, type="map", keys=("type",))] | None
    ) = None
    """How far the connection has come. In this order they turn True:
    AzureInternalLoadBalancerAvailable, AzurePLSCreated, AzurePrivateEndpointAvailable,
    AzurePrivateDNSAvailable and, when all is done, AzurePrivateLinkServiceAvailable. The first that
    is not True tells by reason and message what is missing; the HostedCluster shows them too.
    """

    dnsZoneName: (
        Annotated[
            str,
            Text(min=1, max=253),
            Rule(
                (
                    r"self.matches('^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\\.[a-zA-Z0-9]("
                    "[a-zA-Z0-9-]*[a-zA-Z0-9])?)*$')"
                ),
                (
                    "dnsZoneName must be a valid DNS domain name consisting of alphanumeric "
                    "characters, hyphens, and periods, where each segment starts and ends with an "
                    "alphanumeric character"
                ),
            ),
        ]
        | None
    ) = None
    """Name of the private DNS zone for the cluster's internal names, {cluster}.hypershift.local.
    Its records api and *.apps lead to the private endpoint, and nodes use them to find the control
    plane. The zone belongs to the object private-router.
    """

    internalLoadBalancerID: (
        Annotated[
            str,
            Text(min=1, max=284),
            Rule(
                (
                    "self.matches('^/subscriptions"
                    "/[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
                    r"/resourceGroups/[^/]+/providers/Microsoft\\.Network/loadBalancers/[^/]+$')"
                ),
                (
                    "internalLoadBalancerID must be an Azure load balancer resource ID in the "
                    "format /subscriptions/{subscriptionID}/resourceGroups/{resourceGroup}/provide"
                    "rs/Microsoft.Network/loadBalancers/{loadBalancerName}"
                ),
            ),
        ]
        | None
    ) = None
    """Resource ID of the internal load balancer that was found by loadBalancerIP. Absent as long as
    Azure has none with that address.
    """

    privateDNSZoneID: (
        Annotated[
            str,
            Text(min=1, max=265),
            Rule(
                (
                    "self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers"
                    r"/Microsoft\\.Network/privateDnsZones/[^/]+$')"
                ),
                (
                    "privateDNSZoneID must be an Azure Private DNS Zone resource ID (e.g., "
                    "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network"
                    "/privateDnsZones/{zoneName})"
                ),
            ),
        ]
        | None
    ) = None
    """Resource ID of the private DNS zone that dnsZoneName names."""

    privateEndpointID: (
        Annotated[
            str,
            Text(min=1, max=267),
            Rule(
                (
                    "self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers"
                    r"/Microsoft\\.Network/privateEndpoints/[^/]+$')"
                ),
                (
                    "privateEndpointID must be an Azure Private Endpoint resource ID (e.g., "
                    "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network"
                    "/privateEndpoints/{endpointName})"
                ),
            ),
        ]
        | None
    ) = None
    """Resource ID of the private endpoint in the subnet of the nodes. That it exists does not mean
    that it can be used: the Private Link Service has to approve its connection, which the condition
    AzurePrivateEndpointAvailable tells.
    """

    privateEndpointIP: (
        Annotated[
            str,
            Text(min=1, max=39),
            Rule("isIP(self)", "privateEndpointIP must be a valid IPv4 or IPv6 address"),
        ]
        | None
    ) = None
    """Address that the private endpoint got in the subnet of the nodes. The private DNS records
    that are made for this object point to it.
    """

    privateLinkServiceAlias: (
        Annotated[
            str,
            Text(min=1, max=170),
            Rule(
                r"self.matches('^[^.]+\\.[0-9a-fA-F-]+\\.[a-z0-9]+\\.azure\\.privatelinkservice$')",
                (
                    "privateLinkServiceAlias must match the Azure PLS alias format "
                    "{plsName}.{guid}.{region}.azure.privatelinkservice"
                ),
            ),
        ]
        | None
    ) = None
    """Name that Azure gave the Private Link Service, in the form
    {name}.{guid}.{region}.azure.privatelinkservice. The private endpoint is connected to this name
    and is not made before it is known. Further private endpoints, from the allowed subscriptions,
    use it too.
    """

    privateLinkServiceID: (
        Annotated[
            str,
            Text(min=1, max=270),
            Rule(
                (
                    "self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers"
                    r"/Microsoft\\.Network/privateLinkServices/[^/]+$')"
                ),
                (
                    "privateLinkServiceID must be an Azure Private Link Service resource ID "
                    "(e.g., /subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network/p"
                    "rivateLinkServices/{plsName})"
                ),
            ),
        ]
        | None
    ) = None
    """Resource ID of the Private Link Service in front of the internal load balancer. By it the
    operator finds what to delete; it is cleared when the service has vanished from Azure, and a new
    one is then made.
    """
