"""Caches under everything that can happen between them and a real API server."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hypershift.kube.client import Client, Selection
from hypershift.kube.informer import Change, Informer
from hypershift.kube.kinds import CONFIG_MAP
from hypershift.kube.limiter import Backoff
from hypershift.kube.metrics import Metrics
from tests.integration.kube.helping import config_map, port, running, through, until
from tests.integration.kube.proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from hypershift.kube.config import Access
    from sandbox.apiserver import Client as Administrator

Object = dict[str, Any]


class Replica:
    """What somebody knows who hears nothing but changes."""

    def __init__(self) -> None:
        self.objects: dict[str, Object] = {}

    def hear(self, change: Change[Object]) -> None:
        name = change.object["metadata"]["name"]
        if change.new is None:
            del self.objects[name]  # what nobody told of cannot go
        else:
            assert (change.old is None) == (name not in self.objects)
            self.objects[name] = change.new


class World:
    """A cache behind a proxy, and a client that is not."""

    def __init__(self, client: Client, proxy: Proxy, namespace: str, distant: Client) -> None:
        self.client, self.proxy, self.namespace = client, proxy, namespace
        self.metrics, self.replica = Metrics(), Replica()
        self.select = Selection(namespace, labels="app=test")
        self.cache = Informer[Object](
            distant,
            CONFIG_MAP,
            self.select,
            idle=1.0,
            backoff=Backoff(0.05, 0.2),
            metrics=self.metrics,
        )
        self.cache.subscribe(self.replica.hear)

    async def put(self, name: str, **data: str) -> None:
        await self.client.apply(config_map(name, self.namespace, **data))

    async def remove(self, name: str) -> None:
        await self.client.delete(CONFIG_MAP, name, self.namespace)

    async def caught_up(self) -> None:
        """Wait until the cache, and who listens to it, have exactly what the server has."""
        there = await self.client.list(CONFIG_MAP, self.select)
        wanted = {each["metadata"]["name"]: each for each in there.items}
        await until(lambda: self.replica.objects == wanted)
        assert {each["metadata"]["name"]: each for each in self.cache.list()} == wanted

    def lists(self) -> float:
        sample = self.metrics.registry.get_sample_value
        return sample("hypershift_cache_lists_total", {"cache": str(self.cache)}) or 0


@asynccontextmanager
async def world(access: Access, namespace: str) -> AsyncGenerator[World]:
    async with (
        Proxy(port(access)) as proxy,
        Client(access, rate=2000) as client,
        Client(through(access, proxy), rate=2000) as distant,
    ):
        made = World(client, proxy, namespace, distant)
        async with running(made.cache.run()):
            await asyncio.wait_for(made.cache.synced.wait(), 10)
            yield made


def test_sees_everything_under_churn(access: Access, cluster: Administrator) -> None:
    async def work() -> None:
        async with world(access, cluster.namespace) as here:
            dice = random.Random(7)

            async def churn(worker: int) -> None:
                for step in range(60):
                    name = f"n{worker}-{dice.randrange(10)}"
                    if dice.random() < 0.3:
                        await here.remove(name)
                    else:
                        await here.put(name, step=str(step))

            await asyncio.gather(*(churn(worker) for worker in range(8)))
            await here.caught_up()

            assert here.replica.objects
            assert here.lists() == 1

    asyncio.run(work())


def test_connections_that_break_again_and_again_lose_nothing(
    access: Access, cluster: Administrator
) -> None:
    async def work() -> None:
        async with world(access, cluster.namespace) as here:
            for number in range(10):
                await here.put("always", step=str(number))
                await here.put(f"n{number}")
                accepted = here.proxy.accepted
                here.proxy.cut()
                if number:
                    await here.remove(f"n{number - 1}")
                await until(lambda accepted=accepted: here.proxy.accepted > accepted)
            await here.caught_up()

            assert sorted(here.replica.objects) == ["always", "n9"]
            assert here.lists() == 1  # each watch went on where the last one had ended
            assert here.proxy.accepted > 10

    asyncio.run(work())


def test_a_silent_connection_is_given_up(access: Access, cluster: Administrator) -> None:
    async def work() -> None:
        async with world(access, cluster.namespace) as here:
            await here.put("before")
            await here.caught_up()
            before = here.proxy.accepted
            here.proxy.stall()
            await here.remove("before")
            await here.put("after")
            # Nobody has told the cache: it has to find out by itself, and tries anew.
            await until(lambda: here.proxy.accepted > before)
            assert set(here.replica.objects) == {"before"}
            here.proxy.flow()
            await here.caught_up()

            assert set(here.replica.objects) == {"after"}

    asyncio.run(work())


def test_a_server_that_lets_nobody_in_is_waited_for(access: Access, cluster: Administrator) -> None:
    async def work() -> None:
        async with world(access, cluster.namespace) as here:
            await here.put("before")
            await here.caught_up()
            here.proxy.refuse()
            await here.remove("before")
            tried = here.proxy.accepted
            await until(lambda: here.proxy.accepted > tried + 3)
            here.proxy.allow()
            await here.caught_up()

            assert here.replica.objects == {}

    asyncio.run(work())


def test_what_stops_matching_a_selector_is_gone(access: Access, cluster: Administrator) -> None:
    async def work() -> None:
        async with world(access, cluster.namespace) as here:
            await here.put("one")
            await here.caught_up()
            other: Object = {"metadata": {"labels": {"app": "another"}}}
            await here.client.patch(CONFIG_MAP, "one", other, here.namespace)
            await until(lambda: not here.replica.objects)

    asyncio.run(work())


def test_another_namespace_is_not_looked_at(access: Access, cluster: Administrator) -> None:
    async def work() -> None:
        async with world(access, cluster.namespace) as here:
            await here.client.apply(config_map("elsewhere", "default"))
            try:
                await here.put("here")
                await here.caught_up()
                assert set(here.replica.objects) == {"here"}
            finally:
                await here.client.delete(CONFIG_MAP, "elsewhere", "default")

    asyncio.run(work())


def test_a_cache_of_nothing_that_is_allowed_keeps_asking(access: Access) -> None:
    async def work() -> None:
        async with Client(access) as client:
            missing = replace(CONFIG_MAP, plural="nothings")
            cache = Informer[Object](client, missing, backoff=Backoff(0.01, 0.01))
            metrics = Metrics()
            watched = Informer[Object](
                client, missing, backoff=Backoff(0.01, 0.01), metrics=metrics
            )
            async with running(cache.run(), watched.run()):
                sample = metrics.registry.get_sample_value
                labels = {"cache": "ConfigMap"}
                await until(lambda: (sample("hypershift_cache_lists_total", labels) or 0) > 3)
                assert not cache.synced.is_set()

    asyncio.run(work())
