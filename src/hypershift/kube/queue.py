"""What is to be reconciled: each key once, however often it is added.

A key is in at most one pair of hands. Who adds it meanwhile makes it come again afterwards, at the
end of the line, so that an object which never rests does not keep others waiting. Keys that fail
come back later and later, each for itself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Generic, TypeVar

from hypershift.kube.limiter import Backoff, Limiter

if TYPE_CHECKING:
    from collections.abc import Hashable

K = TypeVar("K", bound="Hashable")


class Queue(Generic[K]):
    """A line of keys."""

    def __init__(self, backoff: Backoff | None = None, limiter: Limiter | None = None) -> None:
        """Be empty. The limiter holds back keys that failed, all together: 10 a second."""
        self._backoff = backoff or Backoff()
        self._limiter = limiter or Limiter(10, 100)
        self._line: deque[K] = deque()
        self._since: dict[K, float] = {}  # when each key that waits was added
        self._working: set[K] = set()
        self._again: set[K] = set()
        self._timers: dict[K, asyncio.TimerHandle] = {}
        self._failures: dict[K, int] = {}
        self._closed = False
        self._wakers: set[asyncio.Future[None]] = set()

    def __len__(self) -> int:
        """Tell how many keys wait to be worked on now."""
        return len(self._line) + len(self._again)

    def add(self, key: K) -> None:
        """Have a key worked on soon."""
        if self._closed or key in self._since:
            return
        self._since[key] = asyncio.get_running_loop().time()
        if key in self._working:
            self._again.add(key)
        else:
            self._line.append(key)
            self._wake()

    def add_after(self, key: K, seconds: float) -> None:
        """Have a key worked on then, or sooner if somebody has said so."""
        loop = asyncio.get_running_loop()
        if self._closed:
            return
        known = self._timers.get(key)
        if known is not None:
            if known.when() <= loop.time() + seconds:
                return
            known.cancel()
        self._timers[key] = loop.call_later(seconds, self._due, key)

    def retry(self, key: K) -> float:
        """Have a key that failed worked on again; tell after how many seconds."""
        failures = self._failures.get(key, 0)
        self._failures[key] = failures + 1
        delay = self._backoff.delay(failures) + self._limiter.reserve()
        self.add_after(key, delay)
        return delay

    def forget(self, key: K) -> None:
        """Take note that a key did not fail."""
        self._failures.pop(key, None)

    async def get(self) -> tuple[K, float] | None:
        """Take the next key, and tell for how many seconds it waited; None when it is closed.

        What was planned for later is dropped: whoever works on the key decides anew.
        """
        while not self._closed and not self._line:
            waker = asyncio.get_running_loop().create_future()
            self._wakers.add(waker)
            try:
                await waker
            except asyncio.CancelledError:
                if waker.done():
                    self._wake()  # the key that it was woken for is another worker's
                raise
            finally:
                self._wakers.discard(waker)
        if self._closed:
            return None
        key = self._line.popleft()
        self._working.add(key)
        if timer := self._timers.pop(key, None):
            timer.cancel()
        return key, asyncio.get_running_loop().time() - self._since.pop(key)

    def done(self, key: K) -> None:
        """Give a key back. Each one that was taken has to be."""
        self._working.remove(key)
        if key in self._again:
            self._again.remove(key)
            self._line.append(key)
        self._wake()

    def close(self) -> None:
        """Hand out nothing more. What waits is forgotten: the next process finds it again."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self._line.clear()
        self._again.clear()
        for waker in self._wakers:
            if not waker.done():
                waker.set_result(None)

    def _due(self, key: K) -> None:
        del self._timers[key]
        self.add(key)

    def _wake(self) -> None:
        for waker in self._wakers:
            if not waker.done():
                waker.set_result(None)
                return
