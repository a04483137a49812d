"""One examination: what was given, and what Azure has been asked so far.

A read is asked once, however many checks want to know:

    @shared
    async def groups(case: Case) -> list[str]: ...
"""

from __future__ import annotations

import asyncio
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from hypershift.azure.access import Access
    from hypershift.azure.doctor.given import Given

P = ParamSpec("P")
T = TypeVar("T")


class Case:
    """What checks are handed."""

    def __init__(self, given: Given, azure: Access | None) -> None:
        """Nothing is asked yet. Without Azure only files can be looked at."""
        self.given = given
        self._azure = azure
        self._asked: dict[tuple[Any, ...], asyncio.Task[Any]] = {}

    @property
    def azure(self) -> Access:
        """Azure, as whom the credentials say."""
        if self._azure is None:
            raise RuntimeError("there are no credentials to ask Azure with")
        return self._azure

    async def once(self, key: tuple[Any, ...], read: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Give the answer of a read, which is asked for the first time only."""
        if key not in self._asked:
            self._asked[key] = asyncio.create_task(read())
        return await self._asked[key]


def shared(
    read: Callable[Concatenate[Case, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Case, P], Coroutine[Any, Any, T]]:
    """Let a read be asked once in an examination for the same arguments."""

    @wraps(read)
    def answered(case: Case, *args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
        key = (read, *args, *sorted(kwargs.items()))
        return case.once(key, lambda: read(case, *args, **kwargs))

    return answered
