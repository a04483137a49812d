"""What answers the requests to one service, and what it tells the access log about each."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from azurelocal.accesslog import Entry, Grant
from azurelocal.http import Response

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.authorization import Decision
    from azurelocal.errors import AzureError
    from azurelocal.http import Request
    from azurelocal.principal import Principal


@dataclass
class Trace:
    """What a service finds out about a request, for the access log."""

    principal: Principal | None = None
    grants: list[Grant] = field(default_factory=list[Grant])
    code: str = ""

    def grant(self, decisions: Iterable[Decision]) -> None:
        """Note what was asked of the authorization, and which role allowed it."""
        self.grants = [
            Grant(
                action=decision.need.action,
                scope=decision.need.scope,
                data=decision.need.data,
                role=decision.role,
                assigned_at=decision.at,
            )
            for decision in decisions
        ]


class Handler(Protocol):
    """What answers the requests to one service."""

    async def __call__(self, request: Request, trace: Trace) -> Response:
        """Answer one request. What is refused is answered, too, in the service's own form."""
        ...


def error_response(error: AzureError) -> Response:
    """Write a refusal in the form of ARM, which Key Vault has, too."""
    return Response(
        error.status, error.envelope(), {"x-ms-error-code": error.code, **error.headers}
    )


def log_entry(
    service: str,
    request: Request,
    status: int,
    trace: Trace,
    request_id: str,
    elapsed: float,
) -> Entry:
    """Write down what a request was and what became of it."""
    who = trace.principal
    return Entry(
        time=time.time(),
        service=service,
        method=request.method,
        path=request.path,
        status=status,
        milliseconds=round(elapsed, 3),
        code=trace.code,
        object_id=who.object_id if who else "",
        app_id=who.app_id if who else "",
        name=who.name if who else "",
        grants=trace.grants,
        client=request.headers.get("user-agent", "")[:200],
        request_id=request_id,
    )
