"""What is known of a type of condition beside its name."""

from __future__ import annotations

from typing import Literal

import msgspec


class ConditionType(msgspec.Struct, frozen=True):
    """One thing that a kind of object reports about itself."""

    name: str
    good: Literal["True", "False"] | None = None
    """The status when all is well and nothing is under way. None where neither is better, or where
    the condition need not be there.
    """
    reasons: tuple[str, ...] = ()
    """The reasons that it gives. Empty where they come from elsewhere."""


def types_of(kind: type) -> dict[str, ConditionType]:
    """The types of a kind and of what it shares with others, by the name of the constant."""
    found: dict[str, ConditionType] = {}
    for base in reversed(kind.__mro__):
        found |= {
            name: value for name, value in vars(base).items() if isinstance(value, ConditionType)
        }
    return found
