"""An Azure in this process: requests go to the real services, without sockets in between.

`azure` is the cloud with a client of its owner; `azure.client(...)` makes clients of others.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.arm.builtinroles import BUILT_IN
from azurelocal.cloud import Cloud
from azurelocal.endpoints import Endpoints
from azurelocal.entra.directory import ServicePrincipal
from azurelocal.folder import STATE
from azurelocal.http import Request, Response, read_query
from azurelocal.owner import ensure_owner
from azurelocal.services import Services
from azurelocal.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ARM = "management.azure.com"


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def code(self) -> str:
        """The code of a refusal; nothing where there is none."""
        if not self.content:
            return ""
        return self.json.get("error", {}).get("code", "")

    @property
    def message(self) -> str:
        return self.json["error"]["message"]


@dataclass
class Client:
    """Asks ARM in the name of one principal."""

    azure: Azure
    principal: ServicePrincipal
    audience: str = "https://management.azure.com/"

    @property
    def token(self) -> str:
        cloud = self.azure.cloud
        return cloud.tokens.issue(self.principal, cloud.tenancy.tenant.id, self.audience, proof="1")

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        version: str | None = "2023-11-01",
        query: str = "",
        host: str = ARM,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Send one request and wait for what goes on after it to be over."""
        made = self.request(
            method, path, body, version=version, query=query, host=host, headers=headers
        )
        return self.azure.send(made)

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        version: str | None = "2023-11-01",
        query: str = "",
        host: str = ARM,
        headers: dict[str, str] | None = None,
    ) -> Request:
        """Make a request that is not sent yet."""
        parts = [f"api-version={version}"] if version else []
        raw = "&".join([*parts, *([query] if query else [])])
        content = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        return Request(
            method=method,
            host=host,
            path=path,
            query=read_query(raw),
            headers={"authorization": f"Bearer {self.token}", **(headers or {})},
            body=content,
            raw_query=raw,
        )

    def get(self, path: str, **options: Any) -> Answer:
        return self.ask("GET", path, **options)

    def put(self, path: str, body: Any = None, **options: Any) -> Answer:
        return self.ask("PUT", path, {} if body is None else body, **options)

    def patch(self, path: str, body: Any, **options: Any) -> Answer:
        return self.ask("PATCH", path, body, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> Answer:
        return self.ask("POST", path, body, **options)

    def delete(self, path: str, **options: Any) -> Answer:
        return self.ask("DELETE", path, **options)


class Clock:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Azure:
    """One Azure with an owner."""

    folder: Path
    cloud: Cloud
    clock: Clock
    loop: asyncio.AbstractEventLoop
    owner: Client = field(init=False)
    services: Services = field(init=False)

    def __post_init__(self) -> None:
        self.services = Services(self.cloud)
        credentials = json.loads((self.folder / "credentials.json").read_text())
        principal = self.cloud.directory.principal_of(credentials["clientId"])
        assert principal is not None
        self.owner = Client(self, principal)

    @property
    def subscription(self) -> str:
        return f"/subscriptions/{self.cloud.tenancy.subscriptions[0].id}"

    def group(self, name: str = "rg") -> str:
        """Make a resource group and give its ID."""
        id = f"{self.subscription}/resourceGroups/{name}"
        assert self.owner.put(id, {"location": "eastus"}).status in (200, 201)
        return id

    def client(self, *roles: tuple[str, str], name: str = "somebody") -> Client:
        """Make a principal that holds roles, each given as its name and its scope."""
        principal = ServicePrincipal(
            id=str(uuid.uuid4()), app_id=str(uuid.uuid4()), display_name=name
        )
        with self.cloud.store.transaction():
            self.cloud.directory.save_principal(principal)
        for role, scope in roles:
            self.assign(principal, role, scope)
        return Client(self, principal)

    def assign(self, principal: ServicePrincipal, role: str, scope: str) -> str:
        """Give a principal a built-in role, and tell the ID of the assignment."""
        guid = next(guid for guid, one in BUILT_IN.items() if one.name == role)
        id = f"{scope}/providers/Microsoft.Authorization/roleAssignments/{uuid.uuid4()}"
        definition = f"{self.subscription}/providers/Microsoft.Authorization/roleDefinitions/{guid}"
        answer = self.owner.put(
            id, {"properties": {"roleDefinitionId": definition, "principalId": principal.id}}
        )
        assert answer.status == 201, answer.content
        return id

    def send(self, request: Request) -> Answer:
        """Send a request, and let everything end that is due."""
        return self.loop.run_until_complete(self._send(request))

    def send_together(self, *requests: Request) -> list[Answer]:
        """Send requests at the same moment."""

        async def together() -> list[Answer]:
            return await asyncio.gather(*(self._send(request) for request in requests))

        return self.loop.run_until_complete(together())

    async def _send(self, request: Request) -> Answer:
        response: Response = await self.services.answer(request)
        content = response.content()
        await self.settle()
        return Answer(response.status, response.headers, content)

    async def settle(self) -> None:
        """Let operations that are due come to their end."""
        for _ in range(5):
            await asyncio.sleep(0)


@pytest.fixture(scope="session")
def new_azure(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The state of an Azure that has just been made: its keys take a while to make."""
    folder = tmp_path_factory.mktemp("new-azure")
    store = Store(folder / STATE)
    ensure_owner(Cloud(store, Endpoints.public(), clock=Clock()), folder)
    store.close()
    return folder


@pytest.fixture
def azure(tmp_path: Path, new_azure: Path) -> Iterator[Azure]:
    shutil.copytree(new_azure, tmp_path, dirs_exist_ok=True)
    loop = asyncio.new_event_loop()
    clock = Clock()
    store = Store(tmp_path / STATE)
    cloud = Cloud(store, Endpoints.public(), clock=clock)
    yield Azure(tmp_path, cloud, clock, loop)
    loop.run_until_complete(cloud.operations.stop())
    store.close()
    loop.close()
