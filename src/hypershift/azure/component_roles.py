"""The roles of a cluster's components: who gets which, where; what `destroy` takes away again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypershift.azure.components import (
    CLUSTER_COMPONENTS,
    CONTROL_PLANE_OPERATOR,
    DISK,
    FILE,
    IMAGE_REGISTRY,
    Scope,
)
from hypershift.azure.identities import (
    ClientFile,
    ControlPlaneIdentitiesFile,
    DataPlaneIdentitiesFile,
    ManagedIdentityFile,
    WorkloadIdentitiesFile,
)
from hypershift.azure.problems import code_of
from hypershift.azure.resources.roles import (
    RoleAssignment,
    UnwantedRoleAssignment,
    assignment_name,
    role_by_name,
)
from hypershift.azure.uuids import is_uuid

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from hypershift.azure.access import Access
    from hypershift.azure.components import Component
    from hypershift.azure.plan.steps import Step
    from hypershift.azure.resources.groups import ResourceGroup

# What follows a component's key in the names of its role assignments on the nodes.
_ON_NODES = "WI"


@dataclass(frozen=True)
class Assignee:
    """A component that acts as somebody."""

    component: Component
    client_id: str
    """Empty if the file does not say as whom."""
    on_nodes: bool = False
    """Whether it acts on the nodes, where it needs its role on the cluster's group alone."""

    @property
    def key(self) -> str:
        """What the names of its role assignments are made from."""
        return f"{self.component.role_key}{_ON_NODES if self.on_nodes else ''}"

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """Where it needs its role."""
        return (Scope.CLUSTER,) if self.on_nodes else self.component.scopes


def workload_assignees(file: WorkloadIdentitiesFile, *, with_registry: bool) -> list[Assignee]:
    """Who needs roles in a cluster with workload identities."""
    return [
        Assignee(component, identity.clientID)
        for component in _components(with_registry=with_registry)
        if isinstance(identity := getattr(file, component.key), ClientFile)
        and (identity.clientID or component is not CONTROL_PLANE_OPERATOR)
    ]


def managed_assignees(file: ControlPlaneIdentitiesFile, *, with_registry: bool) -> list[Assignee]:
    """Who needs roles in the control plane of a cluster with managed identities."""
    return [
        Assignee(component, identity.clientID)
        for component in _components(with_registry=with_registry)
        if isinstance(identity := getattr(file, component.key), ManagedIdentityFile)
    ]


def node_assignees(file: DataPlaneIdentitiesFile) -> list[Assignee]:
    """Who needs roles on the nodes of a cluster with managed identities."""
    clients = {
        IMAGE_REGISTRY: file.imageRegistryMSIClientID,
        DISK: file.diskMSIClientID,
        FILE: file.fileMSIClientID,
    }
    return [Assignee(component, id, on_nodes=True) for component, id in clients.items() if id]


def _components(*, with_registry: bool) -> list[Component]:
    return [one for one in CLUSTER_COMPONENTS if with_registry or one is not IMAGE_REGISTRY]


async def roles_of(
    azure: Access, assignees: Iterable[Assignee], *, custom: bool
) -> dict[Component, str]:
    """Find the role of each component; custom ones may be known by name alone."""
    roles: dict[Component, str] = {}
    for component in {one.component for one in assignees}:
        role = (custom and component.custom_role) or component.role
        roles[component] = role if is_uuid(role) else await role_by_name(azure, role)
    return roles


def assignments(
    azure: Access,
    assignees: Iterable[Assignee],
    *,
    infra_id: str,
    groups: Mapping[Scope, ResourceGroup],
    roles: Mapping[Component, str],
    principals: Mapping[str, str],
) -> list[Step]:
    """Give each component its role in its groups, of which several may be one."""
    steps: dict[str, Step] = {}
    for one in assignees:
        principal = principals[one.client_id.lower()]
        for scope in one.scopes:
            group = groups[scope]
            name = assignment_name(infra_id, one.key, group.id)
            steps.setdefault(
                name,
                RoleAssignment(
                    azure,
                    f"of {one.key} in {group.name}",
                    name=name,
                    scope=group.id,
                    role=roles[one.component],
                    principal=_known(principal),
                    inside=group,
                ),
            )
    return list(steps.values())


def _known(principal: str) -> Callable[[], Awaitable[str]]:
    async def answer() -> str:
        return principal

    return answer


@dataclass(frozen=True)
class _Kind:
    """What the name of a role assignment may stand for."""

    component: Component
    key: str


_KINDS = [
    *(_Kind(one, one.role_key) for one in CLUSTER_COMPONENTS),
    *(_Kind(one, f"{one.role_key}{_ON_NODES}") for one in (IMAGE_REGISTRY, DISK, FILE)),
]


async def unwanted_assignments(
    azure: Access, infra_id: str, groups: Iterable[str], *, leave_to: Iterable[str] = ()
) -> dict[Step, Component]:
    """Find what was assigned for a cluster, wherever in the subscription that was.

    Whoever may not list all assignments gets those in `groups`. What is assigned in the groups of
    `leave_to` goes with these.
    """
    found = await _listed(azure, infra_id)
    if found is None:
        found = [
            _Assigned(kind, group, assignment_name(infra_id, kind.key, _scope(azure, group)))
            for group in groups
            for kind in _KINDS
        ]
    gone = {name.lower() for name in leave_to}
    return {
        UnwantedRoleAssignment(
            azure,
            f"of {one.kind.key} in {one.group}",
            name=one.name,
            scope=_scope(azure, one.group),
        ): one.kind.component
        for one in found
        if one.group.lower() not in gone
    }


@dataclass(frozen=True)
class _Assigned:
    kind: _Kind
    group: str
    name: str


async def _listed(azure: Access, infra_id: str) -> list[_Assigned] | None:
    """Find our assignments among all; None if the caller may not see them."""
    from azure.core.exceptions import HttpResponseError

    found: list[_Assigned] = []
    try:
        async for one in azure.authorization.role_assignments.list_for_subscription():
            found += _ours(azure, infra_id, one.name or "", one.scope or "")
    except HttpResponseError as error:
        if code_of(error) != "AuthorizationFailed":
            raise
        return None
    return found


def _ours(azure: Access, infra_id: str, name: str, scope: str) -> list[_Assigned]:
    """Tell whether an assignment is ours: its name follows from the infra ID and from its scope."""
    match scope.split("/"):
        case ["", _, _, _, group]:
            spellings = {scope, _scope(azure, group)}
        case _:
            return []
    return [
        _Assigned(kind, group, name)
        for kind in _KINDS
        if name.lower() in {assignment_name(infra_id, kind.key, one) for one in spellings}
    ]


def _scope(azure: Access, group: str) -> str:
    return f"/subscriptions/{azure.subscription}/resourceGroups/{group}"
