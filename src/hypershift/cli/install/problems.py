"""Problems that are told all at once rather than one after another."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Generator


class Problems:
    """Collects what checks refuse."""

    def __init__(self) -> None:
        """Start without any."""
        self.found: list[str] = []

    @contextmanager
    def collected(self) -> Generator[None]:
        """Go on after a check that refuses."""
        try:
            yield
        except UsageError as error:
            self.found.append(str(error))

    def add(self, sentence: str) -> None:
        """Add a problem."""
        self.found.append(sentence)

    def demand(self, holds: object, sentence: str) -> None:
        """Add a problem unless something holds."""
        if not holds:
            self.found.append(sentence)

    def refuse(self) -> None:
        """Refuse what was typed, if there was a problem."""
        if len(self.found) > 1:
            raise UsageError("\n  ".join([f"{len(self.found)} things are wrong:", *self.found]))
        if self.found:
            raise UsageError(self.found[0])
