"""Requests to one API server: connections, patience, retries and what goes wrong.

Reads are tried again when the server is away for a moment. So is whatever the server has refused
with 429 before it did anything. Other writes are not: whoever writes comes back by itself.
"""

from __future__ import annotations

import asyncio
import sys
import urllib.request
from collections.abc import Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Self

import aiohttp
import msgspec
from yarl import URL

from hypershift import __version__
from hypershift.kube.errors import ServerFaultError, ThrottledError, UnreachableError, from_answer
from hypershift.kube.limiter import Backoff

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable

    from hypershift.kube.config import Access
    from hypershift.kube.errors import KubeError
    from hypershift.kube.limiter import Limiter

    Observer = Callable[[str, str], None]

_TIMEOUT = aiohttp.ClientTimeout(total=60, sock_connect=10)
_TRIES = 4
_PATIENCE = 30.0  # seconds that the server may tell us to wait
_BACKOFF = Backoff(0.2, 5.0)
_CHUNK = 1 << 18
# Before this release Python waits for the farewell of a server that is perhaps not there any more,
# and forgets the connection meanwhile; aiohttp then keeps it in mind, and ends it.
_TLS_LINGERS = sys.version_info < (3, 12, 7)


class Request(msgspec.Struct, frozen=True):
    """What is asked for."""

    method: str
    path: str
    query: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    body: bytes | None = None
    content_type: str = "application/json"

    @property
    def what(self) -> str:
        """Words for an error."""
        return f"{self.method} {self.path}"


class Transport:
    """Connections to one API server, as one user."""

    def __init__(self, access: Access, observe: Observer | None = None) -> None:
        """Connect when the first request is made. `observe` is told each method and its outcome."""
        self.access = access
        self._observe = observe or _nothing
        self._session: aiohttp.ClientSession | None = None
        self._proxy = access.proxy or _proxy(URL(access.server))

    async def __aenter__(self) -> Self:
        """Requests may be made from now on."""
        self._session = aiohttp.ClientSession(
            # Each watch has a connection of its own, for as long as it lives.
            connector=aiohttp.TCPConnector(
                ssl=self.access.tls, limit=0, enable_cleanup_closed=_TLS_LINGERS
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=_TIMEOUT,
            headers={"User-Agent": f"hypershift/{__version__}", "Accept": "application/json"},
            read_bufsize=_CHUNK,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all connections."""
        if self._session:
            await self._session.close()

    async def ask(self, request: Request, limiter: Limiter | None = None) -> bytes:
        """Make a request and give the whole answer."""
        number = 0
        while True:
            if limiter:
                await limiter.wait()
            try:
                async with self._answer(request, _TIMEOUT) as response:
                    return await response.read()
            except (UnreachableError, ServerFaultError, ThrottledError) as error:
                delay = _delay(error, number)
                harmless = request.method == "GET" or isinstance(error, ThrottledError)
                number += 1
                if not harmless or number >= _TRIES or delay > _PATIENCE:
                    raise
            await asyncio.sleep(delay)

    @asynccontextmanager
    async def lines(self, request: Request, idle: float) -> AsyncGenerator[AsyncIterator[bytes]]:
        """Make a request whose answer comes in lines; `idle` seconds of silence break it off."""
        patience = aiohttp.ClientTimeout(total=None, sock_connect=10, sock_read=idle)
        async with self._answer(request, patience) as response:
            yield _lines(response)

    @asynccontextmanager
    async def _answer(
        self, request: Request, patience: aiohttp.ClientTimeout
    ) -> AsyncGenerator[aiohttp.ClientResponse]:
        """Give the response when it is a good one."""
        assert self._session is not None, "use it as a context manager"
        try:
            async with self._session.request(
                request.method,
                URL(self.access.server + request.path, encoded=False),
                params=request.query,
                data=request.body,
                headers=await self._headers(request),
                timeout=patience,
                allow_redirects=False,
                proxy=self._proxy,
                server_hostname=self.access.server_name,
            ) as response:
                self._observe(request.method, str(response.status))
                if response.status >= HTTPStatus.MULTIPLE_CHOICES:
                    raise await self._error(request, response)
                yield response
        except (aiohttp.ClientError, TimeoutError) as error:
            self._observe(request.method, "<error>")
            raise self._unreachable(error) from error

    async def _headers(self, request: Request) -> dict[str, str]:
        token = await self.access.credentials.token()
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return headers if request.body is None else headers | {"Content-Type": request.content_type}

    async def _error(self, request: Request, response: aiohttp.ClientResponse) -> KubeError:
        if response.status == HTTPStatus.UNAUTHORIZED:
            self.access.credentials.refused()
        error = from_answer(response.status, await response.read(), request.what)
        if (after := response.headers.get("Retry-After", "")).isdecimal():
            error.status.details = (error.status.details or {}) | {"retryAfterSeconds": int(after)}
        return error

    def _unreachable(self, error: Exception) -> UnreachableError:
        match error:
            case aiohttp.ClientConnectorCertificateError():
                why = "its certificate is not trusted: correct the certificate authority"
            case aiohttp.ClientSSLError():
                why = "it does not speak TLS as it should: check the port"
            case aiohttp.ClientConnectorDNSError():
                why = "there is no such name: correct it, or the name service"
            case aiohttp.ClientConnectorError(os_error=cause):
                why = f"{cause.strerror or 'no connection'}: check that it runs"
            case TimeoutError():
                why = "it did not answer in time"
            case _:
                why = "the connection was lost"
        return UnreachableError(f"the API server {self.access.server} cannot be reached; {why}")


def _nothing(_method: str, _outcome: str) -> None:
    """Nobody wants to know."""


async def _lines(response: aiohttp.ClientResponse) -> AsyncIterator[bytes]:
    """Give whole lines, however long; what a broken connection leaves of one is no line."""
    left: list[bytes] = []
    async for chunk in response.content.iter_any():
        first, *rest = chunk.split(b"\n")
        left.append(first)
        for part in rest:
            if line := b"".join(left):
                yield line
            left = [part]


def _delay(error: KubeError, number: int) -> float:
    delay = _BACKOFF.delay(number)
    if isinstance(error, ServerFaultError | ThrottledError):
        # A server that says 0 does not mean that we shall not let it rest.
        return max(delay, float((error.status.details or {}).get("retryAfterSeconds") or 0))
    return delay


def _proxy(url: URL) -> str | None:
    """Find the proxy that the environment names; the library would send what ~/.netrc has, too."""
    proxies = urllib.request.getproxies_environment()
    bypassed = urllib.request.proxy_bypass(url.authority, proxies)
    return None if bypassed else proxies.get(url.scheme)
