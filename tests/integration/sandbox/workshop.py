"""A payload of one small Go module, with a cache of its own, and a Go that can be made to wait."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from sandbox import cache

SANDBOX = Path(sys.executable).with_name("sandbox")

VERSIONS = """
[tiny]
version = "v1.2.3"
modules = []

[tiny.binaries.tiny]
links = ["little"]

[tiny.variables]
main = { release = "{version}", minor = "{minor}" }
"""
GO_MOD = "module tiny\n\ngo 1.24\n"
SOURCE = """package main

import (
	"fmt"
	"os"
	"path/filepath"
)

var release, minor string

func main() { fmt.Println(filepath.Base(os.Args[0]), release, minor) }
"""
# A Go that tells when it starts to build, and then waits until it may.
GATED_GO = """#!/bin/sh
if [ "$1" = build ]; then
    echo $$ >"{gate}/started"
    read -r _ <"{gate}/open"
fi
exec "{go}" "$@"
"""


class Workshop:
    """Where a test builds."""

    def __init__(self, directory: Path) -> None:
        self.payload, self.cache = directory / "payload", directory / "cache"
        self.module = self.payload / "tiny"
        self.gate = directory / "gate"
        self.module.mkdir(parents=True)
        self.write("main.go", SOURCE)
        self.write("go.mod", GO_MOD)
        self.write("../versions.toml", VERSIONS)
        self.cache.mkdir()
        # Go's own cache is shared with real builds: the standard library is compiled there.
        compiled = cache.root() / "go-build"
        compiled.mkdir(parents=True, exist_ok=True)
        (self.cache / "go-build").symlink_to(compiled)
        self.environment = {**os.environ, cache.VARIABLE: str(self.cache)}
        self._started = ExitStack()

    def write(self, file: str, content: str) -> None:
        """Write a file of the module."""
        (self.module / file).write_text(content)

    def close_gate(self) -> None:
        """Let every build stop where it begins to compile."""
        self.gate.mkdir()
        for fifo in ("started", "open"):
            os.mkfifo(self.gate / fifo)
        go = self.gate / "bin" / "go"
        go.parent.mkdir()
        go.write_text(GATED_GO.format(gate=self.gate, go=shutil.which("go")))
        go.chmod(0o755)
        self.environment["PATH"] = f"{go.parent}:{self.environment['PATH']}"

    def await_build(self) -> int:
        """Wait until a build has come to the gate, and give the process ID of its Go."""
        return int((self.gate / "started").read_text())

    def open_gate(self) -> None:
        """Let one build go on."""
        (self.gate / "open").write_text("\n")

    def run(self, command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of `sandbox` with this payload."""
        return subprocess.run(
            [SANDBOX, command, f"--payload={self.payload}", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def start(self, command: str, *arguments: str) -> subprocess.Popen[str]:
        """Start a command of `sandbox` with this payload."""
        process = subprocess.Popen(
            [SANDBOX, command, f"--payload={self.payload}", *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._started.enter_context(process)
        self._started.callback(process.kill)
        return process

    def entries(self) -> list[str]:
        """What is in the cache of components, locks aside."""
        folder = self.cache / "components"
        return sorted(path.name for path in folder.glob("*") if path.suffix != ".lock")

    def close(self) -> None:
        """End what still runs."""
        self._started.close()
