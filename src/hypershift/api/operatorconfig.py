"""TODO"""

from __future__ import annotations

from typing import Annotated

from hypershift.api.endpointpublishing import EndpointPublishingStrategy
from hypershift.api.schema import Default, Number, Rule, Struct, Text, entries, rule


class OperatorConfiguration(Struct):
    """TODO"""

    clusterNetworkOperator: ClusterNetworkOperatorSpec | None = None
    """TODO"""

    ingressOperator: IngressOperatorSpec | None = None
    """TODO"""


@rule(
    "!has(oldSelf.ovnKubernetesConfig) || has(self.ovnKubernetesConfig)",
    "ovnKubernetesConfig is immutable once set and cannot be removed",
)
class ClusterNetworkOperatorSpec(Struct):
    """TODO"""

    disableMultiNetwork: (
        Annotated[bool, Rule("self == oldSelf", "disableMultiNetwork is immutable"), Default(False)]
        | None
    ) = None
    """TODO"""

    ovnKubernetesConfig: OVNKubernetesConfig | None = None
    """TODO"""


@rule(
    (
        "!has(self.ipv4) || !has(self.ipv4.internalJoinSubnet) || "
        "!has(self.ipv4.internalTransitSwitchSubnet) || self.ipv4.internalJoinSubnet != "
        "self.ipv4.internalTransitSwitchSubnet"
    ),
    "internalJoinSubnet and internalTransitSwitchSubnet must not be the same",
)
@rule(
    (
        "!has(self.ipv6) || !has(self.ipv6.internalJoinSubnet) || "
        "!has(self.ipv6.internalTransitSwitchSubnet) || self.ipv6.internalJoinSubnet != "
        "self.ipv6.internalTransitSwitchSubnet"
    ),
    "ipv6 internalJoinSubnet and internalTransitSwitchSubnet must not be the same",
)
@rule("!has(oldSelf.mtu) || has(self.mtu)", "mtu is immutable once set and cannot be removed")
@rule("!has(oldSelf.ipv6) || has(self.ipv6)", "ipv6 is immutable once set and cannot be removed")
@rule(
    (
        "!has(oldSelf.ipv6) || !has(oldSelf.ipv6.internalJoinSubnet) || (has(self.ipv6) && "
        "has(self.ipv6.internalJoinSubnet))"
    ),
    "ipv6.internalJoinSubnet cannot be removed once set",
)
@rule(
    (
        "!has(oldSelf.ipv6) || !has(oldSelf.ipv6.internalTransitSwitchSubnet) || "
        "(has(self.ipv6) && has(self.ipv6.internalTransitSwitchSubnet))"
    ),
    "ipv6.internalTransitSwitchSubnet cannot be removed once set",
)
@rule(
    "!has(oldSelf.v4InternalSubnet) || has(self.v4InternalSubnet)",
    "v4InternalSubnet is immutable once set and cannot be removed",
)
@rule(
    "!has(oldSelf.v6InternalSubnet) || has(self.v6InternalSubnet)",
    "v6InternalSubnet is immutable once set and cannot be removed",
)
@entries(1)
class OVNKubernetesConfig(Struct):
    """TODO"""

    ipv4: OVNIPv4Config | None = None
    """TODO"""

    ipv6: OVNIPv6Config | None = None
    """TODO"""

    mtu: (
        Annotated[
            int,
            Number(min=576, max=9216, format="int32"),
            Rule("self == oldSelf", "mtu is immutable once set"),
        ]
        | None
    ) = None
    """TODO"""

    v4InternalSubnet: (
        Annotated[
            str,
            Text(min=9, max=18),
            Rule("self == oldSelf", "v4InternalSubnet is immutable once set"),
            Rule(
                "isCIDR(self) && cidr(self).ip().family() == 4",
                "Subnet must be in a valid IPv4 CIDR format",
            ),
            Rule(
                "isCIDR(self) && cidr(self).prefixLength() <= 30",
                "subnet must be in the range /0 to /30 inclusive",
            ),
            Rule(
                "isCIDR(self) && cidr(self).ip().family() == 4 && int(self.split('.')[0]) > 0",
                "first IP address octet must not be 0",
            ),
        ]
        | None
    ) = None
    """TODO"""

    v6InternalSubnet: (
        Annotated[
            str,
            Text(min=4, max=48),
            Rule("self == oldSelf", "v6InternalSubnet is immutable once set"),
            Rule(
                "isCIDR(self) && cidr(self).ip().family() == 6",
                "Subnet must be in valid IPv6 CIDR format",
            ),
            Rule(
                "isCIDR(self) && cidr(self).prefixLength() <= 125",
                "subnet must be in the range /0 to /125 inclusive",
            ),
        ]
        | None
    ) = None
    """TODO"""


@entries(1)
class OVNIPv4Config(Struct):
    """TODO"""

    internalJoinSubnet: (
        Annotated[
            str,
            Text(min=9, max=18),
            Rule(
                (
                    r"self.matches('^([0-9]{1,3}\\.){3}[0-9]{1,3}/([0-9]|[1-2][0-9]|3[0-2])$') && "
                    "self.split('/')[0].split('.').all(oct, int(oct) >= 0 && int(oct) <= 255)"
                ),
                "Subnet must be in a valid IPv4 CIDR format (e.g., 192.168.1.1/24)",
            ),
            Rule(
                "self.matches('^.*/[0-9]+$') && int(self.split('/')[1]) <= 30",
                "subnet must be in the range /0 to /30 inclusive",
            ),
            Rule(
                r"self.matches('^[0-9]{1,3}\\..*') && int(self.split('/')[0].split('.')[0]) > 0",
                "first IP address octet must not be 0",
            ),
        ]
        | None
    ) = None
    """TODO"""

    internalTransitSwitchSubnet: (
        Annotated[
            str,
            Text(min=9, max=18),
            Rule(
                (
                    r"self.matches('^([0-9]{1,3}\\.){3}[0-9]{1,3}/([0-9]|[1-2][0-9]|3[0-2])$') && "
                    "self.split('/')[0].split('.').all(oct, int(oct) >= 0 && int(oct) <= 255)"
                ),
                "Subnet must be in a valid IPv4 CIDR format",
            ),
            Rule(
                "self.matches('^.*/[0-9]+$') && int(self.split('/')[1]) <= 30",
                "subnet must be in the range /0 to /30 inclusive",
            ),
            Rule(
                r"self.matches('^[0-9]{1,3}\\..*') && int(self.split('/')[0].split('.')[0]) > 0",
                "first IP address octet must not be 0",
            ),
        ]
        | None
    ) = None
    """TODO"""


@entries(1)
class OVNIPv6Config(Struct):
    """TODO"""

    internalJoinSubnet: (
        Annotated[
            str,
            Text(min=3, max=48),
            Rule(
                "isCIDR(self) && cidr(self).ip().family() == 6",
                "Subnet must be in valid IPv6 CIDR format (e.g., fd98::/64)",
            ),
            Rule(
                "isCIDR(self) && cidr(self).prefixLength() <= 125",
                "subnet must be in the range /0 to /125 inclusive",
            ),
            Rule("self == oldSelf", "internalJoinSubnet is immutable"),
        ]
        | None
    ) = None
    """TODO"""

    internalTransitSwitchSubnet: (
        Annotated[
            str,
            Text(min=3, max=48),
            Rule(
                "isCIDR(self) && cidr(self).ip().family() == 6",
                "Subnet must be in valid IPv6 CIDR format (e.g., fd97::/64)",
            ),
            Rule(
                "isCIDR(self) && cidr(self).prefixLength() <= 125",
                "subnet must be in the range /0 to /125 inclusive",
            ),
            Rule("self == oldSelf", "internalTransitSwitchSubnet is immutable"),
        ]
        | None
    ) = None
    """TODO"""


class IngressOperatorSpec(Struct):
    """TODO"""

    endpointPublishingStrategy: EndpointPublishingStrategy | None = None
    """TODO"""
