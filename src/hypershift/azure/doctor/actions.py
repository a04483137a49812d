"""Which actions a set of permissions allows, as Azure's roles say it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Permission:
    """What one block of a role allows: these actions, but not those."""

    actions: tuple[str, ...]
    not_actions: tuple[str, ...] = ()
    data_actions: tuple[str, ...] = ()
    not_data_actions: tuple[str, ...] = ()


def missing(wanted: Iterable[Permission], held: Iterable[Permission]) -> list[str]:
    """Which wanted actions are not allowed. A wanted pattern must be covered as a whole."""
    blocks = tuple(held)
    found: list[str] = []
    for permission in wanted:
        for action in permission.actions:
            if not any(_covers(one.actions, one.not_actions, action, permission) for one in blocks):
                found.append(action)
        for action in permission.data_actions:
            if not any(_fits(one.data_actions, one.not_data_actions, action) for one in blocks):
                found.append(action)
    return found


def _covers(
    actions: tuple[str, ...], without: tuple[str, ...], action: str, wanted: Permission
) -> bool:
    # What the wanted role leaves out itself, a held one may leave out as well.
    return _fits(actions, tuple(one for one in without if one not in wanted.not_actions), action)


def _fits(patterns: tuple[str, ...], without: tuple[str, ...], action: str) -> bool:
    return any(_holds(one, action) for one in patterns) and not any(
        # What is left out may be a part of what is wanted, or all of it.
        _holds(one, action) or _holds(action, one)
        for one in without
    )


def _holds(pattern: str, action: str) -> bool:
    return _pattern(pattern).fullmatch(action) is not None


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, text.split("*"))), re.IGNORECASE)


def allows_everything(permissions: Iterable[Permission]) -> bool:
    """Tell whether a role is for everything, such as Owner and Contributor."""
    return any("*" in one.actions for one in permissions)


def allows_roles(permissions: Iterable[Permission]) -> bool:
    """Tell whether a role lets its bearer give roles to others."""
    give = "Microsoft.Authorization/roleAssignments/write"
    return any(_fits(one.actions, one.not_actions, give) for one in permissions)


def is_within(scope: str, outer: str) -> bool:
    """Tell whether what is assigned at `outer` counts at `scope`."""
    inner, above = scope.lower().rstrip("/"), outer.lower().rstrip("/")
    # Management groups are above every subscription of theirs; others' assignments are not listed.
    group = "/providers/microsoft.management/managementgroups/"
    return inner == above or inner.startswith(f"{above}/") or above.startswith(group)
