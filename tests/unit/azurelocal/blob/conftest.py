"""A storage account with a container, and ways to ask for its blobs.

def test_x(account: Account) -> None:
    account.put("things/x", b"content")             # with the account's key
    account.ask("GET", "things/x", by=client)       # with a token
    account.ask("GET", "things/x", by=NOBODY)       # with nothing
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass
from email.utils import formatdate
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote
from xml.etree import ElementTree

import pytest

from azurelocal.http import Request, read_query

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Answer, Azure, Client

VERSION = "2024-11-04"
KEY, NOBODY = "key", "nobody"
_SIGNED = (
    "content-encoding",
    "content-language",
    "content-length",
    "content-md5",
    "content-type",
    "date",
    "if-modified-since",
    "if-match",
    "if-none-match",
    "if-unmodified-since",
    "range",
)


@dataclass
class Account:
    """A storage account, in whose container `things` blobs can be put."""

    azure: Azure
    id: str
    name: str

    @property
    def host(self) -> str:
        return f"{self.name}.blob.core.windows.net"

    @property
    def key(self) -> str:
        return self.azure.owner.post(f"{self.id}/listKeys").json["keys"][0]["value"]

    @property
    def container(self) -> str:
        """The scope of the container."""
        return f"{self.id}/blobServices/default/containers/things"

    def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        *,
        by: Client | str = KEY,
        query: str = "",
        headers: dict[str, str] | None = None,
        client: str = "",
    ) -> Answer:
        """Send one request. The path is sent as it is."""
        given = {"x-ms-version": VERSION, **(headers or {})}
        if body:
            given["content-length"] = str(len(body))
        if by == KEY:
            given["x-ms-date"] = formatdate(self.azure.clock(), usegmt=True)
            given["authorization"] = self._signature(method, f"/{path}", query, given)
        elif by != NOBODY:
            assert not isinstance(by, str)
            by.audience = "https://storage.azure.com"
            given["authorization"] = f"Bearer {by.token}"
        return self.azure.send(
            Request(
                method=method,
                host=self.host,
                path=f"/{path}",
                query=read_query(query),
                raw_query=query,
                headers=given,
                body=body,
                client=client,
            )
        )

    def put(self, path: str, body: bytes = b"content", **options: Any) -> Answer:
        """Put a block blob."""
        headers = {"x-ms-blob-type": "BlockBlob", **options.pop("headers", {})}
        return self.ask("PUT", path, body, headers=headers, **options)

    def get(self, path: str, **options: Any) -> Answer:
        return self.ask("GET", path, **options)

    def change(self, **properties: Any) -> None:
        """Change properties of the account."""
        assert self.azure.owner.patch(self.id, {"properties": properties}).status == 200

    def publish(self, level: str) -> None:
        """Make the container public: blob, container, or nothing of it."""
        headers = {"x-ms-blob-public-access": level} if level else {}
        answer = self.ask("PUT", "things", query="restype=container&comp=acl", headers=headers)
        assert answer.status == 200, answer.content

    def _signature(self, method: str, path: str, query: str, headers: dict[str, str]) -> str:
        """Sign as the reference says, written once more than in the service."""
        lines = [method, *(headers.get(name, "") for name in _SIGNED)]
        lines += [f"{n}:{headers[n]}" for n in sorted(headers) if n.startswith("x-ms-")]
        resource = f"/{self.name}{path}"
        pairs = sorted((n.lower(), v) for n, v in parse_qsl(query, keep_blank_values=True))
        resource += "".join(f"\n{name}:{value}" for name, value in pairs)
        signature = self.sign("\n".join([*lines, resource]))
        return f"SharedKey {self.name}:{signature}"

    def sign(self, text: str) -> str:
        digest = hmac.new(base64.b64decode(self.key), text.encode(), hashlib.sha256).digest()
        return base64.b64encode(digest).decode()

    def signed(self, blob: str, permissions: str, *, seconds: float = 3600, ip: str = "") -> str:
        """The query of a signed address of a blob."""
        expiry = _iso(self.azure.clock() + seconds)
        lines = [permissions, "", expiry, f"/blob/{self.name}/things/{blob}", ""]
        lines += [ip, "", VERSION, "b", "", "", "", "", "", "", ""]
        given = {"sp": permissions, "se": expiry, "sv": VERSION, "sr": "b"}
        given |= {"sip": ip} if ip else {}
        given["sig"] = self.sign("\n".join(lines))
        return "&".join(f"{name}={quote(value, safe='')}" for name, value in given.items())


def _iso(time: float) -> str:
    import datetime

    moment = datetime.datetime.fromtimestamp(time, datetime.UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def code(answer: Answer) -> str:
    """The code of a refusal, which both the header and the body have."""
    stated = answer.headers["x-ms-error-code"]
    if answer.content:
        assert ElementTree.fromstring(answer.content).findtext("Code") == stated
    return stated


def texts(answer: Answer, path: str) -> list[str]:
    """What stands in the elements of an answer."""
    return [one.text or "" for one in ElementTree.fromstring(answer.content).iterfind(path)]


@pytest.fixture
def account(azure: Azure) -> Account:
    id = f"{azure.group()}/providers/Microsoft.Storage/storageAccounts/acct1"
    body = {
        "location": "eastus",
        "kind": "StorageV2",
        "sku": {"name": "Standard_LRS"},
        "properties": {"allowBlobPublicAccess": True},
    }
    assert azure.owner.put(id, body).status == 200
    made = Account(azure, id, "acct1")
    assert made.ask("PUT", "things", query="restype=container").status == 201
    return made
