"""Tells on standard error how long work goes on.

On a terminal the display is alive; elsewhere it is a line at each new step, and now and then
between. The one that works calls its reporter several times a second, so that no reporter needs a
thread of its own.
"""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

SILENCE = 15.0  # seconds; the longest that a log shows nothing


@dataclass(frozen=True)
class Step:
    """What is being done, and how much of it is done where that can be counted."""

    text: str
    done: int = 0
    total: int = 0

    def __str__(self) -> str:
        if self.total:
            return f"{self.text}, {self.done} of {self.total}"
        return f"{self.text}, {self.done} so far" if self.done else self.text


class Reporter:
    """Is told what goes on with each thing that is worked on. This one keeps it to itself."""

    def working(self, name: str, step: Step) -> None:
        """Take note that `name` is at this step. Called often, also when nothing has changed."""

    def finished(self, name: str, outcome: str) -> None:
        """Take note that `name` is done."""


class Plain(Reporter):
    """Writes lines, for a log."""

    def __init__(
        self, write: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._write, self._clock = write, clock
        self._shown: tuple[str, str] | None = None
        self._started = self._last = 0.0

    def working(self, name: str, step: Step) -> None:
        now = self._clock()
        if self._shown is None or self._shown[0] != name:
            self._started = now
        elif self._shown == (name, step.text) and now - self._last < SILENCE:
            return
        elapsed = now - self._started
        after = f" ({duration(elapsed)})" if elapsed >= 1 else ""
        self._write(f"{name}: {step}{after}")
        self._shown, self._last = (name, step.text), now

    def finished(self, name: str, outcome: str) -> None:
        self._write(f"{name}: {outcome}")
        self._shown = None


@contextmanager
def reporting() -> Generator[Reporter]:
    """Give the reporter that suits standard error."""
    if not sys.stderr.isatty():
        yield Plain(lambda line: print(line, file=sys.stderr, flush=True))  # noqa: T201
        return
    # rich is slow to import, and only a terminal needs it.
    from sandbox.live import Live

    with Live() as live:
        yield live


def duration(seconds: float) -> str:
    """Write a length of time as people say it."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
