"""Asking Graph in the Azure of the unit tests."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import pytest

from azurelocal.entra.directory import ServicePrincipal
from azurelocal.http import Request, read_query

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Answer, Azure

AUDIENCE = "https://graph.microsoft.com"


@dataclass
class Graph:
    """Asks in the name of one principal."""

    azure: Azure
    principal: ServicePrincipal
    audience: str = AUDIENCE

    def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        headers: dict[str, str] | None = None,
        **options: str,
    ) -> Answer:
        """Send one request; options are those of OData, without their dollar."""
        tokens, tenant = self.azure.cloud.tokens, self.azure.cloud.tenancy.tenant.id
        token = tokens.issue(self.principal, tenant, self.audience, proof="1")
        raw = "&".join(f"${name}={quote(value)}" for name, value in options.items())
        content = body if isinstance(body, bytes) else json.dumps(body).encode() if body else b""
        return self.azure.send(
            Request(
                method=method,
                host="graph.microsoft.com",
                path=f"/v1.0{path}",
                query=read_query(raw),
                headers={"authorization": f"Bearer {token}", **(headers or {})},
                body=content,
                raw_query=raw,
            )
        )

    def register(self, name: str = "app", **properties: Any) -> dict[str, Any]:
        """Make an application."""
        answer = self("POST", "/applications", {"displayName": name, **properties})
        assert answer.status == 201, answer.content
        return answer.json

    def principal_for(self, application: dict[str, Any]) -> dict[str, Any]:
        """Make the service principal of an application."""
        answer = self("POST", "/servicePrincipals", {"appId": application["appId"]})
        assert answer.status == 201, answer.content
        return answer.json

    def names(self, what: str, **options: Any) -> list[str]:
        """List the display names of what is found."""
        answer = self("GET", f"/{what}", **options)
        assert answer.status == 200, answer.content
        return [one["displayName"] for one in answer.json["value"]]

    def somebody(self, *permissions: str) -> Graph:
        """Make a principal that holds permissions, and ask in its name."""
        principal = ServicePrincipal(
            id=str(uuid.uuid4()),
            app_id=str(uuid.uuid4()),
            display_name="somebody",
            graph_roles=list(permissions),
        )
        with self.azure.cloud.store.transaction():
            self.azure.cloud.directory.save_principal(principal)
        return Graph(self.azure, principal)

    def log_in(self, client_id: str, secret: str) -> Answer:
        """Ask Entra for a token."""
        form = {
            "grant_type": "client_credentials",
            "client_id": client_id,
            "client_secret": secret,
            "scope": f"{AUDIENCE}/.default",
        }
        tenant = self.azure.cloud.tenancy.tenant.id
        path = f"/{tenant}/oauth2/v2.0/token"
        body = urlencode(form).encode()
        return self.azure.send(Request("POST", "login.microsoftonline.com", path, body=body))


@pytest.fixture
def graph(azure: Azure) -> Graph:
    """Graph for the owner."""
    return Graph(azure, azure.owner.principal)
