"""The NodePool: alike nodes of one hosted cluster, and how they are made, sized and renewed."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.azure_nodepool import AzureNodePoolPlatform
from hypershift.api.meta import PAUSED_UNTIL, LocalObjectReference, ObservedGeneration
from hypershift.api.platform import PlatformType
from hypershift.api.schema import (
    Column,
    Default,
    Int32,
    IntOrString,
    Items,
    Number,
    Resource,
    Rule,
    Struct,
    Text,
    Time,
    resource,
    rule,
)
from hypershift.api.version import Release


@resource(
    group="hypershift.openshift.io",
    version="v1beta1",
    plural="nodepools",
    short_names=(
        "np",
        "nps",
    ),
    scale=True,
    columns=(
        Column(name="Cluster", path=".spec.clusterName"),
        Column(name="Desired Nodes", path=".spec.replicas", type="integer"),
        Column(name="Current Nodes", path=".status.replicas", type="integer"),
        Column(
            name="Autoscaling", path='.status.conditions[?(@.type=="AutoscalingEnabled")].status'
        ),
        Column(name="Autorepair", path='.status.conditions[?(@.type=="AutorepairEnabled")].status'),
        Column(name="Version", path=".status.version"),
        Column(
            name="UpdatingVersion", path='.status.conditions[?(@.type=="UpdatingVersion")].status'
        ),
        Column(
            name="UpdatingConfig", path='.status.conditions[?(@.type=="UpdatingConfig")].status'
        ),
        Column(name="Message", path='.status.conditions[?(@.type=="Ready")].message'),
    ),
)
class NodePool(Resource):
    """A set of nodes of one hosted cluster that are all made from the same description.

    On Azure each node is a virtual machine. The pool names its own release, so that its nodes can
    be upgraded later than the control plane and apart from other pools. It lives in the namespace
    of its HostedCluster and is deleted together with it. kubectl scale works on a pool as on a
    Deployment.
    """

    spec: NodePoolSpec | None = None
    """What the nodes should be, how many there should be, and how a change reaches the nodes that
    exist. A new release, config, tuningConfig or platform setting renews nodes in the way that
    management says. A new number of nodes, and new labels or taints, renew none.
    """

    status: NodePoolStatus | None = None
    """What the operator last saw of the pool: how many nodes are available, what they run, and the
    conditions that tell why something is not as the spec asks. Written by the operator alone.
    """


@rule("!has(oldSelf.arch) || has(self.arch)", "Arch is required once set")
@rule(
    "self.arch != 'arm64' || has(self.platform.azure) || self.platform.type == 'None'",
    "Setting Arch to arm64 is only supported for AWS, Azure, Agent, GCP and None",
)
@rule(
    "!has(self.replicas) || !has(self.autoScaling)",
    "Both replicas or autoScaling should not be set",
)
@rule("self.arch != 's390x'", "s390x is only supported on KubeVirt platform")
@rule(
    (
        "!has(self.autoScaling) || self.autoScaling.min > 0 || self.platform.type == 'AWS' || "
        "self.platform.type == 'Azure'"
    ),
    "Scale-from-zero (autoScaling.min=0) is currently only supported for AWS and Azure platforms",
)
class NodePoolSpec(Struct):
    """What the nodes of a pool should be, how many, and how a change reaches them."""

    arch: (
        Annotated[
            Literal["arm64", "amd64", "ppc64le", "s390x"],
            Rule("self == oldSelf", "Arch is immutable"),
            Default("amd64"),
        ]
        | None
    ) = None
    """Processor architecture of the nodes; amd64 when absent. It has to fit the VM size, and the
    release image of the hosted cluster must be built for it or for several architectures, otherwise
    the condition ValidArchPlatform tells. Azure has machines for amd64 and arm64; s390x is refused,
    and ppc64le passes the schema but not ValidArchPlatform. Fixed once the pool exists; use another
    pool for another architecture.
    """

    autoScaling: NodePoolAutoScaling | None = None
    """Bounds between which the cluster autoscaler chooses the number of nodes, by the pods that
    find no room and by the nodes that stand idle. Excludes replicas, and can be added or taken away
    at any time. How eagerly it scales, and how many nodes all pools may have together, is said once
    per cluster in spec.autoscaling of the HostedCluster.
    """

    clusterName: Annotated[
        str,
        Text(min=1, max=253),
        Rule("self == oldSelf", "ClusterName is immutable"),
        Rule(
            "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
            (
                "clusterName must consist of lowercase alphanumeric characters or '-', start and "
                "end with an alphanumeric character, and be between 1 and 253 characters"
            ),
        ),
    ]
    """Name of the HostedCluster, in the namespace of the pool, that the nodes join. Fixed once the
    pool exists: nodes cannot move to another cluster. Lower-case letters, digits and hyphens only;
    dots are not allowed.
    """

    config: Annotated[list[LocalObjectReference], Items(max=10)] | None = None
    """Up to 10 ConfigMaps in the namespace of the pool with node configuration. Each holds, under
    the key config, one or more YAML documents: MachineConfig, KubeletConfig,
    ContainerRuntimeConfig, ImageContentSourcePolicy, ImageDigestMirrorSet or ClusterImagePolicy.
    The nodes get them through Ignition, so a change to this list or to the content of a ConfigMap
    renews the nodes. A missing ConfigMap or a document of another kind turns the condition
    ValidMachineConfig False. A pool takes one KubeletConfig at most, one made from tuningConfig
    included.
    """

    management: NodePoolManagement
    """How nodes are brought to a new release or configuration, and whether broken ones are replaced
    without being asked.
    """

    nodeDrainTimeout: str | None = None
    """How long the pods of a node may take to leave it before its machine is removed all the same,
    as a duration such as 10m or 1h30m. It bounds what a strict PodDisruptionBudget can hold up.
    Absent or 0s means no bound: removal then waits until the drain succeeds.
    """

    nodeLabels: dict[str, str] | None = None
    """Labels for the Node objects in the hosted cluster, for example to steer pods to this pool.
    They are copied to a node once, soon after it joins: a change renews no machine, and is seen on
    the nodes that join afterwards. The label hypershift.openshift.io/nodePool is added to every
    node and need not be listed.
    """

    nodeVolumeDetachTimeout: str | None = None
    """How long the removal of a drained machine waits for its volumes to be detached before it goes
    on without that, as a duration such as 5m. Absent or 0s means no bound.
    """

    pausedUntil: (
        Annotated[
            str,
            Text(min=1, max=35),
            PAUSED_UNTIL,
        ]
        | None
    ) = None
    """Stops work on the pool: changes of the spec do not reach its machines, and the
    MachineDeployment or MachineSet behind it is marked as paused. Either true or True, for as long
    as it is set, or a moment in RFC 3339 form, such as 2030-01-31T12:00:00Z, at which work resumes
    by itself. Absent or false means no pause. A value that cannot be read does not pause either,
    which the condition ReconciliationActive tells.
    """

    platform: NodePoolPlatform
    """The machines behind the nodes: their size, image, disk and place in the network."""

    release: Release
    """The release that the nodes run. It may be at most as new as the release of the hosted cluster
    and at most three minor versions older, and may not go back to an earlier minor version.
    Changing it starts an upgrade of the nodes, so the usual order is the HostedCluster first, its
    pools afterwards. Refusals are told by the conditions ValidReleaseImage and
    SupportedVersionSkew.
    """

    replicas: Int32 | None = None
    """How many nodes the pool should have; kubectl scale sets the same field. Nodes are added or
    removed to match, without renewing the others. Cannot be set together with autoScaling; absent
    without autoScaling means 0.
    """

    taints: Annotated[list[Taint], Items(max=50)] | None = None
    """Up to 50 taints for the Node objects in the hosted cluster, which keep away pods that do not
    tolerate them. They are put on a node once, soon after it joins: a change renews no machine, and
    is seen on the nodes that join afterwards.
    """

    tuningConfig: Annotated[list[LocalObjectReference], Items(max=10)] | None = None
    """Up to 10 ConfigMaps in the namespace of the pool with kernel and system tuning. Each holds,
    under the key tuning, a Tuned or a PerformanceProfile for the Node Tuning Operator; a pool takes
    one PerformanceProfile at most. Where tuning ends up in the kubelet or in boot arguments the
    nodes are renewed. Not used when the hosted cluster has the NodeTuning capability disabled.
    Mistakes are told by the condition ValidTuningConfig.
    """


@rule("self.max >= self.min", "max must be equal or greater than min")
class NodePoolAutoScaling(Struct):
    """The bounds that the cluster autoscaler keeps the size of a pool within."""

    max: Annotated[int, Number(min=1, format="int32")]
    """The most nodes that the autoscaler may give the pool; at least 1 and not below min. A pool
    that is larger when the bound is set shrinks to it. A cluster-wide limit in the HostedCluster
    may stop growth earlier.
    """

    min: Annotated[int, Number(min=0, format="int32")]
    """The fewest nodes that the pool keeps, even when idle; a pool that is smaller grows to it at
    once. 0 lets the pool be empty until a pod needs it. That takes an operator that was installed
    with scale-from-zero for Azure, since the autoscaler has to know what a node would offer before
    one exists; without it 0 counts as 1.
    """


@rule(
    "!has(self.inPlace) || self.upgradeType == 'InPlace'",
    "The 'inPlace' field can only be set when 'upgradeType' is 'InPlace'",
)
class NodePoolManagement(Struct):
    """How the nodes of a pool are renewed and repaired."""

    autoRepair: Annotated[bool, Default(False)] | None = None
    """Whether nodes that stop working are replaced by new machines; false when absent, and
    changeable at any time. A node counts as broken after 8 minutes of not being ready or not being
    heard of, or when it has not joined within 20 minutes; with more than 2 such nodes nothing is
    replaced, since the cause then lies elsewhere, and the pool's Ready condition turns False.
    Repair starts once a node of the pool has fetched its configuration.

    The annotations hypershift.openshift.io/machine-health-check-timeout,
    hypershift.openshift.io/machine-health-check-node-startup-timeout and
    hypershift.openshift.io/machine-health-check-max-unhealthy on the NodePool, or on the
    HostedCluster for all its pools, set other bounds.
    """

    inPlace: InPlaceUpgrade | None = None
    """How many nodes may be out of work at a time while they are upgraded. Only allowed with
    upgradeType InPlace; absent means one node after another.
    """

    replace: (
        Annotated[
            ReplaceUpgrade,
            Default(
                {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}, "strategy": "RollingUpdate"}
            ),
        ]
        | None
    ) = None
    """In which order old machines make way for new ones. Has an effect only with upgradeType
    Replace. When the whole object is absent machines are replaced one after another, each new one
    before the old one goes (RollingUpdate, maxSurge 1, maxUnavailable 0). Whoever writes the object
    has to give strategy too, and rollingUpdate where strategy is RollingUpdate, or the condition
    UpdateManagementEnabled turns False and work on the pool stops.
    """

    upgradeType: Annotated[
        Literal["Replace", "InPlace"], Rule("self == oldSelf", "UpgradeType is immutable")
    ]
    """How nodes get a new release or configuration. Replace makes a new virtual machine for each
    and deletes the old one, so nothing local survives. InPlace keeps the machine and changes its
    operating system and files, which may reboot it. Fixed once the pool exists.
    """


class InPlaceUpgrade(Struct):
    """The pace of an upgrade that keeps the machines."""

    maxUnavailable: IntOrString | None = None
    """How many nodes may be upgraded at the same time, as a count such as 2 or as a share of
    replicas such as 25%. A share is rounded down, but is never less than one node. Absent means 1.
    """


@rule(
    "!has(self.rollingUpdate) || self.strategy == 'RollingUpdate'",
    "The 'rollingUpdate' field can only be set when 'strategy' is 'RollingUpdate'",
)
class ReplaceUpgrade(Struct):
    """The order in which new machines take the place of old ones."""

    rollingUpdate: RollingUpdate | None = None
    """How far the number of nodes may stray from replicas while machines are replaced. Needed with
    strategy RollingUpdate, and allowed only there.
    """

    strategy: Literal["RollingUpdate", "OnDelete"] | None = None
    """RollingUpdate replaces machines by itself, a few at a time. OnDelete leaves the old machines
    alone, and gives the new description only to those that follow once somebody deletes an old one.
    Required in effect: without it the condition UpdateManagementEnabled turns False.
    """


class RollingUpdate(Struct):
    """How many nodes a rolling replacement may add and take away at a time."""

    maxSurge: IntOrString | None = None
    """How many machines there may be above replicas during the replacement, as a count or as a
    share such as 25%, which is rounded up. More surge is faster, and needs quota and addresses in
    the subnet for the extra machines. Absent means 1. Cannot be 0 when maxUnavailable is 0, since
    no machine could then be replaced.
    """

    maxUnavailable: IntOrString | None = None
    """How many nodes below replicas the pool may fall during the replacement, as a count or as a
    share such as 25%, which is rounded down. Absent or 0 means that each old machine goes only
    after a new node is there to take over.
    """


class NodePoolPlatform(Struct):
    """The cloud that the machines of a pool come from, and what to ask of it."""

    azure: AzureNodePoolPlatform | None = None
    """The Azure virtual machine behind each node. Belongs to a pool of type Azure, which cannot
    make machines without it. A change gives a pool with upgradeType Replace new machines, in the
    order that its replace strategy says; with InPlace it concerns only machines that are made
    afterwards.
    """

    type: PlatformType
    """Which platform the machines come from. With Azure the operator makes a virtual machine for
    each node from the azure field; None stands for no cloud at all. Fixed once the pool exists.
    """


class Taint(Struct):
    """A mark on a node that keeps away the pods that do not tolerate it."""

    effect: Literal["NoSchedule", "PreferNoSchedule", "NoExecute"]
    """What happens to pods without a matching toleration. NoSchedule: none is placed on the node,
    but those that run stay. PreferNoSchedule: the node is chosen only when no other will do.
    NoExecute: none is placed, and those that run are evicted.
    """

    key: Annotated[
        str,
        Text(min=1, max=253),
        Rule(
            (
                r"self.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*"
                r"[a-z0-9])?)*\\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$')"
            ),
            (
                "key must be a qualified name with an optional subdomain prefix e.g. "
                "example.com/MyName"
            ),
        ),
    ]
    """Name of the taint, which a toleration has to repeat: up to 63 letters, digits, hyphens,
    underscores and dots that begin and end with a letter or digit, with an optional DNS name and a
    slash in front, as in example.com/dedicated.
    """

    value: (
        Annotated[
            str,
            Text(max=253),
            Rule(
                "self.matches('^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$')",
                (
                    "Value must start and end with alphanumeric characters and can only contain "
                    "'-', '_', '.' in the middle"
                ),
            ),
        ]
        | None
    ) = None
    """Value that a toleration with the operator Equal has to repeat. Letters and digits, with
    hyphens, underscores and dots in between. Absent or empty means a taint by its key alone.
    """


class NodePoolStatus(Struct):
    """What the operator last saw of a pool."""

    conditions: Annotated[list[NodePoolCondition], Items(max=100)] | None = None
    """What is well and what is not, one entry per type. Ready sums up the machines.
    UpdatingVersion, UpdatingConfig and UpdatingPlatformMachineTemplate tell that a renewal is under
    way. ValidReleaseImage, ValidArchPlatform, ValidMachineConfig, ValidTuningConfig and
    SupportedVersionSkew judge the spec. ReachedIgnitionEndpoint, AllMachinesReady and
    AllNodesHealthy follow new machines on their way to becoming nodes, in that order.
    AutoscalingEnabled, AutorepairEnabled and ReconciliationActive repeat choices of the spec.
    """

    nodesInfo: NodesInfo | None = None
    """The nodes counted by the versions that they run, which shows how far an upgrade has come.
    Absent as long as no machine has become a node.
    """

    replicas: Int32 | None = None
    """How many nodes are available, that is, ready to run pods. Read beside spec.replicas it tells
    how many are missing; kubectl scale reads it too.
    """

    version: Annotated[str, Text(max=64)] | None = None
    """Version of the release that all nodes of the pool run. It moves only when an upgrade has
    reached the last node, so during one it names the release before. Absent until the first nodes
    are complete.
    """


class NodePoolCondition(Struct):
    """One thing that is known about a pool, true or not, and since when."""

    lastTransitionTime: Time
    """When the status of the condition last became what it is now. A new message or reason does not
    move it.
    """

    message: Annotated[str, Text(max=32768)] | None = None
    """Explanation for people of the current status: what is wrong, and with which machines or
    objects. May be cut where many machines report the same.
    """

    observedGeneration: ObservedGeneration | None = None
    """The metadata.generation of the NodePool that this condition was judged for. A number below
    the current one means that the latest change of the spec has not been considered yet.
    """

    reason: Annotated[str, Text(max=1024)] | None = None
    """Cause of the current status in one word for programs, such as AsExpected or ValidationFailed.
    Where machines have several causes they are joined by commas.
    """

    severity: Annotated[str, Text(max=1024)] | None = None
    """How much weight a status that is not the wished-for one has, such as Error, Warning or Info.
    Absent where nothing is wrong or the condition does not weigh its causes.
    """

    status: str
    """Whether what the type says holds: True, False, or Unknown where it could not be found out.
    For most types True is the good one; for those that begin with Updating it means that work is
    still going on.
    """

    type: Annotated[str, Text(max=316)]
    """What the condition speaks of, such as Ready or UpdatingVersion. There is one entry per type.
    """


class NodesInfo(Struct):
    """The nodes of a pool, summed up."""

    nodeVersions: Annotated[list[NodeVersion], Items(min=1, max=100, type="atomic")]
    """One entry for each pair of release and kubelet version that nodes of the pool run at the
    moment. A settled pool has one entry; during an upgrade there is one for the old and one for the
    new version.
    """


class NodeVersion(Struct):
    """How many nodes run one release with one kubelet."""

    kubeletVersion: Annotated[
        str,
        Text(min=1, max=64),
        Rule(
            r"self.matches('^v?\\d+\\.\\d+\\.\\d+.*$')",
            "kubeletVersion must start with semantic version prefix x.y.z (optional leading 'v')",
        ),
    ]
    """Kubernetes version that the kubelet of these nodes reports, such as v1.34.4."""

    ocpVersion: Annotated[
        str,
        Text(min=1, max=64),
        Rule(
            r"self.matches('^\\d+\\.\\d+\\.\\d+.*$')",
            "ocpVersion must start with semantic version prefix x.y.z",
        ),
    ]
    """Version of the release that these nodes were made with or upgraded to, such as 4.21.4."""

    readyNodeCount: Annotated[int, Number(min=0, format="int32")]
    """How many of these nodes are healthy: they are in touch with the control plane and can run
    pods.
    """

    unreadyNodeCount: Annotated[int, Number(min=0, format="int32")]
    """How many of these nodes are not healthy, or not known to be. While it stays above 0 the
    condition AllNodesHealthy tells why.
    """
