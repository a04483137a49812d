"""How a hosted cluster chooses nodes for pods."""

from __future__ import annotations

from typing import Literal

from hypershift.api.meta import NameReference
from hypershift.api.schema import Struct


class SchedulerSpec(Struct):
    """Settings of the scheduler in the control plane of a hosted cluster, and the default node
    selector.
    """

    defaultNodeSelector: str | None = None
    """Labels that a node must have to receive pods, in the form key=value,key=value. It is added to
    the pods of every namespace that does not have a selector of its own in the annotation
    openshift.io/node-selector, when the pods are created; pods that exist already are left alone.
    When absent or empty, nothing is added.
    """

    mastersSchedulable: bool | None = None
    """Whether control plane nodes may run ordinary pods. A hosted cluster has no such nodes, so
    that the value makes no difference; it is shown in the Scheduler object of the hosted cluster.
    """

    policy: NameReference | None = None
    """Names a ConfigMap with a scheduler policy, the predecessor of profiles. Current Kubernetes
    schedulers no longer read policies; use `profile` instead and leave this field out.
    """

    profile: Literal["", "LowNodeUtilization", "HighNodeUtilization", "NoScoring"] | None = None
    """The strategy for choosing among the nodes that a pod fits on. LowNodeUtilization spreads pods
    so that nodes are evenly loaded, HighNodeUtilization packs them on few nodes so that others can
    be scaled down, NoScoring takes any fitting node without comparing them, for the sake of speed.
    Empty or absent means LowNodeUtilization. It may be changed at any time; pods that already run
    stay where they are.
    """

    profileCustomizations: ProfileCustomizations | None = None
    """Changes to the chosen profile. When absent, the profile is used as it is."""


class ProfileCustomizations(Struct):
    """Changes to the profile that the scheduler works with."""

    dynamicResourceAllocation: Literal["", "Enabled", "Disabled"] | None = None
    """Whether the scheduler takes claims for devices (dynamic resource allocation) into account.
    Empty or absent leaves it to the defaults of the release. Deprecated: whoever sets it gets a
    warning.
    """
