"""The networks of a cluster, and how its network plugin and ingress are configured."""

from __future__ import annotations

from tests.integration.api.bases import hosted_cluster, hosted_control_plane
from tests.integration.api.table import ABSENT, Table

cluster = Table(hosted_cluster)
both = Table(hosted_cluster, hosted_control_plane)

# Address ranges

NOT_A_RANGE = "cidr must be a valid IPv4 or IPv6 CIDR notation"
for network in ("clusterNetwork", "serviceNetwork", "machineNetwork"):
    ranges = f"spec.networking.{network}"
    both.takes(ranges, [{"cidr": "10.0.0.0/16"}], [{"cidr": "fd00::/48"}])
    both.takes(ranges, [{"cidr": "10.0.0.0/16"}, {"cidr": "2001:db8::/64"}])
    both.refuses(
        ranges,
        NOT_A_RANGE,
        [{"cidr": "10.0.0.0"}],
        [{"cidr": "demo"}],
        [{"cidr": "fd00:/48"}],
        at=f"{ranges}.0.cidr",
    )
    both.keeps(
        ranges,
        f"{network} is immutable and cannot be modified once set.",
        old=[{"cidr": "10.0.0.0/16"}],
        new=[{"cidr": "10.1.0.0/16"}],
    )
    both.lets(ranges, old=[{"cidr": "10.0.0.0/16"}], new=[{"cidr": "10.0.0.0/16"}])
both.refuses(
    "spec.networking.serviceNetwork",
    "CIDR ranges in machineNetwork, clusterNetwork, and serviceNetwork must be unique",
    [{"cidr": "10.0.0.0/16"}],
    at="spec.networking",
    given={"spec.networking.machineNetwork": [{"cidr": "10.0.0.0/16"}]},
)
both.refuses(
    "spec.networking.serviceNetwork",
    "CIDR ranges in machineNetwork, clusterNetwork, and serviceNetwork must be unique",
    [{"cidr": "10.132.0.0/14"}],
    at="spec.networking",
    given={"spec.networking.clusterNetwork": [{"cidr": "10.132.0.0/14"}]},
)
PREFIX = "spec.networking.clusterNetwork.0.hostPrefix"
RANGE = {"spec.networking.clusterNetwork": [{"cidr": "10.0.0.0/16"}]}
both.takes(PREFIX, 0, 23, given=RANGE)
both.refuses(PREFIX, "must be of type integer", "23", given=RANGE)
both.takes("spec.networking.networkType", "OVNKubernetes", "OpenShiftSDN", "Calico", "Other")
both.refuses("spec.networking.networkType", "Unsupported value", "Flannel")
both.lets("spec.networking.networkType", old="OVNKubernetes", new="Other")

OTHER = {"spec.networking.networkType": "Other"}
NODE_RANGES = "spec.networking.allocateNodeCIDRs"
both.takes(NODE_RANGES, "Enabled", "Disabled", given=OTHER)
both.takes(NODE_RANGES, "Disabled")
both.refuses(
    NODE_RANGES,
    "allocateNodeCIDRs can only be set to Enabled when networkType is 'Other'",
    "Enabled",
    at="spec.networking",
)
both.keeps(
    NODE_RANGES, "allocateNodeCIDRs is immutable", old="Enabled", new="Disabled", given=OTHER
)
both.lets(NODE_RANGES, old="Disabled", new="Disabled")

# The API server

ADDRESS = "spec.networking.apiServer.advertiseAddress"
both.takes(ADDRESS, "172.20.0.1", "fd00::1")
both.refuses(ADDRESS, "may not be more than 255 bytes", "1" * 256)
both.keeps(ADDRESS, "advertiseAddress is immutable", old="172.20.0.1", new="172.20.0.2")
both.lets(ADDRESS, old="172.20.0.1", new="172.20.0.1")
both.takes("spec.networking.apiServer.port", 443, 6443)
both.keeps("spec.networking.apiServer.port", "port is immutable", old=6443, new=443)
both.lets("spec.networking.apiServer.port", old=6443, new=6443)
BLOCKS = "spec.networking.apiServer.allowedCIDRBlocks"
both.takes(BLOCKS, [], ["192.168.1.0/24", "2001:db8::/64"])
both.refuses(BLOCKS, NOT_A_RANGE, ["192.168.1.1"], ["any"], at=f"{BLOCKS}.0")
both.lets(BLOCKS, old=["192.168.1.0/24"], new=["192.168.2.0/24"])

# The network operator

OPERATOR = "spec.operatorConfiguration.clusterNetworkOperator"
both.takes(f"{OPERATOR}.disableMultiNetwork", True, given=OTHER)
both.takes(f"{OPERATOR}.disableMultiNetwork", False)
both.refuses(
    f"{OPERATOR}.disableMultiNetwork",
    "disableMultiNetwork can only be set to true when networkType is 'Other'",
    True,
    at="spec",
)
both.keeps(
    f"{OPERATOR}.disableMultiNetwork",
    "disableMultiNetwork is immutable",
    old=True,
    new=False,
    given=OTHER,
)
both.lets(f"{OPERATOR}.disableMultiNetwork", old=True, new=True, given=OTHER)
OVN = f"{OPERATOR}.ovnKubernetesConfig"
cluster.refuses(
    f"{OVN}.mtu",
    "ovnKubernetesConfig is forbidden when networkType is not OVNKubernetes",
    1400,
    at="spec",
    given=OTHER,
)
both.keeps(
    OVN,
    "ovnKubernetesConfig is immutable once set and cannot be removed",
    old={"mtu": 1400},
    new=ABSENT,
    at=OPERATOR,
    given={f"{OPERATOR}.disableMultiNetwork": False},
)
both.lets(OVN, old={"mtu": 1400}, new={"mtu": 1400})
both.keeps(f"{OVN}.mtu", "mtu is immutable once set", old=1400, new=1300)
KEPT = {f"{OVN}.ipv4.internalJoinSubnet": "100.99.0.0/16"}
both.keeps(
    f"{OVN}.mtu",
    "mtu is immutable once set and cannot be removed",
    old=1400,
    new=ABSENT,
    at=OVN,
    given=KEPT,
)

NOT_IPV4 = "Subnet must be in a valid IPv4 CIDR format"
NOT_IPV6 = "Subnet must be in valid IPv6 CIDR format"
for subnet in ("internalJoinSubnet", "internalTransitSwitchSubnet"):
    v4 = f"{OVN}.ipv4.{subnet}"
    both.takes(v4, "100.99.0.0/16", "1.0.0.0/0", "100.99.0.0/30")
    both.refuses(v4, NOT_IPV4, "100.99.256.0/16", "100.99.00000/16", "1000.99.0.0/16")
    both.refuses(v4, "subnet must be in the range /0 to /30 inclusive", "100.99.0.0/31")
    both.refuses(v4, "first IP address octet must not be 0", "0.99.0.0/16")
    both.lets(v4, old="100.99.0.0/16", new="100.98.0.0/16")
    v6 = f"{OVN}.ipv6.{subnet}"
    both.takes(v6, "fd98::/64", "fd98::/125")
    both.refuses(v6, NOT_IPV6, "100.99.0.0/16", "fd98:::/64")
    both.refuses(v6, "subnet must be in the range /0 to /125 inclusive", "fd98::/126")
    both.keeps(v6, f"{subnet} is immutable", old="fd98::/64", new="fd99::/64")
    both.lets(v6, old="fd98::/64", new="fd98::/64")
for family, subnet in (("ipv4", "100.99.0.0/16"), ("ipv6", "fd98::/64")):
    both.refuses(
        f"{OVN}.{family}",
        "internalJoinSubnet and internalTransitSwitchSubnet must not be the same",
        {"internalJoinSubnet": subnet, "internalTransitSwitchSubnet": subnet},
        at=OVN,
    )
V6 = {"internalJoinSubnet": "fd98::/64", "internalTransitSwitchSubnet": "fd97::/64"}
both.takes(f"{OVN}.ipv6", V6)
both.keeps(
    f"{OVN}.ipv6",
    "ipv6 is immutable once set and cannot be removed",
    old=V6,
    new=ABSENT,
    at=OVN,
    given=KEPT,
)
for subnet in V6:
    both.keeps(
        f"{OVN}.ipv6",
        f"ipv6.{subnet} cannot be removed once set",
        old=V6,
        new={name: value for name, value in V6.items() if name != subnet},
        at=OVN,
    )
for version, subnet, other in (
    ("v4", "100.99.0.0/16", "100.98.0.0/16"),
    ("v6", "fd98::/64", "fd97::/64"),
):
    internal = f"{OVN}.{version}InternalSubnet"
    both.takes(internal, subnet)
    both.lets(internal, old=subnet, new=subnet)
    both.keeps(internal, f"{version}InternalSubnet is immutable once set", old=subnet, new=other)
    both.keeps(
        internal,
        f"{version}InternalSubnet is immutable once set and cannot be removed",
        old=subnet,
        new=ABSENT,
        at=OVN,
        given=KEPT,
    )
both.refuses(f"{OVN}.v4InternalSubnet", NOT_IPV4, "fd98::/64", "somewhere")
both.refuses(f"{OVN}.v4InternalSubnet", "range /0 to /30 inclusive", "100.99.0.0/31")
both.refuses(f"{OVN}.v4InternalSubnet", "first IP address octet must not be 0", "0.1.0.0/16")
both.refuses(f"{OVN}.v6InternalSubnet", NOT_IPV6, "100.99.0.0/16", "somewhere")
both.refuses(f"{OVN}.v6InternalSubnet", "range /0 to /125 inclusive", "fd98::/126")

# The ingress operator. On Azure nothing below providerParameters has an effect.

PUBLISHING = "spec.operatorConfiguration.ingressOperator.endpointPublishingStrategy"
both.takes(PUBLISHING, {"type": "Private"}, {"type": "HostNetwork"})
both.refuses(f"{PUBLISHING}.type", "Unsupported value", "Public")
INGRESS = f"{PUBLISHING}.loadBalancer"
both.takes(
    INGRESS,
    {"scope": "Internal", "dnsManagementPolicy": "Managed"},
    {"scope": "External", "dnsManagementPolicy": "Unmanaged"},
    given={f"{PUBLISHING}.type": "LoadBalancerService"},
)
BALANCER = {
    f"{PUBLISHING}.type": "LoadBalancerService",
    f"{INGRESS}.scope": "External",
    f"{INGRESS}.dnsManagementPolicy": "Managed",
}
OPENSTACK = {**BALANCER, f"{INGRESS}.providerParameters.type": "OpenStack"}
FLOATING = f"{INGRESS}.providerParameters.openstack.floatingIP"
both.takes(FLOATING, "203.0.113.4", "fd00::1", given=OPENSTACK)
both.refuses(FLOATING, "floatingIP must be a valid IPv4 or IPv6", "demo", given=OPENSTACK)
both.refuses(
    FLOATING,
    "cannot specify a floating ip when scope is internal",
    "203.0.113.4",
    at=INGRESS,
    given={**OPENSTACK, f"{INGRESS}.scope": "Internal"},
)
both.refuses(
    FLOATING,
    "openstack is not permitted when type is not OpenStack",
    "203.0.113.4",
    at=f"{INGRESS}.providerParameters",
    given={**OPENSTACK, f"{INGRESS}.providerParameters.type": "Azure"},
)
AWS = f"{INGRESS}.providerParameters.aws"
ON_AWS = {**BALANCER, f"{INGRESS}.providerParameters.type": "AWS"}
ADDRESSES = [f"eipalloc-{digit * 17}" for digit in "0123456789a"]
SUBNETS = [f"subnet-{digit * 17}" for digit in "0123456789a"]
for kind, balancer in (("Classic", "classicLoadBalancer"), ("NLB", "networkLoadBalancer")):
    given = {**ON_AWS, f"{AWS}.type": kind}
    subnets = f"{AWS}.{balancer}.subnets"
    both.takes(subnets, {"ids": SUBNETS[:5], "names": ["a", "b"]}, given=given)
    both.refuses(
        subnets,
        "the total number of subnets cannot exceed 10",
        {"ids": SUBNETS[:5], "names": list("abcdef")},
        given=given,
    )
    both.refuses(subnets, "must specify at least 1 subnet name or id", {}, given=given)
    for part, twice in (("ids", SUBNETS[:1] * 2), ("names", ["a", "a"])):
        both.refuses(
            f"{subnets}.{part}", f"subnet {part} cannot contain duplicates", twice, given=given
        )
    for name, refusal in (
        ("a,b", "subnet name cannot contain a comma"),
        ("subnet-a", "subnet name cannot start with 'subnet-'"),
    ):
        both.refuses(f"{subnets}.names.0", refusal, name, given=given)
NETWORK = f"{AWS}.networkLoadBalancer"
ON_NETWORK = {**ON_AWS, f"{AWS}.type": "NLB"}
both.takes(
    NETWORK,
    {"eipAllocations": ADDRESSES[:2], "subnets": {"ids": SUBNETS[:1], "names": ["a"]}},
    given=ON_NETWORK,
)
for few in ({"ids": SUBNETS[:1], "names": ["a"]}, {"ids": SUBNETS[:1]}, {"names": ["a"]}):
    both.refuses(
        NETWORK,
        "number of subnets must be equal to number of eipAllocations",
        {"eipAllocations": ADDRESSES[:3], "subnets": few},
        given=ON_NETWORK,
    )
ALLOCATIONS = f"{NETWORK}.eipAllocations"
both.refuses(
    ALLOCATIONS, "eipAllocations cannot contain duplicates", ADDRESSES[:1] * 2, given=ON_NETWORK
)
both.refuses(
    f"{ALLOCATIONS}.0",
    "eipAllocations should start with 'eipalloc-'",
    "eipallox-" + "0" * 17,
    given=ON_NETWORK,
)
both.refuses(
    f"{ALLOCATIONS}.0",
    "eipAllocations must be 'eipalloc-' followed by exactly 17 hexadecimal characters",
    "eipalloc-" + "g" * 17,
    given=ON_NETWORK,
)
both.refuses(
    ALLOCATIONS,
    "eipAllocations are forbidden when the scope is Internal.",
    ADDRESSES[:1],
    at=INGRESS,
    given={**ON_NETWORK, f"{INGRESS}.scope": "Internal"},
)
