"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.meta import Condition
from hypershift.api.schema import Int64, Items, Nullable, Number, Rule, Struct, Text, Time


class Release(Struct):
    """TODO"""

    image: Annotated[
        str,
        Text(min=1, max=253),
        Rule(
            r"self.matches('^(\\w+\\S+)$')",
            (
                "Image must start with a word character (letters, digits, or underscores) and contain "
                "no white spaces"
            ),
        ),
    ]
    """TODO"""


class ControlPlaneVersionStatus(Struct):
    """TODO"""

    desired: ReleaseVersion
    """TODO"""

    history: (
        Annotated[list[ControlPlaneUpdateHistory], Items(min=1, max=100, type="atomic")] | None
    ) = None
    """TODO"""

    observedGeneration: (
        Annotated[int, Number(min=1, max=9007199254740992, format="int64")] | None
    ) = None
    """TODO"""


class ReleaseVersion(Struct):
    """TODO"""

    channels: Annotated[list[str], Items(type="set")] | None = None
    """TODO"""

    image: str
    """TODO"""

    url: str | None = None
    """TODO"""

    version: str
    """TODO"""


class ControlPlaneUpdateHistory(Struct):
    """TODO"""

    completionTime: Time | None = None
    """TODO"""

    image: Annotated[str, Text(min=1, max=447)]
    """TODO"""

    startedTime: Time
    """TODO"""

    state: Literal["Completed", "Partial"]
    """TODO"""

    version: Annotated[
        str,
        Text(min=1, max=64),
        Rule(
            r"self.matches('^\\d+\\.\\d+\\.\\d+.*')",
            "version must start with semantic version prefix x.y.z",
        ),
    ]
    """TODO"""


class ClusterVersionStatus(Struct):
    """TODO"""

    availableUpdates: Annotated[list[ReleaseVersion], Items(max=100), Nullable()] | None
    """TODO"""

    conditionalUpdates: Annotated[list[ConditionalUpdate], Items(max=100, type="atomic")] | None = (
        None
    )
    """TODO"""

    desired: ReleaseVersion
    """TODO"""

    history: list[UpdateHistory] | None = None
    """TODO"""

    observedGeneration: Int64
    """TODO"""


class ConditionalUpdate(Struct):
    """TODO"""

    conditions: Annotated[list[Condition], Items(type="map", keys=("type",))] | None = None
    """TODO"""

    release: ReleaseVersion
    """TODO"""

    risks: Annotated[list[ConditionalUpdateRisk], Items(min=1, max=200, type="map", keys=("name",))]
    """TODO"""


class ConditionalUpdateRisk(Struct):
    """TODO"""

    matchingRules: Annotated[list[ClusterCondition], Items(min=1, type="atomic")]
    """TODO"""

    message: Annotated[str, Text(min=1)]
    """TODO"""

    name: Annotated[str, Text(min=1)]
    """TODO"""

    url: Annotated[str, Text(min=1, format="uri")]
    """TODO"""


class ClusterCondition(Struct):
    """TODO"""

    promql: PromQLClusterCondition | None = None
    """TODO"""

    type: Literal["Always", "PromQL"]
    """TODO"""


class PromQLClusterCondition(Struct):
    """TODO"""

    promql: str
    """TODO"""


class UpdateHistory(Struct):
    """TODO"""

    acceptedRisks: str | None = None
    """TODO"""

    completionTime: Annotated[Time, Nullable()] | None
    """TODO"""

    image: str
    """TODO"""

    startedTime: Time
    """TODO"""

    state: str
    """TODO"""

    verified: bool
    """TODO"""

    version: str | None = None
    """TODO"""
