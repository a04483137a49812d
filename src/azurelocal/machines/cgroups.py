"""Control groups (version 1): what limits a machine, and what finds all of its processes.

A machine's processes are in the group WORLD/ID of every hierarchy, its keeper in WORLD/ID.keeper
of the hierarchy `pids`. So nothing that belongs to a world can hide from whoever ends it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from azurelocal.machines.errors import MachineError

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path("/sys/fs/cgroup")
KEEPERS = "pids"
_NEEDED = ("cpu", "cpuset", "memory", "pids")
_PERIOD = 100_000  # microseconds
_PATIENCE = 20.0  # seconds until the kernel must be through with processes that were killed
_TICK = 0.02


def keeper(group: str) -> str:
    """Give the group of a machine's keeper."""
    return f"{group}.keeper"


def check() -> None:
    """Refuse a machine that has no control groups of version 1."""
    missing = [name for name in _NEEDED if not (ROOT / name / "cgroup.procs").is_file()]
    if missing:
        raise MachineError(
            f"there are no control groups of version 1 for {', '.join(missing)} below {ROOT}:"
            " machines need them; run where they are mounted"
        )


def make(group: str, cpus: float, memory: int) -> None:
    """Make a machine's group with its limits; memory is in MiB."""
    for hierarchy in _hierarchies():
        (hierarchy / group).mkdir(parents=True, exist_ok=True)
    everyone = (ROOT / "cpuset/cpuset.cpus").read_text()
    cores = _cores(everyone)
    count = min(len(cores), max(1, round(cpus)))
    first = zlib.crc32(group.encode()) % len(cores)
    chosen = [cores[(first + number) % len(cores)] for number in range(count)]
    nodes = (ROOT / "cpuset/cpuset.mems").read_text()
    for path, cpu_list in (
        (Path(group).parent, everyone),
        (Path(group), ",".join(map(str, chosen))),
    ):
        (ROOT / "cpuset" / path / "cpuset.cpus").write_text(cpu_list)
        (ROOT / "cpuset" / path / "cpuset.mems").write_text(nodes)
    (ROOT / "cpu" / group / "cpu.cfs_period_us").write_text(str(_PERIOD))
    (ROOT / "cpu" / group / "cpu.cfs_quota_us").write_text(str(round(cpus * _PERIOD)))
    (ROOT / "memory" / group / "memory.limit_in_bytes").write_text(str(memory << 20))


def make_keeper(group: str) -> Path:
    """Make the group of a machine's keeper, and give the file that one joins it with."""
    path = ROOT / KEEPERS / keeper(group)
    path.mkdir(parents=True, exist_ok=True)
    return path / "cgroup.procs"


def join(group: str) -> None:
    """Put the calling process into a machine's group."""
    for file in joining(group):
        file.write_text("0")


def joining(group: str) -> list[Path]:
    """Give the files that a process writes itself into to join a machine's group."""
    return [hierarchy / group / "cgroup.procs" for hierarchy in _hierarchies()]


def processes(group: str) -> set[int]:
    """Find every process in a group and the groups below it."""
    found: set[int] = set()
    for hierarchy in _hierarchies():
        for directory in _below(hierarchy / group):
            with contextlib.suppress(FileNotFoundError, OSError):
                found.update(map(int, (directory / "cgroup.procs").read_text().split()))
    return found


def kill(group: str) -> None:
    """End every process in a group and the groups below it."""
    end = time.monotonic() + _PATIENCE
    while left := processes(group):
        for process in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        if time.monotonic() > end:
            raise MachineError(f"processes of {group} do not end: {sorted(left)}")
        time.sleep(_TICK)


def remove(group: str) -> None:
    """Remove a group that has no processes any more, and the groups below it."""
    end = time.monotonic() + _PATIENCE
    for hierarchy in _hierarchies():
        while not _removed(hierarchy / group):
            if time.monotonic() > end:
                raise MachineError(f"the control group {hierarchy / group} is still in use")
            time.sleep(_TICK)


def remove_if_empty(world: str) -> None:
    """Remove the group of a world when no machine is in it."""
    for hierarchy in _hierarchies():
        with contextlib.suppress(OSError):
            (hierarchy / world).rmdir()


def machines(world: str) -> set[str]:
    """Find which machines have groups in a world."""
    return {
        directory.name.removesuffix(".keeper")
        for hierarchy in _hierarchies()
        if (hierarchy / world).is_dir()
        for directory in (hierarchy / world).iterdir()
        if directory.is_dir()
    }


def _removed(group: Path) -> bool:
    try:
        for directory in _below(group):
            directory.rmdir()
    except FileNotFoundError:
        return not group.exists()
    except OSError:
        return False
    return True


def _below(group: Path) -> Iterator[Path]:
    """Give a group and all below it, the innermost first."""
    with contextlib.suppress(FileNotFoundError):
        for entry in os.scandir(group):
            if entry.is_dir(follow_symlinks=False):
                yield from _below(Path(entry.path))
        yield group


def _hierarchies() -> list[Path]:
    return sorted(path.parent for path in ROOT.glob("*/cgroup.procs"))


def _cores(text: str) -> list[int]:
    cores: list[int] = []
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        cores.extend(range(int(first), int(last or first) + 1))
    return cores
