"""The networks of a hosted cluster, its network plugin, and the place of its API server in them."""

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
"""A range of IPv4 or IPv6 addresses in CIDR form. Only the form is checked, not the numbers."""


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
    """The address ranges of a hosted cluster, its network plugin, and how its API server takes
    part.

    The ranges have to differ from each other. They must also not overlap, must be of one IP family
    in their first entries, and with OVNKubernetes must keep clear of its internal join and transit
    subnets; where they do not, the condition ValidConfiguration turns False.
    """

    allocateNodeCIDRs: (
        Annotated[
            Literal["Enabled", "Disabled"],
            Rule(
                "self == oldSelf", "allocateNodeCIDRs is immutable and cannot be modified once set."
            ),
        ]
        | None
    ) = None
    """Enabled makes the Kubernetes controller manager cut clusterNetwork into one range of pod
    addresses per node, which some network plugins rely on. Only networkType Other allows it,
    because the others hand out addresses themselves. Disabled, the default, hands out nothing. It
    cannot be changed once set.
    """

    apiServer: APIServerNetworking | None = None
    """How pods and nodes reach the API server inside the cluster, and who may reach it from
    outside. Absent means the defaults of each of its fields.
    """

    clusterNetwork: (
        Annotated[
            list[ClusterNetworkEntry],
            Items(min=1, max=2),
            Rule("self == oldSelf", "clusterNetwork is immutable and cannot be modified once set."),
            Default([{"cidr": "10.132.0.0/14"}]),
        ]
        | None
    ) = None
    """The ranges from which pods get their addresses: one, or two for a cluster with two IP
    families. Absent means 10.132.0.0/14. They must not overlap the other ranges of this section,
    nor anything that pods have to reach. A range bounds the number of nodes, since each node takes
    a block of hostPrefix size. It cannot be changed once set.
    """

    machineNetwork: (
        Annotated[
            list[NetworkEntry],
            Items(min=1, max=2),
            Rule("self == oldSelf", "machineNetwork is immutable and cannot be modified once set."),
        ]
        | None
    ) = None
    """The ranges in which the nodes have their addresses, at most two. On Azure that is the address
    prefix of the subnet of the virtual machines. It creates no network: it keeps the other ranges
    clear of the machines, and exempts them from the proxy. Absent, neither is done. It cannot be
    changed once set.
    """

    networkType: (
        Annotated[
            Literal["OpenShiftSDN", "Calico", "OVNKubernetes", "Other"], Default("OVNKubernetes")
        ]
        | None
    ) = None
    """The network plugin. OVNKubernetes, the default, is installed and kept up to date with the
    cluster. OpenShiftSDN is refused for new clusters above version 4.10, OVNKubernetes for new
    clusters up to 4.10. With Calico or Other you install a plugin yourself, and nodes are not Ready
    before that. Other is the only type that allows allocateNodeCIDRs and disableMultiNetwork; only
    OVNKubernetes allows ovnKubernetesConfig. Choose it at creation: running clusters are not moved
    from one to another.
    """

    serviceNetwork: (
        Annotated[
            list[NetworkEntry],
            Items(min=1, max=2),
            Rule("self == oldSelf", "serviceNetwork is immutable and cannot be modified once set."),
            Default([{"cidr": "172.31.0.0/16"}]),
        ]
        | None
    ) = None
    """The ranges from which Services get their cluster addresses: one, or two for a cluster with
    two IP families. Absent means 172.31.0.0/16. The first usable address is that of the kubernetes
    Service, and the certificate of the API server carries it. It cannot be changed once set.
    """


class APIServerNetworking(Struct):
    """How the API server is reached inside the cluster, and who may reach it from outside."""

    advertiseAddress: (
        Annotated[str, Text(max=255), Rule("self == oldSelf", "advertiseAddress is immutable")]
        | None
    ) = None
    """The address behind the kubernetes Service. Every node holds it on its loopback interface,
    where a small proxy forwards connections to the API server of the control plane. Absent means
    172.20.0.1, or fd00::1 with IPv6. It must lie outside all ranges of the cluster and be of the
    same IP family. It cannot be changed once set.
    """

    allowedCIDRBlocks: Annotated[list[CIDR2], Items(max=500, type="set")] | None = None
    """The source addresses that may reach the API server through its public load balancer, or
    through the public router where it is published as a Route. Absent or empty lets everybody in.
    List the addresses with which the nodes of the cluster leave their network as well: they use the
    same endpoint unless the cluster is private. At most 500 ranges; it can be changed at any time.
    """

    port: Annotated[Int32, Rule("self == oldSelf", "port is immutable")] | None = None
    """The port of the API server at advertiseAddress, by which pods and nodes reach it. Absent
    means 6443. With 443 the pods of the API server still listen on 6443. It does not decide the
    port for clients outside, which is in status.controlPlaneEndpoint, and cannot be changed once
    set.
    """


class ClusterNetworkEntry(Struct):
    """A range of pod addresses, and how much of it each node gets."""

    cidr: CIDR2
    """The range, IPv4 or IPv6, such as 10.132.0.0/14."""

    hostPrefix: Int32 | None = None
    """The length of the prefix of the block that each node gets: 23 leaves a node 512 addresses.
    Absent means 23 for IPv4 and 64 for IPv6. The smaller the blocks, the more nodes fit into the
    range and the fewer pods on a node.
    """


class NetworkEntry(Struct):
    """A range of addresses."""

    cidr: CIDR2
    """The range, IPv4 or IPv6, such as 172.31.0.0/16."""
