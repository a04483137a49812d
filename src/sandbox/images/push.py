"""Takes images to a registry, over its HTTP API. What the registry has is not sent again.

with Registry("sandbox.azurecr.io", trust=Path("ca.crt")) as registry:
    name = registry.push(layout, "hypershift/etcd")
"""

from __future__ import annotations

import hashlib
import http.client
import socket
import ssl
import urllib.parse
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Self

from sandbox.errors import SandboxError
from sandbox.images.layout import INDEX, MANIFEST
from sandbox.progress import Reporter, Step

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.images.layout import Layout

_PATIENCE = 60.0  # seconds without a word
_PIECE = 1 << 20
_MEGABYTE = 1_000_000
_HTTPS = 443

Connect = Callable[[str, int], socket.socket]


def _directly(host: str, port: int) -> socket.socket:
    return socket.create_connection((host, port), _PATIENCE)


class Registry:
    """A registry that images are pushed to, over one connection."""

    def __init__(
        self,
        name: str,
        *,
        trust: Path | None = None,
        authorization: str = "",
        connect: Connect = _directly,
        reporter: Reporter | None = None,
    ) -> None:
        """Name it as images do: HOST or HOST:PORT.

        `trust` is a file of authorities, instead of the machine's own. `connect` opens connections,
        for who has to do that in a network namespace. `authorization` is sent with every request.
        """
        self.name = name
        host, _, port = name.partition(":")
        self._host, self._port = host, int(port or _HTTPS)
        self._context = ssl.create_default_context(cafile=str(trust) if trust else None)
        self._authorization, self._connect = authorization, connect
        self._reporter = reporter or Reporter()
        self._connection: http.client.HTTPSConnection | None = None

    def __enter__(self) -> Self:
        """Connect when the first request is made."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connection."""
        self._close()

    def push(self, layout: Layout, repository: str, tag: str = "") -> str:
        """Put an image into a repository, and give the name that it is pulled by."""
        for blob in layout.blobs:
            self.put_blob(repository, layout.path(blob.digest), blob.digest)
        manifest = layout.manifest
        content = layout.read(manifest.digest)
        for reference in filter(None, (manifest.digest, tag)):
            self.put_manifest(repository, reference, content, manifest.media_type)
        return f"{self.name}/{repository}@{manifest.digest}"

    def put_manifest(
        self, repository: str, reference: str, content: bytes, media_type: str
    ) -> None:
        """Put a manifest, or a list of them, to blobs that are there."""
        path = f"/v2/{repository}/manifests/{reference}"
        self._ask("PUT", path, (201,), content, {"Content-Type": media_type})

    def has(self, repository: str, reference: str) -> bool:
        """Whether an image is there, by digest or tag."""
        path = f"/v2/{repository}/manifests/{reference}"
        # Left to itself, a registry takes whoever asks for one who knows no format of today's.
        accept = {"Accept": f"{MANIFEST}, {INDEX}"}
        return self._ask("HEAD", path, (200, 404), b"", accept).status == http.HTTPStatus.OK

    def answers(self) -> bool:
        """Whether there is a registry that takes our requests."""
        try:
            return self._ask("GET", "/v2/", (200,)).status == http.HTTPStatus.OK
        except SandboxError:
            return False

    def put_blob(self, repository: str, path: Path, digest: str = "") -> str:
        """Put a file into a repository, if it is not there, and give its digest."""
        size = path.stat().st_size
        with path.open("rb") as file:
            digest = digest or f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"
            file.seek(0)
            self._put_blob(repository, digest, _Told(file, repository, size, self._reporter))
        return digest

    def _put_blob(self, repository: str, digest: str, content: _Told) -> None:
        blobs = f"/v2/{repository}/blobs"
        there = self._ask("HEAD", f"{blobs}/{digest}", (200, 404))
        if there.status == http.HTTPStatus.OK:
            return
        begun = self._ask("POST", f"{blobs}/uploads/", (202,))
        place = urllib.parse.urlsplit(begun.headers["Location"])
        query = urllib.parse.urlencode([*urllib.parse.parse_qsl(place.query), ("digest", digest)])
        headers = {"Content-Type": "application/octet-stream", "Content-Length": str(content.size)}
        self._ask("PUT", f"{place.path}?{query}", (201,), content, headers)

    def _ask(
        self,
        method: str,
        path: str,
        expected: tuple[int, ...],
        body: bytes | _Told = b"",
        headers: dict[str, str] | None = None,
    ) -> http.client.HTTPResponse:
        """Make one request, and give the answer if it is one of those that are expected."""
        sent = {"Authorization": self._authorization} if self._authorization else {}
        whole = {**sent, **(headers or {})}
        idle = self._connection is not None
        try:
            try:
                response, said = self._once(method, path, body, whole)
            except (ConnectionError, http.client.HTTPException):
                # One that has not been used for a while may have been closed at the other end.
                if not idle:
                    raise
                self._close()
                response, said = self._once(method, path, body, whole)
        except (OSError, http.client.HTTPException) as error:
            self._close()
            raise SandboxError(
                f"the registry {self.name} cannot be reached ({error or type(error).__name__}): see"
                " whether it runs"
            ) from error
        if response.status not in expected:
            self._close()
            where = urllib.parse.urlsplit(path).path
            raise SandboxError(
                f"the registry {self.name} answers {response.status} to {method} {where}: see what"
                " it says",
                said[:2000].decode(errors="replace"),
            )
        return response

    def _once(
        self, method: str, path: str, body: bytes | _Told, headers: dict[str, str]
    ) -> tuple[http.client.HTTPResponse, bytes]:
        connection = self._connected()
        if isinstance(body, _Told):
            body.rewind()
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        return response, response.read()

    def _connected(self) -> http.client.HTTPSConnection:
        if self._connection is None:
            connection = http.client.HTTPSConnection(self._host, self._port, timeout=_PATIENCE)
            plain = self._connect(self._host, self._port)
            connection.sock = self._context.wrap_socket(plain, server_hostname=self._host)
            self._connection = connection
        return self._connection

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None


class _Told:
    """A file that tells how much of it was read."""

    def __init__(self, file: IO[bytes], name: str, size: int, reporter: Reporter) -> None:
        self._file, self._name, self.size, self._reporter = file, name, size, reporter

    def rewind(self) -> None:
        """Begin anew."""
        self._file.seek(0)

    def read(self, _: int = -1) -> bytes:
        done = self._file.tell() // _MEGABYTE
        self._reporter.working(self._name, Step("pushing (MB)", done, self.size // _MEGABYTE))
        return self._file.read(_PIECE)
