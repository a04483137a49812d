"""Caches, and a server that does whatever a test wants."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from hypershift.kube.client import ALL, Event, Listing, Selection
from hypershift.kube.errors import GoneError, Status, UnreachableError
from hypershift.kube.informer import Change, Informer, Informers
from hypershift.kube.kinds import CONFIG_MAP, DEPLOYMENT, View
from hypershift.kube.limiter import Backoff
from hypershift.kube.metrics import Metrics
from tests.unit.kube.virtual import now, run, settle

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

Object = dict[str, Any]
Script = list[Any]


class Server:
    """Answers each list and each watch with what comes next; then it says nothing any more."""

    def __init__(self, lists: Script, watches: Script) -> None:
        self.lists, self.watches = lists, watches
        self.asked: list[str] = []
        self.moments: list[float] = []

    async def list(self, what: Any, select: Selection) -> Any:
        self._ask("list")
        answer = self.lists.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def watch(
        self, what: Any, version: str, select: Selection, *, idle: float
    ) -> AsyncGenerator[Any]:
        self._ask(f"watch {version}")
        if not self.watches:
            await asyncio.Event().wait()
        for event in self.watches.pop(0):
            if isinstance(event, Exception):
                raise event
            yield event

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        self.moments.append(now())


def thing(name: str, version: int, uid: str = "", **data: str) -> Object:
    meta = {"name": name, "namespace": "ns", "uid": uid or name, "resourceVersion": str(version)}
    return {"metadata": meta, "data": data}


def listing(version: int, *things: Object) -> Listing[Object]:
    return Listing(list(things), str(version), [])


def event(kind: Any, obj: Object) -> Event[Object]:
    return Event(kind, obj["metadata"]["resourceVersion"], obj)


def gone() -> GoneError:
    return GoneError(Status(410, "Expired", "too old"), "watch")


def away() -> UnreachableError:
    return UnreachableError("away")


@asynccontextmanager
async def following(server: Server) -> AsyncGenerator[tuple[Informer[Object], list[str]]]:
    """A cache at work, and what its subscriber was told."""
    informer = Informer[Object](server, CONFIG_MAP, backoff=Backoff(1, 8))
    told: list[str] = []
    informer.subscribe(lambda change: told.append(say(change)))
    task = asyncio.create_task(informer.run())
    await settle()
    yield informer, told
    task.cancel()
    await asyncio.wait([task])


def say(change: Change[Object]) -> str:
    old, new = (each and each["metadata"]["resourceVersion"] for each in (change.old, change.new))
    return f"{change.object['metadata']['name']} {old}>{new}"


def test_tells_what_the_list_has_and_what_the_watch_says() -> None:
    a = thing("a", 1)
    watch = [event("ADDED", thing("b", 3)), event("MODIFIED", thing("a", 4))]
    server = Server([listing(2, a)], [[*watch, event("DELETED", thing("b", 5))]])

    async def work() -> None:
        async with following(server) as (informer, told):
            assert told == ["a None>1", "b None>3", "a 1>4", "b 3>None"]
            assert informer.list() == [thing("a", 4)]
            assert informer.get("a", "ns") == thing("a", 4)
            assert informer.synced.is_set()

    run(work())


def test_goes_on_where_the_watch_ended() -> None:
    bookmark: Event[Object] = Event("BOOKMARK", "90")
    server = Server([listing(2)], [[event("ADDED", thing("a", 3)), away()], [bookmark]])

    async def work() -> None:
        async with following(server) as (_, told):
            await asyncio.sleep(60)
            assert told == ["a None>3"]

    run(work())
    assert server.asked == ["list", "watch 2", "watch 3", "watch 90"]


def test_what_went_while_nobody_watched_is_told() -> None:
    first = listing(2, thing("kept", 1), thing("gone", 1), thing("changed", 1), thing("anew", 1))
    then = listing(
        50,
        thing("kept", 1),
        thing("changed", 40),
        thing("anew", 41, uid="second"),
        thing("new", 42),
    )
    server = Server([first, then], [[gone()]])

    async def work() -> None:
        async with following(server) as (informer, told):
            assert sorted(told[4:]) == [
                "anew 1>None",
                "anew None>41",
                "changed 1>40",
                "gone 1>None",
                "new None>42",
            ]
            assert told.index("anew 1>None") < told.index("anew None>41")
            assert len(informer) == 4

    run(work())
    assert server.asked == ["list", "watch 2", "list", "watch 50"]
    assert server.moments == [0, 0, 0, 0]


def test_a_server_that_goes_on_forgetting_is_not_hurried() -> None:
    server = Server([listing(number) for number in range(5)], [[gone()] for _ in range(4)])

    async def work() -> None:
        async with following(server):
            await asyncio.sleep(60)

    run(work())
    moments = [
        when for what, when in zip(server.asked, server.moments, strict=True) if what == "list"
    ]
    waits = [later - earlier for earlier, later in pairwise(moments)]
    assert waits[0] == 0
    assert [round(wait) for wait in waits[1:]] == [1, 2, 4]


def test_a_server_that_is_away_is_asked_less_and_less_often() -> None:
    server = Server([away(), away(), away(), listing(7)], [[], [], []])

    async def work() -> None:
        async with following(server) as (informer, _):
            assert not informer.synced.is_set()
            await asyncio.sleep(60)
            assert informer.synced.is_set()

    run(work())
    assert server.asked == ["list"] * 4 + ["watch 7"] * 4
    waits = [later - earlier for earlier, later in pairwise(server.moments)]
    # A list that succeeds is followed by a watch at once. A watch that ends at once is a failure.
    assert [round(wait) for wait in waits] == [1, 2, 4, 0, 8, 8, 8]


def test_a_subscriber_that_fails_does_not_blind_the_others() -> None:
    server = Server([listing(2, thing("a", 1), thing("b", 1))], [])

    async def work() -> list[str]:
        informer, told = Informer[Object](server, CONFIG_MAP), list[str]()
        informer.subscribe(lambda change: [][1])
        informer.subscribe(lambda change: told.append(say(change)))
        task = asyncio.create_task(informer.run())
        await settle()
        task.cancel()
        return told

    assert run(work()) == ["a None>1", "b None>1"]


def test_an_object_that_cannot_be_read_is_passed_over_and_counted() -> None:
    broken: Event[Object] = Event("BROKEN", "9", problem="ns/bad: not a string")
    first = Listing([thing("a", 1)], "2", ["ns/worse: not a number"])
    server, metrics = Server([first], [[broken]]), Metrics()

    async def work() -> None:
        informer = Informer[Object](server, CONFIG_MAP, metrics=metrics)
        task = asyncio.create_task(informer.run())
        await settle()
        task.cancel()

    run(work())
    assert server.asked == ["list", "watch 2", "watch 9"]
    lines = metrics.text().decode().splitlines()
    assert 'hypershift_cache_broken_objects_total{cache="ConfigMap"} 2.0' in lines
    assert 'hypershift_cache_objects{cache="ConfigMap"} 1.0' in lines


def test_who_subscribes_late_is_told_what_is_there() -> None:
    server = Server([listing(2, thing("a", 1))], [])

    async def work() -> list[str]:
        late: list[str] = []
        async with following(server) as (informer, _):
            informer.subscribe(lambda change: late.append(say(change)))
        return late

    assert run(work()) == ["a None>1"]


def test_an_index_follows_changes() -> None:
    changes = [event("MODIFIED", thing("a", 3, owner="y")), event("DELETED", thing("b", 4))]
    first = listing(2, thing("a", 1, owner="x"), thing("b", 1, owner="x"))
    server = Server([first], [])

    async def work() -> None:
        informer = Informer[Object](server, CONFIG_MAP)
        informer.add_index("owner", lambda obj: [obj["data"]["owner"]] if obj["data"] else [])
        task = asyncio.create_task(informer.run())
        await settle()
        before = [each["metadata"]["name"] for each in informer.indexed("owner", "x")]
        for change in changes:
            informer._take(change)
        after = [informer.indexed("owner", value) for value in ("x", "y", "z")]
        task.cancel()

        assert before == ["a", "b"]
        assert after == [[], [thing("a", 3, owner="y")], []]

    run(work())


def test_an_index_that_fails_at_one_object_has_the_others() -> None:
    first = listing(2, thing("a", 1, owner="x"), thing("b", 1))
    server = Server([first], [[event("DELETED", thing("b", 3))]])

    async def work() -> list[Object]:
        informer = Informer[Object](server, CONFIG_MAP)
        informer.add_index("owner", lambda obj: [obj["data"]["owner"]])
        task = asyncio.create_task(informer.run())
        await settle()
        task.cancel()
        return informer.indexed("owner", "x")

    assert run(work()) == [thing("a", 1, owner="x")]


def test_a_transform_decides_what_is_kept() -> None:
    server = Server([listing(2, thing("a", 1, large="x" * 100))], [])

    def smaller(obj: Object) -> Object:
        return {"metadata": obj["metadata"]}

    async def work() -> list[Object]:
        informer = Informer[Object](server, CONFIG_MAP, transform=smaller)
        task = asyncio.create_task(informer.run())
        await settle()
        task.cancel()
        return informer.list()

    assert run(work()) == [{"metadata": thing("a", 1)["metadata"]}]


def test_who_asks_for_the_same_shares_a_cache() -> None:
    async def work() -> None:
        informers = Informers(Server([], []))
        labelled = Selection(labels="app=x")

        assert informers.get(CONFIG_MAP) is informers.get(CONFIG_MAP, ALL)
        assert informers.get(CONFIG_MAP) is not informers.get(CONFIG_MAP, labelled)
        assert informers.get(CONFIG_MAP) is not informers.get(CONFIG_MAP.view(View))
        assert informers.get(DEPLOYMENT) is not informers.get(CONFIG_MAP)
        assert informers.waiting() == [
            "ConfigMap",
            "ConfigMap (app=x)",
            "ConfigMap",
            "Deployment",
        ]

    run(work())


def test_a_cache_that_is_wanted_late_is_filled_at_once() -> None:
    server = Server([listing(2, thing("a", 1))], [])

    async def work() -> list[Object]:
        informers = Informers(server)
        task = asyncio.create_task(informers.run())
        await settle()
        late = informers.get(CONFIG_MAP)
        await informers.synced()
        task.cancel()
        return late.list()

    assert run(work()) == [thing("a", 1)]
