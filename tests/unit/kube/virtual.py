"""An event loop whose time passes only while everybody waits, and then at once.

An hour of backoff takes no time, and each test sees the same moments. Nothing here waits for the
world outside, so what has not happened when all wait for a moment will not happen before it.
"""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._now = 0.0
        super().__init__(_Selector(self))

    def time(self) -> float:
        return self._now

    def skip(self, seconds: float) -> None:
        self._now += seconds


class _Selector(selectors.SelectSelector):
    def __init__(self, loop: _Loop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[Any]:
        assert timeout is not None, "everybody waits, and for nothing"
        self._loop.skip(max(timeout, 0.0))
        return super().select(0)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run something on such a loop."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(work)


def now() -> float:
    """The seconds that have passed."""
    return asyncio.get_running_loop().time()


async def settle() -> None:
    """Let everybody do what can be done at this moment."""
    for _ in range(20):
        await asyncio.sleep(0)
