"""Shows how a plan is carried out, one line for each step, on standard error.

A terminal shows what goes on at the moment; anything else gets a line when a step has ended.
"""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from hypershift.azure.plan.steps import Outcome

if TYPE_CHECKING:
    from collections.abc import Generator

    from rich.console import RenderableType

    from hypershift.azure.plan.carrying_out import Watcher
    from hypershift.azure.plan.steps import Step


@contextmanager
def shown(total: int, *, dry_run: bool = False) -> Generator[Watcher]:
    """Show the steps of a plan while the block runs. In a dry run only failures are told."""
    if dry_run:
        yield _Lines(outcomes=False)
    elif sys.stderr.isatty():
        with _live(total) as watcher:
            yield watcher
    else:
        yield _Lines(outcomes=True)


class _Lines:
    """For logs: what has ended."""

    def __init__(self, *, outcomes: bool) -> None:
        self.outcomes = outcomes

    def began(self, step: Step) -> None:
        """Say nothing yet."""

    def ended(self, step: Step, seconds: float) -> None:
        """Tell what came of it."""
        if self.outcomes:
            click.echo(_line(step, seconds), err=True)

    def failed(self, step: Step, sentence: str) -> None:
        """Tell why."""
        click.echo(_failure(step, sentence), err=True)


def _line(step: Step, seconds: float) -> str:
    why = f" ({step.why})" if step.why else ""
    return f"{step.outcome or '':<9} {step}{why}, {seconds:.1f} s"


def _failure(step: Step, sentence: str) -> str:
    return f"{'failed':<9} {step}: {sentence}"


@contextmanager
def _live(total: int) -> Generator[Watcher]:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    class Display:
        """For terminals: lines that have ended scroll up, those that go on stand below them."""

        def __init__(self, live: Live) -> None:
            self.live, self.done = live, 0
            self.running: dict[Step, float] = {}

        def __rich__(self) -> RenderableType:
            now = time.monotonic()
            lines = [f"{'…':<9} {step}, {now - at:.0f} s" for step, at in self.running.items()]
            return Text("\n".join([*lines, f"{self.done} of {total} done"]), overflow="ellipsis")

        def began(self, step: Step) -> None:
            self.running[step] = time.monotonic()

        def ended(self, step: Step, seconds: float) -> None:
            self._over(step)
            style = "dim" if step.outcome in (Outcome.UNCHANGED, Outcome.ABSENT) else "green"
            self.live.console.print(Text(_line(step, seconds), style))

        def failed(self, step: Step, sentence: str) -> None:
            self._over(step)
            self.live.console.print(Text(_failure(step, sentence), "red"))

        def _over(self, step: Step) -> None:
            self.running.pop(step, None)
            self.done += 1

    console = Console(stderr=True)
    with Live(console=console, refresh_per_second=8, transient=True) as live:
        display = Display(live)
        live.get_renderable = lambda: display  # asked anew for each frame: the seconds go on
        yield display
