"""A machine from the moment it is switched on until it is off, reboots included."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from typing import TYPE_CHECKING

from azurelocal.machines import cgroups
from azurelocal.machines.driver import Phase, State
from azurelocal.machines.errors import MachineError
from azurelocal.machines.keeper import container, firstboot
from azurelocal.machines.keeper.console import Console
from azurelocal.machines.keeper.disks import Disks

if TYPE_CHECKING:
    from azurelocal.machines.folders import Folder, Order

# What systemd understands as a first process.
_POWER_OFF, _REBOOT = signal.SIGRTMIN + 4, signal.SIGRTMIN + 5
GRACE = 20.0  # seconds that a machine has to shut down when it is asked to
_LEADER_TICK = 0.01
_TAIL = 15
# Azure starts a machine again whose host has failed; what fails over and over is left alone.
_HEALS = 3


class Power:
    """Runs one machine and knows how it is."""

    def __init__(self, folder: Folder, order: Order) -> None:
        self._folder, self._order = folder, order
        self.disks = Disks(order.group)
        self._console = Console(folder.console)
        self._process: asyncio.subprocess.Process | None = None
        self._settled, self._over = asyncio.Event(), asyncio.Event()
        self._ended = asyncio.Event()
        self._stopping = self._rebooting = False
        self.state = State(Phase.STARTING)

    async def run(self) -> None:
        """Run the machine until it is off."""
        try:
            await self._run()
        except MachineError as error:
            self._set(State(Phase.FAILED, str(error), error.log, self._provisioned))
        except OSError as error:
            self._set(State(Phase.FAILED, f"it could not be set up: {error}", "", False))
            raise
        finally:
            cgroups.kill(self._order.group)
            cgroups.remove(self._order.group)
            self._settled.set()
            self._over.set()

    async def settled(self) -> State:
        """Wait until the machine runs, has failed or is off."""
        await self._settled.wait()
        return self.state

    async def stop(self, *, graceful: bool) -> None:
        """Shut the machine down, or cut it off."""
        self._stopping = True
        self._set(State(Phase.STOPPING, provisioned=self._provisioned))
        await self._down(_POWER_OFF if graceful else None, self._over)

    async def restart(self, *, graceful: bool) -> State:
        """Boot the machine again and wait until it runs or has failed."""
        await self.settled()
        if self._over.is_set():
            raise MachineError(f"machine {self.id} is off: start it")
        ended = asyncio.Event()
        self._rebooting, self._ended = True, ended
        self._settled.clear()
        await self._down(_REBOOT if graceful else None, ended)
        return await self.settled()

    async def _down(self, request: int | None, event: asyncio.Event) -> None:
        leader = self.leader if self.state.phase is not Phase.STARTING else None
        if request and leader:
            with contextlib.suppress(ProcessLookupError):
                os.kill(leader, request)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GRACE):
                    await event.wait()
                    return
        if self._process and self._process.returncode is None:
            self._process.kill()
        await event.wait()

    @property
    def id(self) -> str:
        """The machine's id."""
        return self._folder.id

    @property
    def leader(self) -> int | None:
        """The machine's first process, as seen from here."""
        if self._process is None or self._process.returncode is not None:
            return None
        return container.leader(self._process.pid)

    @property
    def _provisioned(self) -> bool:
        return (self._order.spec.os_disk.folder / firstboot.MARK).exists()

    async def _run(self) -> None:
        folder, order = self._folder, self._order
        self._set(self.state)
        order.spec.os_disk.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        container.leave_the_host()
        for disk in order.spec.data_disks:
            self.disks.attach(disk)
        if self._provisioned:
            container.assemble(folder, order)
        failures = 0
        while not self._stopping:
            if not self._provisioned:
                code = await firstboot.run(folder, order, self._console, self._begun)
                if code == 0:
                    continue
            else:
                code = await self._boot()
                if code == container.REBOOT or self._rebooting:
                    continue
            failures += 1
            if code == 0 or failures > _HEALS:
                self._off(code)
                return
        self._set(State(Phase.STOPPED, provisioned=self._provisioned))

    async def _boot(self) -> int:
        """Boot once, and give systemd-nspawn's exit code when the machine is down again."""
        self._rebooting = False
        self._settled.clear()
        self._set(State(Phase.STARTING, provisioned=self._provisioned))
        told = _Told(self._folder)
        process = await container.run(
            self._folder, self._order, *container.boot_arguments(self._order)
        )
        self._begun(process)
        assert process.stdout is not None
        async with asyncio.TaskGroup() as group:
            group.create_task(self._console.follow(process.stdout))
            showing = group.create_task(self._show_disks())
            watching = group.create_task(self._watch(told))
            code = await process.wait()
            self.disks.show(None)
            showing.cancel()
            watching.cancel()
        told.close()
        cgroups.kill(self._order.group)
        cgroups.remove(self._order.group)  # groups end with what has run, as on every machine
        if self._rebooting:
            self._ended.set()
        return code

    def _begun(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        if self._stopping:
            process.kill()

    async def _show_disks(self) -> None:
        while not (leader := self.leader):  # noqa: ASYNC110  # the kernel tells nobody
            await asyncio.sleep(_LEADER_TICK)
        self.disks.show(leader)

    async def _watch(self, told: _Told) -> None:
        """Wait for the machine to check in, and say when it does not."""
        patience = self._order.patience
        try:
            async with asyncio.timeout(patience):
                word = await told.word()
        except TimeoutError:
            self._fail(f"it did not check in within {patience:.0f} s of its start")
            word = await told.word()  # better late than never
        if self._stopping:
            return
        if word == "ready":
            self._set(State(Phase.RUNNING, provisioned=True))
            self._settled.set()
        else:
            await asyncio.sleep(0.5)  # what it says about its fault is still on its way
            self._fail(f"it did not come up: systemd is in its {word} mode")

    def _off(self, code: int) -> None:
        """Note how the machine went off when nobody asked it to."""
        phase = self.state.phase
        if self._stopping:
            self._set(State(Phase.STOPPED, provisioned=self._provisioned))
        elif phase is Phase.STARTING:
            self._fail("it went down before it was up")
        elif phase is Phase.RUNNING:
            why = "it was shut down from within" if code == 0 else f"it was cut off (code {code})"
            self._set(State(Phase.STOPPED, why, provisioned=True))

    def _fail(self, reason: str) -> None:
        self._set(State(Phase.FAILED, reason, self._console.last_words(_TAIL), self._provisioned))
        self._settled.set()

    def _set(self, state: State) -> None:
        self.state = state
        self._folder.write_state(state)


class _Told:
    """The pipe that the machine writes one word to when it is up, or will not come up."""

    def __init__(self, folder: Folder) -> None:
        self._path = folder.wire / "told"
        self._path.unlink(missing_ok=True)
        os.mkfifo(self._path, 0o600)
        # Open for writing as well, so that there is always a writer and no end of file.
        self._descriptor = os.open(self._path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)

    async def word(self) -> str:
        """Wait for the word."""
        loop = asyncio.get_running_loop()
        readable = asyncio.Event()
        loop.add_reader(self._descriptor, readable.set)
        try:
            await readable.wait()
            return os.read(self._descriptor, 100).decode(errors="replace").strip()
        finally:
            loop.remove_reader(self._descriptor)

    def close(self) -> None:
        """Remove the pipe."""
        os.close(self._descriptor)
        self._path.unlink(missing_ok=True)
