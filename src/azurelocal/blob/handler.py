"""The Blob service as a whole: from a request to its answer, in the service's own form."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.blob import access, routes, target, uploads
from azurelocal.blob.call import open_call
from azurelocal.blob.errors import error_response, invalid_header
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.answering import Trace
    from azurelocal.blob.call import BlobCall
    from azurelocal.blob.routes import Operation
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request, Response

_VERSION = re.compile(r"\d{4}-\d\d-\d\d")
_DEFAULT_VERSION = "2026-04-06"
_SERVER = "Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0"


@dataclass(frozen=True)
class BlobHandler:
    """The Blob service of one account."""

    cloud: Cloud
    account: str

    async def __call__(self, request: Request, trace: Trace) -> Response:
        """Answer one request."""
        request_id = str(uuid.uuid4())
        try:
            response = await self._answer(request, trace)
        except AzureError as error:
            trace.code = error.code
            response = error_response(error, request.method, request_id, self.cloud.clock())
        version = request.headers.get("x-ms-version", "")
        response.headers |= {
            "server": _SERVER,
            "x-ms-request-id": request_id,
            "x-ms-version": version if _VERSION.fullmatch(version) else _DEFAULT_VERSION,
        }
        return response

    async def _answer(self, request: Request, trace: Trace) -> Response:
        version = request.headers.get("x-ms-version", _DEFAULT_VERSION)
        if not _VERSION.fullmatch(version):
            raise invalid_header("x-ms-version")
        call = open_call(self.cloud, request, self.account, target.of(request))
        try:
            return await _done(call, trace)
        finally:
            trace.grant(call.decisions)


async def _done(call: BlobCall, trace: Trace) -> Response:
    call.caller = access.identify(call)
    trace.principal = call.caller.principal
    operation = routes.find(call)
    access.require(call, operation.access, call.target, exists=_exists(call, operation))
    await _check_body(call, operation)
    try:
        with call.store.transaction():
            response = operation.handle(call)
            uploads.accept(call.store, call.received)
    except BaseException:
        uploads.discard(call.store, call.received)
        raise
    return response


def _exists(call: BlobCall, operation: Operation) -> bool:
    """Tell whether the blob is there, for operations that need less where it is not."""
    return not operation.access.new or call.find_blob() is not None


async def _check_body(call: BlobCall, operation: Operation) -> None:
    """Check the body against its digest, and keep it already if it is large."""
    body = call.request.body
    if body:
        call.content_md5 = await uploads.digest(body)
        given = call.header("content-md5")
        if given and given != call.content_md5:
            raise AzureError(
                400,
                "Md5Mismatch",
                "The MD5 value specified in the request did not match with the MD5 value calculated"
                " by the server.",
            )
    elif operation.takes_bytes:
        call.content_md5 = await uploads.digest(b"")
    if operation.takes_bytes:
        call.received = await uploads.receive(call.blobs(), body)
