"""Joins the services to a server: reads a request whole, and sends the answer."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any, Protocol

from azurelocal.answering import error_response
from azurelocal.errors import AzureError
from azurelocal.http import Request, Response, Stream, read_query
from azurelocal.weather import DroppedError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Scope = dict[str, Any]
    Receive = Callable[[], Awaitable[dict[str, Any]]]
    Send = Callable[[dict[str, Any]], Awaitable[None]]

LARGEST_BODY = 4 * 1024 * 1024  # bytes; ARM takes no more
LARGEST_BLOB = 300 * 1024 * 1024
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_READ_IN_VAIN = 64 * 1024 * 1024

logger = logging.getLogger("azurelocal")


class Answers(Protocol):
    """What stands behind a server."""

    async def answer(self, request: Request) -> Response:
        """Answer one request."""
        ...


class Application:
    """What the server calls for each request."""

    def __init__(self, services: Answers) -> None:
        """Answer with these services."""
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        try:
            request = await _read(scope, receive)
            response = await self._services.answer(request)
        except _TooLargeError:
            response = error_response(
                AzureError(
                    413, "RequestEntityTooLarge", "The request content is larger than is taken."
                )
            )
        except _GoneError:
            return
        except DroppedError:
            scope["state"]["transport"].abort()
            return
        except Exception:
            # A fault of ours: clients see what Azure says of its own, and the log has the rest.
            logger.exception("%s %s failed", scope["method"], scope["path"])
            response = error_response(
                AzureError(500, "InternalServerError", "Encountered internal server error.")
            )
        try:
            await _send(scope["method"], response, send)
        except LookupError:
            # What was being sent was removed meanwhile: the client must not take it for whole.
            scope["state"]["transport"].abort()


class _TooLargeError(Exception):
    """The client sends more than is taken."""


class _GoneError(Exception):
    """The client has gone before it had sent everything."""


async def _read(scope: Scope, receive: Receive) -> Request:
    headers = {
        name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
    }
    host = headers.get("host", "")
    limit = LARGEST_BLOB if ".blob." in host.lower() else LARGEST_BODY
    body, size = bytearray(), 0
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _GoneError
        piece = message.get("body", b"")
        more, size = message.get("more_body", False), size + len(piece)
        # What is too much is read nevertheless, up to a point: only then do clients listen.
        if size <= limit:
            body += piece
        elif size > limit + _READ_IN_VAIN:
            break
    if size > limit:
        raise _TooLargeError
    raw_query = scope["query_string"].decode("latin-1")
    return Request(
        method=scope["method"],
        host=host,
        path=scope["raw_path"].decode("latin-1"),
        query=read_query(raw_query),
        headers=headers,
        body=bytes(body),
        raw_query=raw_query,
        client=(scope.get("client") or ("",))[0],
    )


async def _send(method: str, response: Response, send: Send) -> None:
    stream = response.body if isinstance(response.body, Stream) else None
    content = b"" if stream else response.content()
    headers = [
        (name.lower().encode("latin-1"), _CONTROL.sub("?", value).encode("latin-1", "replace"))
        for name, value in response.headers.items()
    ]
    names = {name for name, _ in headers}
    if response.status not in (204, 304) and b"content-length" not in names:
        size = stream.size if stream else len(content)
        headers.append((b"content-length", str(size).encode()))
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    without = method == "HEAD" or response.status in (204, 304)
    if stream and not without:
        for piece in stream.pieces:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b"" if without else content})
