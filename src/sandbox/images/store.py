"""The cache of layers and images.

    oci/layers/DIGEST/      one layer, and what its digests are
    oci/images/NAME-DIGEST/ an OCI layout, whose layers are links to those
    debian/DIGEST/          packages, unpacked

The digests in these names are of what the things are made of. An entry is renamed into place when
it is complete. Names with a dot in front are locks, and builds that go on.
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
    from collections.abc import Callable, Generator

# Part of each digest: raise it when the builder itself starts to make something else.
LAYOUT = 1
_FEW = 50  # files that are waited for one by one
TICK = 0.1  # seconds between two tries to get a lock


def layers() -> Path:
    """Give the folder of all layers."""
    return cache.root() / "oci" / "layers"


def images() -> Path:
    """Give the folder of all images."""
    return cache.root() / "oci" / "images"


def debian() -> Path:
    """Give the folder of unpacked packages."""
    return cache.root() / "debian"


def key(*decides: object) -> str:
    """Give the name of something that is made of these values."""
    content = msgspec.json.encode((LAYOUT, *decides), order="sorted")
    return hashlib.sha256(content).hexdigest()[:20]


@contextmanager
def building(place: Path, waiting: Callable[[], None]) -> Generator[Path | None]:
    """Give a folder in which to make an entry, which has its name when the block ends.

    Give None when somebody else has made it meanwhile. One is made at a time.
    """
    parent, prefix = place.parent, f".{place.name}.building-"
    parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(parent / f".{place.name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        while not _try_lock(lock):
            waiting()
            time.sleep(TICK)
        if place.is_dir():
            yield None
            return
        for leftover in parent.glob(f"{prefix}*"):  # whoever had the lock before us is dead
            shutil.rmtree(leftover, ignore_errors=True)
        workplace = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        try:
            made = workplace / "made"
            made.mkdir()
            yield made
            _settle(made)  # a name must not outlive the content in a power failure
            made.rename(place)
        finally:
            shutil.rmtree(workplace, ignore_errors=True)
    finally:
        os.close(lock)


def _settle(folder: Path) -> None:
    """Wait until what is in a folder is on the disk."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    if len(files) > _FEW:
        os.sync()  # waits for what others write, too, but once
        return
    for path in files:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
