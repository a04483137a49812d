"""Finds the Go that builds the components."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandbox.errors import SandboxError

if TYPE_CHECKING:
    from collections.abc import Iterator

MINOR = 26  # Go 1.26: the oldest that can build every component
# What of Go's own settings decides over the result. Ours, in `build`, come on top.
SETTINGS = ("GOVERSION", "GOOS", "GOARCH", "GOAMD64", "GOARM64", "GOEXPERIMENT", "GOFIPS140")


@dataclass(frozen=True)
class Toolchain:
    """One Go, and the settings with which it builds."""

    go: Path
    settings: dict[str, str]

    @property
    def version(self) -> str:
        """The version as Go writes it, such as go1.24.1."""
        return self.settings["GOVERSION"]


def find() -> Toolchain:
    """Give the first Go that is new enough."""
    for go in _candidates():
        settings = _settings(go)
        match = re.search(r"\bgo1\.(\d+)", settings.get("GOVERSION", ""))
        if match and int(match[1]) >= MINOR:
            return Toolchain(go, settings)
    raise SandboxError(
        f"there is no Go 1.{MINOR} or newer, neither on PATH nor in {sys.prefix}:"
        " run 'make setup', which installs one"
    )


def _candidates() -> Iterator[Path]:
    """Every Go of PATH, then the one that setup put into the virtual environment.

    The latter comes last even where an activated environment is first on PATH: builds must not
    differ by activation.
    """
    environment = Path(sys.prefix).resolve()
    folders = [Path(part) for part in os.get_exec_path() if part]
    outside = [folder for folder in folders if not folder.resolve().is_relative_to(environment)]
    for folder in (*outside, environment / "bin"):
        go = folder.absolute() / "go"
        if go.is_file() and os.access(go, os.X_OK):
            yield go


def _settings(go: Path) -> dict[str, str]:
    try:
        result = subprocess.run(
            [go, "env", "-json", *SETTINGS],
            env={**os.environ, "GOTOOLCHAIN": "local"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
        )
        return msgspec.json.decode(result.stdout, type=dict[str, str])
    except (OSError, subprocess.CalledProcessError, msgspec.DecodeError):
        return {}  # a Go that does not run is none; the next one may
