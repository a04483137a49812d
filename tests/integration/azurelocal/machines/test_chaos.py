"""Whatever is killed at whatever moment: machines come back, and nothing is left of a world."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from typing import TYPE_CHECKING

from azurelocal.machines import cgroups
from azurelocal.machines.driver import Phase
from tests.integration.azurelocal.machines.ignition import config
from tests.integration.azurelocal.machines.world import remains

if TYPE_CHECKING:
    from azurelocal.machines.specs import MachineSpec
    from tests.integration.azurelocal.machines.world import World

CYCLES = 20
SEED = 2


def test_killed_at_random_moments_machines_come_back_and_leave_nothing(world: World) -> None:
    chance = random.Random(SEED)
    specs = [
        world.machine(id, custom_data=config(files={"/etc/it": id}), data_disks=(world.disk(id),))
        for id in ("a", "b")
    ]
    for cycle in range(CYCLES):
        spec = chance.choice(specs)
        maker = _maker(world, spec)
        try:
            time.sleep(chance.uniform(0.0, 2.5))
            victims = _victims(world, maker.pid)
            for victim in chance.sample(victims, chance.randint(1, len(victims))):
                _kill(victim)
        finally:
            maker.kill()
        assert maker.wait() == -signal.SIGKILL

        match cycle % 4:
            case 0:
                world.run(world.driver.sweep())
                assert set(remains(world.name)) <= {"namespaces"}
            case 1:
                world.run(world.driver.create(spec))
                assert world.says(spec.id, "cat", "/etc/it") == spec.id
                assert world.run(world.driver.state(spec.id)).phase is Phase.RUNNING
            case 2:
                world.run(world.driver.delete(spec.id))
                assert not [one for one in cgroups.machines(world.name) if one == spec.id]
            case _:
                pass  # the next cycle finds things as they are

    world.run(world.driver.sweep(forget=True))
    assert set(remains(world.name)) == {"namespaces"}
    assert list((world.folder / "machines").iterdir()) == []


def test_a_sweep_while_a_machine_is_made_leaves_nothing(world: World) -> None:
    spec = world.machine("a")
    for moment in (0.0, 0.3, 0.6, 1.2):
        maker = _maker(world, spec)
        time.sleep(moment)
        maker.kill()
        assert maker.wait() == -signal.SIGKILL

        world.run(world.driver.sweep(forget=True))

        assert set(remains(world.name)) == {"namespaces"}


def _maker(world: World, spec: MachineSpec) -> subprocess.Popen[bytes]:
    """Make, restart and delete a machine over and over, in a process of its own."""
    program = textwrap.dedent(f"""
        import asyncio
        from dataclasses import replace
        from azurelocal.machines.errors import MachineError
        from azurelocal.machines.nspawn import Nspawn
        from azurelocal.machines.specs import DataDisk, MachineSpec, OsDisk
        from pathlib import Path, PosixPath
        async def main():
            machines = Nspawn({world.name!r}, {world.folder / "machines"!r})
            spec = replace({spec!r}, custom_data={spec.custom_data!r})
            while True:
                try:
                    await machines.create(spec)
                    for disk in spec.data_disks:
                        await machines.detach(spec.id, disk.lun)
                        await machines.attach(spec.id, disk)
                    await machines.restart(spec.id)
                    await machines.delete(spec.id)
                except MachineError:  # somebody has killed it
                    pass
        asyncio.run(main())
    """)
    return subprocess.Popen((sys.executable, "-c", program), start_new_session=True)


def _victims(world: World, maker: int) -> list[int]:
    """Everything that belongs to the world at this moment."""
    ours = cgroups.processes(world.name)
    return [maker, *sorted(ours)]


def _kill(process: int) -> None:
    with contextlib.suppress(ProcessLookupError):  # it may have died with another victim
        os.kill(process, signal.SIGKILL)
