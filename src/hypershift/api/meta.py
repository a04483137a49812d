"""What many kinds share: references to other objects, selectors, tolerations and conditions."""

from __future__ import annotations

from typing import Annotated, Literal

from hypershift.api.schema import Default, Int64, Items, Number, Rule, Struct, Text, Time, entries

ObservedGeneration = Annotated[int, Number(min=0, format="int64")]
"""The metadata.generation of the object from which a part of its status was computed."""

ConditionReason = Annotated[
    str, Text(min=1, max=1024, pattern="^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$")
]
"""One word that tells a program why a condition has its status, in CamelCase, such as AsExpected.
"""

ConditionStatus = Literal["True", "False", "Unknown"]
"""Whether what the type of a condition names holds. Unknown means that it cannot be told."""

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
"""The name of a condition, such as Available. It may have a DNS name and a slash before it."""

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
"""The name of an object in the API server: a DNS subdomain in lower case, of at most 253
characters.
"""

PAUSED_UNTIL = Rule(
    (
        r"self.matches('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}.*$') || "
        "self in ['true', 'false', 'True', 'False']"
    ),
    "PausedUntil must be a date in RFC3339 format or 'True', 'true', 'False' or 'false'",
)
"""What a pause is bound to: a moment, or one of the words for yes and no."""


class Empty(Struct):
    """An object that has no fields; that it is there is what it says."""


@entries(atomic=True)
class LocalObjectReference(Struct):
    """A reference to an object in the namespace of the object that holds the reference."""

    name: Annotated[str, Default("")] | None = None
    """The name of the referenced object, which has to be in the same namespace as this one. The
    field that holds the reference says of which kind the object is and which keys it needs. The API
    server fills in the empty string where no name is given; it refers to nothing.
    """


class NameReference(Struct):
    """A reference to a Secret or a ConfigMap by its name alone."""

    name: str
    """The name of the referenced object. The field that holds the reference says whether it is a
    Secret or a ConfigMap and which keys it needs. For the configuration of a HostedCluster the
    object has to be in the namespace of the HostedCluster; the operator copies it from there to the
    control plane.
    """


@entries(atomic=True)
class LabelSelector(Struct):
    """Selects objects by their labels.

    An object is selected when it meets matchLabels and every one of matchExpressions. A selector
    that is there but says nothing selects every object.
    """

    matchExpressions: Annotated[list[LabelSelectorRequirement], Items(type="atomic")] | None = None
    """Requirements on labels that go beyond equality: that a value is one of several, or that a
    label is there at all. An object has to meet all of them, and matchLabels as well.
    """

    matchLabels: dict[str, str] | None = None
    """Labels that an object has to carry with exactly these values. Each entry says the same as an
    expression with the operator In and that one value. An object has to carry all of them.
    """


class LabelSelectorRequirement(Struct):
    """One requirement on the label of a given key."""

    key: str
    """The key of the label that the requirement is about."""

    operator: str
    """How the label is compared. In: its value is one of values. NotIn: it is none of values, or
    the label is missing. Exists: the label is there, with any value. DoesNotExist: the label is
    missing.
    """

    values: Annotated[list[str], Items(type="atomic")] | None = None
    """The values that In and NotIn compare with; both need at least one. Must be empty for Exists
    and DoesNotExist.
    """


class Toleration(Struct):
    """Lets pods run on nodes in spite of taints that would keep them away."""

    effect: str | None = None
    """The effect of the taints that are tolerated: NoSchedule, PreferNoSchedule or NoExecute.
    Absent tolerates every effect.
    """

    key: str | None = None
    """The key of the taints that are tolerated. Absent, together with the operator Exists,
    tolerates every taint.
    """

    operator: str | None = None
    """Exists tolerates a taint of the key whatever its value; Equal only one that has the given
    value. Absent means Equal.
    """

    tolerationSeconds: Int64 | None = None
    """For the effect NoExecute only: how many seconds a pod may stay on its node after such a taint
    has appeared. Absent lets it stay; zero or a negative number evicts it at once.
    """

    value: str | None = None
    """The value that a taint must have for the operator Equal. Leave it out with Exists."""


class Condition(Struct):
    """One observation about an object: whether something holds, since when, and why.

    There is at most one condition of a type, and programs should look it up by its type.
    """

    lastTransitionTime: Time
    """When the status last changed. A new reason or message alone does not move it, so that it
    tells for how long the status has been what it is.
    """

    message: Annotated[str, Text(max=32768)]
    """The explanation for a person: what is wrong or being waited for, with the names of the
    objects concerned. At most 32768 characters, possibly empty. Its wording may change between
    versions, so programs should go by reason.
    """

    observedGeneration: ObservedGeneration | None = None
    """The metadata.generation that the condition was computed from. Where it is lower than the
    current metadata.generation the condition speaks of an earlier spec and has yet to be renewed.
    """

    reason: ConditionReason
    """Why the status is what it is, as one word for programs, such as AsExpected or
    EtcdWaitingForQuorum. At most 1024 characters; the words of each type are part of the API.
    """

    status: ConditionStatus
    """True, False or Unknown. Whether True is the good case depends on the type: True is good for
    Available and bad for Degraded.
    """

    type: ConditionType
    """What the condition is about, such as Available or Progressing. It is the key of the list."""


class KubeconfigSecretRef(Struct):
    """A reference to one key of a Secret that holds a kubeconfig."""

    key: Annotated[str, Text(max=255)]
    """The key under which the Secret holds the kubeconfig, at most 255 characters. What the control
    plane operator writes itself is under the key kubeconfig.
    """

    name: Annotated[str, Text(max=255)]
    """The name of the Secret, in the namespace of the object that holds the reference."""
