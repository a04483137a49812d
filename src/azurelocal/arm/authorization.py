"""Decides who may do what: role assignments at a scope and above it, as Azure's rules say.

Assignments and custom roles are resources like any other; built-in roles stand in `roles`. What was
read and decided is kept until an assignment or a role changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.arm.builtinroles import BUILT_IN
from azurelocal.arm.roles import Permission, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from azurelocal.store import Store

ASSIGNMENT_TYPE = "Microsoft.Authorization/roleAssignments"
DEFINITION_TYPE = "Microsoft.Authorization/roleDefinitions"


@dataclass(frozen=True)
class Need:
    """What has to be allowed: an action at a scope, on the resource itself or on what it holds."""

    action: str
    scope: str
    data: bool = False


@dataclass(frozen=True)
class Decision:
    """Whether it is allowed: then by which role, assigned where."""

    need: Need
    role: str
    at: str

    @property
    def allowed(self) -> bool:
        """Tell whether a role was found."""
        return bool(self.role)


@dataclass(frozen=True)
class Assignment:
    """One role of one principal at one scope, and when it was given."""

    scope: str
    role: Role
    since: float


class Authorization:
    """Answers from the state, and remembers until `forget`."""

    def __init__(self, store: Store, known_by: Callable[[], float]) -> None:
        """Read nothing yet. What was assigned later than `known_by` tells does not count yet."""
        self._store, self._known_by = store, known_by
        self._assignments: dict[str, list[Assignment]] | None = None
        self._decided: dict[tuple[str, Need], Decision] = {}

    def forget(self) -> None:
        """Read anew, since an assignment or a role has changed."""
        self._assignments = None
        self._decided.clear()

    def decide(self, principal: str, need: Need) -> Decision:
        """Find the assignment that allows what is needed."""
        known = self._decided.get((principal, need))
        if known is None:
            known = self._find(principal, need)
            # A refusal may be another one as soon as everybody knows of a new assignment.
            if known.allowed or len(self.of(principal)) == len(self._all_of(principal)):
                if len(self._decided) > 10_000:
                    self._decided.clear()
                self._decided[principal, need] = known
        return known

    def membership(self, principal: str, scope: str) -> Decision | None:
        """Find any assignment at a scope, above it or below it."""
        wanted = scope.lower()
        for assignment in self.of(principal):
            at = assignment.scope.lower()
            if is_within(wanted, at) or is_within(at, wanted):
                return Decision(Need("*", scope), assignment.role.name, assignment.scope)
        return None

    def of(self, principal: str) -> list[Assignment]:
        """The assignments of a principal that everybody knows of by now."""
        known_by = self._known_by()
        return [one for one in self._all_of(principal) if one.since <= known_by]

    def _all_of(self, principal: str) -> list[Assignment]:
        if self._assignments is None:
            self._assignments = self._read()
        return self._assignments.get(principal.lower(), [])

    def role(self, definition: str) -> Role | None:
        """Find a role by the ID of its definition, of which the last part counts."""
        guid = definition.rstrip("/").rpartition("/")[2].lower()
        if guid in BUILT_IN:
            return BUILT_IN[guid]
        for resource in self._store.resources(type=DEFINITION_TYPE):
            if resource.name.lower() == guid:
                return _custom_role(resource.name, resource.properties)
        return None

    def _find(self, principal: str, need: Need) -> Decision:
        scope = need.scope.lower()
        for assignment in self.of(principal):
            if is_within(scope, assignment.scope.lower()) and assignment.role.allows(
                need.action, data=need.data
            ):
                return Decision(need, assignment.role.name, assignment.scope)
        return Decision(need, "", "")

    def _read(self) -> dict[str, list[Assignment]]:
        found: dict[str, list[Assignment]] = {}
        for resource in self._store.resources(type=ASSIGNMENT_TYPE):
            role = self.role(resource.properties["roleDefinitionId"])
            if role is not None:
                principal = resource.properties["principalId"].lower()
                found.setdefault(principal, []).append(
                    Assignment(resource.properties["scope"], role, resource.created)
                )
        return found


def is_within(scope: str, ancestor: str) -> bool:
    """Tell whether a scope is another one or lies below it; both in lower case."""
    ancestor = ancestor.rstrip("/")
    return scope == ancestor or scope.startswith(ancestor + "/") or not ancestor


def _custom_role(guid: str, properties: dict[str, Any]) -> Role:
    permissions = tuple(
        Permission(
            actions=tuple(entry.get("actions") or ()),
            not_actions=tuple(entry.get("notActions") or ()),
            data_actions=tuple(entry.get("dataActions") or ()),
            not_data_actions=tuple(entry.get("notDataActions") or ()),
        )
        for entry in properties.get("permissions") or ()
    )
    return Role(guid, properties["roleName"], properties.get("description") or "", permissions)
