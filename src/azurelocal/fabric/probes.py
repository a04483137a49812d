"""Asks backends of load balancers whether they are well, as the platform does in Azure."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from azurelocal.fabric import names
from azurelocal.fabric.kernel import KernelError, bound_socket
from azurelocal.fabric.security import PLATFORM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from azurelocal.fabric.wanted import Probe

_LONGEST_WAIT = 5.0
_FIRST_LINE = 256


@dataclass
class _Health:
    """What has been seen of one backend. It is not well before it has said so."""

    well: bool = False
    turns: int = 0
    """How many answers in a row have said the other thing."""
    asked: bool = False

    def note(self, answered: bool, threshold: int) -> bool:
        """Take in one answer; tells whether it changes what is thought of the backend."""
        first, self.asked = not self.asked, True
        if answered == self.well:
            self.turns = 0
            return False
        self.turns += 1
        # Whoever is well at first sight need not wait.
        if self.turns < threshold and not (first and answered):
            return False
        self.well, self.turns = answered, 0
        return True


@dataclass
class Prober:
    """Keeps asking, and calls `changed` when somebody has come or gone."""

    prefix: str
    changed: Callable[[], None]
    _health: dict[tuple[str, str], _Health] = field(
        default_factory=dict[tuple[str, str], "_Health"]
    )
    _tasks: dict[Probe, asyncio.Task[None]] = field(
        default_factory=dict["Probe", "asyncio.Task[None]"]
    )

    def healthy(self, probe: str, address: str) -> bool:
        """Tell whether a backend is to be sent to."""
        health = self._health.get((probe, address))
        return health is not None and health.well

    def watch(self, probes: Iterable[Probe]) -> None:
        """Ask these from now on, and nobody else."""
        wanted = set(probes)
        for probe in set(self._tasks) - wanted:
            self._tasks.pop(probe).cancel()
        for probe in wanted - set(self._tasks):
            self._tasks[probe] = asyncio.get_running_loop().create_task(self._keep_asking(probe))
        known = {(probe.key, probe.address) for probe in wanted}
        for gone in set(self._health) - known:
            del self._health[gone]

    async def stop(self) -> None:
        """Ask nobody any more."""
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep_asking(self, probe: Probe) -> None:
        health = self._health.setdefault((probe.key, probe.address), _Health())
        loop = asyncio.get_running_loop()
        while True:
            asked = loop.time()
            answered = await ask(probe, names.router(self.prefix, probe.network))
            if health.note(answered, probe.threshold):
                self.changed()
            await asyncio.sleep(max(0.0, asked + probe.interval - loop.time()))


async def ask(probe: Probe, namespace: str) -> bool:
    """Ask once."""
    try:
        async with asyncio.timeout(min(_LONGEST_WAIT, probe.interval)):
            made = await asyncio.to_thread(bound_socket, namespace, socket.SOCK_STREAM, PLATFORM, 0)
            with made:
                await asyncio.get_running_loop().sock_connect(made, (probe.address, probe.port))
                return probe.protocol == "tcp" or await _get(made, probe)
    except (OSError, KernelError, TimeoutError):
        return False


async def _get(connection: socket.socket, probe: Probe) -> bool:
    """Only a plain 200 is well."""
    if probe.protocol == "https":
        return await _get_securely(connection, probe)
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(connection, _request(probe))
    return _is_well(await loop.sock_recv(connection, _FIRST_LINE))


async def _get_securely(connection: socket.socket, probe: Probe) -> bool:
    """The certificate does not matter: a probe asks an address, not a name."""
    import ssl

    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    reader, writer = await asyncio.open_connection(
        sock=connection.dup(), ssl=context, server_hostname=""
    )
    try:
        writer.write(_request(probe))
        return _is_well(await reader.read(_FIRST_LINE))
    finally:
        writer.close()


def _request(probe: Probe) -> bytes:
    return (
        f"GET {probe.path} HTTP/1.1\r\nHost: {probe.address}:{probe.port}\r\n"
        "User-Agent: Load Balancer Agent\r\nConnection: close\r\n\r\n"
    ).encode()


def _is_well(answer: bytes) -> bool:
    words = answer.split(b" ", 2)
    return len(words) > 1 and words[0].startswith(b"HTTP/") and words[1] == b"200"
