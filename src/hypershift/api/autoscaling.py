"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Default, Int32, Items, Number, Rule, Struct, Text, rule


DelaySeconds = Annotated[int, Number(min=0, max=86400, format="int32")]
"""TODO"""


@rule(
    "self.scaling == 'ScaleUpAndScaleDown' ? true : !has(self.scaleDown)",
    "scaleDown can only be set when scaling is ScaleUpAndScaleDown",
)
class ClusterAutoscaling(Struct):
    """TODO"""

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
    """TODO"""

    expanders: (
        Annotated[list[Literal["LeastWaste", "Priority", "Random"]], Items(min=1, max=3)] | None
    ) = None
    """TODO"""

    maxFreeDifferenceRatioPercent: Annotated[int, Number(min=0, max=100, format="int32")] | None = (
        None
    )
    """TODO"""

    maxNodeProvisionTime: (
        Annotated[str, Text(max=100, pattern=r"^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$")] | None
    ) = None
    """TODO"""

    maxNodesTotal: Annotated[int, Number(min=0, format="int32")] | None = None
    """TODO"""

    maxPodGracePeriod: Annotated[int, Number(min=0, format="int32")] | None = None
    """TODO"""

    podPriorityThreshold: Int32 | None = None
    """TODO"""

    scaleDown: ScaleDownConfig | None = None
    """TODO"""

    scaling: (
        Annotated[Literal["ScaleUpOnly", "ScaleUpAndScaleDown"], Default("ScaleUpAndScaleDown")]
        | None
    ) = None
    """TODO"""


class ScaleDownConfig(Struct):
    """TODO"""

    delayAfterAddSeconds: DelaySeconds | None = None
    """TODO"""

    delayAfterDeleteSeconds: DelaySeconds | None = None
    """TODO"""

    delayAfterFailureSeconds: DelaySeconds | None = None
    """TODO"""

    unneededDurationSeconds: DelaySeconds | None = None
    """TODO"""

    utilizationThresholdPercent: Annotated[int, Number(min=0, max=100, format="int32")] | None = (
        None
    )
    """TODO"""
