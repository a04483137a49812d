"""Controllers: what makes them reconcile, and what becomes of failures."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from hypershift.api.hostedcluster import HostedCluster
from hypershift.kube.controller import Controller, Result, TerminalError, generation_changed
from hypershift.kube.errors import ConflictError, Status, UnreachableError
from hypershift.kube.informer import Change, Informer, Key
from hypershift.kube.kinds import CONFIG_MAP, SECRET, kind_of
from hypershift.kube.limiter import Backoff
from hypershift.kube.metrics import Metrics
from tests.unit.kube.virtual import now, run, settle

if TYPE_CHECKING:
    from hypershift.kube.client import Selection

A, B = Key("ns", "a"), Key("ns", "b")


class Nobody:
    """A server that is never asked."""

    async def list(self, what: Any, select: Selection) -> Any:
        raise AssertionError

    def watch(self, what: Any, version: str, select: Selection, *, idle: float) -> Any:
        raise AssertionError


def cache(kind: Any) -> Informer[Any]:
    return Informer(Nobody(), kind)


def put(informer: Informer[Any], name: str, version: int = 1, **meta: Any) -> None:
    described = {"name": name, "namespace": "ns", "uid": name, "resourceVersion": str(version)}
    raw = {"metadata": described | meta}
    informer._put(Key("ns", name), raw)


async def during(seconds: float, controller: Controller, *added: Key) -> None:
    """Let a controller work for a time, and then end it at once."""
    task = asyncio.create_task(controller.run())
    for key in added:
        controller.queue.add(key)
    await asyncio.sleep(seconds)
    task.cancel()
    await asyncio.wait([task])


def reconciled(controller: Controller) -> list[Key]:
    return list(controller.queue._line)


async def nothing(_: Key) -> None:
    """Succeed."""


def test_follows_its_kind() -> None:
    async def work() -> list[Key]:
        pods, controller = cache(CONFIG_MAP), Controller("c", nothing)
        put(pods, "a")
        controller.follows(pods)
        put(pods, "b")
        pods._remove(Key("ns", "b"))
        return reconciled(controller)

    assert run(work()) == [A, B]


def test_what_it_owns_leads_to_the_owner() -> None:
    group = kind_of(HostedCluster).group
    reference = {"apiVersion": f"{group}/v1alpha1", "kind": "HostedCluster", "uid": "1"}
    ours = [{**reference, "name": "a", "controller": True}]
    merely_held = [{**reference, "name": "c"}]
    of_another_group = [{**reference, "name": "d", "apiVersion": "v1", "controller": True}]

    async def work() -> list[Key]:
        clusters, secrets = cache(HostedCluster), cache(SECRET)
        controller = Controller("c", nothing)
        controller.follows(clusters)
        controller.owns(secrets)
        put(secrets, "first", ownerReferences=ours)
        put(secrets, "second", ownerReferences=merely_held)
        put(secrets, "third", ownerReferences=of_another_group)
        put(secrets, "fourth")
        return reconciled(controller)

    assert run(work()) == [A]


def test_a_mapped_watch_names_those_before_and_those_after() -> None:
    def named(obj: dict[str, Any]) -> list[Key]:
        return [Key("ns", name) for name in obj["metadata"].get("labels", {})]

    async def work() -> list[Key]:
        secrets, controller = cache(SECRET), Controller("c", nothing)
        put(secrets, "s", labels={"a": ""})
        controller.watches(secrets, named)
        controller.queue._line.clear()
        controller.queue._since.clear()
        put(secrets, "s", 2, labels={"b": ""})
        return reconciled(controller)

    assert run(work()) == [A, B]


def test_a_predicate_passes_over_changes_of_status() -> None:
    def seen(generation: int, **more: str) -> dict[str, Any]:
        return {"metadata": {"name": "a", "generation": generation, **more}}

    assert not generation_changed(Change(seen(1), seen(1, resourceVersion="2")))
    assert generation_changed(Change(seen(1), seen(2)))
    assert generation_changed(Change(seen(1), seen(1, deletionTimestamp="now")))
    assert generation_changed(Change(None, seen(1)))
    assert generation_changed(Change(seen(1), None))


def test_a_predicate_decides() -> None:
    async def work() -> list[Key]:
        things, controller = cache(CONFIG_MAP), Controller("c", nothing)
        controller.follows(things, lambda change: change.old is None)
        put(things, "a")
        controller.queue._line.clear()
        controller.queue._since.clear()
        put(things, "a", 2)
        return reconciled(controller)

    assert run(work()) == []


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (ValueError("a fault of ours"), "error"),
        (UnreachableError("away"), "error"),
        (ConflictError(Status(409), "apply"), "conflict"),
    ],
)
def test_what_fails_comes_again_later_and_later(
    fault: Exception, outcome: str, caplog: pytest.LogCaptureFixture
) -> None:
    moments: list[float] = []
    metrics = Metrics()
    caplog.set_level("INFO")

    async def reconcile(_: Key) -> None:
        moments.append(now())
        if len(moments) < 4:
            raise fault

    run(during(60, Controller("c", reconcile, backoff=Backoff(1, 10), metrics=metrics), A))

    assert [round(moment) for moment in moments] == [0, 1, 3, 7]
    labels = f'controller="c",result="{outcome}"'
    assert f"controller_runtime_reconcile_total{{{labels}}} 3.0" in metrics.text().decode()
    # Only a fault of ours has a traceback: the others are the world's.
    assert any(each.exc_info for each in caplog.records) == isinstance(fault, ValueError)


def test_what_is_hopeless_waits_for_a_change() -> None:
    calls: list[Key] = []

    async def reconcile(key: Key) -> None:
        calls.append(key)
        raise TerminalError("the spec contradicts itself")

    run(during(3600, Controller("c", reconcile), A))

    assert calls == [A]


def test_a_result_says_when_to_come_again() -> None:
    moments: list[float] = []

    async def reconcile(_: Key) -> Result:
        moments.append(now())
        return Result(requeue_after=30)

    run(during(100, Controller("c", reconcile), A))

    assert moments == [0, 30, 60, 90]


def test_one_that_takes_too_long_is_broken_off_and_comes_again() -> None:
    moments: list[float] = []

    async def reconcile(_: Key) -> None:
        moments.append(now())
        await asyncio.sleep(3600)

    run(during(25, Controller("c", reconcile, timeout=10, backoff=Backoff(1, 1)), A))

    assert [round(moment) for moment in moments] == [0, 11, 22]


def test_a_slow_one_does_not_hold_up_others() -> None:
    ended: dict[str, float] = {}

    async def reconcile(key: Key) -> None:
        await asyncio.sleep(100 if key == A else 1)
        ended[key.name] = now()

    run(during(200, Controller("c", reconcile, workers=2), A, B, Key("ns", "c"), Key("ns", "d")))

    assert ended == {"b": 1, "c": 2, "d": 3, "a": 100}


def test_a_key_is_never_in_two_hands() -> None:
    at_work: list[Key] = []
    calls: list[list[Key]] = []

    async def work() -> None:
        async def reconcile(key: Key) -> None:
            at_work.append(key)
            calls.append(list(at_work))
            for _ in range(3):
                controller.queue.add(key)
                await asyncio.sleep(1)
            at_work.remove(key)

        controller = Controller("c", reconcile, workers=5)
        await during(10, controller, A)

    run(work())

    assert calls == [[A], [A], [A], [A]]


def test_stops_when_what_is_at_work_is_done_and_begins_nothing() -> None:
    ended: list[Key] = []

    async def reconcile(key: Key) -> None:
        await asyncio.sleep(5)
        ended.append(key)

    async def work() -> float:
        controller = Controller("c", reconcile)
        task = asyncio.create_task(controller.run())
        controller.queue.add(A)
        controller.queue.add(B)
        await settle()
        controller.stop()
        await task
        return now()

    assert run(work()) == 5
    assert ended == [A]
