"""The display on a terminal: a line that moves for what is being done, a line that stays after."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from sandbox.progress import Reporter, Step

if TYPE_CHECKING:
    from types import TracebackType

FRAME = 0.1  # seconds between two pictures


class Live(Reporter):
    """Draws to standard error. It draws when it is told something, without a thread."""

    def __init__(self) -> None:
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("[bold]{task.description}"),
            TimeElapsedColumn(),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[step]}"),
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
        )
        self._tasks: dict[str, TaskID] = {}
        self._drawn = 0.0

    def __enter__(self) -> Live:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def working(self, name: str, step: Step) -> None:
        if name not in self._tasks:
            self._tasks[name] = self._progress.add_task(name, total=None, step="")
        now = time.monotonic()
        if now - self._drawn >= FRAME:
            self._progress.update(
                self._tasks[name], total=step.total or None, completed=step.done, step=str(step)
            )
            self._progress.refresh()
            self._drawn = now

    def finished(self, name: str, outcome: str) -> None:
        if name in self._tasks:
            self._progress.remove_task(self._tasks.pop(name))
        self._progress.console.print(f"[green]✓[/green] [bold]{name}[/bold] {outcome}")
