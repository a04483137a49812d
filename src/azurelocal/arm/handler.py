"""Resource Manager as a service: takes as long as Azure does, throttles, and answers refusals."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.answering import error_response
from azurelocal.arm.front import Arm
from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.weather import operation_of

if TYPE_CHECKING:
    from collections.abc import Generator

    from azurelocal.answering import Trace
    from azurelocal.arm.call import Call
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request


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
        try:
            await self._take_time(call)
            self.cloud.weather.throttle(call.principal.object_id, request, self.cloud.clock)
            response = arm.answer(call)
            response = await self._in_a_moment(call, response)
        except AzureError as error:
            trace.code = error.code
            response = error_response(error)
        trace.grant(call.decisions)
        correlation = request.headers.get("x-ms-correlation-request-id") or str(uuid.uuid4())
        response.headers["x-ms-correlation-request-id"] = correlation
        return response

    async def _in_a_moment(self, call: Call, response: Response) -> Response:
        """Answer with what has been made if that takes no longer than a client wants to wait."""
        key = "/" + "/".join(call.request.segments).lower()
        made = self.cloud.store.get(key) if call.request.method == "PUT" else None
        patience = self.cloud.patience.get(made.id.type.lower(), 0.0) if made else 0.0
        if (
            not patience
            or self.cloud.weather.scale
            or "azure-asyncoperation" not in response.headers
        ):
            return response
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self.cloud.operations.over(key)
        made = self.cloud.store.get(key)
        if made is None or made.state != "Succeeded":
            return response
        return Response(response.status, self.cloud.engine.answer(call, made), {"etag": made.etag})

    async def _take_time(self, call: Call) -> None:
        """Let the answer take as long as Azure's, if that is wanted."""
        if not self.cloud.weather.scale:
            return
        request = call.request
        type, _, verb = operation_of(request).rpartition("/")
        if verb == "write":
            key = "/" + "/".join(request.segments).lower()
            verb = "update" if self.cloud.store.exists(key) else "create"
        with self._by_itself(type, request) if verb != "read" else contextlib.nullcontext():
            await asyncio.sleep(self.cloud.weather.answering(type, verb))

    @contextlib.contextmanager
    def _by_itself(self, type: str, request: Request) -> Generator[None]:
        """Refuse to write two of a kind at once where Azure cannot."""
        known = self.cloud.registry.get(type)
        parent = "/" + "/".join(request.segments[:-2])
        refusal = known.second_write(parent) if known else None
        if refusal is None:
            yield
            return
        if parent.lower() in self.cloud.being_written:
            raise refusal
        self.cloud.being_written.add(parent.lower())
        try:
            yield
        finally:
            self.cloud.being_written.discard(parent.lower())
