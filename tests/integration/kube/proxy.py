"""A connection between a client and a server that can be cut, stalled and refused."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self

CHUNK = 1 << 16


class Proxy:
    """Passes bytes on, both ways, from a port of its own to a server on loopback."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._refusing = False
        self.accepted = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        # Who is on the way in, too: until nobody has anything open any more.
        while self._tasks or self._writers:
            self.cut()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self._writers.clear()
            # Transports close their sockets some turns after they are aborted.
            for _turn in range(5):
                await asyncio.sleep(0)

    def cut(self) -> None:
        """Break all connections off, at once."""
        for writer in self._writers:
            writer.transport.abort()

    def refuse(self) -> None:
        """Break all connections off, and let nobody in."""
        self._refusing = True
        self.cut()

    def allow(self) -> None:
        """Let everybody in again."""
        self._refusing = False

    def stall(self) -> None:
        """Pass nothing on any more, and tell nobody: the connections are half-open."""
        self._flowing.clear()

    def flow(self) -> None:
        """Pass on again what comes over connections that are made from now on."""
        self.cut()
        self._flowing.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        self._writers.add(writer)
        accepting = asyncio.current_task()
        assert accepting is not None
        self._tasks.add(accepting)
        accepting.add_done_callback(self._tasks.discard)
        if self._refusing:
            writer.transport.abort()
            return
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(back)
        for source, target in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await source.read(CHUNK):
                await self._flowing.wait()
                target.write(chunk)
                await target.drain()
        target.transport.abort()
        self._writers.discard(target)
