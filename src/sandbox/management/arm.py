"""Resource Manager, as the owner of the subscription asks it from the workstation.

Plain requests: importing Microsoft's libraries alone takes longer than all that is done here.
"""

from __future__ import annotations

import ssl
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal.world import layout
from sandbox.errors import SandboxError
from sandbox.management.wire import Reply, Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.management.place import Place

Body = dict[str, Any]

VERSION = "2023-11-01"
_PATIENCE = 600.0  # seconds until an operation must have ended
_TICK = 0.1
_NOT_FOUND = 404


class Owner(msgspec.Struct, rename="camel"):
    """What azurelocal writes into its file of credentials."""

    tenant_id: str
    subscription_id: str
    client_id: str
    client_secret: str


def read_owner(place: Place) -> Owner:
    """Read who the owner is."""
    return msgspec.json.decode(place.owner.read_bytes(), type=Owner)


@dataclass
class Arm:
    """A client that is logged in with its first request."""

    place: Place
    owner: Owner = field(init=False, repr=False)
    _token: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        """Read who the owner is."""
        self.owner = read_owner(self.place)
        trust = ssl.create_default_context(cafile=str(self.place.authority))
        self._server = Server(self.place.shell, layout.SERVICES, 443, trust)

    @property
    def subscription(self) -> str:
        """The ID of the subscription."""
        return f"/subscriptions/{self.owner.subscription_id}"

    def find(self, id: str) -> Body | None:
        """Read something that may be there."""
        reply = self._ask("GET", id)
        if reply.status == _NOT_FOUND:
            return None
        return _checked(reply, "GET", id).json

    def ensure(self, id: str, body: Body) -> Body:
        """Let there be something. What others have changed of it since it was made stays so."""
        found = self.find(id)
        if found is None or _state(found) in ("Failed", "Canceled"):
            return self.begin(id, body)(lambda: None)
        return found

    def begin(self, id: str, body: Body) -> Callable[[Callable[[], object]], Body]:
        """Begin to make something: a function that waits for its end, and tells what was made."""
        return self._follow("PUT", id, body)

    def act(self, id: str, action: str) -> Callable[[Callable[[], object]], Body]:
        """Begin to do something with a resource: a function that waits for its end."""
        return self._follow("POST", f"{id}/{action}", None)

    def delete(self, id: str) -> Callable[[Callable[[], object]], Body]:
        """Begin to delete something: a function that waits for its end."""
        return self._follow("DELETE", id, None)

    def _follow(
        self, method: str, id: str, body: Body | None
    ) -> Callable[[Callable[[], object]], Body]:
        reply = _checked(self._ask(method, id, body), method, id)

        def ended(waiting: Callable[[], object]) -> Body:
            self._await(reply, id, waiting)
            return (self.find(id) or {}) if method == "PUT" else {}

        return ended

    def _await(self, reply: Reply, id: str, waiting: Callable[[], object]) -> None:
        address = reply.headers.get("azure-asyncoperation") or reply.headers.get("location")
        if not address:
            return
        parts = urllib.parse.urlsplit(address)
        end = time.monotonic() + _PATIENCE
        while True:
            found = _checked(self._ask("GET", f"{parts.path}?{parts.query}"), "GET", parts.path)
            status = str(found.json.get("status", ""))
            if found.status != 202 and status in ("", "Succeeded"):
                return
            if status in ("Failed", "Canceled"):
                raise SandboxError(
                    f"azurelocal could not make {id}: {_reason(found)}; mend that, then run"
                    " 'sandbox up' again"
                )
            if time.monotonic() > end:
                raise SandboxError(
                    f"{id} is not ready after {_PATIENCE:.0f} s: see 'sandbox logs azurelocal',"
                    " then run 'sandbox up' again"
                )
            waiting()
            time.sleep(_TICK)

    def _ask(self, method: str, path: str, body: Body | None = None) -> Reply:
        joint = "&" if "?" in path else "?"
        whole = path if "api-version=" in path else f"{path}{joint}api-version={VERSION}"
        headers = {
            "Authorization": f"Bearer {self._logged_in()}",
            "Content-Type": "application/json",
        }
        content = b"" if body is None else msgspec.json.encode(body)
        return self._server.ask("management.azure.com", method, whole, content, headers)

    def _logged_in(self) -> str:
        if not self._token:
            form = {
                "grant_type": "client_credentials",
                "client_id": self.owner.client_id,
                "client_secret": self.owner.client_secret,
                "scope": "https://management.azure.com/.default",
            }
            path = f"/{self.owner.tenant_id}/oauth2/v2.0/token"
            reply = self._server.ask(
                "login.microsoftonline.com",
                "POST",
                path,
                urllib.parse.urlencode(form).encode(),
                {"Content-Type": "application/x-www-form-urlencoded"},
            )
            self._token = str(_checked(reply, "POST", path).json["access_token"])
        return self._token


def _state(body: Body) -> str:
    properties: Body = body.get("properties") or {}
    return str(properties.get("provisioningState", ""))


def _checked(reply: Reply, method: str, path: str) -> Reply:
    if not reply.ok:
        raise SandboxError(
            f"azurelocal refused {method} {path}: {_reason(reply)}; see 'sandbox logs azurelocal'"
        )
    return reply


def _reason(reply: Reply) -> str:
    error: Body = reply.json.get("error") or {}
    said = str(error.get("message") or reply.content.decode(errors="replace"))
    return f"{error.get('code', reply.status)}, {said.rstrip('.')}"
