"""Tells on standard error how far the doctor is, if it takes a while."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from hypershift.azure.doctor.checks import Check

_SILENT = 2.0  # seconds in which nobody wonders
_LINES = 5.0  # seconds between two lines of a log
_FRAMES = 0.2


class Waiting:
    """What is being looked at."""

    def __init__(self, total: int) -> None:
        """Nothing yet."""
        self.total, self.done = total, 0
        self.running: dict[str, None] = {}

    def began(self, check: Check) -> None:
        """Its turn has come."""
        self.running[check.id] = None

    def ended(self, check: Check) -> None:
        """It is answered."""
        self.running.pop(check.id, None)
        self.done += 1

    def __str__(self) -> str:
        """One line."""
        first, more = list(self.running)[:3], len(self.running) - 3
        others = f" and {more} more" if more > 0 else ""
        return f"{self.done} of {self.total} checks done; waiting for {', '.join(first)}{others}"


@asynccontextmanager
async def shown(total: int) -> AsyncGenerator[Waiting]:
    """Show how it goes while the block runs."""
    waiting = Waiting(total)
    teller = asyncio.create_task(_tell(waiting))
    try:
        yield waiting
    finally:
        teller.cancel()
        await asyncio.gather(teller, return_exceptions=True)


async def _tell(waiting: Waiting) -> None:
    await asyncio.sleep(_SILENT)
    if not sys.stderr.isatty():
        while True:
            click.echo(str(waiting), err=True)
            await asyncio.sleep(_LINES)
    from rich.console import Console

    with Console(stderr=True).status(str(waiting)) as status:
        while True:
            status.update(str(waiting))
            await asyncio.sleep(_FRAMES)
