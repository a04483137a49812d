"""TODO"""

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
    """TODO"""

    spec: Empty | None = None
    """TODO"""

    status: ControlPlaneComponentStatus | None = None
    """TODO"""


class ControlPlaneComponentStatus(Struct):
    """TODO"""

    conditions: Annotated[list[Condition], Items(max=10, type="map", keys=("type",))] | None = None
    """TODO"""

    observedGeneration: (
        Annotated[int, Number(min=1, max=9007199254740992, format="int64")] | None
    ) = None
    """TODO"""

    resources: Annotated[list[ComponentResource], Items(max=100)] | None = None
    """TODO"""

    version: Annotated[str, Text(max=255)] | None = None
    """TODO"""


class ComponentResource(Struct):
    """TODO"""

    group: Annotated[str, Text(max=255)]
    """TODO"""

    kind: Annotated[str, Text(max=255)]
    """TODO"""

    name: Annotated[str, Text(max=255)]
    """TODO"""
