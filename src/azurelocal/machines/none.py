"""Machines that are only states: for tests of ARM, and where nobody is root."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from azurelocal.machines.driver import Phase, Process, State
from azurelocal.machines.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azurelocal.machines.specs import DataDisk, MachineSpec

_RUNNING = State(Phase.RUNNING, provisioned=True)
_STOPPED = State(Phase.STOPPED, provisioned=True)


class StatesOnly:
    """Keeps in memory which machines there are; whatever is asked succeeds at once."""

    def __init__(self) -> None:
        self._specs: dict[str, MachineSpec] = {}
        self._states: dict[str, State] = {}

    async def create(self, spec: MachineSpec) -> None:
        there = self._specs.get(spec.id)
        if there and self._states[spec.id] == _RUNNING and not _alike(there, spec):
            raise MachineError(
                f"machine {spec.id} is running with another specification: stop it first"
            )
        self._specs[spec.id] = spec
        self._states[spec.id] = _RUNNING

    async def change(self, spec: MachineSpec) -> None:
        if (await self.state(spec.id)).phase is not Phase.STOPPED:
            raise MachineError(f"machine {spec.id} is running: stop it before it is changed")
        self._specs[spec.id] = spec

    async def start(self, id: str) -> None:
        self._set(id, _RUNNING)

    async def stop(self, id: str, *, graceful: bool = True) -> None:
        del graceful
        self._set(id, _STOPPED)

    async def restart(self, id: str, *, graceful: bool = True) -> None:
        del graceful
        self._set(id, _RUNNING)

    async def redeploy(self, id: str) -> None:
        self._set(id, _RUNNING)

    async def delete(self, id: str, *, keep_os_disk: bool = False) -> None:
        del keep_os_disk
        self._specs.pop(id, None)
        self._states.pop(id, None)

    async def attach(self, id: str, disk: DataDisk) -> None:
        spec = self._spec(id)
        there = spec.disk(disk.lun)
        if there and there != disk:
            raise MachineError(f"machine {id} has another disk at LUN {disk.lun}: detach it first")
        if not there:
            self._specs[id] = replace(spec, data_disks=(*spec.data_disks, disk))

    async def detach(self, id: str, lun: int) -> None:
        spec = self._spec(id)
        rest = tuple(disk for disk in spec.data_disks if disk.lun != lun)
        self._specs[id] = replace(spec, data_disks=rest)

    async def state(self, id: str) -> State:
        self._spec(id)
        return self._states[id]

    async def machines(self) -> dict[str, State]:
        return dict(self._states)

    async def execute(
        self,
        id: str,
        command: Sequence[str],
        *,
        stdin: int | None = asyncio.subprocess.DEVNULL,
        stdout: int | None = asyncio.subprocess.PIPE,
        stderr: int | None = asyncio.subprocess.PIPE,
    ) -> Process:
        del command, stdin, stdout, stderr
        self._spec(id)
        raise MachineError(f"machine {id} is a state and nothing more: it runs no commands")

    async def console(self, id: str) -> bytes:
        self._spec(id)
        return b""

    async def sweep(self, *, forget: bool = False) -> None:
        if forget:
            self._specs.clear()
            self._states.clear()
        for id in self._states:
            self._states[id] = _STOPPED

    def _spec(self, id: str) -> MachineSpec:
        if id not in self._specs:
            raise MachineError(f"there is no machine {id}")
        return self._specs[id]

    def _set(self, id: str, state: State) -> None:
        self._spec(id)
        self._states[id] = state


def _alike(one: MachineSpec, other: MachineSpec) -> bool:
    return replace(one, data_disks=()) == replace(other, data_disks=())
