"""The work queue."""

from __future__ import annotations

import asyncio

import pytest

from hypershift.kube.limiter import Backoff, Limiter
from hypershift.kube.queue import Queue
from tests.unit.kube.virtual import now, run, settle


async def take(queue: Queue[str]) -> str:
    taken = await queue.get()
    assert taken is not None
    return taken[0]


def test_a_key_that_is_added_thrice_is_worked_on_once() -> None:
    async def work() -> tuple[str, int]:
        queue = Queue[str]()
        for _ in range(3):
            queue.add("a")
        return await take(queue), len(queue)

    assert run(work()) == ("a", 0)


def test_a_key_at_work_comes_again_only_when_it_is_done() -> None:
    async def work() -> None:
        queue = Queue[str]()
        queue.add("a")
        await take(queue)
        queue.add("a")
        waiting = asyncio.create_task(take(queue))
        await settle()
        early = waiting.done()
        queue.done("a")
        await settle()

        assert not early
        assert waiting.result() == "a"

    run(work())


def test_a_key_that_never_rests_lets_others_pass() -> None:
    async def work() -> list[str]:
        queue, order = Queue[str](), list[str]()
        for key in ("restless", "b", "c"):
            queue.add(key)
        for _ in range(5):
            key = await take(queue)
            order.append(key)
            if key == "restless":
                queue.add(key)
            queue.done(key)
            if len(order) == 3:
                queue.add("d")
        return order

    assert run(work()) == ["restless", "b", "c", "restless", "d"]


def test_what_fails_comes_back_later_and_later_until_it_succeeds() -> None:
    async def work() -> list[float]:
        queue = Queue[str](Backoff(1, 10))
        delays = [queue.retry("a") for _ in range(6)]
        queue.forget("a")
        return [*delays, queue.retry("a"), queue.retry("b")]

    assert run(work()) == [1, 2, 4, 8, 10, 10, 1, 1]


def test_failures_of_many_keys_are_held_back_together() -> None:
    async def work() -> list[float]:
        queue = Queue[str](Backoff(1, 10), Limiter(10, 2))
        return [round(queue.retry(key), 3) for key in "abcd"]

    assert run(work()) == [1, 1, 1.1, 1.2]


def test_the_earliest_of_two_moments_counts() -> None:
    async def work() -> list[float]:
        queue, moments = Queue[str](), list[float]()
        queue.add_after("a", 60)
        queue.add_after("a", 30)
        queue.add_after("a", 90)
        await take(queue)
        moments.append(now())
        queue.done("a")
        queue.add_after("b", 100)
        await take(queue)
        moments.append(now())
        return moments

    assert run(work()) == [30, 130]


def test_work_on_a_key_replaces_what_was_planned_for_it() -> None:
    async def work() -> list[str]:
        queue = Queue[str]()
        queue.add_after("a", 5)
        queue.add("a")
        first = await take(queue)
        queue.done("a")
        queue.add_after("b", 10)
        return [first, await take(queue)]

    assert run(work()) == ["a", "b"]


def test_a_key_tells_how_long_it_waited() -> None:
    async def work() -> tuple[str, float] | None:
        queue = Queue[str]()
        queue.add("a")
        await asyncio.sleep(7)
        queue.add("a")
        return await queue.get()

    assert run(work()) == ("a", 7)


def test_a_closed_queue_hands_out_nothing_and_takes_nothing() -> None:
    async def work() -> None:
        queue = Queue[str]()
        waiting = [asyncio.create_task(queue.get()) for _ in range(2)]
        queue.add_after("a", 1)
        await settle()
        queue.close()
        queue.add("b")

        assert [await each for each in waiting] == [None, None]
        assert await queue.get() is None
        assert len(queue) == 0

    run(work())


@pytest.mark.parametrize("ended", [0, 1])  # one of the two has been woken for the key
def test_a_key_is_not_lost_with_a_worker_that_is_ended(ended: int) -> None:
    async def work() -> str:
        queue = Queue[str]()
        workers = [asyncio.create_task(take(queue)) for _ in range(2)]
        await settle()
        queue.add("a")
        workers[ended].cancel()
        done, _ = await asyncio.wait(workers, timeout=1, return_when=asyncio.ALL_COMPLETED)
        return next(worker.result() for worker in done if not worker.cancelled())

    assert run(work()) == "a"


def test_a_limiter_lets_a_burst_pass_and_then_a_rate() -> None:
    async def work() -> list[float]:
        limiter = Limiter(2, 3)
        return [limiter.reserve() for _ in range(5)]

    assert run(work()) == [0, 0, 0, 0.5, 1.0]


def test_a_limiter_that_rested_is_full_again_and_not_fuller() -> None:
    async def work() -> list[float]:
        limiter = Limiter(2, 3)
        for _ in range(4):
            await limiter.wait()
        await asyncio.sleep(1000)
        return [limiter.reserve() for _ in range(4)]

    assert run(work()) == [0, 0, 0, 0.5]
