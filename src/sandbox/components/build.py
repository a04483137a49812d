"""Builds the components that are missing."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox import cache
from sandbox.components import compiler, store, toolchain
from sandbox.components.catalog import PAYLOAD, Component, load
from sandbox.errors import SandboxError, UsageError
from sandbox.progress import Reporter, Step, duration

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sandbox.components.toolchain import Toolchain


@dataclass(frozen=True)
class Built:
    """A component, and the place in which its programs are once they are built."""

    component: Component
    path: Path
    fresh: bool = False

    @property
    def programs(self) -> Path:
        """The directory of the programs, under all their names."""
        return self.path / "bin"

    @property
    def files(self) -> Path:
        """The directory of its other files, under the names in the file of versions."""
        return self.path / "files"

    @property
    def exists(self) -> bool:
        """Whether it has been built."""
        return self.path.is_dir()


def find(names: Iterable[str] = (), payload: Path | None = None) -> list[Built]:
    """Give the named components, or all, built or not."""
    return _find(_chosen(names, payload), toolchain.find())


def ensure(names: Iterable[str], reporter: Reporter, payload: Path | None = None) -> list[Built]:
    """Give the named components, or all but those on demand, after building what is missing."""
    go, names = toolchain.find(), tuple(names)
    chosen = [one for one in _chosen(names, payload) if names or not one.on_demand]
    return [_ensure(built, go, reporter) for built in _find(chosen, go)]


def _chosen(names: Iterable[str], payload: Path | None) -> list[Component]:
    components, names = load(payload or PAYLOAD), list(dict.fromkeys(names))
    unknown = [name for name in names if name not in components]
    if unknown:
        raise UsageError(
            f"there is no component {', '.join(unknown)}; there are: {', '.join(components)}"
        )
    return [components[name] for name in names or components]


def _find(components: list[Component], go: Toolchain) -> list[Built]:
    recipe = (go.settings, compiler.SETTINGS, compiler.FLAGS)
    return [Built(component, store.entry(component, recipe)) for component in components]


def _ensure(wanted: Built, go: Toolchain, reporter: Reporter) -> Built:
    if wanted.exists:
        return wanted
    name, started = wanted.component.name, time.monotonic()
    try:
        with store.locked(name, lambda: reporter.working(name, Step("waiting for another build"))):
            if wanted.exists:
                return wanted
            _build(wanted, go, reporter)
    except OSError as error:
        raise SandboxError(
            f"cannot keep {name} in {store.folder()} ({error.strerror}): mend that, or name"
            f" another directory with {cache.VARIABLE}"
        ) from error
    reporter.finished(name, f"built in {duration(time.monotonic() - started)}")
    return Built(wanted.component, wanted.path, fresh=True)


def _build(wanted: Built, go: Toolchain, reporter: Reporter) -> None:
    component = wanted.component
    with store.workplace(component.name) as workplace:
        entry, temporary = workplace / "entry", workplace / "go"
        programs = entry / "bin"
        for directory in (programs, temporary):
            directory.mkdir(parents=True)
        work = compiler.Compiler(go, component, temporary, reporter)
        work.compile(programs)
        work.copy(entry / "files")
        for file, binary in component.entry.binaries.items():
            for link in binary.links:
                (programs / link).symlink_to(file)
        if _find([component], go)[0].path != wanted.path:
            raise SandboxError(
                f"{component.folder} was changed while it was built: build {component.name} again"
            )
        store.keep(entry, wanted.path)
