"""Requests to the services beside Resource Manager: Entra ID, Graph, blobs and vaults.

Graph and vaults have tables of what can be asked for. The paths and parameters of the others are
made of the words that their sources look for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from azurelocal.arm.builtinroles import BUILT_IN
from azurelocal.graph.routes import ROUTES
from azurelocal.http import Request, read_query
from azurelocal.vault.routes import OPERATIONS
from tests.integration.azurelocal.fuzzing.bodies import WRONG, random_body
from tests.integration.azurelocal.fuzzing.requests import ARM, BROKEN, NAMES
from tests.integration.azurelocal.fuzzing.words import words_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence

    from azurelocal.cloud import Cloud

OWNER = "azurelocal-owner"
_GUID = "44444444-4444-4444-4444-44444444444"
METHODS = ("GET", "PUT", "POST", "DELETE", "HEAD", "PATCH", "OPTIONS")
BLOB_HEADERS = (
    "x-ms-version",
    "x-ms-blob-type",
    "content-length",
    "range",
    "x-ms-range",
    "if-match",
)
ODD = (
    "",
    "0",
    "-1",
    "x",
    "BlockBlob",
    "PageBlob",
    "bytes=0-",
    "bytes=5-1",
    "bytes=a",
    "2024-05-04",
)
XML = (
    b"<BlockList><Latest>YQ==</Latest></BlockList>",
    b"<a",
    b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
)


@dataclass(frozen=True)
class Planes:
    """Makes requests in the name of the owner; `token` gives one for an audience."""

    cloud: Cloud
    dice: random.Random
    token: Callable[[str], str]

    def seeds(self, group: str) -> Iterator[Request]:
        """Give the owner what owning a subscription does not give, and make something."""
        owner = next(one for one in self.cloud.directory.applications())
        principal = self.cloud.directory.principal_of(owner.app_id)
        assert principal is not None
        arm, graph = self.token("https://management.azure.com/"), "graph.microsoft.com"
        for number, role in enumerate(("Key Vault Administrator", "Storage Blob Data Owner")):
            guid = next(guid for guid, one in BUILT_IN.items() if one.name == role)
            path = f"{group}/providers/Microsoft.Authorization/roleAssignments/{_GUID}{number}"
            definition = f"{group}/providers/Microsoft.Authorization/roleDefinitions/{guid}"
            body = {"properties": {"roleDefinitionId": definition, "principalId": principal.id}}
            yield self._request(
                "PUT", ARM, path, "api-version=2022-04-01", arm, json.dumps(body).encode()
            )
        token = self.token("https://graph.microsoft.com")
        for _ in range(5):
            made = b'{"displayName": "made"}'
            yield self._request("POST", graph, "/v1.0/applications", "", token, made)
        for one in self.cloud.directory.applications():
            made = json.dumps({"appId": one.app_id}).encode()
            yield self._request("POST", graph, "/v1.0/servicePrincipals", "", token, made)

    def graph(self) -> Request:
        """One request to Graph."""
        route = self.dice.choice(ROUTES)
        method = route.method if self.dice.random() < 0.9 else self.dice.choice(METHODS)
        ids = self._made()
        path = f"/{self.dice.choice(('v1.0',) * 9 + ('beta', 'x'))}/{route.path}"
        query = self._query(("$filter", "$top", "$select", "$expand", "$search"), "graph")
        return self._request(
            method,
            "graph.microsoft.com",
            self._filled(path, ids),
            query,
            self.token("https://graph.microsoft.com"),
            self._content("azurelocal.graph"),
        )

    def vault(self) -> Request:
        """One request to a vault."""
        operation = self.dice.choice(OPERATIONS)
        method = operation.method if self.dice.random() < 0.9 else self.dice.choice(METHODS)
        path = self._filled("/" + operation.path, ["a", "a", "b"])
        query = self._query(("maxresults", "$skiptoken"), "vault")
        return self._request(
            method,
            self.dice.choice(["fuzzvault.vault.azure.net"] * 9 + ["nothing.vault.azure.net"]),
            path,
            f"api-version={self.dice.choice(('7.4', '7.5', '', 'x'))}&{query}",
            self.token("https://vault.azure.net"),
            self._content("azurelocal.vault"),
        )

    def blob(self) -> Request:
        """One request to a storage account."""
        dice, words = self.dice, words_of("azurelocal.blob")
        path = dice.choice(["/fuzz/a", "/fuzz", "/", f"/fuzz/{dice.choice(NAMES)}"])
        names = (
            "comp",
            "restype",
            "prefix",
            "marker",
            "maxresults",
            "include",
            "blockid",
            "sig",
            "se",
        )
        known = ("container", "list", "metadata", "block", "blocklist", "acl", "properties", "copy")
        pairs = [
            (dice.choice(names), dice.choice(dice.choice((known, words, NAMES))))
            for _ in range(dice.randrange(4))
        ]
        headers = {dice.choice(BLOB_HEADERS): dice.choice(ODD) for _ in range(3)}
        if dice.random() < 0.7:
            headers |= {"x-ms-version": "2024-05-04", "x-ms-blob-type": "BlockBlob"}
        if dice.random() < 0.2:
            headers[dice.choice([word for word in words if word.startswith("x-ms-")])] = "%00\xff"
        if dice.random() < 0.2:
            headers["authorization"] = dice.choice(("SharedKey a:b", "SharedKey fuzzaccount:", "x"))
        return self._request(
            dice.choice(METHODS),
            "fuzzaccount.blob.core.windows.net",
            path,
            urlencode(pairs),
            self.token("https://storage.azure.com"),
            dice.choice((*BROKEN, *XML, b"data")),
            headers,
        )

    def entra(self) -> Request:
        """One request to Entra ID."""
        dice, tenant = self.dice, self.cloud.tenancy.tenant.id
        words = words_of("azurelocal.entra")
        path = dice.choice(
            [
                f"/{tenant}/oauth2/v2.0/token",
                f"/{tenant}/oauth2/token",
                f"/{dice.choice(NAMES)}/oauth2/v2.0/token",
                f"/{tenant}/v2.0/.well-known/openid-configuration",
                f"/{dice.choice(('common', 'organizations', tenant))}/discovery/v2.0/keys",
                "/common/discovery/instance",
                "/" + "/".join(dice.choice(words) for _ in range(dice.randrange(4))),
            ]
        )
        owner = next(iter(self.cloud.directory.applications()))
        form = {
            "grant_type": "client_credentials",
            "client_id": owner.app_id,
            "client_secret": "wrong",
            "scope": "https://management.azure.com/.default",
        }
        for _ in range(dice.randrange(4)):
            form[dice.choice((*form, *words))] = str(dice.choice(WRONG))
        if dice.random() < 0.3:
            form |= {
                "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                "client_assertion": dice.choice(
                    ("a.b.c", "e30.e30.e30", "", "." * 5000, "W10.W10.")
                ),
            }
            form.pop("client_secret", None)
        content = (
            dice.choice(BROKEN) if dice.random() < 0.1 else urlencode(form).encode(errors="replace")
        )
        return self._request(
            dice.choice(("POST", "POST", "POST", "GET", *METHODS)),
            "login.microsoftonline.com",
            path,
            urlencode({"api-version": "1.1", "authorization_endpoint": dice.choice(NAMES)}),
            "",
            content,
            {"content-type": "application/x-www-form-urlencoded"},
        )

    def _made(self) -> list[str]:
        """IDs of what was made here: the owner is to stay."""
        ids: list[str] = []
        for one in self.cloud.directory.applications():
            principal = self.cloud.directory.principal_of(one.app_id)
            if one.display_name != OWNER:
                ids += [one.id, one.app_id, *([principal.id] if principal else [])]
        return ids or ["11111111-1111-1111-1111-111111111111"]

    def _filled(self, path: str, good: Sequence[str]) -> str:
        parts = [
            (self.dice.choice(good) if self.dice.random() < 0.7 else self.dice.choice(NAMES))
            if part.startswith("{")
            else part
            for part in path.split("/")
        ]
        return "/".join(parts)

    def _query(self, names: Sequence[str], package: str) -> str:
        dice, words = self.dice, words_of(f"azurelocal.{package}")
        filters = [
            f"{dice.choice(words)} eq '{dice.choice(words)}'",
            f"startswith({dice.choice(words)},'a')",
            "appId eq",
            "(" * 300,
            dice.choice(NAMES),
            str(dice.choice(WRONG)),
        ]
        chosen = [(dice.choice(names), dice.choice(filters)) for _ in range(dice.randrange(3))]
        return "&".join(f"{name}={quote(value, errors='replace')}" for name, value in chosen)

    def _content(self, package: str) -> bytes:
        if self.dice.random() < 0.1:
            return self.dice.choice(BROKEN)
        words = words_of(package)
        body: dict[str, Any] = random_body(self.dice, words)
        for name, value in _LIKELY.items():
            if self.dice.random() < 0.4:
                body[name] = value if self.dice.random() < 0.6 else self.dice.choice(WRONG)
        return json.dumps(body).encode()

    def _request(
        self,
        method: str,
        host: str,
        path: str,
        query: str,
        token: str,
        body: bytes,
        headers: dict[str, str] | None = None,
    ) -> Request:
        own = {"authorization": f"Bearer {token}"} if token else {}
        return Request(
            method=method,
            host=host,
            path=path,
            query=read_query(query),
            headers={"content-type": "application/json", **own, **(headers or {})},
            body=body,
            raw_query=query,
        )


_LIKELY: dict[str, Any] = {
    "value": "YQ",
    "kty": "oct-HSM",
    "alg": "RSA-OAEP-256",
    "key_size": 2048,
    "key": {"kty": "RSA", "n": "AQAB", "e": "AQAB", "d": "AQ"},
    "attributes": {"enabled": True, "exp": 1, "nbf": 2},
    "policy": {"issuer": {"name": "Self"}, "x509_props": {"subject": "CN=a"}},
    "tags": {"a": "b"},
    "displayName": "fuzz",
    "appId": "11111111-1111-1111-1111-111111111111",
    "passwordCredential": {"displayName": "a", "endDateTime": "2030-01-01T00:00:00Z"},
    "keyCredentials": [{"type": "AsymmetricX509Cert", "usage": "Verify", "key": "YQ=="}],
    "ids": ["11111111-1111-1111-1111-111111111111"],
    "types": ["servicePrincipal"],
}
