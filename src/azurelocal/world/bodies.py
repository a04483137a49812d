"""Gives virtual machines their bodies: makes them, does to them what ARM is told, removes them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.bootdiagnostics import keep_console
from azurelocal.arm.providers.compute.machinestate import machine_of
from azurelocal.errors import AzureError
from azurelocal.machines.driver import Phase
from azurelocal.machines.errors import MachineError

if TYPE_CHECKING:
    from pathlib import Path

    from azurelocal.arm.operations import Operation
    from azurelocal.cloud import Cloud
    from azurelocal.machines.driver import Driver
    from azurelocal.machines.specs import MachineSpec
    from azurelocal.store import Resource
    from azurelocal.world.networks import Networks
    from azurelocal.world.orders import Orders

TYPE = "Microsoft.Compute/virtualMachines"
_DISKS = "bodies"
"""The collection that says which disks each machine has been given."""
_ASIDE = ".gone-"
"""What the names of disks begin with that are being removed."""
_ROUND = 5.0  # seconds between two looks at all machines
_LONGEST_REASON = 600

logger = logging.getLogger("azurelocal.machines")


@dataclass
class Bodies:
    """One body for each virtual machine of the state."""

    cloud: Cloud
    driver: Driver
    networks: Networks
    orders: Orders
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict[str, asyncio.Lock])
    _consoles: dict[str, bytes] = field(default_factory=dict[str, bytes])
    _known: int = 0
    """How many machines there were at the last look."""

    async def realise(self, resource: Resource, operation: Operation) -> None:
        """Make real what an operation is about. It may have been begun by a process that died."""
        id = self.orders.id_of(resource.key)
        async with self._lock(id):
            try:
                if operation.kind == "delete":
                    await self._remove(id)
                elif operation.kind == "put":
                    await self.networks.settled()
                    await self._make(resource)
                else:
                    await self.networks.settled()
                    await self._act(resource, operation.action)
            except MachineError as error:
                raise _failure(resource, error) from error
            finally:
                await self._keep_console(resource.key, id)

    def _lock(self, id: str) -> asyncio.Lock:
        return self._locks.setdefault(id, asyncio.Lock())

    async def _make(self, vm: Resource) -> None:
        spec = self.orders.spec(vm)
        if machine_of(self.cloud.store, vm.key).power != "running":
            return
        if spec.id in await self.driver.machines():
            await self._exchange_disks(spec)
        await self.driver.create(spec)
        self._note_disks(spec)

    async def _exchange_disks(self, spec: MachineSpec) -> None:
        """Take disks away and give others to a machine that is there."""
        had: list[int] = self.cloud.store.read(_DISKS, spec.id) or []
        for lun in had:
            if spec.disk(lun) is None:
                await self.driver.detach(spec.id, lun)
        for disk in spec.data_disks:
            await self.driver.attach(spec.id, disk)

    def _note_disks(self, spec: MachineSpec) -> None:
        luns = [disk.lun for disk in spec.data_disks]
        self.cloud.store.write(_DISKS, spec.id, luns)

    async def _act(self, vm: Resource, action: str) -> None:
        id = self.orders.id_of(vm.key)
        match action:
            case "start" | "reapply":
                await self._start(vm)
            case "powerOff" | "deallocate":
                await self.driver.stop(id)
            case "restart":
                await self.driver.restart(id)
            case "redeploy":
                await self.driver.redeploy(id)
            case _:
                pass

    async def _start(self, vm: Resource) -> None:
        """Start a machine; while it was off it may have been given another size or other disks."""
        spec = self.orders.spec(vm)
        states = await self.driver.machines()
        if spec.id in states and states[spec.id].phase in (Phase.STOPPED, Phase.FAILED):
            await self.driver.change(spec)
        await self.driver.create(spec)
        self._note_disks(spec)

    async def _remove(self, id: str) -> None:
        await self.driver.delete(id, keep_os_disk=True)  # disks have a life of their own
        self.cloud.store.remove(_DISKS, id)

    async def keep(self) -> None:
        """Look at all machines now and then, and when one has gone, until cancelled."""
        gone = asyncio.Event()
        self.cloud.store.watch(lambda: gone.set() if self._count() < self._known else None)
        while True:
            gone.clear()
            self._known = self._count()
            try:
                await self._look()
            except (MachineError, OSError) as error:
                logger.warning("a machine could not be looked after: %s", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(gone.wait(), _ROUND)

    def _count(self) -> int:
        return self.cloud.store.count(TYPE)

    async def recover(self) -> None:
        """Start the machines that run as far as the state knows, and do not."""
        await self.networks.settled()
        states = await self.driver.machines()
        starting = [
            self._restart(vm)
            for vm in self.cloud.store.resources(type=TYPE)
            if vm.state == "Succeeded"
            and machine_of(self.cloud.store, vm.key).power == "running"
            and _is_off(states.get(self.orders.id_of(vm.key)))
        ]
        await asyncio.gather(*starting)

    async def _restart(self, vm: Resource) -> None:
        async with self._lock(self.orders.id_of(vm.key)):
            try:
                await self.driver.create(self.orders.spec(vm))
            except MachineError as error:
                logger.warning("%s does not come back: %s", vm.id, error)

    async def _look(self) -> None:
        """Remove the bodies and the disks of what is gone; keep what the others have written."""
        known = {self.orders.id_of(vm.key): vm.key for vm in self.cloud.store.resources(type=TYPE)}
        for id in await self.driver.machines():
            async with self._lock(id):
                if id in known:
                    await self._keep_console(known[id], id)
                elif not self._is_known(id):
                    await self._remove(id)
        await asyncio.to_thread(_remove, self._disks_that_are_gone())

    def _is_known(self, id: str) -> bool:
        """Look once more: it may have been made in the meantime."""
        machines = self.cloud.store.resources(type=TYPE)
        return any(self.orders.id_of(vm.key) == id for vm in machines)

    def _disks_that_are_gone(self) -> list[Path]:
        """Set aside at once what belongs to no disk, so that none is made there meanwhile."""
        if not self.orders.folder.is_dir():
            return []
        places = {path.name for path in self.orders.disk_places()}
        gone = [path for path in self.orders.folder.iterdir() if path.name not in places]
        return [path if path.name.startswith(_ASIDE) else _set_aside(path) for path in gone]

    async def _keep_console(self, key: str, id: str) -> None:
        try:
            written = await self.driver.console(id)
        except MachineError:
            return
        if self._consoles.get(id) != written:
            self._consoles[id] = written
            keep_console(self.cloud.store, key, written)


def _set_aside(path: Path) -> Path:
    return path.rename(path.with_name(f"{_ASIDE}{uuid.uuid4()}"))


def _remove(paths: list[Path]) -> None:
    for path in paths:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def _is_off(state: object) -> bool:
    return state is None or getattr(state, "phase", None) in (Phase.STOPPED, Phase.FAILED)


def _failure(vm: Resource, error: MachineError) -> AzureError:
    """What Azure says of a machine that does not come up, with what the machine said last."""
    said = error.log.strip()[-_LONGEST_REASON:]
    tail = f" The machine said last: {said}" if said else ""
    return AzureError(
        409,
        "OSProvisioningClientError",
        f"OS Provisioning failed for VM '{vm.name}' due to an internal error: {error}.{tail}",
    )
