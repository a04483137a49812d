"""Logging in to the Azure of the unit tests, and an issuer of tokens in its blob storage."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from azurelocal.http import Request, read_query

if TYPE_CHECKING:
    from azurelocal.entra.directory import ServicePrincipal
    from tests.unit.azurelocal.conftest import Answer, Azure, Client

ARM_SCOPE = "https://management.azure.com/.default"
JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
LOGIN = "login.microsoftonline.com"


@dataclass
class Entra:
    """Asks Entra for tokens, as clients do."""

    azure: Azure

    @property
    def tenant(self) -> str:
        return self.azure.cloud.tenancy.tenant.id

    @property
    def credentials(self) -> dict[str, str]:
        """The owner's."""
        return json.loads((self.azure.folder / "credentials.json").read_text())

    def get(self, path: str, query: str = "", host: str = LOGIN) -> Answer:
        return self.azure.send(Request("GET", host, path, query=read_query(query), raw_query=query))

    def post(
        self, body: dict[str, str] | bytes, path: str = "", headers: dict[str, str] | None = None
    ) -> Answer:
        content = body if isinstance(body, bytes) else urlencode(body).encode()
        path = path or self.endpoint
        return self.azure.send(Request("POST", LOGIN, path, headers=headers or {}, body=content))

    @property
    def endpoint(self) -> str:
        return f"/{self.tenant}/oauth2/v2.0/token"

    def log_in(self, client_id: str, secret: str, **more: str) -> Answer:
        return self.post(_form(client_id=client_id, client_secret=secret, **more))

    def request(self, client_id: str, assertion: str) -> Request:
        """The request that shows an assertion as proof."""
        form = _form(
            client_id=client_id,
            client_assertion_type=JWT_BEARER,
            client_assertion=assertion,
        )
        return Request("POST", LOGIN, self.endpoint, body=urlencode(form).encode())

    def present(self, client_id: str, assertion: str) -> Answer:
        """Show an assertion as proof."""
        return self.azure.send(self.request(client_id, assertion))


def _form(**values: str) -> dict[str, str]:
    return {"grant_type": "client_credentials", "scope": ARM_SCOPE, **values}


@pytest.fixture
def entra(azure: Azure) -> Entra:
    return Entra(azure)


@pytest.fixture(scope="session")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


@pytest.fixture(scope="session")
def another_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


@dataclass
class Issuer:
    """An issuer of tokens whose documents are in a public container."""

    azure: Azure
    writer: Client
    key: rsa.RSAPrivateKey
    host: str = "issuer.blob.core.windows.net"
    subject: str = "system:serviceaccount:kube-system:azure-cloud-provider"
    audience: str = "openshift"
    requests: list[str] = field(default_factory=list[str])

    @property
    def url(self) -> str:
        return f"https://{self.host}/oidc"

    @property
    def container(self) -> str:
        return (
            f"{self.azure.subscription}/resourceGroups/rg/providers/Microsoft.Storage"
            "/storageAccounts/issuer/blobServices/default/containers/oidc"
        )

    def publish(self, *kids: str, **changes: Any) -> None:
        """Write both documents; the keys are all the same one under different names."""
        jwk = json.loads(RSAAlgorithm.to_jwk(self.key.public_key()))
        self.write("jwks", {"keys": [{**jwk, "use": "sig", "kid": kid} for kid in kids]})
        document = {"issuer": self.url, "jwks_uri": f"{self.url}/jwks", **changes}
        self.write(".well-known/openid-configuration", document)

    def write(self, name: str, document: Any) -> None:
        content = document if isinstance(document, bytes) else json.dumps(document).encode()
        headers = {"x-ms-version": "2023-11-03", "x-ms-blob-type": "BlockBlob"}
        path = f"/oidc/{name}"
        answer = self.writer.put(path, content, version=None, host=self.host, headers=headers)
        assert answer.status == 201, answer.content

    def hide(self) -> None:
        """Let nobody read the documents any more."""
        answer = self.azure.owner.put(self.container, {"properties": {"publicAccess": "None"}})
        assert answer.status in (200, 201), answer.content

    def token(
        self,
        *,
        signed_by: rsa.RSAPrivateKey | str | None = None,
        algorithm: str = "RS256",
        kid: str | None = "first",
        **changes: Any,
    ) -> str:
        """Sign the token that is right, but for what changes; None leaves a claim out."""
        now = self.azure.clock()
        claims = {
            "iss": self.url,
            "sub": self.subject,
            "aud": [self.audience],
            "iat": now,
            "nbf": now,
            "exp": now + 3600,
            **changes,
        }
        present = {name: value for name, value in claims.items() if value is not None}
        headers = {"kid": kid} if kid else {}
        return jwt.encode(present, signed_by or self.key, algorithm, headers=headers)


@pytest.fixture
def issuer(azure: Azure, key: rsa.RSAPrivateKey) -> Issuer:
    """An issuer that publishes its key as `first`."""
    account = f"{azure.group()}/providers/Microsoft.Storage/storageAccounts/issuer"
    made = azure.owner.put(
        account,
        {
            "location": "eastus",
            "sku": {"name": "Standard_LRS"},
            "kind": "StorageV2",
            "properties": {"allowBlobPublicAccess": True},
        },
    )
    assert made.status == 200, made.content
    writer = azure.client(("Storage Blob Data Owner", account))
    writer.audience = "https://storage.azure.com"
    issuer = Issuer(azure, writer, key)
    made = azure.owner.put(issuer.container, {"properties": {"publicAccess": "Container"}})
    assert made.status == 201, made.content
    issuer.publish("first")
    return issuer


@dataclass
class Identity:
    """A user-assigned identity."""

    azure: Azure
    id: str

    @property
    def properties(self) -> dict[str, str]:
        return self.azure.owner.get(self.id).json["properties"]

    @property
    def client_id(self) -> str:
        return self.properties["clientId"]

    @property
    def principal(self) -> ServicePrincipal:
        found = self.azure.cloud.directory.principal_of(self.client_id)
        assert found is not None
        return found

    def trust(self, issuer: str, subject: str, audience: str, name: str = "one") -> str:
        """Let it take tokens of an issuer, and tell the ID of the credential."""
        id = f"{self.id}/federatedIdentityCredentials/{name}"
        properties = {"issuer": issuer, "subject": subject, "audiences": [audience]}
        answer = self.azure.owner.put(id, {"properties": properties})
        assert answer.status == 201, answer.content
        return id


@pytest.fixture
def identity(azure: Azure) -> Identity:
    """An identity that trusts nobody."""
    group = azure.group()
    id = f"{group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/workload"
    assert azure.owner.put(id, {"location": "eastus"}).status == 201
    return Identity(azure, id)


@pytest.fixture
def trusting(identity: Identity, issuer: Issuer) -> Identity:
    """An identity that takes the issuer's tokens."""
    identity.trust(issuer.url, issuer.subject, issuer.audience)
    return identity
