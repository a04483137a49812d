"""The registry of the world: the real one, at the address that the world has for it.

It goes on after the command that starts it, until `down` ends it or somebody kills it. Its command
line tells which process it is: the path of its configuration is in it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import ssl
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from azurelocal import certificates
from azurelocal.certificates import Certificates
from azurelocal.fabric.kernel import in_namespace
from azurelocal.world import layout
from azurelocal.world.entering import inside
from sandbox.errors import SandboxError
from sandbox.images.push import Registry
from sandbox.management.wire import Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.management.place import Place

HOST = "sandbox.azurecr.io"
PREFIX = "hypershift"
"""What the names of all repositories begin with."""
_PORT = 443
_PATIENCE = 30.0  # seconds until it must answer, or be gone
_TICK = 0.05
_SHORT = 2.0  # seconds that a healthy one never needs for an answer


def ensure(place: Place, program: Path, waiting: Callable[[], object]) -> bool:
    """Let it run; tells whether it had to be started."""
    if process(place):
        if answers(place):
            return False
        stop(place)
    _configure(place)
    log = place.registry / "registry.log"
    with log.open("ab") as output:
        started = subprocess.Popen(
            [*inside(place.internet), str(program), "serve", str(_config(place))],
            # Left alone, it sends to collectors what it measures.
            env={**os.environ, "OTEL_TRACES_EXPORTER": "none"},
            cwd=place.registry,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    end = time.monotonic() + _PATIENCE
    while not answers(place):
        waiting()
        if started.poll() is not None or time.monotonic() > end:
            raise SandboxError(
                f"the registry does not start: see {log}, then run 'sandbox up' again", _tail(log)
            )
        time.sleep(_TICK)
    return True


def answers(place: Place) -> bool:
    """Whether it takes requests."""
    if not place.authority.exists():
        return False
    trust = ssl.create_default_context(cafile=str(place.authority))
    try:
        reply = Server(place.shell, layout.REGISTRY, _PORT, trust, _SHORT).ask(HOST, "GET", "/v2/")
    except OSError:
        return False
    return reply.ok


def process(place: Place) -> int:
    """Its process; 0 if it does not run."""
    end = f"\0serve\0{_config(place)}\0".encode()
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (path / "cmdline").read_bytes().endswith(end):
                return int(path.name)
    return 0


def stop(place: Place) -> None:
    """End it."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        end = time.monotonic() + _PATIENCE
        while running := process(place):
            with contextlib.suppress(ProcessLookupError):
                os.kill(running, number)
            if time.monotonic() > end:
                break
            time.sleep(_TICK)


def client(place: Place) -> Registry:
    """Who pushes images to it."""

    def connect(_host: str, _port: int) -> socket.socket:
        there = (layout.REGISTRY, _PORT)
        return in_namespace(place.shell, lambda: socket.create_connection(there, _PATIENCE))

    return Registry(HOST, trust=place.authority, connect=connect)


def _config(place: Place) -> Path:
    return place.registry / "config.yml"


def _configure(place: Place) -> None:
    place.registry.mkdir(parents=True, exist_ok=True, mode=0o700)
    files = Certificates(place.authority, place.registry / "tls.crt", place.registry / "tls.key")
    certificates.issue(place.state, files, (HOST,))
    config = {
        "version": 0.1,
        "log": {"level": "warn", "accesslog": {"disabled": True}},
        "storage": {"filesystem": {"rootdirectory": str(place.registry / "images")}},
        "http": {
            "addr": f"{layout.REGISTRY}:{_PORT}",
            "host": f"https://{HOST}",
            "tls": {"certificate": str(files.certificate), "key": str(files.key)},
        },
    }
    _config(place).write_text(yaml.safe_dump(config, sort_keys=False))


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-10:])
