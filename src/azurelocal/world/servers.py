"""What answers inside one virtual network: the resolver, and the metadata service."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from azurelocal.asgi import Application
from azurelocal.dns.server import NameServer
from azurelocal.fabric.kernel import bound_socket, place_of
from azurelocal.fabric.router import METADATA
from azurelocal.fabric.security import PLATFORM
from azurelocal.imds.service import MetadataService

if TYPE_CHECKING:
    from azurelocal.accesslog import AccessLog
    from azurelocal.cloud import Cloud
    from azurelocal.dns.resolver import Resolver
    from azurelocal.dns.server import Search

_DNS, _HTTP = 53, 80


@dataclass
class NetworkServers:
    """The servers of one virtual network."""

    cloud: Cloud
    resolver: Resolver
    network: str
    log: AccessLog | None
    place: int = 0
    """The namespace that all of them are in, as `place_of` tells."""
    _names: NameServer | None = None
    _metadata: asyncio.Server | None = field(default=None)

    async def start(self, namespace: str) -> None:
        """Begin to answer in a router's namespace."""
        place = place_of(namespace)
        self._names = await answer_names(
            namespace,
            PLATFORM,
            lambda name, type: self.resolver.resolve(name, type, self.network),
            recursive=True,
        )
        listener = await asyncio.to_thread(
            bound_socket, namespace, socket.SOCK_STREAM, METADATA, _HTTP
        )
        config = uvicorn.Config(
            Application(MetadataService(self.cloud, self.network, self.log)),
            http=H11Protocol,
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            lifespan="off",
            ws="none",
        )
        config.load()
        state = ServerState()
        loop = asyncio.get_running_loop()
        self._metadata = await loop.create_server(
            lambda: H11Protocol(config=config, server_state=state, app_state={}), sock=listener
        )
        self.place = place

    async def stop(self) -> None:
        """Answer no more."""
        if self._names is not None:
            await self._names.stop()
        if self._metadata is not None:
            self._metadata.close()


async def answer_names(
    namespace: str, address: str, search: Search, *, recursive: bool
) -> NameServer:
    """Begin to answer questions about names at an address of a namespace."""
    udp, tcp = await asyncio.gather(
        asyncio.to_thread(bound_socket, namespace, socket.SOCK_DGRAM, address, _DNS),
        asyncio.to_thread(bound_socket, namespace, socket.SOCK_STREAM, address, _DNS),
    )
    server = NameServer(search, recursive=recursive)
    await server.start(udp, tcp)
    return server
