"""Settings of operators that a hosted cluster is started with: its network and its router."""

from __future__ import annotations

from typing import Annotated

from hypershift.api.endpointpublishing import EndpointPublishingStrategy
from hypershift.api.schema import Default, Number, Rule, Struct, Text, entries, rule


class OperatorConfiguration(Struct):
    """Settings of OpenShift operators that have to be known from outside the hosted cluster.

    On a standalone cluster they are part of objects in the operator.openshift.io group.
    """

    clusterNetworkOperator: ClusterNetworkOperatorSpec | None = None
    """How the network operator sets up the network plugin. When absent, the plugin has its
    defaults, and the support for additional pod networks is installed.
    """

    ingressOperator: IngressOperatorSpec | None = None
    """How the ingress operator publishes the default router. When absent, the platform and the
    visibility of the hosted cluster decide.
    """


@rule(
    "!has(oldSelf.ovnKubernetesConfig) || has(self.ovnKubernetesConfig)",
    "ovnKubernetesConfig is immutable once set and cannot be removed",
)
class ClusterNetworkOperatorSpec(Struct):
    """Settings of the network plugin of a hosted cluster."""

    disableMultiNetwork: (
        Annotated[bool, Rule("self == oldSelf", "disableMultiNetwork is immutable"), Default(False)]
        | None
    ) = None
    """Whether to do without Multus, which gives pods more than one network. True is only possible
    when spec.networking.networkType is Other; pods then only have the network of that plugin, and
    objects such as NetworkAttachmentDefinitions have no effect. False by default. It cannot be
    changed once set.
    """

    ovnKubernetesConfig: OVNKubernetesConfig | None = None
    """Networks and packet size of OVN-Kubernetes; only allowed when spec.networking.networkType is
    OVNKubernetes. When absent, the defaults of the fields apply. Once set it cannot be removed, and
    most of what is in it cannot be changed.
    """


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
    """What OVN-Kubernetes uses inside the cluster: its own networks, and the packet size of the pod
    network.

    At least one field must be set. The networks are never seen outside, but must not overlap with
    the machine, pod and Service networks, with networks that pods have to reach, or with each
    other.
    """

    ipv4: OVNIPv4Config | None = None
    """The IPv4 networks that OVN-Kubernetes uses for itself. When absent, their defaults apply."""

    ipv6: OVNIPv6Config | None = None
    """The IPv6 networks that OVN-Kubernetes uses for itself; they matter to clusters with IPv6 pod
    networks. When absent, their defaults apply. Neither this field nor one in it can be removed
    once set.
    """

    mtu: (
        Annotated[
            int,
            Number(min=576, max=9216, format="int32"),
            Rule("self == oldSelf", "mtu is immutable once set"),
        ]
        | None
    ) = None
    """The largest packet of the pod network, in bytes, from 576 to 9216. Geneve, the tunnel between
    nodes, needs 100 bytes, so it has to be at least 100 less than the MTU of the network that the
    nodes are in: 1400 for 1500. When absent, the network operator finds it out from the nodes. It
    can be neither changed nor removed once set.
    """

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
    """The former way to say ipv4.internalJoinSubnet, which is to be preferred. An IPv4 CIDR with a
    prefix of at most /30 whose first octet is not 0; 100.64.0.0/16 when neither is set. It can be
    neither changed nor removed once set.
    """

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
    """The former way to say ipv6.internalJoinSubnet, which is to be preferred. An IPv6 CIDR with a
    prefix of at most /125; fd98::/64 when neither is set. It can be neither changed nor removed
    once set.
    """


@entries(1)
class OVNIPv4Config(Struct):
    """The IPv4 networks that OVN-Kubernetes uses for itself. At least one field must be set, and
    the two must differ.
    """

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
    """The network between the routers of the single nodes and the router of the cluster; every node
    takes an address from it, so it must have room for all nodes that the cluster may ever have.
    100.64.0.0/16 when absent; choose another if that overlaps with your networks. A prefix of at
    most /30, with a first octet other than 0. A change is accepted, but has every node
    reconfigured.
    """

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
    """The network that carries pod traffic from node to node; every node takes an address from it,
    so it must have room for all nodes that the cluster may ever have. 100.88.0.0/16 when absent;
    choose another if that overlaps with your networks. A prefix of at most /30, with a first octet
    other than 0. Decide on it before the cluster is created.
    """


@entries(1)
class OVNIPv6Config(Struct):
    """The IPv6 networks that OVN-Kubernetes uses for itself. At least one field must be set, and
    the two must differ.
    """

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
    """The network between the routers of the single nodes and the router of the cluster; every node
    takes an address from it, so it must have room for all nodes that the cluster may ever have.
    fd98::/64 when absent. A prefix of at most /125. It can be neither changed nor removed once set.
    """

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
    """The network that carries pod traffic from node to node; every node takes an address from it,
    so it must have room for all nodes that the cluster may ever have. fd97::/64 when absent. A
    prefix of at most /125. It can be neither changed nor removed once set.
    """


class IngressOperatorSpec(Struct):
    """Settings of the ingress operator of a hosted cluster."""

    endpointPublishingStrategy: EndpointPublishingStrategy | None = None
    """How the default IngressController is published. It is used when that IngressController is
    created; later changes have no effect on it, make them in the hosted cluster. When absent, a
    load balancer is created: with an internal address if the hosted cluster is private or both
    public and private, with a public address otherwise, unless an annotation of the HostedCluster
    asks for something else.
    """
