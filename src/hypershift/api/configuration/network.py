"""Network policy of a hosted cluster, beyond the networks themselves in spec.networking."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Toleration
from hypershift.api.schema import Items, Number, Struct, Text, rule


@rule(
    (
        "!has(self.networkDiagnostics) || !has(self.networkDiagnostics.mode) || "
        "self.networkDiagnostics.mode!='Disabled' || "
        "!has(self.networkDiagnostics.sourcePlacement) && "
        "!has(self.networkDiagnostics.targetPlacement)"
    ),
    (
        "cannot set networkDiagnostics.sourcePlacement and networkDiagnostics.targetPlacement "
        "when networkDiagnostics.mode is Disabled"
    ),
)
class NetworkSpec(Struct):
    """External IPs, node ports and connectivity diagnostics of a hosted cluster.

    The pod and Service networks and the network plugin are part of the form of this object, too,
    because the Network object in a hosted cluster has them; their values come from spec.networking.
    """

    clusterNetwork: Annotated[list[NetworkClusterEntry], Items(type="atomic")] | None = None
    """Networks that pods get their addresses from. In a hosted cluster they come from
    spec.networking.clusterNetwork; set them there.
    """

    externalIP: ExternalIPConfig | None = None
    """Who may use which addresses in the field externalIPs of Services, and which are handed out
    without being asked for. When absent, Services with external IPs are refused.
    """

    networkDiagnostics: NetworkDiagnostics | None = None
    """The regular connectivity checks between nodes, pods, Services and API servers, and where
    their pods run. When absent, the checks run with default placement. When mode is Disabled,
    neither placement may be set.
    """

    networkType: str | None = None
    """The network plugin. In a hosted cluster it comes from spec.networking.networkType; set it
    there, when the cluster is created.
    """

    serviceNetwork: Annotated[list[str], Items(type="atomic")] | None = None
    """Networks that Services get their cluster IPs from. In a hosted cluster they come from
    spec.networking.serviceNetwork; set them there.
    """

    serviceNodePortRange: (
        Annotated[
            str,
            Text(
                pattern=(
                    "^([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])-([0"
                    "-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$"
                )
            ),
        ]
        | None
    ) = None
    """The ports that Services of type NodePort may have, as low-high. 30000-32767 when absent.
    Widen the range rather than move it, because Services keep the ports that they have; firewalls
    in front of the nodes have to let the new ports through. Ports that spec.services asks for with
    NodePort publishing must also be in it. A change restarts the API server.
    """


class NetworkClusterEntry(Struct):
    """A network that pods get their addresses from, and how it is divided among the nodes."""

    cidr: str | None = None
    """The whole network, for example 10.132.0.0/14. It must not overlap with the machine and
    Service networks.
    """

    hostPrefix: Annotated[int, Number(min=0, format="int32")] | None = None
    """The prefix length of the part that each node gets: 23 leaves a node 510 addresses for pods.
    Hosted clusters use 23 for IPv4 and 64 for IPv6 unless spec.networking says otherwise. Some
    network plugins do not read it.
    """


class ExternalIPConfig(Struct):
    """Rules about external IPs of Services.

    An external IP attracts traffic for an address that the network sends to a node anyway, so
    whoever may set one can take over the traffic of others.
    """

    autoAssignCIDRs: Annotated[list[str], Items(type="atomic")] | None = None
    """Networks from which Services of type LoadBalancer get an external IP by themselves; meant for
    clusters without a cloud that provides load balancers. The addresses must be routed to the
    nodes. When absent, none are handed out.
    """

    policy: ExternalIPPolicy | None = None
    """The addresses that users may set. When absent or empty, they may not set any."""


class ExternalIPPolicy(Struct):
    """Which external IPs users may set on Services."""

    allowedCIDRs: Annotated[list[str], Items(type="atomic")] | None = None
    """Networks whose addresses are allowed, except those that rejectedCIDRs takes out. When absent,
    nothing is allowed.
    """

    rejectedCIDRs: Annotated[list[str], Items(type="atomic")] | None = None
    """Networks whose addresses are refused even when allowedCIDRs contains them; use it for the
    addresses of nodes and of other things that must not be taken over.
    """


class NetworkDiagnostics(Struct):
    """The connectivity checks that the network operator of the hosted cluster runs."""

    mode: Literal["", "All", "Disabled"] | None = None
    """All runs the checks, Disabled removes them along with their pods. Empty or absent leaves it
    to the network operator, which runs them. Results are kept as PodNetworkConnectivityCheck
    objects.
    """

    sourcePlacement: NetworkDiagnosticsPlacement | None = None
    """Where the pod runs that connections start from. When absent, it may run on any Linux node
    without taints. Not together with mode Disabled.
    """

    targetPlacement: NetworkDiagnosticsPlacement | None = None
    """Where the pods run that connections go to, one per node. When absent, they run on every Linux
    node, whatever its taints. Not together with mode Disabled.
    """


class NetworkDiagnosticsPlacement(Struct):
    """The nodes on which pods of the connectivity checks may run."""

    nodeSelector: dict[str, str] | None = None
    """Labels that a node must have. kubernetes.io/os=linux when absent."""

    tolerations: Annotated[list[Toleration], Items(type="atomic")] | None = None
    """Taints that do not keep the pods away from a node. When absent, the source pod tolerates no
    taints and the target pods tolerate all.
    """
