"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Default, Int32, Items, Rule, Struct, Text, rule


CIDR2 = Annotated[
    str,
    Text(max=43),
    Rule(
        (
            r"self.matches('^((\\d{1,3}\\.){3}\\d{1,3}/\\d{1,2})$') || "
            "self.matches('^([0-9a-fA-F]{0,4}:){2,7}([0-9a-fA-F]{0,4})?/[0-9]{1,3}$')"
        ),
        "cidr must be a valid IPv4 or IPv6 CIDR notation (e.g., 192.168.1.0/24 or 2001:db8::/64)",
    ),
]
"""TODO"""


@rule(
    (
        "(!has(self.machineNetwork) && self.clusterNetwork.all(c, self.serviceNetwork.all(s, "
        "c.cidr != s.cidr)) || (has(self.machineNetwork) && (self.machineNetwork.all(m, "
        "self.clusterNetwork.all(c, m.cidr != c.cidr)) && self.machineNetwork.all(m, "
        "self.serviceNetwork.all(s, m.cidr != s.cidr)) && self.clusterNetwork.all(c, "
        "self.serviceNetwork.all(s, c.cidr != s.cidr)))))"
    ),
    (
        "CIDR ranges in machineNetwork, clusterNetwork, and serviceNetwork must be unique and "
        "non-overlapping"
    ),
)
@rule(
    (
        "has(self.allocateNodeCIDRs) && self.allocateNodeCIDRs == 'Enabled' ? self.networkType "
        "== 'Other' : true"
    ),
    "allocateNodeCIDRs can only be set to Enabled when networkType is 'Other'",
)
class ClusterNetworking(Struct):
    """TODO"""

    allocateNodeCIDRs: (
        Annotated[
            Literal["Enabled", "Disabled"],
            Rule(
                "self == oldSelf", "allocateNodeCIDRs is immutable and cannot be modified once set."
            ),
        ]
        | None
    ) = None
    """TODO"""

    apiServer: APIServerNetworking | None = None
    """TODO"""

    clusterNetwork: (
        Annotated[
            list[ClusterNetworkEntry],
            Items(min=1, max=2),
            Rule("self == oldSelf", "clusterNetwork is immutable and cannot be modified once set."),
            Default([{"cidr": "10.132.0.0/14"}]),
        ]
        | None
    ) = None
    """TODO"""

    machineNetwork: (
        Annotated[
            list[NetworkEntry],
            Items(min=1, max=2),
            Rule("self == oldSelf", "machineNetwork is immutable and cannot be modified once set."),
        ]
        | None
    ) = None
    """TODO"""

    networkType: (
        Annotated[
            Literal["OpenShiftSDN", "Calico", "OVNKubernetes", "Other"], Default("OVNKubernetes")
        ]
        | None
    ) = None
    """TODO"""

    serviceNetwork: (
        Annotated[
            list[NetworkEntry],
            Items(min=1, max=2),
            Rule("self == oldSelf", "serviceNetwork is immutable and cannot be modified once set."),
            Default([{"cidr": "172.31.0.0/16"}]),
        ]
        | None
    ) = None
    """TODO"""


class APIServerNetworking(Struct):
    """TODO"""

    advertiseAddress: (
        Annotated[str, Text(max=255), Rule("self == oldSelf", "advertiseAddress is immutable")]
        | None
    ) = None
    """TODO"""

    allowedCIDRBlocks: Annotated[list[CIDR2], Items(max=500, type="set")] | None = None
    """TODO"""

    port: Annotated[Int32, Rule("self == oldSelf", "port is immutable")] | None = None
    """TODO"""


class ClusterNetworkEntry(Struct):
    """TODO"""

    cidr: CIDR2
    """TODO"""

    hostPrefix: Int32 | None = None
    """TODO"""


class NetworkEntry(Struct):
    """TODO"""

    cidr: CIDR2
    """TODO"""
