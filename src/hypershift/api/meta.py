"""TODO"""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Default, Int64, Items, Number, Rule, Struct, Text, Time, entries


ObservedGeneration = Annotated[int, Number(min=0, format="int64")]
"""TODO"""

ConditionReason = Annotated[
    str, Text(min=1, max=1024, pattern="^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$")
]
"""TODO"""

ConditionStatus = Literal["True", "False", "Unknown"]
"""TODO"""

ConditionType = Annotated[
    str,
    Text(
        max=316,
        pattern=(
            r"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Z"
            "a-z0-9_.]*)?[A-Za-z0-9])$"
        ),
    ),
]
"""TODO"""

ObjectName = Annotated[
    str,
    Text(min=1, max=253),
    Rule(
        r"self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$')",
        (
            "name must consist only of lowercase alphanumeric characters, hyphens, and periods. "
            "Each period-separated segment must start and end with an alphanumeric character."
        ),
    ),
]
"""TODO"""


class Empty(Struct):
    """An object that has no fields; that it is there is what it says."""


@entries(atomic=True)
class LocalObjectReference(Struct):
    """TODO"""

    name: Annotated[str, Default("")] | None = None
    """TODO"""


class NameReference(Struct):
    """TODO"""

    name: str
    """TODO"""


@entries(atomic=True)
class LabelSelector(Struct):
    """TODO"""

    matchExpressions: Annotated[list[LabelSelectorRequirement], Items(type="atomic")] | None = None
    """TODO"""

    matchLabels: dict[str, str] | None = None
    """TODO"""


class LabelSelectorRequirement(Struct):
    """TODO"""

    key: str
    """TODO"""

    operator: str
    """TODO"""

    values: Annotated[list[str], Items(type="atomic")] | None = None
    """TODO"""


class Toleration(Struct):
    """TODO"""

    effect: str | None = None
    """TODO"""

    key: str | None = None
    """TODO"""

    operator: str | None = None
    """TODO"""

    tolerationSeconds: Int64 | None = None
    """TODO"""

    value: str | None = None
    """TODO"""


class Condition(Struct):
    """TODO"""

    lastTransitionTime: Time
    """TODO"""

    message: Annotated[str, Text(max=32768)]
    """TODO"""

    observedGeneration: ObservedGeneration | None = None
    """TODO"""

    reason: ConditionReason
    """TODO"""

    status: ConditionStatus
    """TODO"""

    type: ConditionType
    """TODO"""


class KubeconfigSecretRef(Struct):
    """TODO"""

    key: Annotated[str, Text(max=255)]
    """TODO"""

    name: Annotated[str, Text(max=255)]
    """TODO"""
