"""One front for all services: finds the one that a request is for, and writes the access log."""

from __future__ import annotations

import asyncio
import time
import uuid
from email.utils import formatdate
from typing import TYPE_CHECKING

from azurelocal.answering import Handler, Trace, error_response, log_entry
from azurelocal.arm.handler import ArmHandler
from azurelocal.blob.handler import BlobHandler
from azurelocal.endpoints import Service, service_of
from azurelocal.entra.fetching import Fetcher
from azurelocal.entra.handler import EntraHandler
from azurelocal.entra.issuers import Issuers
from azurelocal.errors import AzureError
from azurelocal.faults import refusal
from azurelocal.graph.handler import GraphHandler
from azurelocal.vault.handler import VaultHandler
from azurelocal.weather import DroppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from azurelocal.accesslog import AccessLog
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request, Response


class Services:
    """Everything that this Azure answers."""

    def __init__(
        self, cloud: Cloud, log: AccessLog | None = None, trust: Sequence[Path] = ()
    ) -> None:
        """Put the services together. Issuers of tokens may have certificates of `trust`, too."""
        self.cloud, self._log = cloud, log
        issuers = Issuers(
            Fetcher(cloud.endpoints, self.answer, tuple(trust), cloud.hosts), cloud.clock
        )
        self._handlers: dict[Service, Callable[[str], Handler]] = {
            Service.ARM: lambda _: ArmHandler(cloud),
            Service.BLOB: lambda account: BlobHandler(cloud, account),
            Service.VAULT: lambda vault: VaultHandler(cloud, vault),
            Service.ENTRA: lambda _: EntraHandler(cloud, issuers),
            Service.GRAPH: lambda _: GraphHandler(cloud),
        }

    async def answer(self, request: Request) -> Response:
        """Answer one request to any service."""
        started, trace = time.perf_counter(), Trace()
        service, owner = service_of(request.host, request.path)
        request_id, status = str(uuid.uuid4()), 500
        try:
            response = await self._weathered(service, owner, request, trace)
            request_id = response.headers.setdefault("x-ms-request-id", request_id)
            response.headers.setdefault("date", formatdate(usegmt=True))
            if client_id := request.headers.get("x-ms-client-request-id"):
                response.headers["x-ms-client-request-id"] = client_id
            status = response.status
            return response
        except (DroppedError, asyncio.CancelledError):
            # Nobody hears the answer, but the work may have been done.
            status, trace.code = 0, trace.code or "connection closed"
            raise
        finally:
            if self._log is not None:
                elapsed = (time.perf_counter() - started) * 1000
                self._log.append(
                    log_entry(service.value, request, status, trace, request_id, elapsed)
                )

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
        try:
            response = await self._handled(service, owner, request, trace)
        finally:
            self.cloud.weather.over(request)
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
