"""One authenticated request to Graph: who asks, and what was allowed by which permission."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azurelocal.accesslog import Grant
from azurelocal.graph import errors
from azurelocal.graph.permissions import OWNED, READERS, WRITERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.cloud import Cloud
    from azurelocal.entra.directory import Directory
    from azurelocal.http import Request
    from azurelocal.principal import Principal


@dataclass
class Call:
    """Handed to everything that works on the request. `grants` ends up in the access log."""

    cloud: Cloud
    request: Request
    principal: Principal
    grants: list[Grant] = field(default_factory=list[Grant])

    @property
    def directory(self) -> Directory:
        """What the request is about."""
        return self.cloud.directory

    @property
    def now(self) -> float:
        """The time of the request."""
        return self.cloud.clock()

    def body(self) -> dict[str, Any]:
        """The JSON object that was sent."""
        try:
            return self.request.json_object()
        except errors.AzureError as error:
            raise errors.bad_request(
                f"Unable to read JSON request payload. {error.message}"
            ) from error

    def require(self, permissions: Iterable[str], scope: str = "/") -> None:
        """Refuse the request unless the caller has one of the permissions."""
        wanted = tuple(permissions)
        held = next((one for one in wanted if one in self.principal.roles), "")
        self.grants.append(Grant(action=wanted[0], scope=scope, role=held))
        if not held:
            raise errors.denied()

    def require_read(self, id: str = "", app_id: str = "") -> None:
        """Refuse who may not read; one's own objects anybody may read."""
        own = (self.principal.object_id, self.principal.app_id)
        if not ((id and id == own[0]) or (app_id and app_id == own[1])):
            self.require(READERS, f"/{id}")

    def require_write(self, id: str, owners: list[str]) -> None:
        """Refuse who may not change an object with these owners."""
        owns = self.principal.object_id in owners
        self.require((*WRITERS, OWNED) if owns else WRITERS, f"/{id}")
