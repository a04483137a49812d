"""The ControlPlaneComponent: what is known about one component of a hosted control plane."""

from __future__ import annotations

from typing import Annotated

from hypershift.api.meta import Condition, Empty
from hypershift.api.schema import Column, Items, Number, Resource, Struct, Text, resource


@resource(
    group="hypershift.openshift.io",
    version="v1beta1",
    plural="controlplanecomponents",
    short_names=(
        "cpc",
        "cpcs",
    ),
    columns=(
        Column(name="Version", path=".status.version"),
        Column(name="Available", path='.status.conditions[?(@.type=="Available")].status'),
        Column(
            name="RolloutComplete", path='.status.conditions[?(@.type=="RolloutComplete")].status'
        ),
        Column(name="Message", path='.status.conditions[?(@.type=="Available")].message'),
        Column(
            name="RolloutCompleteMessage",
            path='.status.conditions[?(@.type=="RolloutComplete")].message',
            priority=1,
        ),
    ),
)
class ControlPlaneComponent(Resource):
    """The state of one component of a hosted control plane, such as kube-apiserver.

    It lives in the namespace of the control plane and has the name of the component's workload: a
    Deployment, StatefulSet, CronJob or Job. The operators keep one for each component that the
    cluster has, and delete it when the component is not wanted any more. Upgrades follow it: a
    component waits until those that it depends on are available and rolled out in the new version.
    """

    spec: Empty | None = None
    """Holds nothing: what a component should be follows from the HostedControlPlane."""

    status: ControlPlaneComponentStatus | None = None
    """Whether the component works, which version of it does, and which objects belong to it."""


class ControlPlaneComponentStatus(Struct):
    """What was last seen of a component."""

    conditions: Annotated[list[Condition], Items(max=10, type="map", keys=("type",))] | None = None
    """Available tells whether the component can do its work at the moment. RolloutComplete tells
    whether all of its pods run what is wanted now; while it is False its reason says what is waited
    for, such as WaitingForDependencies with the names of the components in the message, or
    ReconciliationError with the error.
    """

    observedGeneration: (
        Annotated[int, Number(min=1, max=9007199254740992, format="int64")] | None
    ) = None
    """The metadata.generation of the HostedControlPlane that the component was last reconciled for.
    A number below the current one means that the latest change has not reached the component yet.
    """

    resources: Annotated[list[ComponentResource], Items(max=100)] | None = None
    """The objects that come with the workload of the component, such as ConfigMaps, Services and
    Roles, all in the same namespace. The workload itself is not among them, since it has the name
    of this object.
    """

    version: Annotated[str, Text(max=255)] | None = None
    """Version of the release that the component has completely rolled out. During an upgrade it
    names the one before, until RolloutComplete is True again; absent until the first rollout is
    complete.
    """


class ComponentResource(Struct):
    """One object that belongs to a component."""

    group: Annotated[str, Text(max=255)]
    """API group of the object, such as rbac.authorization.k8s.io; empty for the core group."""

    kind: Annotated[str, Text(max=255)]
    """Kind of the object, such as ConfigMap."""

    name: Annotated[str, Text(max=255)]
    """Name of the object in the namespace of the control plane."""
