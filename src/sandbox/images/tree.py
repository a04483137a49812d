"""What a layer holds, and the layer as an archive that is always the same for the same content."""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

# Files look as old as Unix. What they really are is an accident of whoever builds.
_MOMENT = 0
_PIECE = 1 << 20
_COMPRESSION = 6


@dataclass(frozen=True)
class File:
    """A regular file: its content, or the file that has it."""

    content: bytes | Path
    mode: int = 0o644

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return len(self.content) if isinstance(self.content, bytes) else self.content.stat().st_size

    def open(self) -> IO[bytes]:
        """Open the content."""
        if isinstance(self.content, bytes):
            return io.BytesIO(self.content)
        return self.content.open("rb")


@dataclass(frozen=True)
class Link:
    """A symbolic link."""

    target: str


@dataclass(frozen=True)
class Folder:
    """A folder. Those above a path need not be named."""

    mode: int = 0o755


Entry = File | Link | Folder
Tree = dict[str, Entry]
"""Entries by path, without a slash in front. All belongs to root."""


@dataclass(frozen=True)
class Packed:
    """A layer that was written: the digest of the file, and that of the archive in it."""

    digest: str
    diff_id: str
    size: int


def pack(tree: Tree, file: IO[bytes], progress: Callable[[int], None]) -> Packed:
    """Write a compressed archive; `progress` is told how many bytes have gone into it."""
    outside = _Hashing(file)
    with gzip.GzipFile("", "wb", _COMPRESSION, outside, mtime=_MOMENT) as zipped:
        inside = _Hashing(zipped, progress)
        # Written one after another: no position is asked for.
        target: Any = inside
        with tarfile.open(fileobj=target, mode="w|", format=tarfile.PAX_FORMAT) as archive:
            for path, entry in _with_parents(tree):
                _add(archive, path, entry)
    return Packed(outside.digest, inside.digest, outside.size)


def _with_parents(tree: Tree) -> Iterator[tuple[str, Entry]]:
    whole: Tree = {}
    for path in tree:
        parent = path.rpartition("/")[0]
        while parent:
            whole[parent] = Folder()
            parent = parent.rpartition("/")[0]
    yield from sorted({**whole, **tree}.items())


def _add(archive: tarfile.TarFile, path: str, entry: Entry) -> None:
    info = tarfile.TarInfo(path)
    info.mtime = _MOMENT
    match entry:
        case Link(target):
            info.type, info.linkname, info.mode = tarfile.SYMTYPE, target, 0o777
            archive.addfile(info)
        case Folder(mode):
            info.type, info.mode = tarfile.DIRTYPE, mode
            archive.addfile(info)
        case File(_, mode):
            info.mode, info.size = mode, entry.size
            with entry.open() as content:
                archive.addfile(info, content)


class _Hashing:
    """Writes on, and knows the digest of what it has written."""

    def __init__(self, target: Any, progress: Callable[[int], None] | None = None) -> None:
        self._target, self._progress = target, progress
        self._hasher = hashlib.sha256()
        self.size = 0

    @property
    def digest(self) -> str:
        return f"sha256:{self._hasher.hexdigest()}"

    def write(self, content: bytes) -> int:
        # In pieces, so that whoever is told how far it is hears of it often enough.
        view = memoryview(content)
        for start in range(0, len(view), _PIECE):
            piece = view[start : start + _PIECE]
            self._hasher.update(piece)
            self._target.write(piece)
            self.size += len(piece)
            if self._progress:
                self._progress(self.size)
        return len(view)

    def flush(self) -> None:
        self._target.flush()
