"""Keeps the networks as the state says: at every change, and after a crash from the beginning."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from azurelocal.fabric import names
from azurelocal.fabric.kernel import KernelError, place_of
from azurelocal.fabric.probes import Prober
from azurelocal.fabric.survey import survey
from azurelocal.fabric.wanted import World
from azurelocal.world.servers import NetworkServers

if TYPE_CHECKING:
    from azurelocal.accesslog import AccessLog
    from azurelocal.cloud import Cloud
    from azurelocal.dns.resolver import Resolver
    from azurelocal.fabric.fabric import Fabric

_TRY_AGAIN = 1.0  # seconds after the kernel has refused something

logger = logging.getLogger("azurelocal.networks")


@dataclass
class Networks:
    """Applies what the state says. `settled` waits until all that is in it now has been applied."""

    cloud: Cloud
    fabric: Fabric
    resolver: Resolver
    log: AccessLog | None = None
    _servers: dict[str, NetworkServers] = field(default_factory=dict[str, "NetworkServers"])
    _changed: asyncio.Event = field(default_factory=asyncio.Event)
    _waiting: list[asyncio.Future[None]] = field(default_factory=list["asyncio.Future[None]"])
    _applied: World = field(default_factory=World)
    _forgotten: bool = False

    def __post_init__(self) -> None:
        """Watch the state, and who of the backends comes and goes."""
        self._prober = Prober(self.fabric.kernel.prefix, self._changed.set)
        self.cloud.store.watch(self._changed.set)

    async def settled(self) -> None:
        """Wait until the networks are as the state says at this moment."""
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        self._changed.set()
        await waiting

    def forget(self) -> None:
        """Know no more of what is there, so that all of it is looked at and made again."""
        self._forgotten = True  # not now: it may be at work
        self._changed.set()

    async def keep(self) -> None:
        """Apply changes until cancelled."""
        try:
            while True:
                self._changed.clear()
                waiting, self._waiting = self._waiting, []
                if self._forgotten:
                    self._forgotten, self._applied = False, World()
                    self.fabric.forget()
                try:
                    await self._apply()
                except (KernelError, OSError) as error:
                    logger.warning("the networks are not yet as they should be: %s", error)
                    self._waiting += waiting
                    await asyncio.sleep(_TRY_AGAIN)
                    self.forget()
                    continue
                except Exception:
                    # A fault of ours is the same until something changes; then there is hope again.
                    logger.exception("the networks cannot be made as the state says")
                    self._waiting += waiting
                    self._forgotten = True
                    await self._changed.wait()
                    continue
                for one in waiting:
                    if not one.done():
                        one.set_result(None)
                await self._changed.wait()
        finally:
            await self._stop()

    async def _apply(self) -> None:
        wanted = survey(self.cloud.store, self._prober.healthy)
        if wanted != self._applied:
            await self.fabric.apply(wanted)
            await self._serve(wanted)
            self._applied = wanted
        self._prober.watch(wanted.probes)

    async def _serve(self, wanted: World) -> None:
        """Let there be servers in every network, and in no other."""
        prefix = self.fabric.kernel.prefix
        routers = {one.key: names.router(prefix, one.key) for one in wanted.networks}
        for key, servers in tuple(self._servers.items()):
            # Sockets stay in the namespace that they were made in, also when it is no router's any
            # more; and servers that could not all be started are nowhere.
            if key not in routers or servers.place != place_of(routers[key]):
                await self._servers.pop(key).stop()
        for key in routers.keys() - self._servers.keys():
            self._servers[key] = NetworkServers(self.cloud, self.resolver, key, self.log)
            await self._servers[key].start(routers[key])

    async def _stop(self) -> None:
        await self._prober.stop()
        for servers in self._servers.values():
            await servers.stop()
        for one in self._waiting:
            one.cancel()
