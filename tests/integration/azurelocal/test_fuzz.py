"""Bad input: always an answer in Azure's form and in time, never a fault of ours.

Requests go to the services in this process, thousands of them; `test_rough.py` sends fewer through
a real socket. What is registered is found by itself: there is no list of routes here.
"""

from __future__ import annotations

import asyncio
import functools
import json
import random
import signal
import traceback
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.cloud import Cloud
from azurelocal.endpoints import Endpoints
from azurelocal.owner import ensure_owner
from azurelocal.services import Services
from azurelocal.store import Store
from tests.integration.azurelocal.consistency import complaints
from tests.integration.azurelocal.fuzzing.planes import OWNER, Planes
from tests.integration.azurelocal.fuzzing.requests import Fuzz

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from azurelocal.http import Request, Response

SEED = 20260728
EACH = 200  # requests to each route of Resource Manager
PLANES = 4000  # requests to each of the other services
LONGEST = 10  # seconds that one request may take on a busy machine


class World:
    """An Azure in this process, and what went wrong in it."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.store = Store(folder / "state.sqlite")
        self.cloud = Cloud(self.store, Endpoints.public())
        ensure_owner(self.cloud, folder)
        self.services = Services(self.cloud)
        self.sent = 0
        self.statuses: Counter[int] = Counter()
        self.faults: dict[str, str] = {}

    def owners_token(self, audience: str = "https://management.azure.com/") -> str:
        known = self.cloud.directory.applications()
        owner = next(one for one in known if one.display_name == OWNER)
        principal = self.cloud.directory.principal_of(owner.app_id)
        assert principal is not None
        tenant = self.cloud.tenancy.tenant.id
        return self.cloud.tokens.issue(principal, tenant, audience, proof="1")

    def send(self, requests: Iterable[Request]) -> None:
        """Send requests one after the other, and note what is wrong with the answers."""
        self.loop.run_until_complete(self._send(requests))

    async def _send(self, requests: Iterable[Request]) -> None:
        for request in requests:
            self.sent += 1
            words = f"{request.method} {request.path[:200]}?{request.raw_query[:80]}"
            try:
                with _limited(LONGEST):
                    response = await self.services.answer(request)
                    content = response.content()
                    await asyncio.sleep(0)
            except Exception as error:  # noqa: BLE001 - each is a fault of ours, and noted
                place = traceback.extract_tb(error.__traceback__)[-1]
                ours = [
                    f"{frame.filename.rpartition('/src/')[2]}:{frame.lineno}"
                    for frame in traceback.extract_tb(error.__traceback__)
                    if "/src/azurelocal/" in frame.filename
                ]
                key = f"{type(error).__name__} at {ours[-1] if ours else place}"
                self.faults.setdefault(key, f"{words} {request.body[:300]!r}: {error}")
                continue
            self.statuses[response.status] += 1
            if what := _wrong_with(request, response, content):
                self.faults.setdefault(f"{what} {request.method} {response.status}", words)

    def check(self) -> None:
        """Fail with everything that was found."""
        self.loop.run_until_complete(self._settled())
        found = [f"{key}: {value}" for key, value in sorted(self.faults.items())]
        wrong = complaints(self.cloud)
        assert (found, wrong[:30]) == ([], []), "\n".join([*found, *wrong[:30]])

    async def _settled(self) -> None:
        for _ in range(LONGEST * 100):
            if self.cloud.operations.running:
                await asyncio.sleep(0.01)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.loop.run_until_complete(made.cloud.operations.stop())
    made.store.close()
    made.loop.close()


@pytest.fixture
def fuzz(world: World) -> Fuzz:
    """One of everything, and a source of requests."""
    group = f"/subscriptions/{world.cloud.tenancy.subscriptions[0].id}/resourceGroups/fuzz"
    made = Fuzz(world.cloud, group, random.Random(SEED), world.owners_token())
    world.send(made.seeds())
    world.check()
    return made


def test_random_requests_to_every_route_of_arm_are_answered_in_its_form(
    world: World, fuzz: Fuzz
) -> None:
    for method, path in fuzz.targets():
        world.send(fuzz.one(method, path) for _ in range(EACH))

    world.check()
    assert world.statuses[200] > world.sent // 100, "hardly anything was understood"


def test_no_property_of_any_type_breaks_anything_whatever_it_is(world: World, fuzz: Fuzz) -> None:
    for type in fuzz.cloud.registry:
        world.send(fuzz.wrong_types(type.name))

    world.check()


@pytest.mark.parametrize("plane", ["entra", "graph", "blob", "vault"])
def test_random_requests_to_the_other_services_are_answered_in_time(
    world: World, fuzz: Fuzz, plane: str
) -> None:
    fuzz.dice.seed(SEED)
    planes = Planes(world.cloud, fuzz.dice, functools.cache(world.owners_token))
    make = getattr(planes, plane)
    world.send(planes.seeds(fuzz.group))

    world.send(make() for _ in range(PLANES))

    world.check()
    assert len(world.statuses) > 3, "all is answered alike"


def _wrong_with(request: Request, response: Response, content: bytes) -> str:
    """What is wrong with the form of an answer."""
    if response.status >= 500 and response.status != 501:
        return "a fault of ours is answered"
    if request.method == "HEAD" or not content:
        return "" if response.status < 400 or request.method == "HEAD" else "nothing is said"
    if ".blob." in request.host and response.status < 400:
        return ""  # what somebody has stored
    if response.headers.get("content-type", "application/json").partition(";")[0] not in _JSON:
        return "" if response.status < 400 or "x-ms-error-code" in response.headers else "no code"
    try:
        body: Any = json.loads(content)
    except ValueError:
        return "no JSON"
    if response.status < 400 or "error_description" in body:
        return ""
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict) or not error.get("code") or not error.get("message"):
        return "no error is named"
    return ""


_JSON = ("application/json",)


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Break off what does not come to an end."""

    def late(_number: int, _frame: object) -> None:
        raise TimeoutError(f"no answer within {seconds} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
