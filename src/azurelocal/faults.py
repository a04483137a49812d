"""Planned faults: which requests go wrong, how, and how often.

A plan is a list of rules in JSON. Each request is counted by every rule that it meets; the first
rule whose turn it is decides.

    [{"operation": "Microsoft.Network/networkInterfaces/write", "nth": 3,
      "answer": {"status": 500, "code": "InternalServerError"}},
     {"service": "arm", "chance": 0.2, "answer": {"status": 429, "retry_after": 1}},
     {"operation": "*/roleAssignments/write", "times": 2, "drop": "after"},
     {"path": "*/virtualMachines/vm-3", "fail": {"code": "OverconstrainedAllocationRequest"}}]
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from azurelocal.endpoints import Service
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Iterator

Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=3600)]
_BEGINS_WORK = ("PUT", "PATCH", "POST", "DELETE")
_SERVICES = tuple(one.value for one in Service if one is not Service.NOTHING)


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a request gets in place of its answer; nothing is done."""

    status: Annotated[int, msgspec.Meta(ge=400, le=599)] = 500
    code: str = ""
    message: str = ""
    retry_after: Count | None = None


class Failure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the work that goes on after the answer ends with."""

    code: str = "InternalExecutionError"
    message: str = "An internal execution error occurred."


class Rule(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One rule. What it does not name it does not mind; `*` stands for any text."""

    service: str = "*"
    operation: str = "*"
    """Such as Microsoft.Network/loadBalancers/write, in any case."""
    path: str = "*"
    nth: Count = 0
    """Only the nth request that it meets."""
    every: Count = 0
    """Each one whose number can be divided by this."""
    chance: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    """This share of the requests, drawn from `seed`."""
    seed: int = 0
    times: Count = 0
    """No more than so often; 0 is without end."""
    delay: Seconds = 0.0
    """Seconds before anything is done."""
    answer: Answer | None = None
    drop: Literal["", "before", "after"] = ""
    """Close the connection before the work, or when it is done and nobody hears of it."""
    fail: Failure | None = None
    """Let the request begin its work, and the work fail; requests that only read do not count."""

    def __post_init__(self) -> None:
        """Refuse a rule that does nothing or that contradicts itself."""
        if not (self.delay or self.answer or self.drop or self.fail):
            raise ValueError("a rule needs one of delay, answer, drop and fail")
        if sum(bool(one) for one in (self.nth, self.every, self.chance)) > 1:
            raise ValueError("a rule has one of nth, every and chance")
        if self.answer and (self.drop or self.fail):
            raise ValueError("a rule that gives an answer has neither drop nor fail")
        if self.drop == "before" and self.fail:
            raise ValueError("a rule that drops before the work cannot let it fail")
        if "*" not in self.service and self.service.lower() not in _SERVICES:
            raise ValueError(f"there is no service {self.service!r}: {', '.join(_SERVICES)}")


@dataclass(frozen=True)
class Asked:
    """A request as rules see it."""

    service: str
    method: str
    operation: str
    path: str


@dataclass
class _Counted:
    rule: Rule
    random: random.Random
    met: int = 0
    done: int = 0


@dataclass
class Plan:
    """The rules that are in force, and what they have counted."""

    _rules: list[_Counted] = field(default_factory=list[_Counted])

    def set(self, rules: list[Rule]) -> None:
        """Replace all rules; counting begins anew."""
        self._rules = [_Counted(rule, random.Random(rule.seed)) for rule in rules]

    def __bool__(self) -> bool:
        """Tell whether there is any rule."""
        return bool(self._rules)

    def shown(self) -> list[dict[str, Any]]:
        """The rules with their counts."""
        return [
            {"rule": msgspec.to_builtins(one.rule), "met": one.met, "done": one.done}
            for one in self._rules
        ]

    def draw(self, asked: Asked) -> Rule | None:
        """Find the rule whose turn it is for a request."""
        chosen: Rule | None = None
        for counted in self._rules:
            rule = counted.rule
            if not _meets(rule, asked):
                continue
            counted.met += 1
            if chosen is None and _is_due(counted):
                counted.done += 1
                chosen = rule
        return chosen


def _meets(rule: Rule, asked: Asked) -> bool:
    return (
        (rule.fail is None or asked.method in _BEGINS_WORK)
        and _fits(rule.service, asked.service)
        and _fits(rule.operation, asked.operation)
        and _fits(rule.path, asked.path)
    )


def _fits(pattern: str, text: str) -> bool:
    return pattern == "*" or _compiled(pattern).fullmatch(text) is not None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))), re.IGNORECASE | re.DOTALL)


def _is_due(counted: _Counted) -> bool:
    rule = counted.rule
    if rule.times and counted.done >= rule.times:
        return False
    if rule.nth:
        return counted.met == rule.nth
    if rule.every:
        return counted.met % rule.every == 0
    return counted.random.random() < rule.chance if rule.chance else True


def parse_plan(text: bytes) -> list[Rule]:
    """Read a plan, or raise a ValueError that says what is wrong with it."""
    try:
        return msgspec.json.decode(text, type=list[Rule])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(str(error)) from error


def refusal(answer: Answer) -> AzureError:
    """What a client gets in place of its answer."""
    code = answer.code or ("TooManyRequests" if answer.status == 429 else "InternalServerError")
    headers = {} if answer.retry_after is None else {"retry-after": str(answer.retry_after)}
    message = answer.message or "The request was refused, as planned."
    return AzureError(answer.status, code, message, headers=headers)


def lines(shown: list[dict[str, Any]]) -> Iterator[str]:
    """Write the rules and their counts for people."""
    for one in shown:
        defaults = msgspec.to_builtins(Rule(delay=1.0)) | {"delay": 0.0}
        given = {name: value for name, value in one["rule"].items() if value != defaults[name]}
        yield f"met {one['met']:>5}  done {one['done']:>5}  {msgspec.json.encode(given).decode()}"
    if not shown:
        yield "no faults are planned"
