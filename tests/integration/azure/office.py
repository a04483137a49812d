"""A desk from which `hypershift` reaches an Azure of the tests' own, under Azure's own names.

    with opened(tmp_path) as desk:
        desk.hypershift("create iam azure --name demo …")
        assert desk.az("identity list -g ids")

`desk.folder` is where its files are and its commands run; `desk.credentials` is the file that
`--azure-creds` takes. `desk.arm(method, path)` asks Resource Manager as the owner.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.integration.azurelocal.names import SecludedAzure, secluded
from tests.integration.azurelocal.running import WITH_US

if TYPE_CHECKING:
    import random
    from collections.abc import Generator

    from tests.integration.azurelocal.names import Az

HYPERSHIFT = Path(sys.executable).with_name("hypershift")
AZURELOCAL = Path(sys.executable).with_name("azurelocal")
PATIENCE = 180.0  # seconds that one command may take
Done = subprocess.CompletedProcess[str]


THROTTLED: tuple[dict[str, Any], ...] = (
    {"service": "arm", "chance": 0.2, "answer": {"status": 429, "retry_after": 1}},
    {"service": "arm", "chance": 0.05, "drop": "after"},
)
"""One call in five has to wait, and now and then an answer is lost."""


@dataclass
class Desk:
    """One user with one Azure."""

    azure: SecludedAzure
    folder: Path

    @cached_property
    def credentials(self) -> str:
        """The file with the owner's credentials."""
        path = self.folder / "azure-credentials.json"
        path.write_text(json.dumps(self.azure.server.credentials))
        path.chmod(0o600)
        return str(path)

    @property
    def environment(self) -> dict[str, str]:
        """Which authority to trust, and nothing else about Azure."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return kept | {"LANG": "C.UTF-8", "SSL_CERT_FILE": self.azure.server.ca}

    def words(self, command: str, *more: str) -> list[str]:
        """A command as the kernel takes it."""
        entry = [*WITH_US, *self.azure.entry[:-2], f"--wd={self.folder}", "--"]
        return [*entry, str(HYPERSHIFT), *command.split(), *more]

    def run(self, command: str, *more: str) -> Done:
        """Run a command of `hypershift`, whatever comes of it."""
        return subprocess.run(
            self.words(command, *more),
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def start(self, command: str, *more: str) -> subprocess.Popen[str]:
        """Start a command of `hypershift`, to be killed, say."""
        return subprocess.Popen(
            self.words(command, *more),
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def break_off(
        self, command: str, *more: str, chance: random.Random, within: float
    ) -> tuple[int, str]:
        """Start a command and end it at a random moment: its exit code, and what it says."""
        process = self.start(command, *more)
        try:
            process.wait(chance.uniform(0.2, within))
        except subprocess.TimeoutExpired:
            process.send_signal(chance.choice([signal.SIGKILL, signal.SIGINT]))
        _, said = process.communicate(timeout=PATIENCE)
        assert "Traceback" not in said, said
        # It dies of SIGINT itself only before its first word and after its last one.
        assert process.returncode in (0, 1, 130, -signal.SIGKILL, -signal.SIGINT), said
        return process.returncode, said

    @contextmanager
    def faults(self, *rules: dict[str, Any]) -> Generator[None]:
        """Let planned faults happen within the block."""
        plan = self.folder / "faults.json"
        plan.write_text(json.dumps(rules))
        self.in_azurelocal("faults set", str(plan))
        try:
            yield
        finally:
            self.in_azurelocal("faults clear")

    def hypershift(self, command: str, *more: str) -> str:
        """Run a command of `hypershift` that must succeed: what it prints."""
        done = self.run(command, *more)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout

    def refused(self, command: str, *more: str, code: int = 1) -> str:
        """Run a command of `hypershift` that must fail: what it says."""
        done = self.run(command, *more)
        assert done.returncode == code, (command, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        return done.stderr

    @cached_property
    def az(self) -> Az:
        """The real Azure CLI, logged in as the owner."""
        return self.azure.az_of_owner()

    def in_azurelocal(self, command: str, *more: str) -> str:
        """Run a command of `azurelocal` for this Azure: faults, log."""
        folder = ("--state", str(self.azure.server.folder))
        done = subprocess.run(
            [*self.azure.entry, str(AZURELOCAL), *command.split(), *folder, *more],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout


@contextmanager
def opened(folder: Path, az: str = "az", *options: str) -> Generator[Desk]:
    """Run an Azure until the block ends; options are those of `azurelocal serve`."""
    folder.mkdir(parents=True, exist_ok=True)
    with secluded(folder, az, *options) as azure:
        yield Desk(azure, folder)
