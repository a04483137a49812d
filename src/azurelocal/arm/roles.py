"""What a role is: named blocks of actions that it gives."""

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
    # A star between slashes may stand for nothing: `identities/*/read` gives `identities/read`.
    parts = [".*".join(map(re.escape, part.split("*"))) for part in pattern.split("/*/")]
    return re.compile("/(?:.*/)?".join(parts), re.IGNORECASE | re.DOTALL)
