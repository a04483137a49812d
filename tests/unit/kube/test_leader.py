"""Elections, with clocks that differ and an API server that fails."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import pytest

from hypershift.kube.errors import (
    AlreadyExistsError,
    ConflictError,
    LeadershipLostError,
    Status,
    UnreachableError,
)
from hypershift.kube.leader import Election, Leader, Lease
from tests.unit.kube.virtual import now, run, settle

if TYPE_CHECKING:
    from collections.abc import Callable


class Kept:
    """The Lease as the API server keeps it: a write has to name the version that there is."""

    def __init__(self) -> None:
        self.lease: Lease | None = None
        self.version = 0
        self.away = False
        self.writes: list[str] = []
        self.news = asyncio.Event()

    async def read(self) -> Lease | None:
        await self._check()
        return msgspec.convert(msgspec.to_builtins(self.lease), Lease) if self.lease else None

    async def create(self, lease: Lease) -> Lease:
        await self._check()
        if self.lease:
            raise AlreadyExistsError(Status(409), "create")
        return self._write(lease)

    async def replace(self, lease: Lease) -> Lease:
        await self._check()
        if self.lease is None or lease.metadata.resourceVersion != str(self.version):
            raise ConflictError(Status(409), "replace")
        return self._write(lease)

    async def changed(self, version: str) -> None:
        while version == str(self.version):
            await self.news.wait()

    async def _check(self) -> None:
        await asyncio.sleep(0)  # requests of several candidates overlap
        if self.away:
            raise UnreachableError("away")

    def _write(self, lease: Lease) -> Lease:
        self.version += 1
        self.lease = msgspec.convert(msgspec.to_builtins(lease), Lease)
        self.lease.metadata.resourceVersion = str(self.version)
        self.writes.append(self.holder)
        self.news.set()
        self.news = asyncio.Event()
        return msgspec.convert(msgspec.to_builtins(self.lease), Lease)

    @property
    def holder(self) -> str:
        assert self.lease is not None
        assert self.lease.spec is not None
        return self.lease.spec.holderIdentity or ""

    @property
    def transitions(self) -> int | None:
        assert self.lease is not None
        assert self.lease.spec is not None
        return self.lease.spec.leaseTransitions


def candidate(kept: Kept, name: str) -> Leader:
    return Leader(kept, Election("lease", "ns", name))


async def leads(leader: Leader) -> float:
    await leader.acquire()
    return now()


def test_the_first_one_leads_and_renews() -> None:
    async def work() -> None:
        kept = Kept()
        a = candidate(kept, "a")
        await a.acquire()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(60):
                await a.hold()

        assert kept.writes == ["a"] * 4  # at 0, 15, 30 and 45 seconds
        assert kept.transitions == 0

    run(work())


def test_of_two_that_begin_together_one_leads_and_the_other_waits() -> None:
    async def lead(leader: Leader, leading: list[Leader]) -> None:
        await leader.acquire()
        leading.append(leader)
        await leader.hold()

    async def work() -> None:
        kept, leading = Kept(), list[Leader]()
        tasks = [
            asyncio.create_task(lead(candidate(kept, name), leading)) for name in ("a", "b", "c")
        ]
        await asyncio.sleep(600)
        for task in tasks:
            task.cancel()

        assert len(leading) == 1
        assert len(set(kept.writes)) == 1
        assert len(kept.writes) == 40  # every 15 s

    run(work())


def test_the_next_one_leads_at_once_when_leadership_is_given_up() -> None:
    async def work() -> float:
        kept = Kept()
        a, b = candidate(kept, "a"), candidate(kept, "b")
        await a.acquire()
        waiting = asyncio.create_task(leads(b))
        await asyncio.sleep(5)
        await a.release()
        return await waiting

    assert run(work()) == 5


def test_the_next_one_leads_when_the_lease_of_a_dead_leader_has_run_out() -> None:
    async def work() -> tuple[float, int | None]:
        kept = Kept()
        a, b = candidate(kept, "a"), candidate(kept, "b")
        await a.acquire()
        return await leads(b), kept.transitions

    moment, transitions = run(work())
    # The Lease lasts 60 s from when it was first seen; the candidate looks every 15 s.
    assert 60 <= moment <= 75
    assert transitions == 1


def test_a_leader_that_cannot_renew_stops_before_another_may_lead() -> None:
    async def work() -> tuple[float, float]:
        kept = Kept()
        a, b = candidate(kept, "a"), candidate(kept, "b")
        await a.acquire()
        waiting = asyncio.create_task(leads(b))
        await settle()
        holding = asyncio.create_task(a.hold())
        await asyncio.sleep(20)  # it has renewed at 15 s
        kept.away = True
        with pytest.raises(LeadershipLostError):
            await holding
        stopped = now()
        kept.away = False
        return stopped, await waiting

    stopped, taken = run(work())
    assert stopped == 15 + 40
    assert taken >= 15 + 60


def test_a_short_absence_of_the_server_costs_no_leadership() -> None:
    async def work() -> None:
        kept = Kept()
        a = candidate(kept, "a")
        await a.acquire()
        holding = asyncio.create_task(a.hold())
        kept.away = True
        await asyncio.sleep(35)
        kept.away = False
        await asyncio.sleep(100)

        assert not holding.done()
        holding.cancel()

    run(work())


def overwritten(kept: Kept) -> None:
    assert kept.lease is not None
    assert kept.lease.spec is not None
    kept.lease.spec.holderIdentity = "b"
    kept.version += 1
    kept.lease.metadata.resourceVersion = str(kept.version)


def deleted(kept: Kept) -> None:
    kept.lease = None


@pytest.mark.parametrize("change", [overwritten, deleted])
def test_a_leader_whose_lease_is_taken_away_stops_at_its_next_renewal(
    change: Callable[[Kept], None],
) -> None:
    async def work() -> float:
        kept = Kept()
        a = candidate(kept, "a")
        await a.acquire()
        change(kept)
        with pytest.raises(LeadershipLostError):
            await a.hold()
        return now()

    assert run(work()) == 15


def test_what_is_not_ours_is_not_given_up() -> None:
    async def work() -> str:
        kept = Kept()
        a = candidate(kept, "a")
        await a.acquire()
        overwritten(kept)
        await a.release()
        return kept.holder

    assert run(work()) == "b"


def test_a_restarted_leader_of_the_same_name_need_not_wait() -> None:
    async def work() -> float:
        kept = Kept()
        await candidate(kept, "a").acquire()
        return await leads(candidate(kept, "a"))

    assert run(work()) == 0


def test_a_candidate_waits_for_a_server_that_is_away() -> None:
    async def work() -> float:
        kept = Kept()
        kept.away = True
        waiting = asyncio.create_task(leads(candidate(kept, "a")))
        await asyncio.sleep(100)
        kept.away = False
        return await waiting

    assert 100 <= run(work()) <= 115
