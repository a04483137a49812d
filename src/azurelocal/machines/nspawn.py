"""Machines that are real: systemd of a Debian root, with processes, disks and limits of their own.

The driver keeps nothing in memory. What there is stands in folders, and each running machine has a
keeper that answers on a socket; so any process may use machines that another one has made.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal.machines import cgroups, specs
from azurelocal.machines.driver import Phase, Process, State
from azurelocal.machines.errors import MachineError
from azurelocal.machines.folders import Folder, Order
from azurelocal.machines.images import build

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azurelocal.machines.specs import DataDisk, MachineSpec

PATIENCE = 600.0  # seconds until a machine that starts must have checked in
_TICK = 0.05
_KEEPER_PATIENCE = 30.0  # seconds until a keeper must answer
_LIVELY = (Phase.STARTING, Phase.RUNNING, Phase.STOPPING)
_ENVIRONMENT = (
    "HOME=/root",
    "LANG=C.UTF-8",
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
)
# The shell joins the machine's control groups, then becomes nsenter; the command dies with that.
_ENTER = """\
leader=$1; shift
while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done; shift
exec nsenter --target "$leader" --all --root --wd -- setpriv --pdeathsig KILL env -i "$@"
"""
_KEEP = 'echo 0 >"$1" && shift && exec "$@"'


class Nspawn:
    """The machines of one world."""

    def __init__(self, world: str, folder: Path, *, patience: float = PATIENCE) -> None:
        """Take the world's name, which its control groups have, and a folder for its machines."""
        self._world, self._folder, self._patience = world, folder.absolute(), patience

    async def create(self, spec: MachineSpec) -> None:
        folder = self._at(spec.id)
        if not folder.exists:
            cgroups.check()
            folder.make(await asyncio.to_thread(self._order, spec))
        elif await self._ask(folder, do="state") is None:
            folder.make(replace(folder.order(), spec=spec, patience=self._patience))
        else:
            await self._agree(folder.order().spec, spec)
        await self.start(spec.id)

    async def change(self, spec: MachineSpec) -> None:
        folder = self._at(spec.id)
        order = folder.order()
        if await self._ask(folder, do="state"):
            raise MachineError(f"machine {spec.id} is running: stop it before it is changed")
        folder.make(replace(order, spec=spec, patience=self._patience))

    async def start(self, id: str) -> None:
        folder = self._at(id)
        order = folder.order()
        _check_surroundings(order)
        end, pause = asyncio.get_running_loop().time() + _KEEPER_PATIENCE, 0.0
        while (answer := await self._ask(folder, do="settle")) is None:
            if asyncio.get_running_loop().time() > end:
                said = (folder.path / "keeper.log").read_text(errors="replace")
                raise MachineError(f"the keeper of machine {id} does not start", said[-2000:])
            await asyncio.sleep(pause)  # an earlier keeper may be about to end
            await self._start_keeper(folder, order.group)
            pause = _TICK
        self._check(id, _state(answer))

    async def stop(self, id: str, *, graceful: bool = True) -> None:
        folder = self._at(id)
        group = folder.order().group
        await self._ask(folder, do="stop", graceful=graceful)
        await self._gone(folder)
        await asyncio.to_thread(self._clean, group)
        folder.write_state(State(Phase.STOPPED, provisioned=folder.state().provisioned))

    async def restart(self, id: str, *, graceful: bool = True) -> None:
        answer = await self._ask(self._at(id), do="restart", graceful=graceful)
        if answer is None:
            raise MachineError(f"machine {id} is off: start it")
        self._check(id, _state(answer))

    async def redeploy(self, id: str) -> None:
        await self.stop(id)
        await self.start(id)

    async def delete(self, id: str, *, keep_os_disk: bool = False) -> None:
        folder = self._at(id)
        if folder.exists:
            await self.stop(id, graceful=False)
        if folder.path.is_dir():
            await asyncio.to_thread(self._forget, folder, keep_os_disk)
        cgroups.remove_if_empty(self._world)

    async def attach(self, id: str, disk: DataDisk) -> None:
        folder = self._at(id)
        order = folder.order()
        there = order.spec.disk(disk.lun)
        if there and there != disk:
            raise MachineError(f"machine {id} has another disk at LUN {disk.lun}: detach it first")
        await self._ask(folder, do="attach", disk=specs.dump_disk(disk))
        if not there:
            disks = (*order.spec.data_disks, disk)
            folder.make(replace(order, spec=replace(order.spec, data_disks=disks)))

    async def detach(self, id: str, lun: int) -> None:
        folder = self._at(id)
        await self._ask(folder, do="detach", lun=lun)
        order = folder.order()
        disks = tuple(disk for disk in order.spec.data_disks if disk.lun != lun)
        folder.make(replace(order, spec=replace(order.spec, data_disks=disks)))

    async def state(self, id: str) -> State:
        folder = self._at(id)
        if not folder.exists:
            raise MachineError(f"there is no machine {id}")
        if answer := await self._ask(folder, do="state"):
            return _state(answer)
        left = folder.state()
        if left.phase in _LIVELY:
            return State(Phase.STOPPED, "it lost its power", provisioned=left.provisioned)
        return left

    async def machines(self) -> dict[str, State]:
        return {folder.id: await self.state(folder.id) for folder in self._all()}

    async def execute(
        self,
        id: str,
        command: Sequence[str],
        *,
        stdin: int | None = asyncio.subprocess.DEVNULL,
        stdout: int | None = asyncio.subprocess.PIPE,
        stderr: int | None = asyncio.subprocess.PIPE,
    ) -> Process:
        folder = self._at(id)
        group = folder.order().group
        answer = await self._ask(folder, do="state")
        if answer is None or answer["leader"] is None:
            raise MachineError(f"machine {id} is off: start it before it can run a command")
        return await asyncio.create_subprocess_exec(
            *("sh", "-c", _ENTER, "sh", str(answer["leader"])),
            *map(str, cgroups.joining(group)),
            *("--", *_ENVIRONMENT, *command),
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
        )

    async def console(self, id: str) -> bytes:
        folder = self._at(id)
        if not folder.exists:
            raise MachineError(f"there is no machine {id}")
        with contextlib.suppress(FileNotFoundError):
            return await asyncio.to_thread(folder.console.read_bytes)
        return b""

    async def sweep(self, *, forget: bool = False) -> None:
        await asyncio.to_thread(self._sweep, forget)

    def _sweep(self, forget: bool) -> None:
        for id in cgroups.machines(self._world):
            self._clean(f"{self._world}/{id}")
        cgroups.remove_if_empty(self._world)
        if forget and self._folder.is_dir():
            for path in self._folder.iterdir():
                self._forget(Folder(path), keep_os_disk=False)

    def _clean(self, group: str) -> None:
        """End what is left of a machine, its keeper first: nobody shall start anything any more."""
        for one in (cgroups.keeper(group), group):
            cgroups.kill(one)
            cgroups.remove(one)

    def _forget(self, folder: Folder, keep_os_disk: bool) -> None:
        if not keep_os_disk and folder.exists:
            shutil.rmtree(folder.order().spec.os_disk.folder, ignore_errors=True)
        # The specification goes last: as long as it is there, a deletion can be repeated.
        for path in folder.path.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != "machine.json":
                path.unlink()
        shutil.rmtree(folder.path)

    async def _agree(self, there: MachineSpec, wanted: MachineSpec) -> None:
        """Give a machine that runs the disks that it should have; the rest must be so already."""
        if replace(there, data_disks=()) != replace(wanted, data_disks=()):
            raise MachineError(
                f"machine {wanted.id} is running with another specification: stop it first"
            )
        for disk in set(there.data_disks) - set(wanted.data_disks):
            await self.detach(wanted.id, disk.lun)
        for disk in wanted.data_disks:
            await self.attach(wanted.id, disk)

    def _order(self, spec: MachineSpec) -> Order:
        image = build.find(spec.image)
        if image is None:
            raise MachineError(f"the image {spec.image} is not built: build it before its machines")
        return Order(spec, str(image), f"{self._world}/{spec.id}", self._patience)

    def _at(self, id: str) -> Folder:
        return Folder(self._folder / id)

    def _all(self) -> list[Folder]:
        if not self._folder.is_dir():
            return []
        folders = [Folder(path) for path in sorted(self._folder.iterdir())]
        return [folder for folder in folders if folder.exists]

    def _check(self, id: str, state: State) -> None:
        if state.phase is Phase.FAILED:
            raise MachineError(f"machine {id} failed: {state.reason}", state.log)
        if state.phase is not Phase.RUNNING:
            raise MachineError(f"machine {id} is {state.phase}: {state.reason or 'it was stopped'}")

    async def _start_keeper(self, folder: Folder, group: str) -> None:
        """Start a keeper. It is in its control group before it is anything else."""
        joining = await asyncio.to_thread(cgroups.make_keeper, group)
        process = await asyncio.create_subprocess_exec(
            *("sh", "-c", _KEEP, "sh", str(joining)),
            *(sys.executable, "-m", "azurelocal.machines.keeper", str(folder.path)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        assert process.stderr is not None
        said = await process.stderr.read()
        if await process.wait():
            text = said.decode(errors="replace")[-2000:]
            raise MachineError(f"the keeper of machine {folder.id} could not be started", text)

    async def _gone(self, folder: Folder) -> None:
        """Wait until the keeper does not answer any more; it is ended anyway when that is late."""
        end = asyncio.get_running_loop().time() + _KEEPER_PATIENCE
        while (connection := folder.connect()) is not None:
            connection.close()
            if asyncio.get_running_loop().time() > end:
                return
            await asyncio.sleep(_TICK)

    async def _ask(self, folder: Folder, **request: Any) -> dict[str, Any] | None:
        """Ask the keeper; nothing when there is none."""
        connection = folder.connect()
        if connection is None:
            return None
        connection.setblocking(False)
        reader, writer = await asyncio.open_unix_connection(sock=connection, limit=1 << 20)
        try:
            writer.write(json.dumps(request).encode() + b"\n")
            await writer.drain()
            line = await reader.readline()
        except ConnectionError:
            return None
        finally:
            writer.close()
        if not line:  # it was killed before it could answer
            return None
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise MachineError(answer["error"], answer["log"])
        return answer


def _check_surroundings(order: Order) -> None:
    spec = order.spec
    if not spec.network_namespace.exists():
        raise MachineError(
            f"machine {spec.id} has no network: there is no namespace {spec.network_namespace}"
        )
    if not Path(order.image).is_dir():
        raise MachineError(
            f"machine {spec.id} has lost its image: there is no {order.image}; build {spec.image}"
            " again, or delete the machine"
        )


def _state(answer: dict[str, Any]) -> State:
    return msgspec.convert(answer["state"], State)
