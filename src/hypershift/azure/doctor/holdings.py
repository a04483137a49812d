"""Which roles a principal holds, and what they allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypershift.azure.doctor.actions import Permission, is_within
from hypershift.azure.doctor.case import Case, shared
from hypershift.azure.problems import found
from hypershift.azure.resources.roles import definition_id


@dataclass(frozen=True)
class Role:
    """A role, by whatever name."""

    id: str
    name: str
    permissions: tuple[Permission, ...]


@dataclass(frozen=True)
class Holding:
    """A role that somebody holds at a scope and below it."""

    assignment: str
    scope: str
    role: Role


@shared
async def role(case: Case, id: str) -> Role:
    """A role by its ID, without its place."""
    api: Any = case.azure.authorization.role_definitions
    model: Any = await found(api.get_by_id(definition_id(case.azure.subscription, id)))
    if model is None:  # one of another tenant's making, which nobody here can look into
        return Role(id, id, ())
    return Role(
        id,
        str(model.role_name or id),
        tuple(
            Permission(
                tuple(one.actions or ()),
                tuple(one.not_actions or ()),
                tuple(one.data_actions or ()),
                tuple(one.not_data_actions or ()),
            )
            for one in model.permissions or ()
        ),
    )


@shared
async def holdings(case: Case, principal: str) -> tuple[Holding, ...]:
    """The roles of a principal in the subscription, also through groups."""
    api: Any = case.azure.authorization.role_assignments
    held: list[Holding] = []
    async for one in api.list_for_subscription(filter=f"assignedTo('{principal}')"):
        id = str(one.role_definition_id).rpartition("/")[2].lower()
        held.append(Holding(str(one.id), str(one.scope), await role(case, id)))
    return tuple(held)


async def permissions_at(case: Case, principal: str, scope: str) -> list[Permission]:
    """What a principal's roles allow at a scope."""
    return [
        permission
        for holding in await holdings(case, principal)
        if is_within(scope, holding.scope)
        for permission in holding.role.permissions
    ]
