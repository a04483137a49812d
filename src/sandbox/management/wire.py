"""HTTPS requests into a world, whose namespaces this process is not in."""

from __future__ import annotations

import http.client
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal.fabric.kernel import in_namespace

if TYPE_CHECKING:
    import ssl
    from collections.abc import Mapping

PATIENCE = 60.0  # seconds that an answer may take


@dataclass(frozen=True)
class Reply:
    """What came back; names of headers are in small letters."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def ok(self) -> bool:
        """Whether what was asked for was done, or will be."""
        return self.status < http.HTTPStatus.BAD_REQUEST

    @property
    def json(self) -> Any:
        """The content, when it is JSON; otherwise an empty object."""
        if not self.content or "json" not in self.headers.get("content-type", ""):
            return {}
        return msgspec.json.decode(self.content)


@dataclass(frozen=True)
class Server:
    """A server that can be reached from a namespace."""

    namespace: str
    address: str
    port: int
    trust: ssl.SSLContext
    patience: float = PATIENCE

    def ask(
        self,
        host: str,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Send one request to the host at this address. Raises an OSError when it has no answer."""
        there = (self.address, self.port)
        plain = in_namespace(self.namespace, lambda: socket.create_connection(there, self.patience))
        connection = http.client.HTTPSConnection(host, timeout=self.patience)
        try:
            connection.sock = plain
            connection.sock = self.trust.wrap_socket(plain, server_hostname=host)
            connection.request(method, path, body or None, dict(headers or {}))
            response = connection.getresponse()
            names = {name.lower(): value for name, value in response.getheaders()}
            return Reply(response.status, names, response.read())
        except http.client.HTTPException as error:
            raise ConnectionError(f"{host} broke off: {error!r}") from error
        finally:
            connection.close()
