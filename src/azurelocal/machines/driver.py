"""What can be done with machines, whatever they are made of."""

from __future__ import annotations

import asyncio
import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from azurelocal.machines.specs import DataDisk, MachineSpec

Process = asyncio.subprocess.Process


class Phase(enum.StrEnum):
    """Where a machine is in its life."""

    STARTING = "starting"
    RUNNING = "running"
    STOPPING = "stopping"
    STOPPED = "stopped"
    FAILED = "failed"


@dataclass(frozen=True)
class State:
    """How a machine is."""

    phase: Phase
    reason: str = ""
    """Why it failed, or stopped without being asked to."""
    log: str = ""
    """With a failure: what the machine said last."""
    provisioned: bool = False
    """Whether its first boot has come to its end: Ignition ran, and it has checked in."""


class Driver(Protocol):
    """Makes machines. Each operation may be repeated, and answers when it is done."""

    async def create(self, spec: MachineSpec) -> None:
        """Make a machine and wait until it has checked in. MachineError says why it has not.

        A machine that is there already is waited for; when it is off it becomes as it is described
        now and is started. One that runs may differ from the description in its data disks only.
        """
        ...

    async def change(self, spec: MachineSpec) -> None:
        """Give a machine that is off another size, network or list of disks."""
        ...

    async def start(self, id: str) -> None:
        """Start a machine that is off and wait until it has checked in."""
        ...

    async def stop(self, id: str, *, graceful: bool = True) -> None:
        """Shut a machine down; what does not go in time, or is not to be asked, is cut off."""
        ...

    async def restart(self, id: str, *, graceful: bool = True) -> None:
        """Boot a machine again."""
        ...

    async def redeploy(self, id: str) -> None:
        """Move a machine to other hardware: it goes off and comes back with its disks."""
        ...

    async def delete(self, id: str, *, keep_os_disk: bool = False) -> None:
        """Remove a machine; nothing happens when there is none."""
        ...

    async def attach(self, id: str, disk: DataDisk) -> None:
        """Give a machine a data disk."""
        ...

    async def detach(self, id: str, lun: int) -> None:
        """Take a data disk away. What is mounted from it is written out and then gone."""
        ...

    async def state(self, id: str) -> State:
        """Tell how a machine is."""
        ...

    async def machines(self) -> dict[str, State]:
        """Tell of all machines of this world, those that outlived an earlier process included."""
        ...

    async def execute(
        self,
        id: str,
        command: Sequence[str],
        *,
        stdin: int | None = asyncio.subprocess.DEVNULL,
        stdout: int | None = asyncio.subprocess.PIPE,
        stderr: int | None = asyncio.subprocess.PIPE,
    ) -> Process:
        """Run a command in a machine as root; its streams and exit code are the process's.

        Killing the process kills the command.
        """
        ...

    async def console(self, id: str) -> bytes:
        """Give the last of what the machine wrote to its serial console."""
        ...

    async def sweep(self, *, forget: bool = False) -> None:
        """End every machine of this world at once, and what is left of them after a crash.

        Disks and specifications stay, so that the machines can be started again, unless they are
        to be forgotten.
        """
        ...
