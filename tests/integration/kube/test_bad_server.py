"""A server of ours that does what a real one does only on bad days."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import web

from hypershift.kube.client import Client, Event
from hypershift.kube.config import Access
from hypershift.kube.credentials import Token
from hypershift.kube.errors import (
    GoneError,
    KubeError,
    ServerFaultError,
    ThrottledError,
    UnreachableError,
)
from hypershift.kube.kinds import NAMESPACE, View

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

GOOD = '{"kind": "Namespace", "metadata": {"name": "a", "resourceVersion": "7"}}'
ADDED = f'{{"type": "ADDED", "object": {GOOD}}}\n'
BOOKMARK = '{"type": "BOOKMARK", "object": {"metadata": {"resourceVersion": "9"}}}\n'
GONE = '{"type": "ERROR", "object": {"code": 410, "reason": "Expired", "message": "too old"}}\n'


@asynccontextmanager
async def serving(
    answer: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> AsyncGenerator[Client]:
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        server = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with Client(Access(server, ssl.create_default_context(), Token())) as client:
            yield client
    finally:
        await runner.cleanup()


class Answers:
    """Gives one answer after the other, and counts."""

    def __init__(self, *answers: web.Response) -> None:
        self.left, self.count = list(answers), 0

    async def answer(self, _: web.Request) -> web.Response:
        self.count += 1
        return self.left.pop(0) if self.left else web.Response(text=GOOD)


def refusal(code: int, **headers: str) -> web.Response:
    return web.Response(status=code, headers=headers, text=f'{{"kind": "Status", "code": {code}}}')


def throttled(seconds: str) -> web.Response:
    return refusal(429, **{"Retry-After": seconds})


def test_whoever_is_throttled_waits_as_long_as_he_is_told() -> None:
    async def work() -> None:
        answers = Answers(throttled("1"))
        async with serving(answers.answer) as client:
            began = asyncio.get_running_loop().time()
            # A write, too: the server has done nothing yet.
            await client.patch(NAMESPACE, "a", {})
            took = asyncio.get_running_loop().time() - began

        assert answers.count == 2
        assert took >= 1

    asyncio.run(work())


def test_who_is_told_to_wait_for_long_is_told_so() -> None:
    async def work() -> None:
        answers = Answers(throttled("3600"))
        async with serving(answers.answer) as client:
            with pytest.raises(ThrottledError):
                await client.get(NAMESPACE, "a")

        assert answers.count == 1

    asyncio.run(work())


def test_reads_are_tried_again_and_writes_are_not() -> None:
    async def work() -> None:
        answers = Answers(refusal(500), refusal(503), refusal(500))
        async with serving(answers.answer) as client:
            read = await client.get(NAMESPACE.view(View), "a")
            answers.left, answers.count = [refusal(500)], 0
            with pytest.raises(ServerFaultError):
                await client.patch(NAMESPACE, "a", {})

        assert read.metadata.name == "a"
        assert answers.count == 1

    asyncio.run(work())


def test_a_page_of_a_proxy_is_no_status() -> None:
    async def work() -> None:
        page = web.Response(status=502, text="<html>Bad gateway</html>")
        async with serving(Answers(page).answer) as client:
            with pytest.raises(ServerFaultError, match="it answers with 502"):
                await client.delete(NAMESPACE, "a")

    asyncio.run(work())


def watched(*parts: str, hang: bool = False) -> tuple[list[Event[Any]], KubeError | None]:
    """What a watch tells when a server sends this, and how it ends."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for part in parts:
            await response.write(part.encode())
            await asyncio.sleep(0)
        if hang:
            await asyncio.Event().wait()
        return response

    async def work() -> tuple[list[Event[Any]], KubeError | None]:
        events: list[Event[Any]] = []
        async with serving(answer) as client:
            try:
                async for event in client.watch(NAMESPACE.view(View), "1", idle=0.3):
                    events.append(event)
            except KubeError as error:
                return events, error
        return events, None

    return asyncio.run(work())


def test_lines_come_in_pieces() -> None:
    events, error = watched(ADDED[:10], ADDED[10:] + BOOKMARK + ADDED[:5], ADDED[5:])

    assert [(event.type, event.version) for event in events] == [
        ("ADDED", "7"),
        ("BOOKMARK", "9"),
        ("ADDED", "7"),
    ]
    assert error is None


def test_half_a_line_is_none() -> None:
    events, error = watched(ADDED, ADDED[:20])

    assert [event.type for event in events] == ["ADDED"]
    assert error is None


def test_a_watch_that_has_lost_its_place_says_so() -> None:
    events, error = watched(ADDED, GONE)

    assert [event.type for event in events] == ["ADDED"]
    assert isinstance(error, GoneError)


def test_silence_ends_a_watch() -> None:
    events, error = watched(ADDED, hang=True)

    assert [event.type for event in events] == ["ADDED"]
    assert isinstance(error, UnreachableError)
    assert "did not answer in time" in str(error)


def test_what_is_no_event_ends_a_watch() -> None:
    _, error = watched("<html>\n")

    assert isinstance(error, UnreachableError)


def test_an_object_that_cannot_be_read_is_told_with_its_name() -> None:
    bad = '{"name": "a", "namespace": "ns", "labels": 7, "resourceVersion": "8"}'
    events, error = watched(f'{{"type": "ADDED", "object": {{"metadata": {bad}}}}}\n', ADDED)

    assert [(event.type, event.version) for event in events] == [("BROKEN", "8"), ("ADDED", "7")]
    assert events[0].problem.startswith("ns/a: ")
    assert error is None
