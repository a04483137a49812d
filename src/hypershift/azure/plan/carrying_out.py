"""Carries out steps, side by side where they do not need each other."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from hypershift.azure.problems import Problem, azure_errors, explain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypershift.azure.plan.steps import Step


class Watcher(Protocol):
    """Who is told how it goes."""

    def began(self, step: Step) -> None:
        """Its turn has come."""
        ...

    def ended(self, step: Step, seconds: float) -> None:
        """It is done; it has its outcome."""
        ...

    def failed(self, step: Step, sentence: str) -> None:
        """It could not be done."""
        ...


@dataclass
class Report:
    """What came of the steps."""

    done: list[Step] = field(default_factory=list["Step"])
    failed: dict[Step, str] = field(default_factory=dict["Step", str])
    """Each with a sentence that says why."""
    held_up: list[Step] = field(default_factory=list["Step"])
    """Not begun, since what they need has failed."""


async def carry_out(steps: Sequence[Step], watcher: Watcher, *, dry_run: bool = False) -> Report:
    """Carry out all steps. One that fails stops those that need it, and no others."""
    report = Report()
    tasks: dict[Step, asyncio.Task[None]] = {}

    async def settle(step: Step) -> None:
        await asyncio.gather(*(tasks[need] for need in step.after if need in tasks))
        if any(need in report.failed or need in report.held_up for need in step.after):
            report.held_up.append(step)
            return
        watcher.began(step)
        began = time.monotonic()
        try:
            step.outcome = await step.settle(dry_run=dry_run)
        except (Problem, *azure_errors()) as error:
            report.failed[step] = explain(error)
            watcher.failed(step, report.failed[step])
        else:
            report.done.append(step)
            watcher.ended(step, time.monotonic() - began)

    async with asyncio.TaskGroup() as group:
        for step in steps:
            tasks[step] = group.create_task(settle(step))
    return report
