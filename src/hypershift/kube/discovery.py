"""Asks the API server which kinds it serves, once for each group."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from hypershift.kube.errors import NotFoundError, Status
from hypershift.kube.kinds import JsonObject, Kind
from hypershift.kube.transport import Request

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class _Served(msgspec.Struct):
    name: str
    kind: str
    namespaced: bool


class _Resources(msgspec.Struct):
    resources: list[_Served]


class Discovery:
    """What is served. A kind that is not known yet is looked for anew each time."""

    def __init__(self, ask: Callable[[Request], Awaitable[bytes]]) -> None:
        """Ask nothing yet."""
        self._ask = ask
        self._known: dict[tuple[str, str], Kind[JsonObject]] = {}

    async def kind(self, api_version: str, kind: str) -> Kind[JsonObject]:
        """Find the kind that a manifest names."""
        if (api_version, kind) not in self._known:
            await self._look(api_version)
        try:
            return self._known[api_version, kind]
        except KeyError:
            raise NotFoundError(
                Status(404, "NotFound", f"the server has no kind {kind} of {api_version}"),
                "look for a kind",
            ) from None

    async def serves(self, api_version: str, kind: str) -> bool:
        """Whether there is such a kind."""
        try:
            await self.kind(api_version, kind)
        except NotFoundError:
            return False
        return True

    async def _look(self, api_version: str) -> None:
        group, _, version = api_version.rpartition("/")
        path = f"/apis/{api_version}" if group else f"/api/{version}"
        found = msgspec.json.decode(await self._ask(Request("GET", path)), type=_Resources)
        for each in found.resources:
            if "/" not in each.name:
                self._known[api_version, each.kind] = Kind(
                    group, version, each.kind, each.name, JsonObject, each.namespaced
                )
