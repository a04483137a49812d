"""One front for all services: finds the one that a request is for, and writes the access log."""

from __future__ import annotations

import asyncio
import time
import uuid
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import TYPE_CHECKING, Any, Protocol

from azurelocal.accesslog import AccessLog, Entry, Grant
from azurelocal.arm.front import Arm
from azurelocal.endpoints import Service, service_of
from azurelocal.errors import AzureError
from azurelocal.faults import refusal
from azurelocal.http import Request, Response
from azurelocal.weather import DroppedError, operation_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from azurelocal.cloud import Cloud
    from azurelocal.principal import Principal


@dataclass
class Trace:
    """What a service finds out about a request, for the access log."""

    principal: Principal | None = None
    grants: list[Grant] = field(default_factory=list[Grant])
    code: str = ""


class Handler(Protocol):
    """What answers the requests to one service."""

    async def __call__(self, request: Request, trace: Trace) -> Response:
        """Answer one request. What is refused is answered, too, in the service's own form."""
        ...


class Services:
    """Everything that this Azure answers."""

    def __init__(self, cloud: Cloud, log: AccessLog | None = None) -> None:
        """Put the services together."""
        self.cloud, self._log = cloud, log
        self._handlers: dict[Service, Callable[[str], Handler]] = {
            Service.ARM: lambda _: ArmHandler(cloud),
        }

    async def answer(self, request: Request) -> Response:
        """Answer one request to any service."""
        started, trace = time.perf_counter(), Trace()
        service, owner = service_of(request.host, request.path)
        response = await self._weathered(service, owner, request, trace)
        request_id = response.headers.setdefault("x-ms-request-id", str(uuid.uuid4()))
        response.headers.setdefault("date", formatdate(usegmt=True))
        if client_id := request.headers.get("x-ms-client-request-id"):
            response.headers["x-ms-client-request-id"] = client_id
        if self._log is not None:
            elapsed = (time.perf_counter() - started) * 1000
            self._log.append(_entry(service, request, response, trace, request_id, elapsed))
        return response

    async def _weathered(
        self, service: Service, owner: str, request: Request, trace: Trace
    ) -> Response:
        """Answer a request, unless a planned fault comes between."""
        rule = self.cloud.weather.draw(service.value, request)
        if rule is None:
            return await self._handled(service, owner, request, trace)
        if rule.delay:
            await asyncio.sleep(rule.delay)
        if rule.drop == "before":
            raise DroppedError
        if rule.answer is not None:
            trace.code = "planned fault"
            return error_response(refusal(rule.answer))
        response = await self._handled(service, owner, request, trace)
        if rule.drop == "after":
            raise DroppedError
        return response

    async def _handled(
        self, service: Service, owner: str, request: Request, trace: Trace
    ) -> Response:
        handler = self._handlers.get(service)
        if handler is not None:
            return await handler(owner)(request, trace)
        return error_response(
            AzureError(404, "HostNotFound", f"There is no service at '{request.host[:200]}'.")
        )


@dataclass(frozen=True)
class ArmHandler:
    """Resource Manager."""

    cloud: Cloud

    async def __call__(self, request: Request, trace: Trace) -> Response:
        """Answer one request."""
        arm = Arm(self.cloud)
        try:
            if (response := arm.anonymous(request)) is not None:
                return response
            call = arm.open(request)
        except AzureError as error:
            trace.code = error.code
            return error_response(error)
        trace.principal = call.principal
        await self._take_time(request)
        try:
            self.cloud.weather.throttle(call.principal.object_id, request, self.cloud.clock)
            response = arm.answer(call)
        except AzureError as error:
            trace.code = error.code
            response = error_response(error)
        trace.grants = [
            Grant(
                action=decision.need.action,
                scope=decision.need.scope,
                data=decision.need.data,
                role=decision.role,
                assigned_at=decision.at,
            )
            for decision in call.decisions
        ]
        correlation = request.headers.get("x-ms-correlation-request-id") or str(uuid.uuid4())
        response.headers["x-ms-correlation-request-id"] = correlation
        return response

    async def _take_time(self, request: Request) -> None:
        """Let the answer take as long as Azure's, if that is wanted."""
        if not self.cloud.weather.scale:
            return
        type, _, verb = operation_of(request).rpartition("/")
        if verb == "write":
            key = "/" + "/".join(request.segments).lower()
            verb = "update" if self.cloud.store.exists(key) else "create"
        await asyncio.sleep(self.cloud.weather.answering(type, verb))


def error_response(error: AzureError) -> Response:
    """Write a refusal in the form of ARM."""
    return Response(
        error.status, error.envelope(), {"x-ms-error-code": error.code, **error.headers}
    )


def _entry(
    service: Service,
    request: Request,
    response: Response,
    trace: Trace,
    request_id: str,
    elapsed: float,
) -> Entry:
    who: Any = trace.principal
    return Entry(
        time=time.time(),
        service=service.value,
        method=request.method,
        path=request.path,
        status=response.status,
        milliseconds=round(elapsed, 3),
        code=trace.code,
        object_id=who.object_id if who else "",
        app_id=who.app_id if who else "",
        name=who.name if who else "",
        grants=trace.grants,
        client=request.headers.get("user-agent", "")[:200],
        request_id=request_id,
    )
