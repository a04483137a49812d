"""How the router of a hosted cluster can be reached by the clients of its applications.

This is about the default IngressController inside the hosted cluster. How the services of the
control plane are published is described in `hypershift.api.services`.
"""

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
"""A TCP port of a node, at most 65535."""

IngressProtocol = Literal["", "TCP", "PROXY"]
"""Whether connections begin with the address of the client.

TCP hands connections on as they are. PROXY expects the header of the PROXY protocol on each of
them, so that the router learns the client's address from a load balancer that hides it; the load
balancer has to send that header, or nothing gets through. Empty means TCP.
"""


@any_value
class EndpointPublishingStrategy(Struct):
    """How the router is published: by a load balancer, on ports of its nodes, or not at all.

    Set `type`, and of the other fields at most the one that corresponds to it. Fields that are not
    described here are kept.
    """

    hostNetwork: HostNetworkStrategy | None = None
    """Ports and protocol for type HostNetwork. When absent, the default ports 80, 443 and 1936 are
    used.
    """

    loadBalancer: LoadBalancerStrategy | None = None
    """Properties of the load balancer for type LoadBalancerService."""

    nodePort: ProtocolParameters | None = None
    """The protocol for type NodePortService. When absent, it is TCP."""

    private: ProtocolParameters | None = None
    """The protocol for type Private. When absent, it is TCP."""

    type: Literal["LoadBalancerService", "HostNetwork", "Private", "NodePortService"]
    """How clients get to the router. LoadBalancerService creates a Service of type LoadBalancer
    and, where the operator manages DNS, a wildcard record for it. HostNetwork binds the router to
    ports of the nodes that it runs on. NodePortService creates a Service of type NodePort. Private
    only creates a Service inside the cluster. With the latter three, load balancers and DNS records
    are up to you.
    """


class HostNetworkStrategy(Struct):
    """The ports of a node that a router binds to directly.

    Two routers cannot use the same port of a node, and the three ports must differ.
    """

    httpPort: Annotated[Port, Default(80)] | None = None
    """The port for HTTP, 80 by default. Clients and load balancers must know about any other
    number.
    """

    httpsPort: Annotated[Port, Default(443)] | None = None
    """The port for HTTPS, 443 by default. Clients and load balancers must know about any other
    number.
    """

    protocol: IngressProtocol | None = None
    """Whether connections begin with a PROXY protocol header that says the client's address. With
    PROXY, the load balancer in front has to send that header on every connection. Empty or absent
    means TCP, without the header.
    """

    statsPort: Annotated[Port, Default(1936)] | None = None
    """The port for metrics and health checks, 1936 by default. Load balancers that watch the health
    of the router have to use it.
    """


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
    """What the load balancer of the router is like."""

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
    """The networks, as IPv4 or IPv6 CIDRs, from which clients may connect. They become the source
    ranges of the Service, which the cloud enforces where it can. When absent, null or empty,
    everybody may connect.
    """

    dnsManagementPolicy: Annotated[Literal["Managed", "Unmanaged"], Default("Managed")]
    """Managed, the default, has the ingress operator create a wildcard record for the router in the
    DNS zones of the hosted cluster, if its domain belongs to them. With Unmanaged you point the
    record at the load balancer yourself.
    """

    providerParameters: ProviderLoadBalancerParameters | None = None
    """Properties that only exist on certain clouds. When absent, the defaults of the cloud apply.
    """

    scope: Literal["Internal", "External"]
    """External for a load balancer with a public address, Internal for one that is only reachable
    in the network of the cluster and those connected to it. Internal rules out eipAllocations and a
    floatingIP.
    """


@rule(
    "has(self.type) && self.type == 'OpenStack' ? true : !has(self.openstack)",
    "openstack is not permitted when type is not OpenStack",
)
class ProviderLoadBalancerParameters(Struct):
    """Properties of a load balancer that depend on the cloud.

    Azure has none, so that `type` is all there is to say.
    """

    aws: AWSLoadBalancerParameters | None = None
    """Properties of the load balancer on AWS; read only when type is AWS."""

    gcp: GCPLoadBalancerParameters | None = None
    """Properties of the load balancer on Google Cloud; read only when type is GCP."""

    ibm: ProtocolParameters | None = None
    """The protocol of the load balancer on IBM Cloud; read only when type is IBM."""

    openstack: OpenStackLoadBalancerParameters | None = None
    """Properties of the load balancer on OpenStack. Only allowed when type is OpenStack."""

    type: Literal["AWS", "Azure", "BareMetal", "GCP", "Nutanix", "OpenStack", "VSphere", "IBM"]
    """The cloud that provides the load balancer; it has to be the one that the hosted cluster runs
    on.
    """


class AWSLoadBalancerParameters(Struct):
    """Which of the AWS load balancers to use, and its properties."""

    classicLoadBalancer: AWSClassicLoadBalancerParameters | None = None
    """Properties of a Classic Load Balancer; read only when type is Classic."""

    networkLoadBalancer: AWSNetworkLoadBalancerParameters | None = None
    """Properties of a Network Load Balancer; read only when type is NLB."""

    type: Literal["Classic", "NLB"]
    """Classic for a Classic Load Balancer, which works on TCP connections and tells the router the
    client's address with the PROXY protocol; NLB for a Network Load Balancer.
    """


class AWSClassicLoadBalancerParameters(Struct):
    """Properties of a Classic Load Balancer."""

    connectionIdleTimeout: Annotated[str, Text(format="duration")] | None = None
    """How long a connection may be silent before the load balancer closes it, as a duration such as
    60s. Raise it for applications whose connections are quiet for longer. When absent or 0, the
    default of AWS applies, which is 60 seconds.
    """

    subnets: AWSSubnets | None = None
    """The subnets that the load balancer is attached to. When absent, they are found by the tags
    that mark the subnets of the cluster.
    """


@rule(
    "has(self.ids) && has(self.names) ? size(self.ids + self.names) <= 10 : true",
    "the total number of subnets cannot exceed 10",
)
@rule(
    "has(self.ids) && self.ids.size() > 0 || has(self.names) && self.names.size() > 0",
    "must specify at least 1 subnet name or id",
)
class AWSSubnets(Struct):
    """Subnets of a load balancer, by ID, by name, or some by one and some by the other.

    From 1 to 10 in total. Say each subnet once, in different availability zones.
    """

    ids: (
        Annotated[
            list[Annotated[str, Text(min=24, max=24, pattern="^subnet-[0-9A-Za-z]+$")]],
            Items(max=10, type="atomic"),
            Rule("self.all(x, self.exists_one(y, x == y))", "subnet ids cannot contain duplicates"),
        ]
        | None
    ) = None
    """IDs of subnets: subnet- and 17 letters or digits. At most 10, without repetition."""

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
    """Names of subnets, that is, the values of their Name tags. They must not contain commas or
    begin with subnet-, which marks IDs. At most 10 of up to 256 characters, without repetition.
    """


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
    """Properties of a Network Load Balancer.

    With both `subnets` and `eipAllocations`, there must be as many of the one as of the other.
    """

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
                            "eipAllocations must be 'eipalloc-' followed by exactly 17 "
                            "hexadecimal characters (0-9, a-f, A-F)"
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
    """Allocation IDs of the Elastic IPs that the load balancer gets as its public addresses, one
    for each subnet: eipalloc- and 17 hexadecimal digits. At most 10, without repetition, and
    forbidden with scope Internal. When absent, AWS assigns the addresses.
    """

    protocol: Literal["TCP", "PROXY"] | None = None
    """How the load balancer passes the client's address on: TCP leaves it in the packets, PROXY
    puts it into a PROXY protocol header, which the router then expects. When absent, the ingress
    operator decides.
    """

    subnets: AWSSubnets | None = None
    """The subnets that the load balancer is attached to. When absent, they are found by the tags
    that mark the subnets of the cluster.
    """


class GCPLoadBalancerParameters(Struct):
    """Properties of a load balancer on Google Cloud."""

    clientAccess: Literal["Global", "Local"] | None = None
    """From where an internal load balancer can be reached: Global from every region of the VPC,
    Local only from the region of the cluster. When absent, Google Cloud's own default applies,
    which is Local. It means nothing to a load balancer with scope External.
    """


class ProtocolParameters(Struct):
    """The protocol of the connections that arrive at the router."""

    protocol: IngressProtocol | None = None
    """Whether connections begin with a PROXY protocol header that says the client's address. With
    PROXY, whatever stands in front of the router has to send that header on every connection, and
    clients cannot connect directly any more. Empty or absent means TCP, without the header.
    """


class OpenStackLoadBalancerParameters(Struct):
    """Properties of a load balancer on OpenStack."""

    floatingIP: (
        Annotated[str, Rule("isIP(self)", "floatingIP must be a valid IPv4 or IPv6 address")] | None
    ) = None
    """An IPv4 or IPv6 address, of a floating IP that exists already, for the load balancer. When
    absent, a new one is allocated. Not with scope Internal.
    """
