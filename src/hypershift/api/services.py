"""TODO"""

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
"""TODO"""


class ServicePublishingStrategyMapping(Struct):
    """TODO"""

    service: Literal["APIServer", "OAuthServer", "OIDC", "Konnectivity", "Ignition", "OVNSbDb"]
    """TODO"""

    servicePublishingStrategy: ServicePublishingStrategy
    """TODO"""


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
    """TODO"""

    loadBalancer: PublishedHostname | None = None
    """TODO"""

    nodePort: NodePortPublishingStrategy | None = None
    """TODO"""

    route: PublishedHostname | None = None
    """TODO"""

    type: Literal["LoadBalancer", "NodePort", "Route", "None", "S3"]
    """TODO"""


class PublishedHostname(Struct):
    """TODO"""

    hostname: Hostname | None = None
    """TODO"""


class NodePortPublishingStrategy(Struct):
    """TODO"""

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
    """TODO"""

    port: Int32 | None = None
    """TODO"""
