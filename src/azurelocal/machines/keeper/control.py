"""The keeper's socket: one request and one answer for each connection, a line of JSON each."""

from __future__ import annotations

import asyncio
import json
import traceback
from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal.machines import specs
from azurelocal.machines.errors import MachineError

if TYPE_CHECKING:
    import socket

    from azurelocal.machines.keeper.power import Power


class Control:
    """Answers what is asked about one machine."""

    def __init__(self, power: Power) -> None:
        self._power = power
        self._answering: set[asyncio.Task[Any]] = set()

    async def serve(self, listener: socket.socket) -> asyncio.Server:
        """Answer from now on."""
        return await asyncio.start_unix_server(self._answer, sock=listener)

    async def drain(self) -> None:
        """Let those who wait have their answers."""
        while self._answering:
            await asyncio.wait(self._answering)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            request: dict[str, Any] = json.loads(await reader.readline())
            answer = await self._do(request)
        except MachineError as error:
            answer = {"error": str(error), "log": error.log}
        except OSError as error:
            what = f"machine {self._power.id} cannot do that: {error}"
            answer = {"error": what, "log": traceback.format_exc()}
        try:
            writer.write(msgspec.json.encode(answer) + b"\n")
            await writer.drain()
        except ConnectionError:
            pass  # whoever asked has gone; what was asked is done all the same
        finally:
            writer.close()
            self._answering.discard(task)

    async def _do(self, request: dict[str, Any]) -> dict[str, Any]:
        power = self._power
        match request["do"]:
            case "state":
                state = power.state
            case "settle":
                state = await power.settled()
            case "stop":
                await power.stop(graceful=request["graceful"])
                state = power.state
            case "restart":
                state = await power.restart(graceful=request["graceful"])
            case "attach":
                power.disks.attach(specs.load_disk(request["disk"]))
                state = power.state
            case "detach":
                power.disks.detach(request["lun"])
                state = power.state
            case unknown:
                raise MachineError(f"the keeper does not know how to {unknown}")
        return {"state": msgspec.to_builtins(state), "leader": power.leader}
