"""What a check is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.findings import Finding

    Work = Callable[[Case], AsyncIterator[Finding]]


@dataclass(frozen=True)
class Check:
    """One question, and how it is answered."""

    id: str
    """Its name, which never changes: programs go by it."""
    right: str
    """What is so if it finds nothing."""
    work: Work
    needs: tuple[str, ...]
    """The flags without which it cannot be answered; --a|--b means one of them."""
    after: tuple[str, ...]
    """Checks that tell the cause if they find something wrong: then this one has nothing to add."""
    local: bool
    """It looks at files alone, so that it can be answered without Azure."""


def check(
    id: str, right: str, *needs: str, after: tuple[str, ...] = (), local: bool = False
) -> Callable[[Work], Check]:
    """Make a check of a function that yields what it finds."""
    return lambda work: Check(id, right, work, needs, after, local)
