"""The networks of a cluster: refuses what does not go together, and writes the rest down."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

from hypershift.api.networking import ClusterNetworkEntry, ClusterNetworking, NetworkEntry
from hypershift.cli import checks
from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from hypershift.cli.create.cluster.flags import NetworkFlags

OVN = "OVNKubernetes"
_TYPES = (OVN, "OpenShiftSDN", "Calico", "Other")
_MTUS = range(576, 9217)
_MOST_NETWORKS = 2


def check_networks(flags: NetworkFlags) -> None:
    """Refuse networks that cannot be, or not together."""
    _check_type(flags)
    if flags.default_dual:
        raise UsageError(
            "--default-dual is not possible on Azure: leave it out, and name other networks than"
            " the default ones with --cluster-cidr and --service-cidr"
        )
    _check_ranges(flags)


def _check_type(flags: NetworkFlags) -> None:
    checks.one_of("--network-type", flags.network_type, _TYPES)
    for flag, given in (
        ("--disable-multi-network", flags.disable_multi_network),
        ("--allocate-node-cidrs", flags.allocate_node_cidrs),
    ):
        if given and flags.network_type != "Other":
            raise UsageError(f"{flag} needs --network-type Other")
    if flags.ovn_kubernetes_mtu:
        if flags.network_type != OVN:
            raise UsageError(f"--ovn-kubernetes-mtu needs --network-type {OVN}")
        if flags.ovn_kubernetes_mtu not in _MTUS:
            raise UsageError(
                f"--ovn-kubernetes-mtu must be {_MTUS.start} to {_MTUS.stop - 1}, not"
                f" {flags.ovn_kubernetes_mtu}"
            )


def _check_ranges(flags: NetworkFlags) -> None:
    given = {
        "--cluster-cidr": flags.cluster_cidr,
        "--service-cidr": flags.service_cidr,
        "--machine-cidr": flags.machine_cidr,
    }
    for flag, ranges in given.items():
        if len(ranges) > _MOST_NETWORKS:
            raise UsageError(
                f"{flag} may be given {_MOST_NETWORKS} times at most, not {len(ranges)}"
            )
    networks = [
        (f"{flag} {text}", checks.network(flag, text))
        for flag, ranges in given.items()
        for text in ranges
    ]
    for (one, network), (other, another) in combinations(networks, 2):
        if network.version == another.version and network.overlaps(another):
            raise UsageError(f"{other} overlaps {one}: choose a range of its own for each")


def networking(flags: NetworkFlags) -> ClusterNetworking:
    """Write the networks down as they were typed."""
    return ClusterNetworking(
        networkType=cast("Any", flags.network_type),
        clusterNetwork=[ClusterNetworkEntry(cidr=cidr) for cidr in flags.cluster_cidr] or None,
        serviceNetwork=[NetworkEntry(cidr=cidr) for cidr in flags.service_cidr] or None,
        machineNetwork=[NetworkEntry(cidr=cidr) for cidr in flags.machine_cidr] or None,
        allocateNodeCIDRs="Enabled" if flags.allocate_node_cidrs else None,
    )
