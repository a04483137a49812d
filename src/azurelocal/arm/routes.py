"""Paths of ARM that name no resource of a provider: subscriptions, operations, catalogues.

A module that answers such paths has a list of routes; `ROUTES` is all of them, in the order in
which they are tried.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from azurelocal.arm.call import Call
    from azurelocal.http import Response


@dataclass(frozen=True)
class Route:
    """One fixed path. Words in braces stand for what the handler is given, in their order."""

    method: str
    path: str
    handle: Callable[..., Response]
    versioned: bool = True

    def fits(self, method: str, segments: Sequence[str]) -> bool:
        """Tell whether a request is for this route. Words are compared in any case."""
        words = self.path.strip("/").split("/")
        return (
            method == self.method
            and len(words) == len(segments)
            and all(
                word.startswith("{") or word.lower() == segment.lower()
                for word, segment in zip(words, segments, strict=True)
            )
        )

    def values(self, segments: Sequence[str]) -> list[str]:
        """What stands in the place of the words in braces."""
        words = self.path.strip("/").split("/")
        return [
            segment for word, segment in zip(words, segments, strict=True) if word.startswith("{")
        ]


def _operation_status(call: Call, _subscription: str, *rest: str) -> Response:
    call.authorize_member(_subscription, f"{rest[0]}/locations/operations/read")
    return call.cloud.engine.operation_status(rest[-1])


def _operation_result(call: Call, subscription: str, *rest: str) -> Response:
    call.authorize_member(subscription, "Microsoft.Resources/subscriptions/operationresults/read")
    return call.cloud.engine.operation_result(call, rest[-1])


_OPERATIONS = "/subscriptions/{s}/providers/{namespace}/locations/{location}"

OPERATION_ROUTES = [
    Route("GET", f"{_OPERATIONS}/operations/{{id}}", _operation_status),
    Route("GET", f"{_OPERATIONS}/operationResults/{{id}}", _operation_result),
    Route("GET", "/subscriptions/{s}/operationresults/{id}", _operation_result),
]

ROUTES: list[Route] = [*OPERATION_ROUTES]
