"""How this Azure behaves on a bad day, or a real one: durations, throttling, planned faults.

Everything is at once and nothing fails unless it is asked for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from azurelocal.durations import PROPAGATION, duration
from azurelocal.errors import AzureError
from azurelocal.faults import Asked, Plan
from azurelocal.ids import parse_segments

if TYPE_CHECKING:
    from collections.abc import Callable

    from azurelocal.faults import Failure, Rule
    from azurelocal.http import Request

_VERBS = {"GET": "read", "HEAD": "read", "PUT": "write", "PATCH": "write", "DELETE": "delete"}


class DroppedError(Exception):
    """The connection is to be closed without an answer."""


@dataclass(frozen=True)
class Limits:
    """How many requests a principal may send to a subscription: at once, and then per second."""

    reads: tuple[int, float] = (250, 25)
    writes: tuple[int, float] = (200, 10)
    deletes: tuple[int, float] = (200, 10)

    def of(self, verb: str) -> tuple[int, float]:
        """The bucket's size and what flows into it."""
        return {"read": self.reads, "delete": self.deletes}.get(verb, self.writes)


@dataclass
class _Bucket:
    left: float
    filled: float


@dataclass
class Weather:
    """What comes on top of what was asked for."""

    scale: float = 0.0
    """Real durations are multiplied by this: 0 makes everything at once, 1 is as long as Azure."""
    limits: Limits | None = None
    plan: Plan = field(default_factory=Plan)
    _buckets: dict[tuple[str, str, str], _Bucket] = field(
        default_factory=dict[tuple[str, str, str], _Bucket]
    )
    _failing: dict[str, Failure] = field(default_factory=dict[str, "Failure"])

    def delay(self, type: str, verb: str) -> float:
        """How many seconds the work on a resource goes on after the answer."""
        return duration(type, verb).operation * self.scale

    def answering(self, type: str, verb: str) -> float:
        """How many seconds the answer takes."""
        return duration(type, verb).answer * self.scale

    def propagation(self, what: str) -> float:
        """How many seconds until everybody knows of something new."""
        return PROPAGATION[what] * self.scale

    def draw(self, service: str, request: Request) -> Rule | None:
        """Find the planned fault that a request meets."""
        if not self.plan:
            return None
        path = "/" + "/".join(request.segments)
        rule = self.plan.draw(Asked(service, request.method, operation_of(request), path))
        if rule is not None and rule.fail is not None:
            self._failing[_target(request)] = rule.fail
        return rule

    def over(self, request: Request) -> None:
        """Forget the failure of work that a request has not begun: it was refused."""
        self._failing.pop(_target(request), None)

    def take_failure(self, target: str) -> Failure | None:
        """What the work on a resource that begins now is planned to end with."""
        return self._failing.pop(target, None)

    def will_fail(self, target: str) -> bool:
        """Tell whether the work on a resource is planned to fail."""
        return target in self._failing

    def throttle(self, principal: str, request: Request, clock: Callable[[], float]) -> None:
        """Refuse who sends too much to a subscription."""
        segments = request.segments
        if self.limits is None or len(segments) < 2 or segments[0].lower() != "subscriptions":
            return
        verb, now = _VERBS.get(request.method, "write"), clock()
        size, flow = self.limits.of(verb)
        key = (principal, segments[1].lower(), verb)
        bucket = self._buckets.setdefault(key, _Bucket(size, now))
        bucket.left = min(size, bucket.left + (now - bucket.filled) * flow)
        bucket.filled = now
        if bucket.left < 1:
            wait = max(1, math.ceil((1 - bucket.left) / flow))
            raise AzureError(
                429,
                "SubscriptionRequestsThrottled",
                f"Number of '{verb}' requests for subscription '{segments[1]}' exceeded. Please try"
                f" again after '{wait}' seconds after additional tokens are available.",
                headers={"retry-after": str(wait)},
            )
        bucket.left -= 1


def operation_of(request: Request) -> str:
    """Name what a request to ARM does, such as Microsoft.Network/loadBalancers/write."""
    try:
        id = parse_segments(request.segments)
    except AzureError:
        return f"{request.method} {request.path}"
    if request.method == "POST":
        return f"{id.type}/action"
    return f"{id.type}/{_VERBS.get(request.method, 'action')}"


def _target(request: Request) -> str:
    """The key of the resource that a request works on; an action stands behind it."""
    segments = request.segments
    if request.method == "POST":
        segments = segments[:-1]
    return "/" + "/".join(segments).lower()
