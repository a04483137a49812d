"""A shell at a terminal that runs a guide's blocks one after another, and writes down each `az`.

Variables live on from block to block, as they do for a reader who pastes one after the other. `az`
asks before it deletes: the reader at the terminal says yes.
"""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.descriptors import readable
from tests.integration.azurelocal.running import WITH_US

if TYPE_CHECKING:
    from tests.integration.azurelocal.names import Az

STANDINS = Path(__file__).with_name("standins")
PATIENCE = 180.0  # seconds for one block
QUESTION = "(y/n): "
# Reads the names of files from descriptor 3, and runs each in this same shell.
_LOOP = """
while read -r block <&3; do
    source "$block" 3<&-
    printf '\\n%s %s\\n' "$block" done
done
"""


@dataclass(frozen=True)
class Call:
    """One `az` that was run."""

    words: list[str]
    code: int
    output: str


class Session:
    """One shell with a terminal."""

    def __init__(self, folder: Path, az: Az) -> None:
        """Start the shell of one user of `az`, with a folder of its own."""
        self.folder = folder
        self._calls = folder / "calls.jsonl"
        self._count = 0
        self._stack = ExitStack()
        blocks, self._blocks = os.pipe()
        self._terminal, terminal = pty.openpty()
        self._stack.callback(os.close, self._terminal)
        self._errors = folder / "stderr.txt"
        (folder / "bin").mkdir()
        (folder / "bin" / "hypershift").symlink_to(STANDINS / "left-out")
        with self._errors.open("w") as errors:
            self._shell = subprocess.Popen(
                [*WITH_US, *az.entry, "bash", "-c", f"cd '{folder}'; exec 3<&{blocks}{_LOOP}"],
                stdin=terminal,
                stdout=subprocess.PIPE,
                stderr=errors,
                pass_fds=(blocks,),
                env={
                    **az.environment,
                    "PATH": f"{STANDINS}:{az.environment['PATH']}",
                    "AZ_REAL": az.executable,
                    "AZ_CALLS": str(self._calls),
                    "PYTHON_OF_TESTS": sys.executable,
                },
            )
        os.close(blocks)
        os.close(terminal)

    def run(self, text: str) -> str:
        """Run one block, and give what it prints."""
        self._count += 1
        file = self.folder / f"block-{self._count}.sh"
        file.write_text(text)
        os.write(self._blocks, f"{file}\n".encode())
        return self._read(f"\n{file} done\n")

    def calls(self) -> list[Call]:
        """Tell every `az` that was run so far."""
        if not self._calls.exists():
            return []
        return [Call(**json.loads(line)) for line in self._calls.read_text().splitlines()]

    @property
    def errors(self) -> str:
        """What was said on standard error."""
        return self._errors.read_text()

    def close(self) -> None:
        """End the shell."""
        os.close(self._blocks)
        self._shell.kill()
        self._shell.communicate()
        self._stack.close()

    def _read(self, last: str) -> str:
        """Read up to a line, and say yes to every question on the way."""
        assert self._shell.stdout is not None
        stream, said, answered = self._shell.stdout, "", 0
        end = time.monotonic() + PATIENCE
        while not said.endswith(last):
            ready = readable(stream, end - time.monotonic())
            piece = os.read(stream.fileno(), 65536) if ready else b""
            assert piece, f"the shell has stopped after:\n{said}\n{self.errors}"
            said += piece.decode()
            if said.count(QUESTION) > answered:
                answered += 1
                os.write(self._terminal, b"y\n")
        return said.removesuffix(last)
