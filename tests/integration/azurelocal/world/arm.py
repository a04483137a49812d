"""Resource Manager as one asks it by hand: a socket, a token, a body, and looks at operations."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azurelocal.fabric.kernel import in_namespace

if TYPE_CHECKING:
    from pathlib import Path

_SERVICES = ("192.0.2.10", 443)
_VERSION = "2023-11-01"
_PATIENCE = 180.0
_TICK = 0.05
Body = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: Any

    @property
    def ok(self) -> bool:
        return self.status < 300

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return self.body["error"]["code"]

    @property
    def state(self) -> str:
        return self.body["properties"]["provisioningState"]


@dataclass
class Arm:
    """A client in a namespace, logged in as a service principal."""

    namespace: str
    authority: Path
    owner: dict[str, str] = field(repr=False)

    def __post_init__(self) -> None:
        self._context = ssl.create_default_context(cafile=str(self.authority))
        self._token = ""

    @property
    def subscription(self) -> str:
        return f"/subscriptions/{self.owner['subscriptionId']}"

    def ask(
        self, method: str, path: str, body: Any = None, *, token: str = "", version: str = _VERSION
    ) -> Answer:
        """Send one request."""
        joint = "&" if "?" in path else "?"
        return self.send(
            "management.azure.com",
            method,
            path if "api-version=" in path else f"{path}{joint}api-version={version}",
            b"" if body is None else json.dumps(body).encode(),
            {
                "Authorization": f"Bearer {token or self._own_token()}",
                "Content-Type": "application/json",
            },
        )

    def put(self, path: str, properties: Body | None = None, **rest: Any) -> Answer:
        """Make something, and wait until it is made; it must succeed."""
        answer = self.start(path, properties, **rest)
        assert answer.ok, (path, answer.body)
        return self.finished(answer, path)

    def start(self, path: str, properties: Body | None = None, **rest: Any) -> Answer:
        """Begin to make something."""
        whole = {"location": "eastus", "properties": properties or {}, **rest}
        return self.ask("PUT", path, whole)

    def change(self, path: str, change: Any) -> Answer:
        """Read something, change it, and write it back."""
        body = self.get(path)
        change(body)
        answer = self.ask("PUT", path, body)
        assert answer.ok, (path, answer.body)
        return self.finished(answer, path)

    def get(self, path: str) -> Body:
        """Read something that must be there."""
        answer = self.ask("GET", path)
        assert answer.ok, (path, answer.body)
        return answer.body

    def act(self, path: str, action: str, body: Any = None) -> Answer:
        """Do something, and wait until it is done."""
        answer = self.ask("POST", f"{path}/{action}", body)
        assert answer.ok, (path, answer.body)
        return self.finished(answer, "")

    def delete(self, path: str) -> None:
        """Delete something, and wait until it is gone."""
        answer = self.ask("DELETE", path)
        assert answer.ok, (path, answer.body)
        self.finished(answer, "")

    def finished(self, answer: Answer, path: str) -> Answer:
        """Wait for what goes on after an answer; it must succeed. Give what is at the path then."""
        operation = self.ended(answer)
        assert operation.get("status", "Succeeded") == "Succeeded", operation
        return self.ask("GET", path) if path else answer

    def ended(self, answer: Answer) -> Body:
        """Wait until what goes on after an answer has ended, well or badly."""
        address = answer.headers.get("azure-asyncoperation") or answer.headers.get("location")
        end = time.monotonic() + _PATIENCE
        while address:
            parts = urllib.parse.urlsplit(address)
            found = self.ask("GET", f"{parts.path}?{parts.query}")
            assert found.ok, found.body
            pending = found.status == 202 or (found.body or {}).get("status") == "InProgress"
            if not pending:
                return found.body or {}
            assert time.monotonic() < end, f"{address} does not end"
            time.sleep(_TICK)
        return {}

    def _own_token(self) -> str:
        if not self._token:
            form = {
                "grant_type": "client_credentials",
                "client_id": self.owner["clientId"],
                "client_secret": self.owner["clientSecret"],
                "scope": "https://management.azure.com/.default",
            }
            answer = self.send(
                "login.microsoftonline.com",
                "POST",
                f"/{self.owner['tenantId']}/oauth2/v2.0/token",
                urllib.parse.urlencode(form).encode(),
                {"Content-Type": "application/x-www-form-urlencoded"},
            )
            self._token = answer.body["access_token"]
        return self._token

    def send(
        self, host: str, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> Answer:
        """Send one request to one of Azure's services."""
        plain = in_namespace(self.namespace, lambda: socket.create_connection(_SERVICES, _PATIENCE))
        connection = http.client.HTTPSConnection(host, timeout=_PATIENCE)
        connection.sock = self._context.wrap_socket(plain, server_hostname=host)
        try:
            connection.request(method, path, body or None, headers)
            response = connection.getresponse()
            content = response.read()
            names = {name.lower(): value for name, value in response.getheaders()}
            is_json = "json" in names.get("content-type", "")
            return Answer(response.status, names, json.loads(content) if is_json else content)
        finally:
            connection.close()
