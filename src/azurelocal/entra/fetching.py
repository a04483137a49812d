"""Reads what an issuer publishes, over HTTPS; what we serve ourselves is read without a socket.

An issuer is an address that a client has chosen, so nothing is trusted: the certificate is checked,
addresses of the platform are not asked, redirects are not followed, and time and size have bounds.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urlsplit

import h11

from azurelocal.endpoints import Service, service_of
from azurelocal.http import Request, read_query
from azurelocal.weather import DroppedError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from azurelocal.endpoints import Endpoints
    from azurelocal.http import Response

PATIENCE = 10.0  # seconds for one document, all in all
LARGEST = 256 * 1024  # bytes
_PLATFORM = ipaddress.ip_address("168.63.129.16")


class FetchError(Exception):
    """A document could not be read; the text says why."""


@dataclass
class Fetcher:
    """Reads documents."""

    endpoints: Endpoints
    answer: Callable[[Request], Awaitable[Response]] = field(repr=False)
    """What answers requests to our own names."""
    trust: tuple[Path, ...] = ()
    """Files with certificate authorities that are trusted besides those of the system."""
    hosts: Callable[[str], list[str]] | None = None
    """Tells where a host is, in place of the machine's own resolver."""

    async def get(self, url: str) -> bytes:
        """Read one document."""
        parts = _split(url)
        try:
            async with asyncio.timeout(PATIENCE):
                if self._is_own(parts):
                    return await self._ask_ourselves(parts)
                return await self._ask(parts)
        except TimeoutError as error:
            raise FetchError(f"{url} did not answer within {PATIENCE:.0f} seconds") from error
        except ssl.SSLError as error:
            reason = getattr(error, "verify_message", "") or error.reason or "no TLS"
            raise FetchError(f"no secure connection to {parts.netloc}: {reason}") from error
        except OSError as error:
            raise FetchError(f"{parts.netloc} cannot be reached: {error.strerror}") from error
        except h11.RemoteProtocolError as error:
            raise FetchError(f"{parts.netloc} does not speak HTTP: {error}") from error

    def _is_own(self, parts: SplitResult) -> bool:
        """Tell whether an address is a storage account's of ours: under this port, or public."""
        service, account = service_of(parts.netloc, parts.path)
        public = f"{account}.blob.core.windows.net"
        own = (public, f"{public}:443", urlsplit(self.endpoints.blob(account)).netloc)
        return service is Service.BLOB and parts.netloc.lower() in own

    async def _ask_ourselves(self, parts: SplitResult) -> bytes:
        request = Request(
            method="GET",
            host=parts.netloc,
            path=parts.path or "/",
            query=read_query(parts.query),
            headers={"host": parts.netloc, "user-agent": "azurelocal"},
            raw_query=parts.query,
        )
        try:
            response = await self.answer(request)
        except DroppedError as error:
            raise FetchError(f"{parts.netloc} closed the connection") from error
        return _checked(parts, response.status, response.content())

    async def _ask(self, parts: SplitResult) -> bytes:
        host, port = parts.hostname or "", parts.port or 443
        failure: OSError | None = None
        for address in await self._addresses(host, port):
            try:
                reader, writer = await asyncio.open_connection(
                    address, port, ssl=self._context, server_hostname=host
                )
            except ssl.SSLError:
                raise
            except OSError as error:
                failure = error
                continue
            try:
                return await _exchange(parts, reader, writer)
            finally:
                # All is read that will be; who says nothing is not waited for to say goodbye.
                writer.transport.abort()
        raise failure or OSError(0, "it has no address")

    async def _addresses(self, host: str, port: int) -> list[str]:
        """Where a host is, never at what only the platform itself may ask."""
        found = self.hosts(host) if self.hosts else await _look_up(host, port)
        if not found:
            raise FetchError(f"there is no host named {host}")
        if not all(_may_be_asked(address) for address in found):
            raise FetchError(f"{host} is at an address that is not asked")
        return found

    @cached_property
    def _context(self) -> ssl.SSLContext:
        context = ssl.create_default_context()
        for file in self.trust:
            context.load_verify_locations(file)
        return context


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise FetchError("the address cannot be read") from error
    sound = url.isascii() and url.isprintable() and " " not in url and port != 0
    if parts.scheme != "https" or not parts.hostname or "@" in parts.netloc or not sound:
        raise FetchError("the address is not one that begins with https://")
    return parts


async def _look_up(host: str, port: int) -> list[str]:
    if host == "localhost" or host.endswith(".localhost"):
        return ["127.0.0.1"]  # always this machine, whether or not the resolver knows
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        return []
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def _may_be_asked(address: str) -> bool:
    at = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(at, ipaddress.IPv6Address):
        at = at.ipv4_mapped or at
    return not (at.is_link_local or at.is_multicast or at.is_unspecified or at == _PLATFORM)


async def _exchange(
    parts: SplitResult, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bytes:
    connection = h11.Connection(h11.CLIENT)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {
        "host": parts.netloc,
        "accept": "application/json",
        "user-agent": "azurelocal",
        "connection": "close",
    }
    request = h11.Request(method="GET", target=target, headers=list(headers.items()))
    for event in (request, h11.EndOfMessage()):
        writer.write(connection.send(event) or b"")
    await writer.drain()
    status, body = 0, bytearray()
    while not isinstance(event := connection.next_event(), h11.EndOfMessage):
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(16384))
        elif isinstance(event, h11.Response):
            status = event.status_code
        elif isinstance(event, h11.Data):
            body += event.data
            if len(body) > LARGEST:
                raise FetchError(f"{parts.geturl()} is larger than {LARGEST} bytes")
        elif event is h11.PAUSED or isinstance(event, h11.ConnectionClosed):
            raise FetchError(f"{parts.netloc} closed the connection")
    return _checked(parts, status, bytes(body))


def _checked(parts: SplitResult, status: int, body: bytes) -> bytes:
    if status != 200:
        raise FetchError(f"{parts.geturl()} answered {status}")
    return body
