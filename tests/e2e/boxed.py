"""A sandbox of the tests' own, used as people use it: by its commands."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azurelocal.fabric import names
from azurelocal.machines import cgroups
from sandbox.management.arm import Arm
from sandbox.management.cloud import Cloud

if TYPE_CHECKING:
    from sandbox.management.place import Place
    from sandbox.management.shape import Node

SANDBOX = Path(sys.executable).with_name("sandbox")
PATIENCE = 600.0  # seconds that a command may take on a machine that has much else to do
Done = subprocess.CompletedProcess[str]


@dataclass(frozen=True)
class Boxed:
    """One sandbox: where it is, and its commands."""

    place: Place

    def run(self, name: str, *words: str, stdin: str = "") -> Done:
        """Run a command of `sandbox`, whatever comes of it."""
        return subprocess.run(
            self.command(name, *words),
            input=stdin,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def command(self, name: str, *words: str) -> list[str]:
        """The words of a command for this sandbox."""
        where = ["--state", str(self.place.state), "--world", self.place.world]
        return [str(SANDBOX), name, *where, *words]

    def up(self) -> str:
        """Raise it, or make it good: what is said about the stages."""
        done = self.run("up")
        assert done.returncode == 0, (done.stderr, self.run("logs").stdout)
        return done.stderr

    def break_off(self, beginning: str, number: signal.Signals) -> int:
        """Raise it, and send a signal when a line of the progress comes: the exit code."""
        with subprocess.Popen(self.command("up"), stderr=subprocess.PIPE, text=True) as raising:
            assert raising.stderr is not None
            for line in raising.stderr:
                if line.startswith(beginning):
                    raising.send_signal(number)
            return raising.wait(PATIENCE)

    def down(self, *flags: str) -> None:
        """End it."""
        done = self.run("down", *flags)
        assert done.returncode == 0, done.stderr

    def says(self, *command: str, stdin: str = "") -> str:
        """Run a command at the workstation that must succeed: what it prints."""
        done = self.try_(*command, stdin=stdin)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout.strip()

    def try_(self, *command: str, stdin: str = "") -> Done:
        """Run a command at the workstation, whatever comes of it."""
        return self.run("shell", "--", *command, stdin=stdin)

    def apply(self, *objects: dict[str, Any]) -> None:
        """Apply objects."""
        self.says("kubectl", "apply", "-f", "-", stdin="\n".join(map(json.dumps, objects)))

    def get(self, *words: str) -> Any:
        """Read objects."""
        return json.loads(self.says("kubectl", "get", *words, "--output=json"))

    def wait(self, condition: str, *things: str) -> None:
        """Wait until a condition of things is true."""
        flags = (f"--for={condition}", f"--timeout={PATIENCE:.0f}s")
        self.says("kubectl", "wait", *flags, *things)

    def wrong(self) -> dict[str, str]:
        """What is wrong, by part, as `sandbox status` says; its exit code must agree."""
        done = self.run("status", "--output", "json")
        parts = json.loads(done.stdout)
        wrong = {one["part"]: one["detail"] for one in parts if one["state"] != "ok"}
        assert done.returncode == (1 if wrong else 0), (parts, done.stderr)
        return wrong

    def kill_machine(self, node: Node) -> None:
        """Let a machine lose its power: who would boot it again dies first, then all the rest."""
        group = f"{self.place.world}/{names.short(Cloud(Arm(self.place)).machine(node))}"
        for each in (cgroups.keeper(group), group):
            for process in cgroups.processes(each):
                with contextlib.suppress(ProcessLookupError):  # it went with another one
                    os.kill(process, signal.SIGKILL)

    def inside(self, node: Node, script: str) -> None:
        """Run a script in a machine as root; it must succeed."""
        where = ["--state", str(self.place.state), "--world", self.place.world]
        azurelocal = str(SANDBOX.with_name("azurelocal"))
        words = [azurelocal, "exec", *where, node.name, "--", "sh", "-euc", script]
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stderr
