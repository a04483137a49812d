"""Azure's built-in roles: those of general use, and those that HyperShift's components hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Permission:
    """One block of a role. What is taken away is taken from this block alone."""

    actions: tuple[str, ...] = ()
    not_actions: tuple[str, ...] = ()
    data_actions: tuple[str, ...] = ()
    not_data_actions: tuple[str, ...] = ()

    def allows(self, action: str, *, data: bool) -> bool:
        """Tell whether the block gives an action and does not take it away again."""
        given = self.data_actions if data else self.actions
        taken = self.not_data_actions if data else self.not_actions
        return any(_matches(pattern, action) for pattern in given) and not any(
            _matches(pattern, action) for pattern in taken
        )


@dataclass(frozen=True)
class Role:
    """A named set of permissions."""

    guid: str
    name: str
    description: str
    permissions: tuple[Permission, ...]

    def allows(self, action: str, *, data: bool) -> bool:
        """Tell whether any block gives an action."""
        return any(block.allows(action, data=data) for block in self.permissions)


def _matches(pattern: str, action: str) -> bool:
    """Compare in any case; `*` stands for any text."""
    return _compiled(pattern).fullmatch(action) is not None


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))), re.IGNORECASE | re.DOTALL)


def _role(
    guid: str,
    name: str,
    description: str,
    *actions: str,
    without: tuple[str, ...] = (),
    data: tuple[str, ...] = (),
) -> Role:
    return Role(guid, name, description, (Permission(actions, without, data),))


_AUTHORIZATION = "Microsoft.Authorization"

OWNER = _role(
    "8e3af657-a8ff-443c-a75c-2fe8c4bcb635",
    "Owner",
    "Manages everything, and decides who else may.",
    "*",
)

_ROLES = (
    OWNER,
    _role(
        "b24988ac-6180-42a0-ab88-20f7382dd24c",
        "Contributor",
        "Manages everything, but decides nothing about the access of others.",
        "*",
        without=(
            f"{_AUTHORIZATION}/*/Delete",
            f"{_AUTHORIZATION}/*/Write",
            f"{_AUTHORIZATION}/elevateAccess/Action",
            "Microsoft.Blueprint/blueprintAssignments/write",
            "Microsoft.Blueprint/blueprintAssignments/delete",
            "Microsoft.Compute/galleries/share/action",
            "Microsoft.Purview/consents/write",
            "Microsoft.Purview/consents/delete",
            "Microsoft.Resources/deploymentStacks/manageDenySetting/action",
            "Microsoft.Subscription/cancel/action",
            "Microsoft.Subscription/enable/action",
        ),
    ),
    _role(
        "acdd72a7-3385-48ef-bd42-f606fba81ae7",
        "Reader",
        "Sees everything and changes nothing.",
        "*/read",
    ),
    _role(
        "18d7d88d-d35e-4fb5-a5c3-7773c20a72d9",
        "User Access Administrator",
        "Decides who may do what.",
        "*/read",
        f"{_AUTHORIZATION}/*",
        "Microsoft.Support/*",
    ),
)

BUILT_IN: dict[str, Role] = {role.guid: role for role in _ROLES}
