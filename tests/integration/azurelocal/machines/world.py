"""Networks and machines for the tests: a hub, and for each machine a namespace that is wired to it.

    def test_a_machine_answers(world: World) -> None:
        machine = world.machine("a")

        world.run(world.driver.create(machine))

        assert world.says("a", "hostname") == "a"

Everything is named after the world. `remains` tells what is left of one, anywhere on this machine.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from azurelocal.machines import cgroups
from azurelocal.machines.nspawn import Nspawn
from azurelocal.machines.specs import DataDisk, MachineSpec, OsDisk

if TYPE_CHECKING:
    from collections.abc import Awaitable

HUB = "10.77.0.1"  # the tests' own address in the network of the machines
T = TypeVar("T")
_worlds = itertools.count(1)


@dataclass
class World:
    """A hub, and machines around it."""

    parent: Path
    name: str = field(default_factory=lambda: f"azt-{os.getpid()}-{next(_worlds)}")
    patience: float = 60.0

    def __post_init__(self) -> None:
        self.folder = self.parent / self.name
        self.folder.mkdir()
        self._runner = asyncio.Runner()
        self._addresses: dict[str, str] = {}
        self.driver = self.another_driver()
        _ip("netns", "add", self.hub)
        _ip("-n", self.hub, "link", "add", "br0", "type", "bridge")
        _ip("-n", self.hub, "addr", "add", f"{HUB}/24", "dev", "br0")
        for device in ("lo", "br0"):
            _ip("-n", self.hub, "link", "set", device, "up")

    @property
    def hub(self) -> str:
        """The network namespace that reaches all machines."""
        return f"{self.name}-hub"

    def another_driver(self) -> Nspawn:
        """Give a driver that knows nothing of what the first one has done."""
        return Nspawn(self.name, self.folder / "machines", patience=self.patience)

    def machine(self, id: str, **values: Any) -> MachineSpec:
        """Wire a namespace for a machine, and describe a small machine in it."""
        namespace = f"{self.name}-{id}"
        if id not in self._addresses:
            self._addresses[id] = f"10.77.0.{len(self._addresses) + 10}"
            _ip("netns", "add", namespace)
            _ip("-n", self.hub, "link", "add", f"v-{id}", "type", "veth", "peer", "eth0")
            _ip("-n", self.hub, "link", "set", "eth0", "netns", namespace)
            _ip("-n", self.hub, "link", "set", f"v-{id}", "master", "br0", "up")
            _ip("-n", namespace, "addr", "add", f"{self._addresses[id]}/24", "dev", "eth0")
            for device in ("lo", "eth0"):
                _ip("-n", namespace, "link", "set", device, "up")
        defaults: dict[str, Any] = {
            "hostname": id,
            "image": "debian-12",
            "network_namespace": Path("/run/netns") / namespace,
            "cpus": 1.0,
            "memory": 1024,
            "os_disk": OsDisk(self.folder / f"{id}-os", 30 << 30),
        }
        return MachineSpec(id=id, **{**defaults, **values})

    def disk(self, name: str, lun: int = 0, **values: Any) -> DataDisk:
        """Describe a data disk of 64 MiB."""
        return DataDisk(lun, self.folder / f"{name}.img", 64 << 20, **values)

    def address(self, id: str) -> str:
        """The address of a machine."""
        return self._addresses[id]

    def run(self, work: Awaitable[T]) -> T:
        """Wait for what a driver does."""

        async def wait() -> T:
            return await work

        return self._runner.run(wait())

    def execute(self, id: str, *command: str, stdin: bytes | None = None) -> tuple[int, str, str]:
        """Run a command in a machine: its exit code and what it wrote."""

        async def work() -> tuple[int, str, str]:
            pipe = asyncio.subprocess.PIPE if stdin is not None else asyncio.subprocess.DEVNULL
            process = await self.driver.execute(id, command, stdin=pipe)
            output, errors = await process.communicate(stdin)
            assert process.returncode is not None
            return process.returncode, output.decode(), errors.decode()

        return self.run(work())

    def says(self, id: str, *command: str, stdin: bytes | None = None) -> str:
        """Run a command in a machine that must succeed: what it wrote."""
        code, output, errors = self.execute(id, *command, stdin=stdin)
        assert code == 0, (command, output, errors)
        return output.strip()

    def from_hub(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command on this machine in the network of the hub."""
        return subprocess.run(
            ("ip", "netns", "exec", self.hub, *command),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def close(self) -> None:
        """Remove everything but the folder."""
        self.run(self.driver.sweep(forget=True))
        self._runner.close()
        for namespace in _namespaces():
            if namespace.startswith(f"{self.name}-"):
                _ip("netns", "del", namespace)


def remains(name: str) -> dict[str, list[str]]:
    """Find what is left of worlds whose name begins like this, by kind."""
    mounts = [
        line
        for line in Path("/proc/self/mountinfo").read_text().splitlines()
        if not line.split()[4].startswith("/run/netns/")  # named as namespaces
    ]
    loops = subprocess.check_output(
        ("losetup", "--list", "--noheadings", "--output", "BACK-FILE"), text=True
    )
    groups = [str(path) for path in cgroups.ROOT.glob(f"*/{name}*")]
    found = {
        "namespaces": [one for one in _namespaces() if one.startswith(name)],
        "mounts": [line for line in mounts if name in line],
        "control groups": groups,
        "loop devices": [line for line in loops.splitlines() if name in line],
        "processes": _processes(name),
    }
    return {kind: sorted(things) for kind, things in found.items() if things}


def _processes(name: str) -> list[str]:
    found: list[str] = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            command = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            groups = (path / "cgroup").read_text()
        except OSError:
            continue
        if not command:  # it is dead, and not yet buried by whoever has adopted it
            continue
        if f"/{name}" in groups or ("azurelocal.machines.keeper" in command and name in command):
            found.append(f"{path.name} {command}")
    return found


def _namespaces() -> list[str]:
    folder = Path("/run/netns")
    return [path.name for path in folder.iterdir()] if folder.is_dir() else []


def _ip(*arguments: str) -> None:
    subprocess.run(("ip", *arguments), check=True, capture_output=True)
