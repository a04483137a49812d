"""The steps of a plan: something that is wanted, or something that is to go."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

T = TypeVar("T")


class Outcome(StrEnum):
    """What a step came to; in a dry run, what it would come to."""

    UNCHANGED = "unchanged"
    CREATED = "created"
    CHANGED = "changed"
    DELETED = "deleted"
    ABSENT = "absent"
    """It was to go, and is not there."""
    KEPT = "kept"
    """It was to go, but is not ours."""


class Step(ABC):
    """One thing in Azure."""

    kind: ClassVar[str]
    """What it is, as users call it."""

    def __init__(self, name: str, *, after: Iterable[Step] = ()) -> None:
        """`after` are the steps that must be done before."""
        self.name = name
        self.after = tuple(after)
        self.outcome: Outcome | None = None
        self.why = ""
        """What was not right before it was changed, or why it was kept."""

    def __str__(self) -> str:
        """Name it as users would."""
        return f"{self.kind} {self.name}"

    @abstractmethod
    async def settle(self, *, dry_run: bool) -> Outcome:
        """Look, and do what is missing."""


class Wanted(Step, Generic[T]):
    """Something that is to be there, and to be as we say."""

    def __init__(
        self, name: str, *, inside: Step | None = None, after: Iterable[Step] = ()
    ) -> None:
        """`inside` is what it cannot exist without: if that is new, there is no need to look."""
        super().__init__(name, after=(*([inside] if inside else []), *after))
        self.inside = inside
        self._result: T | None = None

    @property
    def result(self) -> T:
        """What Azure says about it, once the step is done."""
        if self._result is None:
            raise RuntimeError(f"{self} is not there yet")
        return self._result

    @abstractmethod
    async def read(self) -> T | None:
        """Ask Azure for it; None if it is not there."""

    def differences(self, found: T) -> Sequence[str]:
        """Tell what about it is not as it is to be."""
        return ()

    @abstractmethod
    async def write(self, found: T | None) -> T:
        """Make it, or make it right."""

    async def settle(self, *, dry_run: bool) -> Outcome:
        """Look, and write if it is not as it is to be."""
        is_new = self.inside is not None and self.inside.outcome is Outcome.CREATED
        found = None if is_new else await self.read()
        if found is not None:
            self._result = found
            self.why = "; ".join(self.differences(found))
            if not self.why:
                return Outcome.UNCHANGED
        if not dry_run:
            self._result = await self.write(found)
        return Outcome.CREATED if found is None else Outcome.CHANGED


class Unwanted(Step):
    """Something that is to go."""

    @abstractmethod
    async def read(self) -> Any | None:
        """Ask Azure for it; None if it is not there."""

    def reason_to_keep(self, found: Any) -> str:
        """Tell why it must stay, if it must."""
        return ""

    @abstractmethod
    async def delete(self) -> None:
        """Let it go, and wait until it is gone. That it has gone meanwhile is no error."""

    async def settle(self, *, dry_run: bool) -> Outcome:
        """Look, and delete it if it is there and ours."""
        found = await self.read()
        if found is None:
            return Outcome.ABSENT
        self.why = self.reason_to_keep(found)
        if self.why:
            return Outcome.KEPT
        if not dry_run:
            await self.delete()
        return Outcome.DELETED
