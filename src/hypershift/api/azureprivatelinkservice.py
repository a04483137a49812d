"""TODO"""

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
    """TODO"""

    spec: AzurePrivateLinkServiceSpec
    """TODO"""

    status: AzurePrivateLinkServiceStatus | None = None
    """TODO"""


class AzurePrivateLinkServiceSpec(Struct):
    """TODO"""

    additionalAllowedSubscriptions: (
        Annotated[list[SubscriptionID], Items(min=1, max=50, type="set")] | None
    ) = None
    """TODO"""

    baseDomain: (
        Annotated[
            str,
            Text(min=1, max=253),
            Rule("self == oldSelf", "baseDomain is immutable once set"),
            Rule(
                (
                    r"self.matches('^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-z"
                    "A-Z0-9])?)*$')"
                ),
                (
                    "baseDomain must be a valid DNS domain name consisting of alphanumeric characters, "
                    "hyphens, and periods, where each segment starts and ends with an alphanumeric "
                    "character"
                ),
            ),
        ]
        | None
    ) = None
    """TODO"""

    guestSubnetID: Annotated[
        str,
        Text(min=1, max=355),
        Rule("self == oldSelf", "guestSubnetID is immutable once set"),
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

    guestVNetID: Annotated[
        str,
        Text(min=1, max=355),
        Rule("self == oldSelf", "guestVNetID is immutable once set"),
        Rule(
            (
                r"self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Network"
                "/virtualNetworks/[^/]+$')"
            ),
            (
                "must be a valid Azure VNet resource ID (e.g., "
                "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network/virtualNetworks/{"
                "vnet})"
            ),
        ),
    ]
    """TODO"""

    loadBalancerIP: (
        Annotated[
            str,
            Text(min=1, max=39),
            Rule("isIP(self)", "loadBalancerIP must be a valid IPv4 or IPv6 address"),
        ]
        | None
    ) = None
    """TODO"""

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
    """TODO"""

    natSubnetID: NATSubnetID | None = None
    """TODO"""

    resourceGroupName: Annotated[
        str,
        Text(min=1, max=90),
        Rule("self == oldSelf", "resourceGroupName is immutable once set"),
        Rule(
            "self.matches(r'^[-a-zA-Z0-9_.()]+$') && !self.endsWith('.')",
            (
                "resourceGroupName must contain only alphanumerics, underscores, hyphens, periods, and "
                "parentheses, and cannot end with a period"
            ),
        ),
    ]
    """TODO"""

    subscriptionID: Annotated[
        str,
        Text(min=36, max=36),
        Rule("self == oldSelf", "subscriptionID is immutable once set"),
        Rule(
            (
                "self.matches('^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]"
                "{12}$')"
            ),
            "must be a valid UUID (e.g., 550e8400-e29b-41d4-a716-446655440000)",
        ),
    ]
    """TODO"""


@entries(1)
class AzurePrivateLinkServiceStatus(Struct):
    """TODO"""

    baseDomainDNSZoneID: (
        Annotated[
            str,
            Text(min=1, max=265),
            Rule(
                (
                    r"self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Network"
                    "/privateDnsZones/[^/]+$')"
                ),
                (
                    "baseDomainDNSZoneID must be an Azure Private DNS Zone resource ID (e.g., "
                    "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network/privateDnsZones/{"
                    "zoneName})"
                ),
            ),
        ]
        | None
    ) = None
    """TODO"""

    conditions: (
        Annotated[list[Condition], Items(min=1, max=10, type="map", keys=("type",))] | None
    ) = None
    """TODO"""

    dnsZoneName: (
        Annotated[
            str,
            Text(min=1, max=253),
            Rule(
                (
                    r"self.matches('^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-z"
                    "A-Z0-9])?)*$')"
                ),
                (
                    "dnsZoneName must be a valid DNS domain name consisting of alphanumeric characters, "
                    "hyphens, and periods, where each segment starts and ends with an alphanumeric "
                    "character"
                ),
            ),
        ]
        | None
    ) = None
    """TODO"""

    internalLoadBalancerID: (
        Annotated[
            str,
            Text(min=1, max=284),
            Rule(
                (
                    "self.matches('^/subscriptions/[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]"
                    r"{4}-[0-9a-fA-F]{12}/resourceGroups/[^/]+/providers/Microsoft\\.Network/loadBalancers/["
                    "^/]+$')"
                ),
                (
                    "internalLoadBalancerID must be an Azure load balancer resource ID in the format "
                    "/subscriptions/{subscriptionID}/resourceGroups/{resourceGroup}/providers/Microsoft.Net"
                    "work/loadBalancers/{loadBalancerName}"
                ),
            ),
        ]
        | None
    ) = None
    """TODO"""

    privateDNSZoneID: (
        Annotated[
            str,
            Text(min=1, max=265),
            Rule(
                (
                    r"self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Network"
                    "/privateDnsZones/[^/]+$')"
                ),
                (
                    "privateDNSZoneID must be an Azure Private DNS Zone resource ID (e.g., "
                    "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network/privateDnsZones/{"
                    "zoneName})"
                ),
            ),
        ]
        | None
    ) = None
    """TODO"""

    privateEndpointID: (
        Annotated[
            str,
            Text(min=1, max=267),
            Rule(
                (
                    r"self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Network"
                    "/privateEndpoints/[^/]+$')"
                ),
                (
                    "privateEndpointID must be an Azure Private Endpoint resource ID (e.g., "
                    "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network/privateEndpoints/"
                    "{endpointName})"
                ),
            ),
        ]
        | None
    ) = None
    """TODO"""

    privateEndpointIP: (
        Annotated[
            str,
            Text(min=1, max=39),
            Rule("isIP(self)", "privateEndpointIP must be a valid IPv4 or IPv6 address"),
        ]
        | None
    ) = None
    """TODO"""

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
    """TODO"""

    privateLinkServiceID: (
        Annotated[
            str,
            Text(min=1, max=270),
            Rule(
                (
                    r"self.matches('^/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Network"
                    "/privateLinkServices/[^/]+$')"
                ),
                (
                    "privateLinkServiceID must be an Azure Private Link Service resource ID (e.g., "
                    "/subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network/privateLinkServic"
                    "es/{plsName})"
                ),
            ),
        ]
        | None
    ) = None
    """TODO"""
