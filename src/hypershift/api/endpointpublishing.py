"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import (
    Default,
    Items,
    Nullable,
    Number,
    Rule,
    Struct,
    Text,
    any_value,
    rule,
)


Port = Annotated[int, Number(min=0, max=65535, format="int32")]
"""TODO"""

IngressProtocol = Literal["", "TCP", "PROXY"]
"""TODO"""


@any_value
class EndpointPublishingStrategy(Struct):
    """TODO"""

    hostNetwork: HostNetworkStrategy | None = None
    """TODO"""

    loadBalancer: LoadBalancerStrategy | None = None
    """TODO"""

    nodePort: ProtocolParameters | None = None
    """TODO"""

    private: ProtocolParameters | None = None
    """TODO"""

    type: Literal["LoadBalancerService", "HostNetwork", "Private", "NodePortService"]
    """TODO"""


class HostNetworkStrategy(Struct):
    """TODO"""

    httpPort: Annotated[Port, Default(80)] | None = None
    """TODO"""

    httpsPort: Annotated[Port, Default(443)] | None = None
    """TODO"""

    protocol: IngressProtocol | None = None
    """TODO"""

    statsPort: Annotated[Port, Default(1936)] | None = None
    """TODO"""


@rule(
    (
        "!has(self.scope) || self.scope != 'Internal' || !has(self.providerParameters) || "
        "!has(self.providerParameters.aws) || "
        "!has(self.providerParameters.aws.networkLoadBalancer) || "
        "!has(self.providerParameters.aws.networkLoadBalancer.eipAllocations)"
    ),
    "eipAllocations are forbidden when the scope is Internal.",
)
@rule(
    (
        "!has(self.scope) || self.scope != 'Internal' || !has(self.providerParameters) || "
        "!has(self.providerParameters.openstack) || "
        "!has(self.providerParameters.openstack.floatingIP) || "
        'self.providerParameters.openstack.floatingIP == ""'
    ),
    "cannot specify a floating ip when scope is internal",
)
class LoadBalancerStrategy(Struct):
    """TODO"""

    allowedSourceRanges: (
        Annotated[
            list[
                Annotated[
                    str,
                    Text(
                        pattern=(
                            r"(^(([0-9]|[0-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])\.){3}([0-9]|[0-9][0-9]|1[0-9][0-"
                            "9]|2[0-4][0-9]|25[0-5])/([0-9]|[12][0-9]|3[0-2])$)|(^s*((([0-9A-Fa-f]{1,4}:){7}([0-9A-"
                            "Fa-f]{1,4}|:))|(([0-9A-Fa-f]{1,4}:){6}(:[0-9A-Fa-f]{1,4}|((25[0-5]|2[0-4]d|1dd|[1-9]?d"
                            ")(.(25[0-5]|2[0-4]d|1dd|[1-9]?d)){3})|:))|(([0-9A-Fa-f]{1,4}:){5}(((:[0-9A-Fa-f]{1,4})"
                            "{1,2})|:((25[0-5]|2[0-4]d|1dd|[1-9]?d)(.(25[0-5]|2[0-4]d|1dd|[1-9]?d)){3})|:))|(([0-9A"
                            "-Fa-f]{1,4}:){4}(((:[0-9A-Fa-f]{1,4}){1,3})|((:[0-9A-Fa-f]{1,4})?:((25[0-5]|2[0-4]d|1d"
                            "d|[1-9]?d)(.(25[0-5]|2[0-4]d|1dd|[1-9]?d)){3}))|:))|(([0-9A-Fa-f]{1,4}:){3}(((:[0-9A-F"
                            "a-f]{1,4}){1,4})|((:[0-9A-Fa-f]{1,4}){0,2}:((25[0-5]|2[0-4]d|1dd|[1-9]?d)(.(25[0-5]|2["
                            "0-4]d|1dd|[1-9]?d)){3}))|:))|(([0-9A-Fa-f]{1,4}:){2}(((:[0-9A-Fa-f]{1,4}){1,5})|((:[0-"
                            "9A-Fa-f]{1,4}){0,3}:((25[0-5]|2[0-4]d|1dd|[1-9]?d)(.(25[0-5]|2[0-4]d|1dd|[1-9]?d)){3})"
                            ")|:))|(([0-9A-Fa-f]{1,4}:){1}(((:[0-9A-Fa-f]{1,4}){1,6})|((:[0-9A-Fa-f]{1,4}){0,4}:((2"
                            "5[0-5]|2[0-4]d|1dd|[1-9]?d)(.(25[0-5]|2[0-4]d|1dd|[1-9]?d)){3}))|:))|(:(((:[0-9A-Fa-f]"
                            "{1,4}){1,7})|((:[0-9A-Fa-f]{1,4}){0,5}:((25[0-5]|2[0-4]d|1dd|[1-9]?d)(.(25[0-5]|2[0-4]"
                            r"d|1dd|[1-9]?d)){3}))|:)))(%.+)?s*(\/(12[0-8]|1[0-1][0-9]|[1-9][0-9]|[0-9]))$)"
                        )
                    ),
                ]
            ],
            Items(type="atomic"),
            Nullable(),
        ]
        | None
    ) = None
    """TODO"""

    dnsManagementPolicy: Annotated[Literal["Managed", "Unmanaged"], Default("Managed")]
    """TODO"""

    providerParameters: ProviderLoadBalancerParameters | None = None
    """TODO"""

    scope: Literal["Internal", "External"]
    """TODO"""


@rule(
    "has(self.type) && self.type == 'OpenStack' ? true : !has(self.openstack)",
    "openstack is not permitted when type is not OpenStack",
)
class ProviderLoadBalancerParameters(Struct):
    """TODO"""

    aws: AWSLoadBalancerParameters | None = None
    """TODO"""

    gcp: GCPLoadBalancerParameters | None = None
    """TODO"""

    ibm: ProtocolParameters | None = None
    """TODO"""

    openstack: OpenStackLoadBalancerParameters | None = None
    """TODO"""

    type: Literal["AWS", "Azure", "BareMetal", "GCP", "Nutanix", "OpenStack", "VSphere", "IBM"]
    """TODO"""


class AWSLoadBalancerParameters(Struct):
    """TODO"""

    classicLoadBalancer: AWSClassicLoadBalancerParameters | None = None
    """TODO"""

    networkLoadBalancer: AWSNetworkLoadBalancerParameters | None = None
    """TODO"""

    type: Literal["Classic", "NLB"]
    """TODO"""


class AWSClassicLoadBalancerParameters(Struct):
    """TODO"""

    connectionIdleTimeout: Annotated[str, Text(format="duration")] | None = None
    """TODO"""

    subnets: AWSSubnets | None = None
    """TODO"""


@rule(
    "has(self.ids) && has(self.names) ? size(self.ids + self.names) <= 10 : true",
    "the total number of subnets cannot exceed 10",
)
@rule(
    "has(self.ids) && self.ids.size() > 0 || has(self.names) && self.names.size() > 0",
    "must specify at least 1 subnet name or id",
)
class AWSSubnets(Struct):
    """TODO"""

    ids: (
        Annotated[
            list[Annotated[str, Text(min=24, max=24, pattern="^subnet-[0-9A-Za-z]+$")]],
            Items(max=10, type="atomic"),
            Rule("self.all(x, self.exists_one(y, x == y))", "subnet ids cannot contain duplicates"),
        ]
        | None
    ) = None
    """TODO"""

    names: (
        Annotated[
            list[
                Annotated[
                    str,
                    Text(min=1, max=256),
                    Rule("!self.contains(',')", "subnet name cannot contain a comma"),
                    Rule("!self.startsWith('subnet-')", "subnet name cannot start with 'subnet-'"),
                ]
            ],
            Items(max=10, type="atomic"),
            Rule(
                "self.all(x, self.exists_one(y, x == y))", "subnet names cannot contain duplicates"
            ),
        ]
        | None
    ) = None
    """TODO"""


@rule(
    (
        "has(self.subnets) && has(self.subnets.ids) && has(self.subnets.names) && "
        "has(self.eipAllocations) ? size(self.subnets.ids + self.subnets.names) == "
        "size(self.eipAllocations) : true"
    ),
    "number of subnets must be equal to number of eipAllocations",
)
@rule(
    (
        "has(self.subnets) && has(self.subnets.ids) && !has(self.subnets.names) && "
        "has(self.eipAllocations) ? size(self.subnets.ids) == size(self.eipAllocations) : true"
    ),
    "number of subnets must be equal to number of eipAllocations",
)
@rule(
    (
        "has(self.subnets) && has(self.subnets.names) && !has(self.subnets.ids) && "
        "has(self.eipAllocations) ? size(self.subnets.names) == size(self.eipAllocations) : "
        "true"
    ),
    "number of subnets must be equal to number of eipAllocations",
)
class AWSNetworkLoadBalancerParameters(Struct):
    """TODO"""

    eipAllocations: (
        Annotated[
            list[
                Annotated[
                    str,
                    Text(min=26, max=26),
                    Rule(
                        "self.startsWith('eipalloc-')",
                        "eipAllocations should start with 'eipalloc-'",
                    ),
                    Rule(
                        "self.split(\"-\", 2)[1].matches('[0-9a-fA-F]{17}$')",
                        (
                            "eipAllocations must be 'eipalloc-' followed by exactly 17 hexadecimal characters "
                            "(0-9, a-f, A-F)"
                        ),
                    ),
                ]
            ],
            Items(max=10, type="atomic"),
            Rule(
                "self.all(x, self.exists_one(y, x == y))",
                "eipAllocations cannot contain duplicates",
            ),
        ]
        | None
    ) = None
    """TODO"""

    protocol: Literal["TCP", "PROXY"] | None = None
    """TODO"""

    subnets: AWSSubnets | None = None
    """TODO"""


class GCPLoadBalancerParameters(Struct):
    """TODO"""

    clientAccess: Literal["Global", "Local"] | None = None
    """TODO"""


class ProtocolParameters(Struct):
    """TODO"""

    protocol: IngressProtocol | None = None
    """TODO"""


class OpenStackLoadBalancerParameters(Struct):
    """TODO"""

    floatingIP: (
        Annotated[str, Rule("isIP(self)", "floatingIP must be a valid IPv4 or IPv6 address")] | None
    ) = None
    """TODO"""
