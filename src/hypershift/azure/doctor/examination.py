"""Runs checks, all at once but for those that others must come before."""

from __future__ import annotations

import asyncio
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from hypershift.azure.doctor.findings import Finding, Status, fine, unchecked, wrong
from hypershift.azure.problems import Problem, azure_errors, code_of, explain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.checks import Check

_REFUSALS = ("AuthorizationFailed", "Authorization_RequestDenied", "LinkedAuthorizationFailed")


@dataclass(frozen=True)
class Result:
    """What came of one check."""

    check: Check
    findings: tuple[Finding, ...]
    missing: tuple[str, ...] = ()
    """The flags for want of which it was not made."""
    cause: str = ""
    """The check that has found why it could not be made."""

    @property
    def status(self) -> Status:
        """The worst of its findings."""
        order = list(Status)
        return max((one.status for one in self.findings), key=order.index)


class Watcher(Protocol):
    """Who is told how it goes."""

    def began(self, check: Check) -> None:
        """Its turn has come."""
        ...

    def ended(self, check: Check) -> None:
        """It is answered."""
        ...


async def examine(
    case: Case, checks: Sequence[Check], gates: Iterable[str], watcher: Watcher
) -> list[Result]:
    """Make all checks, and give what came of them in their order.

    `gates` are the checks that must be right before Azure is asked anything else.
    """
    examination = _Examination(case, tuple(gates), watcher)
    async with asyncio.TaskGroup() as group:
        for one in checks:
            examination.tasks[one.id] = group.create_task(examination.make(one))
    return [examination.tasks[one.id].result() for one in checks]


class _Examination:
    def __init__(self, case: Case, gates: tuple[str, ...], watcher: Watcher) -> None:
        self.case, self.gates, self.watcher = case, gates, watcher
        self.tasks: dict[str, asyncio.Task[Result]] = {}
        self.told: dict[int, str] = {}
        """Which check has told of an error that others have met as well."""

    async def make(self, check: Check) -> Result:
        """Make one check, or tell why not."""
        if missing := tuple(need for need in check.needs if not self.case.given.has(need)):
            flags = " and ".join(need.replace("|", " or ") for need in missing)
            return Result(check, (unchecked(f"give {flags}"),), missing)
        if cause := await self._cause_before(check):
            return Result(check, (unchecked(f"see {cause}"),), cause=cause)
        self.watcher.began(check)
        findings = await self._findings(check)
        self.watcher.ended(check)
        return Result(check, tuple(findings or [fine(check.right)]))

    async def _cause_before(self, check: Check) -> str:
        """The check that has found what keeps this one from being made, if one has."""
        gated = not check.local and check.id not in self.gates
        for id in (*(self.gates if gated else ()), *check.after):
            result = await self.tasks[id]
            if result.status is Status.WRONG or result.cause:
                return result.cause or id
        return ""

    async def _findings(self, check: Check) -> list[Finding]:
        found: list[Finding] = []
        try:
            async for finding in check.work(self.case):
                found.append(finding)
        except (Problem, *azure_errors()) as error:
            teller = self.told.setdefault(id(error), check.id)
            found.append(self._failure(error) if teller == check.id else unchecked(f"see {teller}"))
        return found

    def _failure(self, error: Exception) -> Finding:
        sentence = explain(error)
        if code_of(error) in _REFUSALS:
            return wrong(f"it could not be looked at: {sentence}", self._let_read())
        return wrong(f"it could not be looked at: {sentence}", "run the same command again")

    def _let_read(self) -> str:
        given = self.case.given
        words = ("az", "role", "assignment", "create", "--assignee", given.client_id)
        return shlex.join((*words, "--role", "Reader", "--scope", given.subscription_scope))
