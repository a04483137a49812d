"""Runs the services: one process, one event loop, TLS in front, state in a folder of its own."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import os
import signal
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from azurelocal import certificates, folder
from azurelocal.accesslog import AccessLog
from azurelocal.asgi import Application
from azurelocal.cloud import Cloud
from azurelocal.control import Control
from azurelocal.endpoints import Endpoints
from azurelocal.errors import UsageError
from azurelocal.owner import ensure_owner
from azurelocal.services import Services
from azurelocal.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from azurelocal.weather import Weather
    from azurelocal.world.region import Region

GRACE = 5  # seconds that answers may take after we are told to end
_FAREWELL = 0.5  # seconds that a client has to answer when we close an idle connection
_BACKLOG = 512


@dataclass(frozen=True)
class Settings:
    """How azurelocal is run."""

    folder: Path
    address: str = "127.0.0.1"
    port: int = 0
    public_names: bool = False
    """Answers carry the public host names rather than this port of loopback."""
    trust: tuple[Path, ...] = ()
    """Files with authorities that issuers of tokens may have their certificates from."""
    world: str = ""
    """The prefix of the namespaces in which networks and machines are real; nothing if they are
    states alone."""


async def serve(settings: Settings, weather: Weather, ready: Callable[[Cloud], None]) -> None:
    """Serve until a signal comes; `ready` is called as soon as connections are taken."""
    os.umask(0o077)  # the state holds keys
    with folder.held(settings.folder), _listen(settings) as listener:
        folder.let_others_in()
        await _serve(settings, weather, ready, listener)


async def _serve(
    settings: Settings,
    weather: Weather,
    ready: Callable[[Cloud], None],
    listener: socket.socket,
) -> None:
    port = listener.getsockname()[1]
    endpoints = Endpoints.public() if settings.public_names else Endpoints.loopback(port)
    files = certificates.ensure(settings.folder, _own_addresses(settings))
    store = Store(settings.folder / folder.STATE)
    log = AccessLog(settings.folder / folder.ACCESS_LOG)
    try:
        cloud = Cloud(store, endpoints, weather)
        ensure_owner(cloud, settings.folder)
        region = _region(settings, cloud, log)
        cloud.operations.resume()
        server = _Server(
            uvicorn.Config(
                Application(Services(cloud, log, (files.authority, *settings.trust))),
                http=_Connection,
                ssl_certfile=files.certificate,
                ssl_keyfile=files.key,
                log_config=None,
                access_log=False,
                server_header=False,
                date_header=False,
                lifespan="off",
                ws="none",
                timeout_keep_alive=75,
                timeout_graceful_shutdown=GRACE,
                backlog=_BACKLOG,
            )
        )
        control = Control(cloud, settings.folder, cloud.clock())
        if region is not None:
            control.world, control.repair = settings.world, region.repair
        await control.start()
        if region is not None:
            await region.start()
        await server.serve_until_stopped(listener, lambda: ready(cloud))
        await control.stop()
        await cloud.operations.stop()
        if region is not None:
            await region.stop()
    finally:
        log.close()
        store.close()


def _region(settings: Settings, cloud: Cloud, log: AccessLog) -> Region | None:
    """What makes networks and machines real, where they are to be."""
    if not settings.world:
        return None
    from azurelocal.machines.nspawn import Nspawn
    from azurelocal.world.region import MACHINES, Region

    driver = Nspawn(settings.world, settings.folder / MACHINES)
    return Region(cloud, driver, settings.world, settings.folder, log)


class _Connection(H11Protocol):
    """A connection that requests can get at, to break it off as a planned fault wants."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Keep what carries the connection where each request finds it."""
        self.app_state = {"transport": transport}
        super().connection_made(transport)

    def shutdown(self) -> None:
        """End the connection. Of an idle one the client may never say goodbye."""
        super().shutdown()
        if self.transport.is_closing():
            self.loop.call_later(_FAREWELL, self.transport.abort)


class _Server(uvicorn.Server):
    """Tells when it is ready, and leaves the signals to us."""

    @contextlib.contextmanager
    def capture_signals(self):
        """Take no signals: `serve_until_stopped` does."""
        yield

    async def serve_until_stopped(self, listener: socket.socket, ready: Callable[[], None]) -> None:
        """Serve on a socket until SIGINT or SIGTERM comes."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.stop)
        self._ready = ready
        await self.serve(sockets=[listener])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections, and say so."""
        await super().startup(sockets)
        self._ready()

    def stop(self) -> None:
        """Finish what is being answered, then end; told a second time, end at once."""
        self.force_exit = self.should_exit
        self.should_exit = True


def _listen(settings: Settings) -> socket.socket:
    try:
        version = ipaddress.ip_address(settings.address).version
    except ValueError:
        raise UsageError(
            f"--address {settings.address!r} is no IP address: give one of this machine, such as"
            " 127.0.0.1"
        ) from None
    family = socket.AF_INET if version == 4 else socket.AF_INET6
    # Only where the protocol is named does asyncio send small answers at once.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.address, settings.port))
    except OSError as error:
        listener.close()
        raise UsageError(_unusable(settings, error)) from error
    listener.listen(_BACKLOG)
    return listener


def _unusable(settings: Settings, error: OSError) -> str:
    if error.errno == errno.EADDRNOTAVAIL:
        return f"--address {settings.address} is none of this machine's: give another one"
    return (
        f"--port {settings.port} of {settings.address} cannot be used ({error.strerror}): give"
        " another one, or none for any that is free"
    )


def _own_addresses(settings: Settings) -> tuple[str, ...]:
    return () if settings.address in ("127.0.0.1", "::1", "0.0.0.0", "::") else (settings.address,)
