"""Runs a machine in the background: `python -m azurelocal.machines.keeper FOLDER`.

The command ends when the keeper answers on its socket. The keeper is in a session of its own and
outlives whoever started it; the machine does not outlive the keeper.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import socket
import sys
from pathlib import Path

from azurelocal.machines.folders import Folder
from azurelocal.machines.keeper.control import Control
from azurelocal.machines.keeper.power import Power


def main() -> int:
    """Become the keeper of the machine whose folder is named."""
    folder = Folder(Path(sys.argv[1]))
    lock = os.open(folder.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return 0  # another keeper was quicker, and answers
    listener = _listen(folder)
    if os.fork():
        return 0
    os.setsid()
    os.chdir("/")
    _redirect(folder.path / "keeper.log")
    asyncio.run(_keep(folder, listener))
    os._exit(0)


async def _keep(folder: Folder, listener: socket.socket) -> None:
    power = Power(folder, folder.order())
    control = Control(power)
    server = await control.serve(listener)
    try:
        await power.run()
    finally:
        # Whoever connects from now on shall find that there is no keeper.
        with folder.control() as address:
            os.unlink(address)
        server.close()
        await control.drain()


def _listen(folder: Folder) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    with folder.control() as address:
        if os.path.lexists(address):
            os.unlink(address)  # a keeper that was killed has left it
        listener.bind(address)
    (folder.path / "control").chmod(0o600)
    listener.listen(64)
    listener.setblocking(False)
    return listener


def _redirect(log: Path) -> None:
    os.umask(0o022)
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    os.dup2(nothing, 0)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)


if __name__ == "__main__":
    sys.exit(main())
