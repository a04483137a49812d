"""Tells of the stages of a long work, and how long each took."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.progress import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from sandbox.progress import Reporter

_TICK = 0.1  # seconds between two looks


class Stage:
    """A stage that goes on."""

    def __init__(self, name: str, reporter: Reporter) -> None:
        """Begin it."""
        self.name, self._reporter = name, reporter
        self.outcome = "ready"
        self._text = "beginning"

    def say(self, text: str) -> None:
        """Tell what is being done."""
        self._text = text
        self.wait()

    def wait(self) -> None:
        """Tell that it goes on."""
        self._reporter.working(self.name, Step(self._text))

    def until(self, lacking: Callable[[], str], patience: float, advice: str) -> None:
        """Wait until nothing is lacking any more."""
        end = time.monotonic() + patience
        while lack := _told(lacking):
            self.say(lack)
            if time.monotonic() > end:
                raise SandboxError(f"{self.name}: {lack}, after {patience:.0f} s; {advice}")
            time.sleep(_TICK)


@contextmanager
def stage(name: str, reporter: Reporter) -> Generator[Stage]:
    """Go through a stage, and tell in the end how long it took."""
    started = time.monotonic()
    made = Stage(name, reporter)
    made.wait()
    yield made
    reporter.finished(name, f"{made.outcome}, {time.monotonic() - started:.1f} s")


def _told(lacking: Callable[[], str]) -> str:
    """Who does not answer at the moment may do so later."""
    try:
        return lacking()
    except SandboxError as error:
        return str(error)
