"""A way to speak with the running server: a socket in its folder that only its owner may open.

One JSON object a line each way. The commands of `azurelocal` use it; nothing of Azure does.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal.errors import AzureLocalError
from azurelocal.faults import Rule
from azurelocal.folder import SOCKET, socket_address

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from azurelocal.cloud import Cloud

_LONGEST = 4 * 1024 * 1024
_PATIENCE = 10.0  # seconds until an answer must be there


@dataclass
class Control:
    """Answers on the socket."""

    cloud: Cloud
    folder: Path
    started: float
    world: str = ""
    """The prefix of the world's namespaces; nothing if there is no world."""
    repair: Callable[[], Awaitable[None]] | None = None
    """Makes again what is missing of the world."""

    async def start(self) -> None:
        """Open the socket. One that a killed server has left behind is replaced."""
        (self.folder / SOCKET).unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        mask = os.umask(0o177)
        try:
            with socket_address(self.folder) as address:
                listener.bind(address)
        finally:
            os.umask(mask)
        self._server = await asyncio.start_unix_server(self._serve, sock=listener, limit=_LONGEST)

    async def stop(self) -> None:
        """Close the socket."""
        self._server.close()
        await self._server.wait_closed()
        (self.folder / SOCKET).unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, ValueError):
            line = await reader.readline()
            writer.write(msgspec.json.encode(await self._answer(line)) + b"\n")
            await writer.drain()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    async def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            asked = msgspec.json.decode(line, type=dict[str, Any])
            match asked.get("command"):
                case "status":
                    return self._status()
                case "faults":
                    return {"faults": self.cloud.weather.plan.shown()}
                case "set-faults":
                    rules = msgspec.convert(asked.get("rules"), list[Rule])
                    self.cloud.weather.plan.set(rules)
                    return {"faults": self.cloud.weather.plan.shown()}
                case "repair":
                    if self.repair is not None:
                        await self.repair()
                    return {"world": self.world}
                case other:
                    return {"error": f"there is no command {other!r}"}
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            return {"error": str(error)}

    def _status(self) -> dict[str, Any]:
        cloud = self.cloud
        counts: dict[str, int] = {}
        for id in cloud.store.all_ids():
            counts[id.type] = counts.get(id.type, 0) + 1
        return {
            "pid": os.getpid(),
            "world": self.world,
            "started": self.started,
            "arm": cloud.endpoints.arm,
            "login": cloud.endpoints.login,
            "graph": cloud.endpoints.graph,
            "tenant": cloud.tenancy.tenant.id,
            "subscriptions": [one.id for one in cloud.tenancy.subscriptions],
            "resources": dict(sorted(counts.items())),
            "operations": cloud.operations.running,
            "latency": cloud.weather.scale,
            "throttled": cloud.weather.limits is not None,
            "faults": len(cloud.weather.plan.shown()),
        }


class NoAnswer(AzureLocalError):
    """There is no server, or it ended before it answered."""


def ask(
    folder: Path, command: str, *, patience: float = _PATIENCE, **values: Any
) -> dict[str, Any]:
    """Ask the running server something."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(patience)
            with socket_address(folder) as address:
                connection.connect(address)
            connection.sendall(msgspec.json.encode({"command": command, **values}) + b"\n")
            line = connection.makefile("rb").readline()
    except OSError as error:
        raise NoAnswer(
            f"azurelocal does not run with its state in {folder}: start it with 'azurelocal serve"
            f" --state {folder}', or name the folder of the one that runs with --state"
        ) from error
    if not line:
        raise NoAnswer(f"azurelocal in {folder} ended before it answered: start it anew")
    answer: dict[str, Any] = msgspec.json.decode(line)
    if "error" in answer:
        raise AzureLocalError(answer["error"])
    return answer
