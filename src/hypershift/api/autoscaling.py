"""How the cluster autoscaler of a hosted cluster decides, for all of its NodePools together."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Default, Int32, Items, Number, Rule, Struct, Text, rule

DelaySeconds = Annotated[int, Number(min=0, max=86400, format="int32")]
"""A time in seconds, from none to one day."""


@rule(
    "self.scaling == 'ScaleUpAndScaleDown' ? true : !has(self.scaleDown)",
    "scaleDown can only be set when scaling is ScaleUpAndScaleDown",
)
class ClusterAutoscaling(Struct):
    """What the cluster autoscaler goes by in a hosted cluster.

    It applies to every NodePool that has autoScaling set, which is also where the bounds of that
    pool are. Without such a NodePool no autoscaler runs.
    """

    balancingIgnoredLabels: (
        Annotated[
            list[Annotated[str, Text(max=317)]],
            Items(max=64),
            Rule(
                (
                    "self.all(l, "
                    r"l.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?[a-zA-"
                    "Z0-9]([a-zA-Z0-9_.-]{0,61}[a-zA-Z0-9])?$'))"
                ),
                "Each balancingIgnoredLabels item must be a valid label key",
            ),
        ]
        | None
    ) = None
    """Keys of node labels that the autoscaler overlooks when it decides whether two NodePools are
    alike. It keeps pools that are alike at about the same size, which spreads nodes over zones.
    List labels whose values differ between pools that you want balanced all the same. Labels that
    always differ, such as the name of the NodePool, the zone label of Azure disks and agentpool,
    are overlooked anyway. At most 64 keys, with or without a DNS prefix.
    """

    expanders: (
        Annotated[list[Literal["LeastWaste", "Priority", "Random"]], Items(min=1, max=3)] | None
    ) = None
    """How a NodePool is chosen when several could take a pending pod, in order: the first entry
    narrows the choice, the next decides among what is left. LeastWaste prefers the pool that would
    have the least unused CPU, then memory. Priority goes by the priorities that the hosted cluster
    assigns to pools. Random picks any. Absent means Priority, then LeastWaste.
    """

    maxFreeDifferenceRatioPercent: Annotated[int, Number(min=0, max=100, format="int32")] | None = (
        None
    )
    """By how many percent the free resources of two NodePools may differ for them to count as
    alike, from 0 to 100. See balancingIgnoredLabels for what follows from that. Absent leaves the
    limit that the autoscaler has by itself, 5 percent.
    """

    maxNodeProvisionTime: (
        Annotated[str, Text(max=100, pattern=r"^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$")] | None
    ) = None
    """How long a new machine may take to become a node before the autoscaler gives it up and tries
    elsewhere, as a duration with units, such as 15m or 1h30m. Absent means 15 minutes. Allow for
    the time that Azure takes to create a virtual machine and for the first boot.
    """

    maxNodesTotal: Annotated[int, Number(min=0, format="int32")] | None = None
    """How many nodes the hosted cluster may have in all before the autoscaler adds no more,
    whatever the maximum of each NodePool allows. Absent or 0 means no limit. It does not remove
    nodes, and does not keep you from adding some to NodePools that have a fixed number of replicas.
    """

    maxPodGracePeriod: Annotated[int, Number(min=0, format="int32")] | None = None
    """How many seconds the pods on a node that is being removed get to end, even if they ask for a
    longer termination grace period. Absent means 600 seconds.
    """

    podPriorityThreshold: Int32 | None = None
    """Pods of a priority below this value are expendable: nodes are not added for them, and nodes
    on which nothing else runs can be removed. It may be negative. Absent means -10.
    """

    scaleDown: ScaleDownConfig | None = None
    """When nodes that are hardly used are removed. Allowed only while scaling is
    ScaleUpAndScaleDown. Each value that is left out keeps the default of the autoscaler.
    """

    scaling: (
        Annotated[Literal["ScaleUpOnly", "ScaleUpAndScaleDown"], Default("ScaleUpAndScaleDown")]
        | None
    ) = None
    """ScaleUpAndScaleDown, the default, adds nodes for pods that find no room and removes nodes
    that are hardly used. ScaleUpOnly never removes any, and does not allow scaleDown to be set. It
    can be changed at any time.
    """


class ScaleDownConfig(Struct):
    """When the cluster autoscaler removes nodes."""

    delayAfterAddSeconds: DelaySeconds | None = None
    """How many seconds after it has added a node the autoscaler looks for nodes to remove again,
    from 0 to 86400. Absent means 600. A short delay saves cost and risks removing what is soon
    needed.
    """

    delayAfterDeleteSeconds: DelaySeconds | None = None
    """How many seconds after it has removed a node the autoscaler looks for the next, from 0 to
    86400. Absent means the interval of its scans, 10 seconds.
    """

    delayAfterFailureSeconds: DelaySeconds | None = None
    """How many seconds the autoscaler waits after it failed to remove a node before it tries to
    remove any again, from 0 to 86400. Absent means 180.
    """

    unneededDurationSeconds: DelaySeconds | None = None
    """For how many seconds on end a node must have been hardly used before it is removed, from 0 to
    86400. Absent means 600. What counts as hardly used is in utilizationThresholdPercent.
    """

    utilizationThresholdPercent: Annotated[int, Number(min=0, max=100, format="int32")] | None = (
        None
    )
    """A node counts as hardly used when the requests of its pods add up to less than this
    percentage of what it can allocate, from 0 to 100; CPU and memory must both be below it. Absent
    means 50. The node is removed only if its pods fit on other nodes.
    """
