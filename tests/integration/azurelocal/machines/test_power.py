"""Machines that go off and come back, and who outlives whom."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import time
from typing import TYPE_CHECKING

import pytest

from azurelocal.machines import cgroups
from azurelocal.machines.driver import Phase, State
from azurelocal.machines.errors import MachineError
from azurelocal.machines.keeper.power import GRACE
from tests.integration.azurelocal.machines.ignition import config, service
from tests.integration.azurelocal.machines.world import HUB, World, remains

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RUNNING = State(Phase.RUNNING, provisioned=True)


def test_what_a_machine_has_written_is_there_when_it_is_started_again(world: World) -> None:
    world.run(world.driver.create(world.machine("a", custom_data=config(files={"/etc/once": "1"}))))
    world.says("a", "sh", "-c", "echo kept >/root/file; rm /etc/once; sync")

    world.run(world.driver.stop("a"))
    off = world.run(world.driver.state("a"))
    world.run(world.driver.start("a"))

    assert off == State(Phase.STOPPED, provisioned=True)
    assert world.says("a", "cat", "/root/file") == "kept"
    assert world.execute("a", "test", "-e", "/etc/once")[0] == 1  # Ignition runs but once


@pytest.mark.parametrize("graceful", [True, False])
def test_a_restart_boots_anew(world: World, graceful: bool) -> None:
    world.run(world.driver.create(world.machine("a")))
    before = world.says("a", "cat", "/proc/sys/kernel/random/boot_id")

    world.run(world.driver.restart("a", graceful=graceful))

    assert world.says("a", "cat", "/proc/sys/kernel/random/boot_id") != before


def test_a_restart_leaves_no_control_groups_of_what_has_run(world: World) -> None:
    # The kubelet takes what it finds at its start for pods, and waits for each.
    world.run(world.driver.create(world.machine("a")))
    world.says("a", "mkdir", "-p", "/sys/fs/cgroup/memory/pods/one")

    world.run(world.driver.restart("a"))

    assert world.execute("a", "test", "-e", "/sys/fs/cgroup/memory/pods")[0] == 1


def test_a_graceful_stop_lets_services_end(world: World) -> None:
    unit = service("/bin/sleep infinity").replace(
        "[Install]", "ExecStop=/bin/sh -c 'echo said >/root/goodbye'\n[Install]"
    )
    world.run(
        world.driver.create(world.machine("a", custom_data=config(units={"a.service": unit})))
    )

    world.run(world.driver.stop("a"))

    assert (world.folder / "a-os/upper/root/goodbye").read_text() == "said\n"


def test_a_graceful_stop_waits_not_long_for_who_does_not_listen(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))
    # It is in no unit, and ignores that it is asked to end: so are many containers.
    world.says("a", "sh", "-c", "trap '' TERM; sleep infinity >/dev/null 2>&1 &")
    began = time.monotonic()

    world.run(world.driver.stop("a"))

    assert time.monotonic() - began < GRACE


def test_a_reboot_from_within_is_a_reboot(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))
    before = world.says("a", "cat", "/proc/sys/kernel/random/boot_id")

    world.says("a", "systemctl", "--no-block", "reboot")

    wait_until(lambda: _boot_id(world, "a") not in ("", before))
    wait_until(lambda: world.run(world.driver.state("a")) == RUNNING)


def test_a_machine_that_shuts_itself_down_is_stopped(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))

    world.says("a", "systemctl", "--no-block", "poweroff")

    stopped = State(Phase.STOPPED, "it was shut down from within", provisioned=True)
    wait_until(lambda: world.run(world.driver.state("a")) == stopped)


def test_a_redeployed_machine_has_its_disks(world: World) -> None:
    world.run(world.driver.create(world.machine("a", data_disks=(world.disk("d"),))))
    world.says("a", "sh", "-c", "mkfs.ext4 -q /dev/disk/azure/scsi1/lun0 && touch /root/here")

    world.run(world.driver.redeploy("a"))

    assert world.says("a", "ls", "/root/here") == "/root/here"
    assert "ext4" in world.says("a", "blkid", "/dev/disk/azure/scsi1/lun0")


def test_operations_may_be_repeated(world: World) -> None:
    spec = world.machine("a")
    for _ in range(2):
        world.run(world.driver.create(spec))
    for _ in range(2):
        world.run(world.driver.stop("a"))
    for _ in range(2):
        world.run(world.driver.start("a"))

    assert world.run(world.driver.machines()) == {"a": RUNNING}

    for _ in range(2):
        world.run(world.driver.delete("a"))
    assert world.run(world.driver.machines()) == {}


def test_a_machine_that_runs_is_not_another_one(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))

    with pytest.raises(MachineError, match="is running with another specification"):
        world.run(world.driver.create(world.machine("a", memory=2048)))
    world.run(world.driver.create(world.machine("a", data_disks=(world.disk("d"),))))

    assert world.says("a", "ls", "/dev/disk/azure/scsi1") == "lun0"


def test_a_machine_that_waits_for_its_configuration_can_be_deleted(world: World) -> None:
    nowhere = {"source": f"http://{HUB}:9/config"}
    spec = world.machine("a", custom_data=config(merge=[nowhere]))

    async def create_and_delete() -> None:
        creating = asyncio.create_task(world.driver.create(spec))
        await asyncio.sleep(1.0)
        assert (await world.driver.state("a")).phase is Phase.STARTING
        await world.driver.delete("a")
        with pytest.raises(MachineError, match="machine a is stopped"):
            await creating

    world.run(create_and_delete())

    assert set(remains(world.name)) == {"namespaces"}


def test_a_deleted_machine_is_gone_but_its_disk_may_stay(world: World) -> None:
    spec = world.machine("a")
    world.run(world.driver.create(spec))
    world.says("a", "touch", "/root/kept")

    world.run(world.driver.delete("a", keep_os_disk=True))

    assert set(remains(world.name)) == {"namespaces"}
    world.run(world.driver.create(spec))
    assert world.says("a", "ls", "/root") == "kept"


def test_a_machine_that_is_off_can_be_resized(world: World) -> None:
    world.run(world.driver.create(world.machine("a", memory=512)))
    larger = world.machine("a", memory=768, cpus=2)
    with pytest.raises(MachineError, match="is running: stop it"):
        world.run(world.driver.change(larger))
    world.run(world.driver.stop("a"))

    world.run(world.driver.change(larger))
    world.run(world.driver.start("a"))

    assert world.says("a", "grep", "MemTotal", "/proc/meminfo").split()[1] == str(768 << 10)
    assert world.says("a", "nproc") == str(min(2, os.cpu_count() or 1))


def test_limits_are_those_of_the_size(world: World) -> None:
    world.run(world.driver.create(world.machine("a", memory=300, cpus=0.5)))
    group = f"{world.name}/a"

    code, _, _ = world.execute("a", "sh", "-c", "tail -c 400m /dev/zero | tail >/dev/null")

    assert code != 0  # what takes more memory than there is dies
    assert world.run(world.driver.state("a")) == RUNNING
    assert (cgroups.ROOT / "cpu" / group / "cpu.cfs_quota_us").read_text().strip() == "50000"
    before = _cpu_seconds(group), time.monotonic()
    world.execute("a", "timeout", "1.5", "sh", "-c", "while :; do :; done")
    spent, elapsed = _cpu_seconds(group) - before[0], time.monotonic() - before[1]
    assert spent / elapsed < 0.7


def test_a_machine_outlives_whoever_made_it(world: World) -> None:
    spec = world.machine("a")
    program = textwrap.dedent(f"""
        import asyncio, os, signal
        from azurelocal.machines.nspawn import Nspawn
        from azurelocal.machines.specs import MachineSpec, OsDisk
        from pathlib import Path, PosixPath
        async def main():
            await Nspawn({world.name!r}, {world.folder / "machines"!r}).create({spec!r})
            os.kill(0, signal.SIGKILL)
        asyncio.run(main())
    """)

    maker = subprocess.run(
        (sys.executable, "-c", program), start_new_session=True, check=False, timeout=60
    )

    assert maker.returncode == -signal.SIGKILL
    world.driver = world.another_driver()
    assert world.run(world.driver.machines()) == {"a": RUNNING}
    assert world.says("a", "hostname") == "a"
    world.run(world.driver.stop("a"))


def test_a_machine_in_the_making_outlives_whoever_makes_it(world: World) -> None:
    spec = world.machine("a")
    program = textwrap.dedent(f"""
        import asyncio
        from azurelocal.machines.nspawn import Nspawn
        from azurelocal.machines.specs import MachineSpec, OsDisk
        from pathlib import Path, PosixPath
        asyncio.run(Nspawn({world.name!r}, {world.folder / "machines"!r}).create({spec!r}))
    """)
    maker = subprocess.Popen((sys.executable, "-c", program), start_new_session=True)
    wait_until(lambda: (world.folder / "machines/a/control").exists())

    maker.kill()
    maker.wait()

    world.run(world.driver.create(spec))  # whoever takes over asks for the same again
    assert world.run(world.driver.machines()) == {"a": RUNNING}


def test_a_machine_whose_keeper_is_killed_has_lost_its_power(world: World) -> None:
    world.run(world.driver.create(world.machine("a", data_disks=(world.disk("d"),))))
    world.says("a", "sh", "-c", "echo kept >/root/file; sync")
    [keeper] = cgroups.processes(f"{world.name}/a.keeper")

    os.kill(keeper, signal.SIGKILL)

    wait_until(lambda: not cgroups.processes(f"{world.name}/a"))
    off = State(Phase.STOPPED, "it lost its power", provisioned=True)
    assert world.run(world.driver.state("a")) == off
    assert set(remains(world.name)) == {"namespaces", "control groups"}
    world.run(world.driver.start("a"))
    assert world.says("a", "cat", "/root/file") == "kept"


@pytest.mark.parametrize("moment", [0.3, 0.9])
def test_a_machine_that_is_killed_while_it_starts_is_started_again(
    world: World, moment: float
) -> None:
    spec = world.machine("a", custom_data=config(files={"/etc/it": "there"}))

    async def create_and_kill() -> None:
        creating = asyncio.create_task(world.driver.create(spec))
        await asyncio.sleep(moment)
        for process in cgroups.processes(f"{world.name}/a"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        await creating

    world.run(create_and_kill())

    # On a quick machine it was up by then; it is being started again.
    wait_until(lambda: _content(world, "a", "/etc/it") == "there")


def test_a_running_machine_that_is_killed_is_started_again(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))
    before = world.says("a", "cat", "/proc/sys/kernel/random/boot_id")

    for process in cgroups.processes(f"{world.name}/a"):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)

    wait_until(lambda: _boot_id(world, "a") not in ("", before))


def test_a_machine_without_its_network_says_so(world: World, tmp_path: Path) -> None:
    spec = world.machine("a", network_namespace=tmp_path / "nowhere")

    with pytest.raises(MachineError, match="there is no namespace"):
        world.run(world.driver.create(spec))


def test_the_console_tells_what_units_say(world: World) -> None:
    unit = service("/bin/echo hello from a unit")
    world.run(
        world.driver.create(world.machine("a", custom_data=config(units={"a.service": unit})))
    )

    console = world.run(world.driver.console("a")).decode()

    assert "Ignition finished successfully" in console
    assert "hello from a unit\n" in console
    assert "\x1b" not in console
    assert "\r" not in console


def wait_until(fact: Callable[[], bool], patience: float = 20.0) -> None:
    end = time.monotonic() + patience
    while not fact():
        assert time.monotonic() < end
        time.sleep(0.05)


def _boot_id(world: World, id: str) -> str:
    return _content(world, id, "/proc/sys/kernel/random/boot_id")


def _content(world: World, id: str, path: str) -> str:
    """What is in a file; nothing as long as the machine is not there."""
    try:
        return world.says(id, "cat", path)
    except (MachineError, AssertionError):
        return ""


def _cpu_seconds(group: str) -> float:
    return int((cgroups.ROOT / "cpuacct" / group / "cpuacct.usage").read_text()) / 1e9
