"""A world that `azurelocal up` has raised, and what a test needs to use it and to see what is left.

    def test_a_machine_is_there(group: Group) -> None:
        subnet = group.network()

        vm = group.machine("vm", subnet)

        assert vm.says("hostname") == "vm"

ARM is asked from the workstation of the world, without `az`, which takes seconds for each call.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.integration.azurelocal.world.arm import Arm

if TYPE_CHECKING:
    from collections.abc import Callable

AZURELOCAL = Path(sys.executable).with_name("azurelocal")
PATIENCE = 180.0  # seconds that anything may take on a machine that has much else to do
_TICK = 0.05
Done = subprocess.CompletedProcess[str]


@dataclass(frozen=True)
class Raised:
    """One world: the folder of its state, and the prefix that everything of it carries."""

    folder: Path
    prefix: str

    def command(self, *words: str) -> list[str]:
        """The words of one of azurelocal's commands for this world."""
        name, *rest = words
        where = ["--state", str(self.folder), "--world", self.prefix]
        return [str(AZURELOCAL), name, *where, *rest]

    def run(self, *words: str, **options: Any) -> Done:
        """Run a command of azurelocal, whatever comes of it."""
        return subprocess.run(
            self.command(*words),
            **{"stdin": subprocess.DEVNULL, **options},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def up(self) -> str:
        """Raise it."""
        done = self.run("up")
        assert done.returncode == 0, (done.stderr, self.log)
        return done.stdout

    def down(self, *words: str) -> str:
        """End it."""
        done = self.run("down", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def shell(self, *command: str) -> Done:
        """Run a command at the workstation, whatever comes of it."""
        return self.run("shell", "--", *command)

    def says(self, *command: str) -> str:
        """Run a command at the workstation that must succeed: what it prints."""
        done = self.shell(*command)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout.strip()

    @property
    def arm(self) -> Arm:
        """Resource Manager, asked by the owner."""
        owner = json.loads((self.folder / "credentials.json").read_text())
        return Arm(f"{self.prefix}-shell", self.folder / "ca.crt", owner)

    @property
    def log(self) -> str:
        """What the server has said on standard error."""
        path = self.folder / "azurelocal.log"
        return path.read_text() if path.exists() else ""


def until(happens: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """Wait for something to come true, and give what it is."""
    end = time.monotonic() + patience
    while not (found := happens()):
        assert time.monotonic() < end, f"it never came to this: {what}"
        time.sleep(_TICK)
    return found


def in_namespace(namespace: str, *command: str) -> Done:
    """Run a command of the host in a network namespace."""
    return subprocess.run(
        ("nsenter", f"--net=/run/netns/{namespace}", *command),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def own_prefix(number: int) -> str:
    """A prefix that no other run of the tests has."""
    return f"azw{os.getpid()}x{number}"
