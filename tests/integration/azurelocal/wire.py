"""The plainest client there is: one connection, one request after the other, nothing repeated."""

from __future__ import annotations

import http.client
import json
import ssl
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.integration.azurelocal.running import Server

VERSION = "2024-03-01"
_SCOPE = "https://management.azure.com/.default"


class GoneError(Exception):
    """No answer came."""


@dataclass(frozen=True)
class Reply:
    """One answer."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)


@dataclass
class Wire:
    """One connection to a server, in the name of somebody."""

    server: Server
    token: str
    _connection: http.client.HTTPSConnection = field(init=False)

    def __post_init__(self) -> None:
        trust = ssl.create_default_context(cafile=self.server.ca)
        self._connection = http.client.HTTPSConnection(
            "localhost", self.server.port, context=trust, timeout=20
        )

    def ask(self, method: str, path: str, body: Any = None) -> Reply:
        """Send one request; an address that the server has given may stand for the path."""
        path = path.removeprefix(self.server.url)
        if "?" not in path:
            path = f"{path}?api-version={VERSION}"
        content = None if body is None else json.dumps(body)
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        try:
            self._connection.request(method, path, content, headers)
            response = self._connection.getresponse()
            return Reply(
                response.status,
                {name.lower(): value for name, value in response.getheaders()},
                response.read(),
            )
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise GoneError(str(error)) from error

    def close(self) -> None:
        self._connection.close()


def owners_token(server: Server) -> str:
    """A token of the owner, for Resource Manager."""
    return server.credential.get_token(_SCOPE).token
