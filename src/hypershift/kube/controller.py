"""A controller: makes the world as an object wants it, again whenever something has changed.

    pools = Controller("nodepool", reconcile, workers=10)
    pools.follows(informers.get(NodePool))
    pools.owns(informers.get(SECRET))
    pools.watches(informers.get(HostedCluster), pools_of)

`reconcile` gets the key of an object and nothing else: not what has happened, and not the object,
which may be gone. It may be called at any time, and twice; it is never called twice at once for the
same key. When it raises, it is called again, later and later.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from hypershift.kube import logs
from hypershift.kube.errors import ConflictError, KubeError
from hypershift.kube.informer import Change, Key
from hypershift.kube.kinds import meta
from hypershift.kube.queue import Queue

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from hypershift.kube.informer import Informer
    from hypershift.kube.kinds import Kind
    from hypershift.kube.limiter import Backoff
    from hypershift.kube.metrics import Metrics

log = logging.getLogger(__name__)

TIMEOUT = 120.0


@dataclass(frozen=True)
class Result:
    """How a reconcile ended that did not fail: whether it wants to be called again."""

    requeue_after: float | None = None
    """Seconds; for what the API server does not tell, such as something in Azure."""


class TerminalError(Exception):
    """It makes no sense to try again before the object has changed."""


T = TypeVar("T", bound=Any)


class Controller:
    """Calls `reconcile` for each object of a kind."""

    def __init__(
        self,
        name: str,
        reconcile: Callable[[Key], Awaitable[Result | None]],
        *,
        workers: int = 1,
        timeout: float = TIMEOUT,
        backoff: Backoff | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        """Reconcile so many objects at once at most, each for so many seconds at most."""
        self.name, self.queue = name, Queue[Key](backoff)
        self._reconcile, self._workers, self._timeout = reconcile, workers, timeout
        self._metrics = metrics
        self._kind: Kind[Any] | None = None
        self._numbers = itertools.count(1)
        if metrics:
            metrics.queue_depth.labels(name).set_function(lambda: len(self.queue))

    # What makes it reconcile.

    def follows(
        self, informer: Informer[T], when: Callable[[Change[T]], bool] | None = None
    ) -> None:
        """Reconcile the objects of a cache, when they change."""
        self._kind = informer.kind
        self.watches(informer, lambda obj: (_key(obj),), when)

    def owns(self, informer: Informer[T], when: Callable[[Change[T]], bool] | None = None) -> None:
        """Reconcile the object that has made what has changed, by its owner reference."""
        assert self._kind is not None, "say first what it follows"
        kind = self._kind
        self.watches(informer, lambda obj: _owners(obj, kind), when)

    def watches(
        self,
        informer: Informer[T],
        keys: Callable[[T], Iterable[Key]],
        when: Callable[[Change[T]], bool] | None = None,
    ) -> None:
        """Reconcile what a function names, of an object as it was and as it is."""

        def handle(change: Change[T]) -> None:
            if when is None or when(change):
                both = (each for each in (change.old, change.new) if each is not None)
                for key in dict.fromkeys(key for each in both for key in keys(each)):
                    self.queue.add(key)

        informer.subscribe(handle)

    # What it does then.

    async def run(self) -> None:
        """Reconcile until `stop`; what is at work then comes to its end."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._workers):
                group.create_task(self._work())

    def stop(self) -> None:
        """Begin nothing more."""
        self.queue.close()

    async def _work(self) -> None:
        while taken := await self.queue.get():
            key, waited = taken
            if self._metrics:
                self._metrics.queue_seconds.labels(self.name).observe(waited)
            try:
                await self._handle(key)
            finally:
                self.queue.done(key)

    async def _handle(self, key: Key) -> None:
        number = next(self._numbers)
        values = {"controller": self.name, "object": str(key), "reconcileID": str(number)}
        began = asyncio.get_running_loop().time()
        with logs.bound(**values), self._counted():
            outcome = await self._outcome(key)
        if self._metrics:
            self._metrics.reconciles.labels(self.name, outcome).inc()
            took = asyncio.get_running_loop().time() - began
            self._metrics.reconcile_seconds.labels(self.name).observe(took)

    async def _outcome(self, key: Key) -> str:
        """Reconcile, and see to it that what failed comes again. Nothing else stops errors."""
        try:
            async with asyncio.timeout(self._timeout):
                result = await self._reconcile(key)
        except ConflictError as error:
            # Usual when two write: the next attempt sees what the other has written.
            log.info("Trying again in %.1f s: %s", self.queue.retry(key), error)
            return "conflict"
        except TerminalError as error:
            log.error("Waiting for a change: %s", error)
            self.queue.forget(key)
            return self._failed("terminal_error")
        except (KubeError, TimeoutError) as error:
            why = str(error) or f"it took longer than {self._timeout:.0f} s"
            log.warning("Failed, trying again in %.1f s: %s", self.queue.retry(key), why)
            return self._failed("error")
        except Exception:
            # A fault of ours at one object must not end the others.
            log.exception("Failed, trying again in %.1f s", self.queue.retry(key))
            return self._failed("error")
        self.queue.forget(key)
        if result and result.requeue_after is not None:
            self.queue.add_after(key, result.requeue_after)
            return "requeue_after"
        return "success"

    def _failed(self, how: str) -> str:
        if self._metrics:
            self._metrics.reconcile_errors.labels(self.name).inc()
        return how

    def _counted(self) -> AbstractContextManager[object]:
        if self._metrics:
            return self._metrics.workers.labels(self.name).track_inprogress()
        return nullcontext()


def generation_changed(change: Change[Any]) -> bool:
    """Take note of what a user changes, and not of status: for kinds that have a generation."""
    if change.old is None or change.new is None:
        return True
    old, new = meta(change.old), meta(change.new)
    return (old.generation, old.deletionTimestamp) != (new.generation, new.deletionTimestamp)


def _key(obj: Any) -> Key:
    described = meta(obj)
    return Key(described.namespace or "", described.name or "")


def _owners(obj: Any, kind: Kind[Any]) -> Iterable[Key]:
    described = meta(obj)
    namespace = (described.namespace or "") if kind.namespaced else ""
    for reference in described.ownerReferences or ():
        group = reference.apiVersion.rpartition("/")[0]
        if reference.controller and (group, reference.kind) == (kind.group, kind.kind):
            yield Key(namespace, reference.name)
