"""Runs Go, and tells what it is doing."""

from __future__ import annotations

import os
import selectors
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from sandbox import cache, processes
from sandbox.errors import SandboxError
from sandbox.progress import Reporter, Step

if TYPE_CHECKING:
    from sandbox.components.catalog import Component
    from sandbox.components.toolchain import Toolchain

# One file that needs no library of the system and does not tell where it was built.
FLAGS = ("-trimpath", "-mod=readonly", "-ldflags=-s -w")
# GOFLAGS and GOWORK could change what is built behind our back, so they have our values. Whoever
# deletes the cache shall not stumble over files that are read-only.
SETTINGS = {
    "CGO_ENABLED": "0",
    "GOTOOLCHAIN": "local",
    "GOFLAGS": "-buildvcs=false -modcacherw",
    "GOWORK": "off",
}
TICK = 0.1  # seconds between two calls of the reporter
TAIL = 20  # lines of Go's output that an error shows
CAUSES = {
    "no space left on device": "the disk is full: make room",
    "disabled by GOPROXY=off": "modules are missing, and GOPROXY forbids to download them",
    "dial tcp": "the network does not lead to Go's module proxy: mend it, or set GOPROXY",
    "proxyconnect": "the network's proxy does not answer: check HTTPS_PROXY",
    "checksum mismatch": "a downloaded module is not the one that go.sum names: check GOPROXY",
    "SECURITY ERROR": "a downloaded module is not the one that go.sum names: check GOPROXY",
    "missing go.sum entry": "go.sum is not complete: see payload/README.md",
    "disabled by -mod=readonly": "go.mod is not complete: see payload/README.md",
    "updates to go.mod needed": "go.mod is not complete: see payload/README.md",
}

Follow = Callable[[str], Step | None]


class Compiler:
    """Go at work on one component."""

    def __init__(
        self, toolchain: Toolchain, component: Component, temporary: Path, reporter: Reporter
    ) -> None:
        """Take a directory for Go's temporary files, which the caller removes in any case."""
        self._toolchain, self._component = toolchain, component
        self._temporary, self._reporter = temporary, reporter

    def compile(self, target: Path) -> None:
        """Build every program file of the component into a directory."""
        binaries = self._component.entry.binaries
        stale = self._stale({binary.package for binary in binaries.values()})
        # A program's own package counts as stale even when nothing is left but to link it.
        waiting = {package for package, name in stale.items() if name != "main"}
        total = len(waiting)

        def step() -> Step:
            if not waiting:
                return Step("linking")
            return Step("compiling packages", total - len(waiting), total)

        def follow(line: str) -> Step | None:
            if line not in stale:
                return None
            waiting.discard(line)
            return step()

        for file, binary in binaries.items():
            output = str(target / file)
            self._run(step(), follow, "build", *self._flags(), "-v", "-o", output, binary.package)

    def copy(self, target: Path) -> None:
        """Copy the files that the component has besides its programs into a directory."""
        for name, source in self._component.entry.files.items():
            template = ("list", "-mod=readonly", "-m", "-f", "{{.Dir}}", source.module)
            module = Path(self._run(Step("copying files"), lambda _: None, *template).strip())
            original, copy = module / source.path, target / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            # Neither times nor modes: what is copied is what go.sum pins, the content.
            if original.is_dir():
                shutil.copytree(original, copy, copy_function=shutil.copyfile)
            elif original.is_file():
                shutil.copyfile(original, copy)
            else:
                raise SandboxError(
                    f"{source.module} has no {source.path} at this release: correct the files of"
                    f" {self._component.name} in versions.toml"
                )

    def _stale(self, packages: set[str]) -> dict[str, str]:
        """Download what is missing, and name the packages that Go has to compile, by path."""
        downloads = 0

        def follow(line: str) -> Step | None:
            nonlocal downloads
            if not line.startswith("go: downloading "):
                return None
            downloads += 1
            return Step("downloading modules", downloads)

        template = "{{if .Stale}}{{.ImportPath}} {{.Name}}{{end}}"
        arguments = ("list", "-deps", *self._flags(), "-f", template, *sorted(packages))
        lines = self._run(Step("reading the sources"), follow, *arguments).splitlines()
        return dict(line.split() for line in lines)

    def _flags(self) -> list[str]:
        variables = self._component.variables.items()
        written = "".join(f" -X '{name}={value}'" for name, value in variables)
        return [flag + written if flag.startswith("-ldflags=") else flag for flag in FLAGS]

    def _run(self, step: Step, follow: Follow, *arguments: str) -> str:
        """Run Go and give what it prints; `follow` says which step a line on its side begins."""
        name, said = self._component.name, list[str]()
        with (self._temporary / "output").open("w+b") as output:
            process = processes.start(
                [self._toolchain.go, *arguments],
                environment=self._environment(),
                directory=self._component.folder,
                output=output,
                errors=subprocess.PIPE,
            )
            try:
                self._reporter.working(name, step)
                for line in _lines(process.stderr):
                    if line is not None:
                        begun = follow(line)
                        step = begun or step
                        if not begun:
                            said.append(line)
                    self._reporter.working(name, step)
                code = process.wait()
            finally:
                processes.stop(process)
            if code:
                raise self._error(said)
            output.seek(0)
            return output.read().decode()

    def _environment(self) -> dict[str, str]:
        places = {
            "GOCACHE": str(cache.root() / "go-build"),
            "GOMODCACHE": str(cache.root() / "go-mod"),
            "GOTMPDIR": str(self._temporary),
        }
        return {**os.environ, **SETTINGS, **places}

    def _error(self, said: list[str]) -> SandboxError:
        text = "\n".join(said)
        causes = (cause for sign, cause in CAUSES.items() if sign in text)
        cause = next(causes, f"correct what it says about {self._component.folder}")
        return SandboxError(
            f"{self._toolchain.version} could not build {self._component.name};"
            f" {cause}, then build again",
            "\n".join(said[-TAIL:]),
        )


def _lines(pipe: IO[bytes] | None) -> Iterator[str | None]:
    """Give each line when it comes, and None when there was none for a moment."""
    if pipe is None:
        return
    rest = b""
    with selectors.DefaultSelector() as selector, pipe:
        selector.register(pipe, selectors.EVENT_READ)
        while True:
            if not selector.select(TICK):
                yield None
            elif chunk := os.read(pipe.fileno(), 1 << 16):
                *complete, rest = (rest + chunk).split(b"\n")
                yield from (line.decode(errors="replace") for line in complete)
            else:
                break
    if rest:
        yield rest.decode(errors="replace")
