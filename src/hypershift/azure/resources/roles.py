"""Role assignments, with names that follow from what they are for."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from hypershift.azure.plan.steps import Unwanted, Wanted
from hypershift.azure.problems import Problem, code_of, found
from hypershift.azure.waiting import until_known

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from azure.mgmt.authorization.v2022_04_01.models import RoleAssignment as Model

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step

_KIND = "role assignment"
# Azure's codes for a name that another principal's assignment has: of a deleted identity, mostly.
_TAKEN = {"RoleAssignmentUpdateNotPermitted", "RoleAssignmentExists"}


def assignment_name(infra_id: str, component: str, scope: str) -> str:
    """The name of a component's role assignment at a scope, which is the same each time."""
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{infra_id}-{component}-{scope}"))


def definition_id(subscription: str, role: str) -> str:
    """The resource ID of a role."""
    return f"/subscriptions/{subscription}/providers/Microsoft.Authorization/roleDefinitions/{role}"


class RoleAssignment(Wanted["Model"]):
    """That a principal has a role at a scope, by whatever name."""

    kind = _KIND

    def __init__(
        self,
        azure: Access,
        title: str,
        *,
        name: str,
        scope: str,
        role: str,
        principal: Callable[[], Awaitable[str]],
        inside: Step | None = None,
        after: Iterable[Step] = (),
    ) -> None:
        """`title` is what users see, `name` the one that a new assignment gets, `role` an ID."""
        super().__init__(title, inside=inside, after=after)
        self.azure, self.assignment, self.scope = azure, name, scope
        self.definition = definition_id(azure.subscription, role)
        self.principal = principal

    async def read(self) -> Model | None:
        """Look for one of this principal with this role at this very scope."""
        principal = await self.principal()
        api = self.azure.authorization.role_assignments
        async for one in api.list_for_scope(self.scope, filter=f"principalId eq '{principal}'"):
            if self._is_it(one, principal):
                return one
        return None

    def _is_it(self, one: Model, principal: str) -> bool:
        pairs = (
            (one.scope, self.scope),
            (one.principal_id, principal),
            # The same role is called by the subscription's ID or without it.
            ((one.role_definition_id or "").rpartition("/")[2], self.definition.rpartition("/")[2]),
        )
        return all((given or "").lower() == wanted.lower() for given, wanted in pairs)

    async def write(self, found: Model | None) -> Model:
        """Assign the role. The directory may know a new principal only after a while."""
        from azure.core.exceptions import HttpResponseError

        principal = await self.principal()
        try:
            return await until_known(lambda: self._create(principal), {"PrincipalNotFound"})
        except HttpResponseError as error:
            if code_of(error) not in _TAKEN:
                raise
        if there := await self.read():  # another run of the command has just made it
            return there
        api = self.azure.authorization.role_assignments
        await api.delete(self.scope, self.assignment)
        return await until_known(lambda: self._create(principal), {"PrincipalNotFound"})

    async def _create(self, principal: str) -> Model:
        from azure.mgmt.authorization.v2022_04_01.models import RoleAssignmentCreateParameters

        api: Any = self.azure.authorization.role_assignments
        return await api.create(
            self.scope,
            self.assignment,
            RoleAssignmentCreateParameters(
                role_definition_id=self.definition,
                principal_id=principal,
                # With it Azure does not look the principal up, which may be too new to be found.
                principal_type="ServicePrincipal",
            ),
        )


class UnwantedRoleAssignment(Unwanted):
    """A role assignment that is to go, by the name that it was made with."""

    kind = _KIND

    def __init__(
        self, azure: Access, title: str, *, name: str, scope: str, after: Iterable[Step] = ()
    ) -> None:
        """Only one that we have made has this name."""
        super().__init__(title, after=after)
        self.azure, self.assignment, self.scope = azure, name, scope

    async def read(self) -> Model | None:
        """Ask for it."""
        api = self.azure.authorization.role_assignments
        return await found(api.get(self.scope, self.assignment))

    async def delete(self) -> None:
        """Delete it."""
        await found(self.azure.authorization.role_assignments.delete(self.scope, self.assignment))


async def role_by_name(azure: Access, name: str) -> str:
    """Find the ID of a role of the subscription by its name."""
    scope = f"/subscriptions/{azure.subscription}"
    api = azure.authorization.role_definitions
    async for one in api.list(scope, filter=f"roleName eq '{name}'"):
        if one.name:
            return one.name
    raise Problem(
        f"there is no role {name!r} in the subscription; make it with 'az role definition create',"
        " or leave --assign-custom-hcp-roles away"
    )
