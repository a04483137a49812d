"""What machines do to the machine that they run on: nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from tests.integration.azurelocal.machines.ignition import config, service

if TYPE_CHECKING:
    from tests.integration.azurelocal.machines.world import World

# They tell of what goes on, or give another value to whoever asks.
_CHANGING = (
    "dentry-state",
    "file-nr",
    "inode-nr",
    "inode-state",
    "quota",
    "ns_last_pid",
    "random",
    "pty",
)


def test_the_host_is_as_it_was_while_a_machine_runs_and_after_it(world: World) -> None:
    world.run(world.driver.sweep())
    before = _host()
    units = {"tune.service": service("sysctl --system")}
    spec = world.machine("a", custom_data=config(units=units), data_disks=(world.disk("d"),))

    world.run(world.driver.create(spec))
    during = _host()
    world.run(world.driver.delete("a"))
    after = _host()

    assert during == before
    assert after == before


def _host() -> dict[str, str]:
    commands = ("ip link", "ip addr", "ip route show table all", "ip rule", "hostname")
    facts = {command: subprocess.check_output(command.split(), text=True) for command in commands}
    facts["resolver"] = Path("/etc/resolv.conf").read_text()
    for folder in ("kernel", "vm", "fs", "net"):
        for path in sorted(Path("/proc/sys", folder).rglob("*")):
            if path.is_file() and not any(part in _CHANGING for part in path.parts):
                facts[str(path)] = _content(path)
    return facts


def _content(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:  # it can only be written
        return ""
