"""The metadata service as the server calls it, with a line in the access log for each request."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass
from email.utils import formatdate
from typing import TYPE_CHECKING

from azurelocal.answering import Trace, log_entry
from azurelocal.imds.front import Metadata

if TYPE_CHECKING:
    from azurelocal.accesslog import AccessLog
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request, Response


@dataclass(frozen=True)
class MetadataService:
    """Answers the machines of one virtual network."""

    cloud: Cloud
    network: str
    log: AccessLog | None

    async def answer(self, request: Request) -> Response:
        """Answer one request."""
        started, trace = time.perf_counter(), Trace()
        response = await Metadata(self.cloud, self.network)(request, trace)
        request_id = str(uuid.uuid4())
        response.headers |= {
            "server": "IMDS/150.870.65.1854",
            "date": formatdate(usegmt=True),
            "x-ms-request-id": request_id,
        }
        if self.log is not None:
            elapsed = (time.perf_counter() - started) * 1000
            self.log.append(log_entry("imds", request, response.status, trace, request_id, elapsed))
        return response
