"""Requests to registries: TLS, credentials, redirects, waiting, and what goes wrong.

A registry may send us to another host for a blob. Credentials do not go there.
"""

from __future__ import annotations

import asyncio
import ssl
import time
import urllib.request
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Self

import aiohttp
import msgspec
from yarl import URL

from hypershift import __version__
from hypershift.release.auth import Challenge, PullSecret, Token
from hypershift.release.errors import (
    NotARegistryError,
    NotFoundError,
    RegistryError,
    ReleaseError,
    ThrottledError,
    TooLargeError,
    TruncatedError,
    UnauthorizedError,
    UnreachableError,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from hypershift.release.auth import Credentials
    from hypershift.release.references import ImageReference

_API_HOSTS = {"docker.io": "registry-1.docker.io"}
_TIMEOUT = aiohttp.ClientTimeout(total=None, connect=30, sock_connect=15, sock_read=60)
_HEADERS = {"User-Agent": f"hypershift/{__version__}", "Accept-Encoding": "identity"}
_TRIES = 4  # of a request that finds a registry with a fault of its own
_PATIENCE = 90.0  # seconds that one request may wait for others to be served
_REDIRECTS = 5
_TOKEN_SIZE = 1 << 20
_EARLY = 10.0  # seconds before its end from which on a token is not used any more


@dataclass
class _Authorization:
    header: str
    until: float


class Transport:
    """Connections to registries, as one user of each."""

    def __init__(
        self,
        pull_secret: PullSecret | None = None,
        trust_bundle: str = "",
        *,
        patience: float = _PATIENCE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Trust the authorities of a PEM bundle beside the machine's own."""
        self._pull_secret = pull_secret or PullSecret()
        self._trust = trust_bundle
        self._patience, self._sleep = patience, sleep
        self._session: aiohttp.ClientSession | None = None
        self._known: dict[tuple[str, str], _Authorization] = {}

    async def __aenter__(self) -> Self:
        """Requests may be made from now on."""
        context = ssl.create_default_context()
        try:
            if self._trust:
                context.load_verify_locations(cadata=self._trust)
        except ssl.SSLError as error:
            raise ReleaseError(
                "the trust bundle cannot be read: give certificates in PEM form"
            ) from error
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(ssl=context),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=_TIMEOUT,
            headers=_HEADERS,
            auto_decompress=False,
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connections, and forget the tokens."""
        self._known.clear()
        if self._session:
            await self._session.close()

    @asynccontextmanager
    async def get(
        self, reference: ImageReference, path: str, accept: str = "*/*"
    ) -> AsyncGenerator[aiohttp.ClientResponse]:
        """Get a part of a repository; the response is there when it is a good one."""
        host = _API_HOSTS.get(reference.registry, reference.registry)
        url = URL(f"https://{host}/v2/{reference.repository}/{path}")
        response = await self._asked(_Request(reference, path, url, accept))
        try:
            yield response
        except (aiohttp.ClientPayloadError, aiohttp.ServerDisconnectedError) as error:
            raise TruncatedError(
                f"{reference.registry} broke off within {path} of {reference.repository}: try again"
            ) from error
        except (aiohttp.ClientError, TimeoutError) as error:
            raise _unreachable(reference.registry, error) from error
        finally:
            response.close()

    async def _asked(self, request: _Request) -> aiohttp.ClientResponse:
        """Ask until there is a good answer, or no hope for one."""
        end = time.monotonic() + self._patience
        number = 0
        while True:
            response = await self._once(request)
            if response.status == HTTPStatus.OK:
                return response
            response.close()
            wait = _wait(response, number)
            error = self._error(request, response)
            throttled = response.status == HTTPStatus.TOO_MANY_REQUESTS
            hopeless = wait is None or (number + 1 >= _TRIES and not throttled)
            if wait is None or hopeless or time.monotonic() + wait > end:
                raise error
            # A registry that says 0 does not mean that we shall not let it rest.
            await self._sleep(max(wait, min(0.1 * 2**number, 15.0)))
            number += 1

    async def _once(self, request: _Request) -> aiohttp.ClientResponse:
        """Ask once, with credentials where they are wanted, and go where we are sent to."""
        response = await self._send(request.url, request, self._authorization(request.reference))
        if response.status == HTTPStatus.UNAUTHORIZED:
            challenge = Challenge.parse(response.headers.getall("WWW-Authenticate", []))
            response.close()
            header = await self._authorize(request.reference, challenge)
            response = await self._send(request.url, request, header)
        url = request.url
        for _ in range(_REDIRECTS):
            if response.status not in (301, 302, 303, 307, 308):
                break
            url = _target(request, url, response)
            response.close()
            same = url.origin() == request.url.origin()
            header = self._authorization(request.reference) if same else ""
            response = await self._send(url, request, header)
        return response

    async def _send(
        self, url: URL, request: _Request, authorization: str
    ) -> aiohttp.ClientResponse:
        headers = {"Accept": request.accept}
        if authorization:
            headers["Authorization"] = authorization
        try:
            return await self._opened.get(
                url, headers=headers, allow_redirects=False, proxy=_proxy(url)
            )
        except (aiohttp.ClientError, TimeoutError) as error:
            raise _unreachable(url.host or "", error) from error

    @property
    def _opened(self) -> aiohttp.ClientSession:
        assert self._session is not None, "use it as a context manager"
        return self._session

    def _authorization(self, reference: ImageReference) -> str:
        known = self._known.get((reference.registry, reference.repository))
        return known.header if known and known.until > time.monotonic() else ""

    async def _authorize(self, reference: ImageReference, challenge: Challenge | None) -> str:
        """Find out what to send so that the registry knows us, and keep it."""
        credentials = self._pull_secret.find(reference.registry, reference.repository)
        if challenge is None:
            raise NotARegistryError(
                f"{reference.registry} wants credentials in a way that is neither Basic nor Bearer:"
                " name a registry for container images"
            )
        if challenge.scheme == "basic":
            if credentials is None:
                raise _unauthorized(reference, HTTPStatus.UNAUTHORIZED, known=False)
            made = _Authorization(credentials.basic, float("inf"))
        else:
            token = await self._token(reference, challenge, credentials)
            life = max(token.expires_in, 60) - _EARLY
            made = _Authorization(f"Bearer {token.value}", time.monotonic() + life)
        self._known[reference.registry, reference.repository] = made
        return made.header

    async def _token(
        self, reference: ImageReference, challenge: Challenge, credentials: Credentials | None
    ) -> Token:
        """Ask the registry's token service; without credentials, as anybody."""
        realm = _url(challenge.parameters.get("realm", ""))
        if realm.scheme != "https" or not realm.host:
            raise NotARegistryError(
                f"{reference.registry} names no token service that is reached over TLS: ask those"
                " who run it"
            )
        fields = {"scope": f"repository:{reference.repository}:pull"}
        if service := challenge.parameters.get("service"):
            fields["service"] = service
        try:
            async with await self._ask_realm(realm, fields, credentials) as response:
                if response.status in (400, 401, 403):
                    raise _unauthorized(reference, response.status, known=credentials is not None)
                if response.status != HTTPStatus.OK:
                    raise UnreachableError(
                        f"the token service of {reference.registry} answers with"
                        f" {response.status}: try again later"
                    )
                content = await read(response, _TOKEN_SIZE, "the token")
                token = msgspec.json.decode(content, type=Token)
        except (aiohttp.ClientError, TimeoutError) as error:
            raise _unreachable(realm.host, error) from error
        except msgspec.DecodeError:
            token = Token()  # without the cause, which could quote it
        if not token.value:
            raise NotARegistryError(
                f"the token service of {reference.registry} does not answer with a token: name a"
                " registry for container images"
            )
        return token

    async def _ask_realm(
        self, realm: URL, fields: dict[str, str], credentials: Credentials | None
    ) -> aiohttp.ClientResponse:
        if credentials and credentials.identity_token:
            form = {
                **fields,
                "grant_type": "refresh_token",
                "client_id": "hypershift",
                "refresh_token": credentials.identity_token,
            }
            return await self._opened.post(
                realm, data=form, allow_redirects=False, proxy=_proxy(realm)
            )
        headers = {"Authorization": credentials.basic} if credentials else {}
        return await self._opened.get(
            realm.extend_query(fields), headers=headers, allow_redirects=False, proxy=_proxy(realm)
        )

    def _error(self, request: _Request, response: aiohttp.ClientResponse) -> RegistryError:
        reference, status = request.reference, response.status
        registry = reference.registry
        match status:
            case HTTPStatus.UNAUTHORIZED | HTTPStatus.FORBIDDEN:
                known = self._pull_secret.find(registry, reference.repository) is not None
                return _unauthorized(reference, status, known=known)
            case HTTPStatus.NOT_FOUND if is_page(response):
                return NotARegistryError(
                    f"{registry} answers with a web page: name a registry for container images"
                )
            case HTTPStatus.NOT_FOUND:
                kind, _, name = request.path.partition("/")
                what = "manifest" if kind == "manifests" else "part"
                return NotFoundError(
                    f"{registry} has no {what} {name} of {reference.repository}: correct the image,"
                    " or push it again"
                )
            case HTTPStatus.TOO_MANY_REQUESTS:
                return ThrottledError(
                    f"{registry} answers too many requests already (429): try again later"
                )
            case _ if status >= 500:
                return UnreachableError(
                    f"{registry} has a fault of its own ({status}): try again later"
                )
            case _:
                return NotARegistryError(
                    f"{registry} answers with {status}, as no registry does: name a registry for"
                    " container images"
                )


@dataclass(frozen=True)
class _Request:
    reference: ImageReference
    path: str
    url: URL
    accept: str


async def read(response: aiohttp.ClientResponse, limit: int, what: str) -> bytes:
    """Read a body that must not be larger than a limit."""
    content = bytearray()
    async for chunk in response.content.iter_chunked(1 << 16):
        content += chunk
        if len(content) > limit:
            raise TooLargeError(
                f"{response.url.host} sends more than {limit} bytes for {what}: that is no"
                " such thing"
            )
    return bytes(content)


def is_page(response: aiohttp.ClientResponse) -> bool:
    """Whether the answer is meant for people."""
    return response.content_type in ("text/html", "application/xhtml+xml")


def _target(request: _Request, url: URL, response: aiohttp.ClientResponse) -> URL:
    target = url.join(_url(response.headers.get("Location", "")))
    if target.scheme != "https" or target == url:
        raise NotARegistryError(
            f"{request.reference.registry} redirects to no place that is reached over TLS: name a"
            " registry for container images"
        )
    return target


def _wait(response: aiohttp.ClientResponse, number: int) -> float | None:
    """Seconds until it makes sense to ask again; None where it makes none."""
    if response.status != HTTPStatus.TOO_MANY_REQUESTS and response.status < 500:
        return None
    text = response.headers.get("Retry-After", "")
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text).timestamp()
    except ValueError:
        return min(0.5 * 2**number, 15.0)
    return max(moment - time.time(), 0.0)


def _url(text: str) -> URL:
    """Read an address that somebody else has written; what is none becomes the empty one."""
    try:
        return URL(text)
    except ValueError:
        return URL()


def _unauthorized(reference: ImageReference, status: int, *, known: bool) -> UnauthorizedError:
    registry, repository = reference.registry, reference.repository
    if not known:
        return UnauthorizedError(
            f"{registry} wants credentials for {repository} ({status}), and the pull secret has"
            " none: add them to it"
        )
    if status == HTTPStatus.FORBIDDEN:
        return UnauthorizedError(
            f"{registry} does not let the user of the pull secret read {repository} ({status}): ask"
            " for access, or use other credentials"
        )
    return UnauthorizedError(
        f"{registry} refuses the credentials that the pull secret has for {repository} ({status}):"
        " replace them"
    )


def _unreachable(host: str, error: Exception) -> UnreachableError:
    match error:
        case aiohttp.ClientConnectorCertificateError():
            why = "its certificate is not trusted: add its authority to the trust bundle"
        case aiohttp.ClientSSLError():
            why = "it does not speak TLS as it should: check the port"
        case aiohttp.ClientProxyConnectionError():
            why = "the proxy that the environment names does not answer: correct HTTPS_PROXY"
        case aiohttp.ClientConnectorDNSError():
            why = "there is no such name: correct it, or the name service"
        case aiohttp.ClientConnectorError(os_error=cause):
            why = f"{cause.strerror or 'no connection'}: check the name and the network"
        case TimeoutError():
            why = "it did not answer in time: check the network"
        case _:
            why = "the connection was lost: try again"
    return UnreachableError(f"{host} cannot be reached; {why}")


def _proxy(url: URL) -> str | None:
    """Find the proxy that the environment names.

    The library could look itself, but would then also send what ~/.netrc has for the host.
    """
    proxies = urllib.request.getproxies_environment()
    bypassed = urllib.request.proxy_bypass(url.authority, proxies)
    return None if bypassed else proxies.get(url.scheme)
