"""Asks an API server: get, list, watch, apply, create, replace, patch, delete.

    async with Client(config.load(), manager="hypershift-operator") as client:
        cluster = await client.get(HostedCluster, "demo", "clusters")
        await client.apply(cluster_role)

A controller writes with `apply`: the fields that the object names become the manager's, whatever
anybody has done to them, and those of others stay. What it applied before and leaves out now, goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, cast

import msgspec

from hypershift.api.schema import Resource
from hypershift.kube.discovery import Discovery
from hypershift.kube.errors import GoneError, NotFoundError, Status, UnreachableError, from_status
from hypershift.kube.kinds import JsonObject, Kind, T, kind_of, meta
from hypershift.kube.limiter import Limiter
from hypershift.kube.transport import Request, Transport

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from hypershift.kube.config import Access
    from hypershift.kube.transport import Observer

PAGE = 500
IDLE = 150.0  # seconds; the server sends a bookmark every minute
LIFE = 600  # seconds after which the server ends a watch, so that load spreads over servers anew
APPLY = "application/apply-patch+yaml"
MERGE = "application/merge-patch+json"

Propagation = Literal["Background", "Foreground", "Orphan"]


@dataclass(frozen=True)
class Selection:
    """Which objects of a kind: of one namespace, with labels, with fields. Nothing means all."""

    namespace: str = ""
    labels: str = ""
    fields: str = ""

    def query(self) -> dict[str, str]:
        """Give it as the server takes it."""
        named = {"labelSelector": self.labels, "fieldSelector": self.fields}
        return {name: value for name, value in named.items() if value}


ALL = Selection()


@dataclass(frozen=True)
class Listing(Generic[T]):
    """Objects as they were at one moment, and the version to watch from."""

    items: list[T]
    version: str
    broken: list[str]
    """What could not be read, each with its reason."""


class _ListMeta(msgspec.Struct):
    resourceVersion: str = ""
    continue_: str = msgspec.field(default="", name="continue")


class _Page(msgspec.Struct):
    metadata: _ListMeta
    items: list[msgspec.Raw] | None = None


class Event(msgspec.Struct, Generic[T]):
    """What a watch tells. A bookmark has no object: it says up to where nothing was missed."""

    type: Literal["ADDED", "MODIFIED", "DELETED", "BOOKMARK", "BROKEN"]
    version: str
    object: T | None = None
    problem: str = ""


class _Line(msgspec.Struct):
    type: str
    object: msgspec.Raw


class _Versioned(msgspec.Struct):
    class Meta(msgspec.Struct):
        """Just what a bookmark has, and what names an object that cannot be read."""

        resourceVersion: str = ""
        namespace: str = ""
        name: str = ""

    metadata: Meta


_pages = msgspec.json.Decoder(_Page)
_events = msgspec.json.Decoder(_Line)
_versions = msgspec.json.Decoder(_Versioned)


class Client:
    """One user of one API server, who writes as one field manager."""

    def __init__(
        self,
        access: Access,
        *,
        manager: str = "hypershift",
        rate: float = 100.0,
        burst: int = 200,
        observe: Observer | None = None,
    ) -> None:
        """Connect when the first request is made, and make `rate` requests a second at most."""
        self.namespace = access.namespace
        self.discovery = Discovery(self._ask)
        self._manager = manager
        self._transport = Transport(access, observe)
        self._limiter: Limiter | None = Limiter(rate, burst)

    async def __aenter__(self) -> Self:
        """Requests may be made from now on."""
        await self._transport.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close all connections."""
        await self._transport.__aexit__()

    def urgent(self) -> Client:
        """Give a client over the same connections whose requests are not held back."""
        other = Client(self._transport.access, manager=self._manager)
        other._transport, other._limiter = self._transport, None
        return other

    async def get(self, what: type[T] | Kind[T], name: str, namespace: str = "") -> T:
        """Read one object."""
        kind = kind_of(what)
        path = kind.path(self._scope(kind, namespace), name)
        return kind.decode(await self._ask(Request("GET", path)))

    async def find(self, what: type[T] | Kind[T], name: str, namespace: str = "") -> T | None:
        """Read one object, if it is there."""
        try:
            return await self.get(what, name, namespace)
        except NotFoundError:
            return None

    async def list(self, what: type[T] | Kind[T], select: Selection = ALL) -> Listing[T]:
        """Read all objects, page by page, as they were at one moment."""
        kind = kind_of(what)
        for _ in range(3):
            try:
                return await self._list(kind, select)
            except GoneError:
                continue  # it took longer than the server keeps a moment; begin anew
        return await self._list(kind, select)

    async def _list(self, kind: Kind[T], select: Selection) -> Listing[T]:
        listing, following = Listing[T]([], "", []), ""
        while True:
            query = {**select.query(), "limit": str(PAGE)}
            if following:
                query["continue"] = following
            request = Request("GET", kind.path(select.namespace), query)
            page = _pages.decode(await self._ask(request))
            for item in page.items or ():
                try:
                    listing.items.append(kind.decode(item))
                except msgspec.ValidationError as error:
                    listing.broken.append(_broken(item, error))
            following = page.metadata.continue_
            if not following:
                return Listing(listing.items, page.metadata.resourceVersion, listing.broken)

    async def watch(
        self,
        what: type[T] | Kind[T],
        version: str,
        select: Selection = ALL,
        *,
        idle: float = IDLE,
    ) -> AsyncGenerator[Event[T]]:
        """Tell what changes after a version, until the server ends it. Silence is an error."""
        kind = kind_of(what)
        query = {
            **select.query(),
            "watch": "true",
            "resourceVersion": version,
            "allowWatchBookmarks": "true",
            "timeoutSeconds": str(LIFE),
        }
        request = Request("GET", kind.path(select.namespace), query)
        async with self._transport.lines(request, idle) as lines:
            async for line in lines:
                yield _event(kind, line, request.what)

    async def apply(
        self, obj: T, *, manager: str = "", force: bool = True, subresource: str = ""
    ) -> T:
        """Make the fields that an object names so, and ours; give the whole object.

        Without `force` it is a conflict when another manager says otherwise.
        """
        kind = await self._kind(obj)
        query = {
            "fieldManager": manager or self._manager,
            "force": str(force).lower(),
        }
        path = self._path(kind, obj, subresource)
        return kind.decode(await self._ask(Request("PATCH", path, query, _body(obj), APPLY)))

    async def apply_status(self, obj: T, *, manager: str = "", force: bool = True) -> T:
        """Apply the status of an object. Of its metadata only the name counts."""
        return await self.apply(obj, manager=manager, force=force, subresource="status")

    async def create(self, obj: T) -> T:
        """Make an object that must not be there yet."""
        kind = await self._kind(obj)
        path = kind.path(self._scope(kind, meta(obj).namespace or ""))
        query = {"fieldManager": self._manager}
        return kind.decode(await self._ask(Request("POST", path, query, _body(obj))))

    async def replace(self, obj: T) -> T:
        """Write a whole object, if nobody has since its resourceVersion. Controllers apply."""
        kind = await self._kind(obj)
        query = {"fieldManager": self._manager}
        return kind.decode(
            await self._ask(Request("PUT", self._path(kind, obj), query, _body(obj)))
        )

    async def patch(
        self,
        what: type[T] | Kind[T],
        name: str,
        patch: JsonObject,
        namespace: str = "",
        *,
        subresource: str = "",
    ) -> T:
        """Merge a patch into an object: for what has no owner, such as one's own finalizer."""
        kind = kind_of(what)
        path = kind.path(self._scope(kind, namespace), name, subresource)
        query = {"fieldManager": self._manager}
        request = Request("PATCH", path, query, msgspec.json.encode(patch), MERGE)
        return kind.decode(await self._ask(request))

    async def delete(
        self,
        what: type[T] | Kind[T],
        name: str,
        namespace: str = "",
        *,
        uid: str = "",
        version: str = "",
        propagation: Propagation = "Background",
    ) -> bool:
        """Delete an object, if it is still the one that is meant. Tell whether there was one."""
        kind = kind_of(what)
        path = kind.path(self._scope(kind, namespace), name)
        stated = {"uid": uid, "resourceVersion": version}
        options = {
            "apiVersion": "v1",
            "kind": "DeleteOptions",
            "propagationPolicy": propagation,
            "preconditions": {key: value for key, value in stated.items() if value},
        }
        try:
            await self._ask(Request("DELETE", path, body=msgspec.json.encode(options)))
        except NotFoundError:
            return False
        return True

    async def _ask(self, request: Request) -> bytes:
        return await self._transport.ask(request, self._limiter)

    async def _kind(self, obj: T) -> Kind[T]:
        if isinstance(obj, Resource):
            return cast("Kind[T]", kind_of(type(obj)))
        if not isinstance(obj, dict):
            raise TypeError(f"{type(obj).__name__} is a view of an object: apply a whole one")
        plain = cast("JsonObject", obj)
        return cast("Kind[T]", await self.discovery.kind(plain["apiVersion"], plain["kind"]))

    def _path(self, kind: Kind[Any], obj: Any, subresource: str = "") -> str:
        described = meta(obj)
        if not described.name:
            raise TypeError(f"the {kind.kind} has no name")
        return kind.path(self._scope(kind, described.namespace or ""), described.name, subresource)

    def _scope(self, kind: Kind[Any], namespace: str) -> str:
        """An object without a namespace is where the user is at home, as with kubectl."""
        return (namespace or self.namespace) if kind.namespaced else ""


def _body(obj: Any) -> bytes:
    return msgspec.json.encode(obj)


def _event(kind: Kind[T], line: bytes, what: str) -> Event[T]:
    try:
        told = _events.decode(line)
        if told.type == "ERROR":
            raise from_status(msgspec.json.decode(told.object, type=Status), what)
        version = _versions.decode(told.object).metadata.resourceVersion
    except msgspec.DecodeError as error:
        raise UnreachableError(f"{what}: the answer is not that of an API server") from error
    if told.type == "BOOKMARK":
        return Event("BOOKMARK", version)
    try:
        return Event(cast("Any", told.type), version, kind.decode(told.object))
    except msgspec.ValidationError as error:
        return Event("BROKEN", version, problem=_broken(told.object, error))


def _broken(content: msgspec.Raw, error: Exception) -> str:
    described = _versions.decode(content).metadata
    return f"{described.namespace}/{described.name}: {error}"
