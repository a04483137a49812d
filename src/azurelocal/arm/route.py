"""A path of ARM that names no resource of a provider, and what answers it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from azurelocal.http import Response


@dataclass(frozen=True)
class Route:
    """One fixed path. Words in braces stand for what the handler is given, in their order."""

    method: str
    path: str
    handle: Callable[..., Response]

    def fits(self, method: str, segments: Sequence[str]) -> bool:
        """Tell whether a request is for this route. Words are compared in any case."""
        words = self.words
        return (
            method == self.method
            and len(words) == len(segments)
            and all(
                word.startswith("{") or word.lower() == segment.lower()
                for word, segment in zip(words, segments, strict=True)
            )
        )

    def values(self, segments: Sequence[str]) -> list[str]:
        """What stands in the place of the words in braces."""
        pairs = zip(self.words, segments, strict=True)
        return [segment for word, segment in pairs if word.startswith("{")]

    @cached_property
    def words(self) -> list[str]:
        """The parts of the path."""
        return self.path.strip("/").split("/")


def by_shape(routes: Iterable[Route]) -> dict[tuple[str, int], list[Route]]:
    """Sort routes by method and number of parts, so that a request is held against a few."""
    found: dict[tuple[str, int], list[Route]] = {}
    for route in routes:
        found.setdefault((route.method, len(route.words)), []).append(route)
    return found
