"""Caches of what the API server has, each kept true by one list and a watch.

A cache never misses that an object is gone: what was deleted while no watch was open is found when
everything is listed anew, and told like any other deletion. What its subscribers are told is that
something has changed, never each step: an object that changed twice while the server was away is
told once.

A watch that ends is begun anew where it ended; only when the server has forgotten that version
(410 Gone) is everything listed again. A connection that is silent for too long counts as broken.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, cast

from hypershift.kube.client import ALL, IDLE, Selection
from hypershift.kube.errors import GoneError, KubeError
from hypershift.kube.kinds import Kind, T, kind_of, meta
from hypershift.kube.limiter import Backoff

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Hashable, Iterable

    from hypershift.kube.client import Event, Listing
    from hypershift.kube.metrics import Metrics

log = logging.getLogger(__name__)

SHORT = 1.0  # seconds; a watch that ends sooner, having told nothing, is a failure


class Key(NamedTuple):
    """Names an object of a kind. What belongs to no namespace has an empty one."""

    namespace: str
    name: str

    def __str__(self) -> str:
        """Give it as kubectl prints it."""
        return f"{self.namespace}/{self.name}" if self.namespace else self.name


@dataclass(frozen=True)
class Change(Generic[T]):
    """What has become of an object: without `old` it is new, without `new` it is gone."""

    old: T | None
    new: T | None

    @property
    def object(self) -> T:
        """The object as it is, or was when it was last seen."""
        return cast("T", self.old if self.new is None else self.new)


class Source(Protocol):
    """What a cache needs of a client."""

    async def list(self, what: Kind[T], select: Selection) -> Listing[T]:
        """Read everything."""
        ...

    def watch(
        self, what: Kind[T], version: str, select: Selection, *, idle: float
    ) -> AsyncGenerator[Event[T]]:
        """Tell changes."""
        ...


class Informer(Generic[T]):
    """The objects of one kind that a selection takes, as far as the server has told."""

    def __init__(
        self,
        source: Source,
        what: type[T] | Kind[T],
        select: Selection = ALL,
        *,
        transform: Callable[[T], T] | None = None,
        idle: float = IDLE,
        backoff: Backoff | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        """Hold nothing yet. `transform` changes each object before it is kept."""
        self.kind: Kind[T] = kind_of(what)
        self.select = select
        self.synced = asyncio.Event()
        self._source, self._transform, self._idle = source, transform, idle
        self._backoff, self._metrics = backoff or Backoff(), metrics
        self._objects: dict[Key, T] = {}
        self._versions: dict[Key, tuple[str, str]] = {}
        self._subscribers: list[Callable[[Change[T]], None]] = []
        self._indexes: dict[str, _Index[T]] = {}
        self._version = ""
        if metrics:
            metrics.cached.labels(str(self)).set_function(lambda: len(self._objects))

    # What is in the cache. Objects are shared: nobody may change one.

    def get(self, name: str, namespace: str = "") -> T | None:
        """Give an object, if there is one."""
        return self._objects.get(Key(namespace, name))

    def list(self, namespace: str = "") -> list[T]:
        """Give all objects, or those of a namespace."""
        if not namespace:
            return list(self._objects.values())
        return [each for key, each in self._objects.items() if key.namespace == namespace]

    def add_index(self, name: str, values: Callable[[T], Iterable[Hashable]]) -> None:
        """Make objects be found by what a function says of them."""
        index = _Index(values)
        for key, obj in self._objects.items():
            index.put(key, obj)
        self._indexes[name] = index

    def indexed(self, name: str, value: Hashable) -> list[T]:
        """Give the objects of which an index says this value."""
        return [self._objects[key] for key in sorted(self._indexes[name].keys.get(value, ()))]

    def __len__(self) -> int:
        """Tell how many objects there are."""
        return len(self._objects)

    def subscribe(self, handler: Callable[[Change[T]], None]) -> None:
        """Call a function with every change from now on, and with all that is here already."""
        self._subscribers.append(handler)
        for obj in list(self._objects.values()):
            self._tell(handler, Change(None, obj))

    # How the cache follows the server.

    async def run(self) -> None:
        """Follow the server until cancelled, whatever happens to it."""
        failures = gone = 0
        while True:
            began = asyncio.get_running_loop().time()
            try:
                if not self._version:
                    await self._list()
                told = await self._follow()
                lasted = asyncio.get_running_loop().time() - began
                alive = told or lasted > SHORT
                failures, gone = (0, 0) if alive else (failures + 1, gone)
            except GoneError:
                log.info("%s: the watch has lost its place; reading all anew", self)
                # At once for the first time; a server that goes on forgetting is not hurried.
                self._version, gone = "", gone + 1
                failures = gone - 1
            except KubeError as error:
                failures += 1
                log.warning("%s: %s", self, error)
            if failures:
                await asyncio.sleep(self._backoff.delay(failures - 1))

    async def _list(self) -> None:
        """Read everything, and tell what differs from what we had."""
        self._count("lists")
        listing = await self._source.list(self.kind, self.select)
        for problem in listing.broken:
            self._broken(problem)
        seen = {_key(obj): obj for obj in listing.items}
        for key in [key for key in self._objects if key not in seen]:
            self._remove(key)
        for key, obj in seen.items():
            self._put(key, obj)
        self._version = listing.version
        self.synced.set()

    async def _follow(self) -> bool:
        """Take changes until the watch ends. Tell whether there was any."""
        self._count("watches")
        told = False
        watch = self._source.watch(self.kind, self._version, self.select, idle=self._idle)
        async with aclosing(watch):
            async for event in watch:
                told = True
                self._take(event)
                self._version = event.version
        return told

    def _take(self, event: Event[T]) -> None:
        if event.type == "BROKEN":
            self._broken(event.problem)
        if event.object is None:
            return
        key = _key(event.object)
        if event.type == "DELETED":
            self._remove(key)
        else:
            self._put(key, event.object)

    def _put(self, key: Key, obj: T) -> None:
        described = meta(obj)
        identity = described.uid or "", described.resourceVersion or ""
        before = self._versions.get(key)
        if before == identity:
            return
        if before and before[0] != identity[0]:
            self._remove(key)  # another object of the same name: the first one is gone
        new = self._transform(obj) if self._transform else obj
        old = self._objects.get(key)
        self._objects[key], self._versions[key] = new, identity
        self._changed(key, Change(old, new))

    def _remove(self, key: Key) -> None:
        self._versions.pop(key, None)
        old = self._objects.pop(key, None)
        if old is not None:
            self._changed(key, Change(old, None))

    def _changed(self, key: Key, change: Change[T]) -> None:
        for index in self._indexes.values():
            index.put(key, change.new)
        for handler in self._subscribers:
            self._tell(handler, change)

    def _tell(self, handler: Callable[[Change[T]], None], change: Change[T]) -> None:
        try:
            handler(change)
        except Exception:
            # One subscriber's fault must not blind the others.
            log.exception("%s: a subscriber failed at %s", self, _key(change.object))

    def _broken(self, problem: str) -> None:
        log.error("%s: an object cannot be read, and is passed over: %s", self, problem)
        self._count("broken")

    def _count(self, what: str) -> None:
        if self._metrics:
            getattr(self._metrics, what).labels(str(self)).inc()

    def __str__(self) -> str:
        """Name it for the log."""
        query = " ".join(self.select.query().values())
        scope = " ".join(part for part in (self.select.namespace, query) if part)
        return self.kind.kind + (f" ({scope})" if scope else "")


class _Index(Generic[T]):
    """Which objects a function says a value of."""

    def __init__(self, values: Callable[[T], Iterable[Hashable]]) -> None:
        self._values = values
        self._said: dict[Key, tuple[Hashable, ...]] = {}
        self.keys: defaultdict[Hashable, set[Key]] = defaultdict(set)

    def put(self, key: Key, new: T | None) -> None:
        for value in self._said.pop(key, ()):
            self.keys[value].discard(key)
            if not self.keys[value]:
                del self.keys[value]
        if new is not None and (said := self._ask(key, new)):
            self._said[key] = said
            for value in said:
                self.keys[value].add(key)

    def _ask(self, key: Key, obj: T) -> tuple[Hashable, ...]:
        try:
            return tuple(self._values(obj))
        except Exception:
            # One object that nobody expected must not stop the cache.
            log.exception("An index failed at %s", key)
            return ()


class Informers:
    """The caches of one process: who asks for the same gets the same."""

    def __init__(self, source: Source, metrics: Metrics | None = None) -> None:
        """Have none yet."""
        self._source, self._metrics = source, metrics
        self._shared: dict[tuple[Any, Selection], Informer[Any]] = {}
        self._group: asyncio.TaskGroup | None = None

    def get(self, what: type[T] | Kind[T], select: Selection = ALL) -> Informer[T]:
        """Give the cache of a kind and a selection. A running process begins to fill it at once."""
        key = kind_of(what), select
        if key not in self._shared:
            self._shared[key] = informer = Informer(
                self._source, what, select, metrics=self._metrics
            )
            if self._group:
                self._group.create_task(informer.run())
        return self._shared[key]

    async def run(self) -> None:
        """Keep all caches true until cancelled."""
        async with asyncio.TaskGroup() as self._group:
            for informer in self._shared.values():
                self._group.create_task(informer.run())
            await asyncio.Event().wait()

    def waiting(self) -> list[str]:
        """Name the caches that have not been filled yet."""
        return [str(each) for each in self._shared.values() if not each.synced.is_set()]

    async def synced(self) -> None:
        """Wait until every cache has been filled once."""
        for informer in list(self._shared.values()):
            await informer.synced.wait()


def _key(obj: Any) -> Key:
    described = meta(obj)
    return Key(described.namespace or "", described.name or "")
