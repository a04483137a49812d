"""One process of controllers, from its start to its end.

Caches are filled; then the process stands for election; then its controllers run. SIGTERM stops
them: what is at work may come to its end for a while, and then leadership is given up, so that the
next process need not wait. A leader that is not sure to be one any more stops at once and ends with
an error. /healthz says that the process is alive, /readyz that its caches are filled, and /metrics
what it counts.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from aiohttp import web

from hypershift.kube.controller import TIMEOUT, Controller
from hypershift.kube.errors import LeadershipLostError
from hypershift.kube.informer import Informers
from hypershift.kube.leader import KubeLeases, Leader
from hypershift.kube.metrics import CONTENT_TYPE, Metrics

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from hypershift.kube.client import Client
    from hypershift.kube.controller import Result
    from hypershift.kube.informer import Key
    from hypershift.kube.leader import Election
    from hypershift.kube.limiter import Backoff

log = logging.getLogger(__name__)

REPORT = 10.0  # seconds after which the log says which caches are still empty
LETTING_GO = 5.0  # seconds that reconciles have when we do not lead any more


@dataclass(frozen=True)
class Settings:
    """What is said about a process from outside."""

    host: str = "0.0.0.0"
    port: int = 8080
    grace: float = 25.0
    """Seconds that reconciles at work have when the process shall end; pods have 30."""


class Manager:
    """Runs controllers."""

    def __init__(
        self,
        client: Client,
        *,
        election: Election | None = None,
        metrics: Metrics | None = None,
        settings: Settings | None = None,
    ) -> None:
        """Have no controller yet. Without an election, this process leads."""
        self.client, self.metrics = client, metrics or Metrics()
        self.informers = Informers(client, self.metrics)
        self.port = 0
        """Where it listens, once it does."""
        self._election, self._settings = election, settings or Settings()
        self._controllers: list[Controller] = []
        self._stopping = asyncio.Event()

    def controller(
        self,
        name: str,
        reconcile: Callable[[Key], Awaitable[Result | None]],
        *,
        workers: int = 1,
        timeout: float = TIMEOUT,
        backoff: Backoff | None = None,
    ) -> Controller:
        """Make a controller that runs in this process; say then what it follows."""
        made = Controller(
            name,
            reconcile,
            workers=workers,
            timeout=timeout,
            backoff=backoff,
            metrics=self.metrics,
        )
        self._controllers.append(made)
        return made

    def stop(self) -> None:
        """End in an orderly way."""
        log.info("Stopping")
        self._stopping.set()

    async def run(self) -> None:
        """Run until SIGTERM, SIGINT or `stop`."""
        lost: LeadershipLostError | None = None
        try:
            async with self._signals(), self._server(), asyncio.TaskGroup() as group:
                following = group.create_task(self.informers.run())
                if await self._unless_stopped(self._filled):
                    await self._lead()
                following.cancel()
        except* LeadershipLostError as errors:
            lost = cast("LeadershipLostError", errors.exceptions[0])
        if lost:
            raise lost

    async def _filled(self) -> None:
        async with asyncio.TaskGroup() as group:
            report = group.create_task(self._report())
            await self.informers.synced()
            report.cancel()
        log.info("Caches are filled")

    async def _report(self) -> None:
        while True:
            await asyncio.sleep(REPORT)
            log.warning("Still being filled: %s", ", ".join(self.informers.waiting()))

    async def _lead(self) -> None:
        if self._election is None:
            return await self._control()
        leader = Leader(KubeLeases(self.client, self._election), self._election)
        if not await self._unless_stopped(leader.acquire):
            return None
        gauge = self.metrics.leader.labels(self._election.name)
        gauge.set(1)
        try:
            await self._control_while(leader)
        finally:
            gauge.set(0)
        await leader.release()
        return None

    async def _control_while(self, leader: Leader) -> None:
        """Run the controllers as long as we lead. Who does not lead any more ends them at once."""
        tasks = {asyncio.create_task(leader.hold()), asyncio.create_task(self._control())}
        done = set[asyncio.Task[None]]()
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            # Whoever does not let go within that time ends with the process.
            await asyncio.wait(tasks, timeout=LETTING_GO)
        for task in done:
            task.result()

    async def _control(self) -> None:
        """Run the controllers until the process shall end, and then for the time of grace."""
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(each.run()) for each in self._controllers]
            await self._stopping.wait()
            for controller in self._controllers:
                controller.stop()
            if running:
                _, late = await asyncio.wait(running, timeout=self._settings.grace)
                for task in late:
                    log.warning("A reconcile takes too long and is broken off")
                    task.cancel()

    async def _unless_stopped(self, work: Callable[[], Awaitable[None]]) -> bool:
        """Do something, unless the process shall end before it is done."""
        task, stopping = asyncio.ensure_future(work()), asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait((task, stopping), return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
            return task.done()
        finally:
            task.cancel()
            stopping.cancel()

    @asynccontextmanager
    async def _signals(self) -> AsyncGenerator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        try:
            yield
        finally:
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.remove_signal_handler(number)

    @asynccontextmanager
    async def _server(self) -> AsyncGenerator[None]:
        app = web.Application()
        app.add_routes(
            [
                web.get("/healthz", self._healthz),
                web.get("/readyz", self._readyz),
                web.get("/metrics", self._metrics),
            ]
        )
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, self._settings.host, self._settings.port).start()
            self.port = runner.addresses[0][1]
            yield
        finally:
            await runner.cleanup()

    async def _healthz(self, _: web.Request) -> web.Response:
        # Answering is the proof: a loop that is held up cannot.
        return web.Response(text="ok")

    async def _readyz(self, _: web.Request) -> web.Response:
        reasons = [f"still being filled: {name}" for name in self.informers.waiting()]
        if self._stopping.is_set():
            reasons.append("stopping")
        return web.Response(text="\n".join(reasons) or "ok", status=503 if reasons else 200)

    async def _metrics(self, _: web.Request) -> web.Response:
        return web.Response(body=self.metrics.text(), headers={"Content-Type": CONTENT_TYPE})
