"""Starts etcd and kube-apiserver, and ends them."""

from __future__ import annotations

import http.client
import socket
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from sandbox import components
from sandbox.apiserver import commands, kubeconfig
from sandbox.apiserver.commands import LOOPBACK
from sandbox.apiserver.daemon import check, daemon
from sandbox.apiserver.server import ApiServer
from sandbox.errors import SandboxError, UsageError
from sandbox.progress import Reporter, Step
from sandbox.scratch import scratch

if TYPE_CHECKING:
    import ssl
    from collections.abc import Generator
    from pathlib import Path

PATIENCE = 60.0  # seconds until a server that is not ready is given up; usually it takes three
TICK = 0.05  # seconds between two questions whether it is ready
NAME = "API server"


@contextmanager
def run(reporter: Reporter | None = None, directory: Path | None = None) -> Generator[ApiServer]:
    """Give an API server of one's own, which ends with the block or with its owner.

    Its files are removed as well, unless an empty directory is given, which keeps them. Components
    that are missing are built first.
    """
    reporter = reporter or Reporter()
    if directory:
        _make_private(directory := directory.absolute())
    etcd, kubernetes = components.ensure(("etcd", "kubernetes"), reporter)
    started = time.monotonic()
    with ExitStack() as stack:
        directory = directory or stack.enter_context(scratch("apiserver"))
        credentials = commands.issue(directory)
        etcd_port, port = (stack.enter_context(_reserved_port()) for _ in range(2))
        programs = (
            (etcd.programs / "etcd", commands.etcd(etcd_port, directory, credentials)),
            (
                kubernetes.programs / "kube-apiserver",
                commands.apiserver(port, etcd_port, credentials),
            ),
        )
        server = ApiServer(
            url=f"https://{LOOPBACK}:{port}",
            directory=directory,
            programs=kubernetes.programs,
            authority=credentials.authority,
            administrator=credentials.administrator,
            daemons=tuple(stack.enter_context(daemon(*each, directory)) for each in programs),
        )
        kubeconfig.write(server.kubeconfig, server.url, server.authority, server.administrator)
        _wait_until_ready(server, reporter)
        reporter.finished(NAME, f"ready after {time.monotonic() - started:.1f} s")
        yield server


def _make_private(directory: Path) -> None:
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        directory.chmod(0o700)
        left = any(directory.iterdir())
    except OSError as error:
        raise UsageError(
            f"{directory} cannot hold the API server's files ({error.strerror}): name another"
            " directory"
        ) from error
    if left:
        raise UsageError(f"{directory} is not empty: name an empty directory, or a new one")


@contextmanager
def _reserved_port() -> Generator[int]:
    """Find a free port and keep others from taking it.

    Our socket is bound but does not listen. A server that shares its port can bind to the same one,
    if it is ours; nobody else can.
    """
    with socket.socket() as reservation:
        reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        reservation.bind((LOOPBACK, 0))
        yield reservation.getsockname()[1]


def _wait_until_ready(server: ApiServer, reporter: Reporter) -> None:
    trust, end = server.trust(), time.monotonic() + PATIENCE
    while not _ready(server, trust):
        reporter.working(NAME, Step("starting"))
        check(server.daemons)
        if time.monotonic() > end:
            raise SandboxError(
                f"the API server is not ready after {PATIENCE:.0f} s: look at the end of its log,"
                " above; try again when the machine has less to do",
                server.daemons[-1].tail(),
            )
        time.sleep(TICK)


def _ready(server: ApiServer, trust: ssl.SSLContext) -> bool:
    connection = http.client.HTTPSConnection(server.address, context=trust, timeout=PATIENCE)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()
