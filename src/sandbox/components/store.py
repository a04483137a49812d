"""Where built components are kept, under names that tell what they were built from.

An entry is called NAME-VERSION-DIGEST. Whatever can change the programs changes the digest, so an
entry is never out of date; and it is renamed into place when it is complete, so that what is found
there can be used. Names that begin with a dot are locks, and builds that go on.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandbox import cache

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from sandbox.components.catalog import Component

# Part of each digest: raise it when the builder itself starts to make something else.
LAYOUT = 1
TICK = 0.1  # seconds between two tries to get a lock


def folder() -> Path:
    """Give the directory of all entries."""
    return cache.root() / "components"


def entry(component: Component, recipe: object) -> Path:
    """Give the place of a component; `recipe` is what decides over the programs beside it."""
    table = msgspec.structs.asdict(component.entry)
    del table["also"]  # other releases, which are components themselves
    decides = (LAYOUT, _sources(component.folder), table, recipe)
    digest = hashlib.sha256(msgspec.json.encode(decides, order="sorted")).hexdigest()[:16]
    return folder() / f"{component.name}-{component.version}-{digest}"


def _sources(module: Path) -> dict[str, str]:
    """The content of each file, by name; names with a dot in front belong to editors."""
    return {
        str(path.relative_to(module)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in _files(module)
    }


def _files(directory: Path) -> Iterator[Path]:
    for path in directory.iterdir():
        if path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _files(path)
        else:
            yield path


@contextmanager
def locked(name: str, waiting: Callable[[], None]) -> Generator[None]:
    """Let one build of a component run at a time. The lock ends with the process at the latest."""
    folder().mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder() / f".{name}.lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        while not _try_lock(descriptor):
            waiting()
            time.sleep(TICK)
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def workplace(name: str) -> Generator[Path]:
    """Give a directory to build in. Whoever asks has the lock, so others found there are dead."""
    prefix = f".{name}.building-"
    for leftover in folder().glob(f"{prefix}*"):
        shutil.rmtree(leftover, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=prefix, dir=folder(), ignore_cleanup_errors=True) as at:
        yield Path(at)


def keep(built: Path, place: Path) -> None:
    """Put a complete entry into its place, from which not even a power failure takes a part."""
    built.chmod(0o755)
    for path in (*built.rglob("*"), built):
        if not path.is_symlink():
            _sync(path)
    built.rename(place)
    _sync(place.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
