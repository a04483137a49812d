"""A bucket of permissions that fills at a constant rate."""

from __future__ import annotations

import asyncio


class Limiter:
    """Lets `burst` through at once, then `rate` in a second, in the order of asking."""

    def __init__(self, rate: float, burst: int) -> None:
        """Start with a full bucket."""
        self._interval, self._burst = 1 / rate, burst
        self._full = float("-inf")  # the moment at which the bucket is full again

    def reserve(self) -> float:
        """Take the next permission, and tell how many seconds to wait until it holds."""
        now = asyncio.get_running_loop().time()
        self._full = max(self._full, now) + self._interval
        return max(0.0, self._full - now - self._burst * self._interval)

    async def wait(self) -> None:
        """Take the next permission, and wait until it holds."""
        if delay := self.reserve():
            await asyncio.sleep(delay)


class Backoff:
    """Delays that double. Jitter keeps those who have failed together from coming back together."""

    def __init__(self, first: float = 0.5, most: float = 30.0) -> None:
        """Begin with `first` seconds, and never wait longer than `most` and a tenth."""
        self.first, self.most = first, most

    def delay(self, failures: int) -> float:
        """Tell how long to wait after so many failures in a row, the first being 0."""
        from random import random

        # Beyond 2**30 every delay is the longest; larger powers would only overflow.
        return min(self.first * 2.0 ** min(failures, 30), self.most) * (1 + random() / 10)
