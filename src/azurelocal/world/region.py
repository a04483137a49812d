"""A cloud that is real: its networks carry packets, its names are answered, its machines run."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from azurelocal.dns.resolver import Resolver
from azurelocal.dns.services import Services, name_servers
from azurelocal.fabric import names
from azurelocal.fabric.fabric import Fabric
from azurelocal.fabric.kernel import Kernel
from azurelocal.world import layout
from azurelocal.world.bodies import TYPE, Bodies
from azurelocal.world.networks import Networks
from azurelocal.world.orders import Orders
from azurelocal.world.servers import answer_names

if TYPE_CHECKING:
    from pathlib import Path

    from azurelocal.accesslog import AccessLog
    from azurelocal.cloud import Cloud
    from azurelocal.dns.server import NameServer
    from azurelocal.machines.driver import Driver

logger = logging.getLogger("azurelocal.world")
_PATIENCE = 1.5
"""Seconds that a client is ready to wait for a machine; some give up on a request after two."""
DISKS = "disks"
MACHINES = "machines"
"""Folders below the one of the state."""


@dataclass
class Region:
    """Runs beside the services, in the namespace of the internet."""

    cloud: Cloud
    driver: Driver
    prefix: str
    folder: Path
    log: AccessLog | None = None
    _name_servers: list[NameServer] = field(default_factory=list["NameServer"])
    _tasks: list[asyncio.Task[None]] = field(default_factory=list["asyncio.Task[None]"])

    def __post_init__(self) -> None:
        """Put the parts together, and take over the making of machines."""
        services = Services(
            self.cloud.store, layout.SERVICES, {"sandbox.azurecr.io": layout.REGISTRY}
        )
        self.resolver = Resolver(self.cloud.store, services)
        self.networks = Networks(self.cloud, Fabric(Kernel(self.prefix)), self.resolver, self.log)
        orders = Orders(self.cloud.store, self.prefix, self.folder / DISKS)
        self.bodies = Bodies(self.cloud, self.driver, self.networks, orders)
        self.cloud.realisers[TYPE.lower()] = self.bodies.realise
        self.cloud.patience[TYPE.lower()] = _PATIENCE
        self.cloud.hosts = self._addresses_of

    def _addresses_of(self, host: str) -> list[str]:
        found = self.resolver.resolve(host.lower(), "A").records
        return [str(record.data[0]) for record in found if record.type == "A"]

    async def start(self) -> None:
        """Begin; machines that ought to run are started without being waited for."""
        internet = names.internet(self.prefix)
        self._name_servers.append(
            await answer_names(internet, layout.RESOLVER, self.resolver.resolve, recursive=True)
        )
        for host, address in name_servers().items():
            self._name_servers.append(await self._name_server(internet, host, address))
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self.networks.keep()),
            loop.create_task(self.bodies.recover()),
            loop.create_task(self.bodies.keep()),
        ]
        for task in self._tasks:
            task.add_done_callback(_tell_of_its_end)
        await self.networks.settled()

    async def _name_server(self, internet: str, host: str, address: str) -> NameServer:
        return await answer_names(
            internet,
            address,
            lambda name, type: self.resolver.serve(name, type, host),
            recursive=False,
        )

    async def repair(self) -> None:
        """Look at everything again, and make what is missing. Machines are not waited for."""
        self.networks.forget()
        await self.networks.settled()
        self._tasks.append(asyncio.get_running_loop().create_task(self.bodies.recover()))

    async def stop(self) -> None:
        """End. Networks and machines stay as they are: another process will take them over."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for server in self._name_servers:
            await server.stop()


def _tell_of_its_end(task: asyncio.Task[None]) -> None:
    """What ends by a fault of ours must not do so in silence."""
    if not task.cancelled() and (error := task.exception()):
        logger.error("a part of the world has ended", exc_info=error)


def addresses() -> list[str]:
    """The public addresses that Azure's own services have."""
    return [layout.SERVICES, layout.REGISTRY, layout.RESOLVER, *name_servers().values()]
