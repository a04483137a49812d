"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.azure_nodepool import AzureNodePoolPlatform
from hypershift.api.meta import LocalObjectReference, ObservedGeneration
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
    """TODO"""

    spec: NodePoolSpec | None = None
    """TODO"""

    status: NodePoolStatus | None = None
    """TODO"""


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
    """TODO"""

    arch: (
        Annotated[
            Literal["arm64", "amd64", "ppc64le", "s390x"],
            Rule("self == oldSelf", "Arch is immutable"),
            Default("amd64"),
        ]
        | None
    ) = None
    """TODO"""

    autoScaling: NodePoolAutoScaling | None = None
    """TODO"""

    clusterName: Annotated[
        str,
        Text(min=1, max=253),
        Rule("self == oldSelf", "ClusterName is immutable"),
        Rule(
            "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
            (
                "clusterName must consist of lowercase alphanumeric characters or '-', start and end "
                "with an alphanumeric character, and be between 1 and 253 characters"
            ),
        ),
    ]
    """TODO"""

    config: Annotated[list[LocalObjectReference], Items(max=10)] | None = None
    """TODO"""

    management: NodePoolManagement
    """TODO"""

    nodeDrainTimeout: str | None = None
    """TODO"""

    nodeLabels: dict[str, str] | None = None
    """TODO"""

    nodeVolumeDetachTimeout: str | None = None
    """TODO"""

    pausedUntil: (
        Annotated[
            str,
            Text(min=1, max=35),
            Rule(
                (
                    r"self.matches('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}.*$') || self in ['true', "
                    "'false', 'True', 'False']"
                ),
                "PausedUntil must be a date in RFC3339 format or 'True', 'true', 'False' or 'false'",
            ),
        ]
        | None
    ) = None
    """TODO"""

    platform: NodePoolPlatform
    """TODO"""

    release: Release
    """TODO"""

    replicas: Int32 | None = None
    """TODO"""

    taints: Annotated[list[Taint], Items(max=50)] | None = None
    """TODO"""

    tuningConfig: Annotated[list[LocalObjectReference], Items(max=10)] | None = None
    """TODO"""


@rule("self.max >= self.min", "max must be equal or greater than min")
class NodePoolAutoScaling(Struct):
    """TODO"""

    max: Annotated[int, Number(min=1, format="int32")]
    """TODO"""

    min: Annotated[int, Number(min=0, format="int32")]
    """TODO"""


@rule(
    "!has(self.inPlace) || self.upgradeType == 'InPlace'",
    "The 'inPlace' field can only be set when 'upgradeType' is 'InPlace'",
)
class NodePoolManagement(Struct):
    """TODO"""

    autoRepair: Annotated[bool, Default(False)] | None = None
    """TODO"""

    inPlace: InPlaceUpgrade | None = None
    """TODO"""

    replace: (
        Annotated[
            ReplaceUpgrade,
            Default(
                {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": 0}, "strategy": "RollingUpdate"}
            ),
        ]
        | None
    ) = None
    """TODO"""

    upgradeType: Annotated[
        Literal["Replace", "InPlace"], Rule("self == oldSelf", "UpgradeType is immutable")
    ]
    """TODO"""


class InPlaceUpgrade(Struct):
    """TODO"""

    maxUnavailable: IntOrString | None = None
    """TODO"""


@rule(
    "!has(self.rollingUpdate) || self.strategy == 'RollingUpdate'",
    "The 'rollingUpdate' field can only be set when 'strategy' is 'RollingUpdate'",
)
class ReplaceUpgrade(Struct):
    """TODO"""

    rollingUpdate: RollingUpdate | None = None
    """TODO"""

    strategy: Literal["RollingUpdate", "OnDelete"] | None = None
    """TODO"""


class RollingUpdate(Struct):
    """TODO"""

    maxSurge: IntOrString | None = None
    """TODO"""

    maxUnavailable: IntOrString | None = None
    """TODO"""


class NodePoolPlatform(Struct):
    """TODO"""

    azure: AzureNodePoolPlatform | None = None
    """TODO"""

    type: PlatformType
    """TODO"""


class Taint(Struct):
    """TODO"""

    effect: Literal["NoSchedule", "PreferNoSchedule", "NoExecute"]
    """TODO"""

    key: Annotated[
        str,
        Text(min=1, max=253),
        Rule(
            (
                r"self.matches('^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\\/)?["
                "A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$')"
            ),
            "key must be a qualified name with an optional subdomain prefix e.g. example.com/MyName",
        ),
    ]
    """TODO"""

    value: (
        Annotated[
            str,
            Text(max=253),
            Rule(
                "self.matches('^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$')",
                (
                    "Value must start and end with alphanumeric characters and can only contain '-', '_', "
                    "'.' in the middle"
                ),
            ),
        ]
        | None
    ) = None
    """TODO"""


class NodePoolStatus(Struct):
    """TODO"""

    conditions: Annotated[list[NodePoolCondition], Items(max=100)] | None = None
    """TODO"""

    nodesInfo: NodesInfo | None = None
    """TODO"""

    replicas: Int32 | None = None
    """TODO"""

    version: Annotated[str, Text(max=64)] | None = None
    """TODO"""


class NodePoolCondition(Struct):
    """TODO"""

    lastTransitionTime: Time
    """TODO"""

    message: Annotated[str, Text(max=32768)] | None = None
    """TODO"""

    observedGeneration: ObservedGeneration | None = None
    """TODO"""

    reason: Annotated[str, Text(max=1024)] | None = None
    """TODO"""

    severity: Annotated[str, Text(max=1024)] | None = None
    """TODO"""

    status: str
    """TODO"""

    type: Annotated[str, Text(max=316)]
    """TODO"""


class NodesInfo(Struct):
    """TODO"""

    nodeVersions: Annotated[list[NodeVersion], Items(min=1, max=100, type="atomic")]
    """TODO"""


class NodeVersion(Struct):
    """TODO"""

    kubeletVersion: Annotated[
        str,
        Text(min=1, max=64),
        Rule(
            r"self.matches('^v?\\d+\\.\\d+\\.\\d+.*$')",
            "kubeletVersion must start with semantic version prefix x.y.z (optional leading 'v')",
        ),
    ]
    """TODO"""

    ocpVersion: Annotated[
        str,
        Text(min=1, max=64),
        Rule(
            r"self.matches('^\\d+\\.\\d+\\.\\d+.*$')",
            "ocpVersion must start with semantic version prefix x.y.z",
        ),
    ]
    """TODO"""

    readyNodeCount: Annotated[int, Number(min=0, format="int32")]
    """TODO"""

    unreadyNodeCount: Annotated[int, Number(min=0, format="int32")]
    """TODO"""
