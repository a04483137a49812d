"""A vault that goes by role assignments, and a client of its administrator.

def test_x(vault: Vault) -> None:
    vault.put("secrets/s", {"value": "x"})
    vault.get("secrets/s", by=client)
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.http import Request, read_query

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Answer, Azure, Client


@dataclass
class Vault:
    """A vault, asked by its administrator unless told otherwise."""

    azure: Azure
    id: str
    name: str
    administrator: Client

    @property
    def url(self) -> str:
        return f"https://{self.name}.vault.azure.net"

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        by: Client | None = None,
        query: str = "api-version=7.4",
        headers: dict[str, str] | None = None,
    ) -> Answer:
        client = by or self.administrator
        client.audience = "https://vault.azure.net"
        given = {"authorization": f"Bearer {client.token}"} if headers is None else headers
        return self.azure.send(
            Request(
                method=method,
                host=f"{self.name}.vault.azure.net",
                path=f"/{path}",
                query=read_query(query),
                raw_query=query,
                headers=given,
                body=b"" if body is None else json.dumps(body).encode(),
            )
        )

    def get(self, path: str, **options: Any) -> Answer:
        return self.ask("GET", path, **options)

    def put(self, path: str, body: Any, **options: Any) -> Answer:
        return self.ask("PUT", path, body, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> Answer:
        return self.ask("POST", path, {} if body is None else body, **options)

    def delete(self, path: str, **options: Any) -> Answer:
        return self.ask("DELETE", path, **options)

    def secret(self, name: str, value: str = "x") -> str:
        """Set a secret, and tell the version."""
        answer = self.put(f"secrets/{name}", {"value": value})
        assert answer.status == 200, answer.content
        return answer.json["id"].rpartition("/")[2]

    def key(self, name: str, **properties: Any) -> str:
        """Make a key, and tell the version."""
        answer = self.post(f"keys/{name}/create", {"kty": "RSA", **properties})
        assert answer.status == 200, answer.content
        return answer.json["key"]["kid"].rpartition("/")[2]


def inner(answer: Answer) -> str:
    """The finer code that Key Vault adds."""
    return answer.json["error"]["innererror"]["code"]


@pytest.fixture
def vault(azure: Azure) -> Vault:
    id = f"{azure.group()}/providers/Microsoft.KeyVault/vaults/vault1"
    properties = {
        "tenantId": azure.cloud.tenancy.tenant.id,
        "sku": {"family": "A", "name": "standard"},
        "enableRbacAuthorization": True,
    }
    made = azure.owner.put(id, {"location": "eastus", "properties": properties})
    assert made.status == 200, made.content
    administrator = azure.client(("Key Vault Administrator", id), name="administrator")
    return Vault(azure, id, "vault1", administrator)
