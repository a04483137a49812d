"""How the servers of a control plane are made reachable from outside the management cluster."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Int32, Rule, Struct, Text, rule

Hostname = Annotated[
    str,
    Text(min=1, max=253),
    Rule(
        r"self.matches('^(?:[a-zA-Z0-9-]+\\.)+[a-zA-Z]{2,}$')",
        "hostname must be a valid domain name (e.g., example.com)",
    ),
]
"""A DNS name of at least two labels, such as api.example.com, of at most 253 characters."""


class ServicePublishingStrategyMapping(Struct):
    """Which server is published, and how."""

    service: Literal["APIServer", "OAuthServer", "OIDC", "Konnectivity", "Ignition", "OVNSbDb"]
    """The server that the entry is about. APIServer: the Kubernetes API of the hosted cluster.
    OAuthServer: its login pages. Konnectivity: where the agents on the nodes dial in, so that the
    API server can reach nodes, pods and services. Ignition: where new machines fetch their
    configuration. A cluster on Azure needs an entry for each of these four. OIDC and OVNSbDb are
    accepted, but nothing is published for them.
    """

    servicePublishingStrategy: ServicePublishingStrategy
    """How the server is published: the kind of exposure and its settings.

    On Azure, Konnectivity and Ignition have to use Route. OAuthServer uses Route, or with workload
    identities also LoadBalancer. APIServer usually has LoadBalancer, or Route with a hostname.
    """


@rule(
    "self.type == 'NodePort' ? has(self.nodePort) : !has(self.nodePort)",
    "nodePort is required when type is NodePort, and forbidden otherwise",
)
@rule(
    "self.type == 'Route' ? !has(self.nodePort) && !has(self.loadBalancer) : !has(self.route)",
    "only route is allowed when type is Route, and forbidden otherwise",
)
@rule(
    (
        "self.type == 'LoadBalancer' ? !has(self.nodePort) && !has(self.route) : "
        "!has(self.loadBalancer)"
    ),
    "only loadBalancer is required when type is LoadBalancer, and forbidden otherwise",
)
@rule(
    (
        "self.type == 'None' ? !has(self.nodePort) && !has(self.route) && "
        "!has(self.loadBalancer) : true"
    ),
    "None does not allowed any configuration for loadBalancer, nodePort, or route",
)
@rule(
    (
        "self.type == 'S3' ? !has(self.nodePort) && !has(self.route) && "
        "!has(self.loadBalancer) : true"
    ),
    "S3 does not allowed any configuration for loadBalancer, nodePort, or route",
)
class ServicePublishingStrategy(Struct):
    """A kind of exposure, and the settings that belong to it; those of other kinds are refused."""

    loadBalancer: PublishedHostname | None = None
    """Settings for type LoadBalancer; refused for every other type. May be left out, and the load
    balancer then has an address but no DNS name of its own.
    """

    nodePort: NodePortPublishingStrategy | None = None
    """Settings for type NodePort, which needs them; refused for every other type."""

    route: PublishedHostname | None = None
    """Settings for type Route; refused for every other type. May be left out, and the router then
    chooses the host name.
    """

    type: Literal["LoadBalancer", "NodePort", "Route", "None", "S3"]
    """LoadBalancer gives the server a load balancer of its own; it is an internal one where the
    cluster is private. Route publishes it by host name through a router that tells connections
    apart by that name and passes their TLS on unopened; it needs the Route API in the management
    cluster. NodePort opens a port on the nodes of the management cluster. None publishes nothing.
    S3 belongs to OIDC on another cloud and takes no settings either.
    """


class PublishedHostname(Struct):
    """The DNS name under which a server is published."""

    hostname: Hostname | None = None
    """The full DNS name at which clients reach the server. External DNS writes the record for it if
    it is installed and the name lies in its domain; otherwise the record is yours to make. Each
    service needs a name of its own.

    Without it a Route gets a host name from the router, and a load balancer is reached by its
    address. An APIServer of type Route in a public cluster needs one. The hostname of an APIServer
    of type LoadBalancer must not also be a name of a certificate in
    configuration.apiServer.servingCerts.namedCertificates.
    """


class NodePortPublishingStrategy(Struct):
    """Where clients find a server that is published on a port of the nodes."""

    address: Annotated[
        str,
        Text(min=1, max=253),
        Rule(
            (
                r"self.matches('^(([a-zA-Z0-9][-a-zA-Z0-9]*\\.)+[a-zA-Z]{2,}|localhost)$') || "
                r"self.matches('^((\\d{1,3}\\.){3}\\d{1,3})$') || "
                "self.matches('^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9"
                "a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|"
                "([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]"
                "{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a"
                "-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))$')"
            ),
            "address must be a valid hostname, IPv4, or IPv6 address",
        ),
    ]
    """The host name or IP address, IPv4 or IPv6, that clients are told to connect to. It has to
    lead to the nodes of the management cluster and be reachable by the nodes and users of the
    hosted cluster. That of the APIServer must not lie in the service network of the hosted cluster.
    """

    port: Int32 | None = None
    """The port to open on the nodes. It has to lie in the range for node ports, 30000 to 32767
    unless configured otherwise. Absent or 0 lets Kubernetes choose a free one.
    """
