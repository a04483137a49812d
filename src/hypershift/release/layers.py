"""Files out of an image's layers, without unpacking them to disk.

A layer is an archive of changes; what a higher one says about a path counts. Only regular files are
read, and no link is followed.
"""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from posixpath import normpath
from typing import IO, TYPE_CHECKING

from hypershift.release.errors import PayloadError

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE_SIZE = 64 << 20
_UNPACKED = 16 << 30
_AT_ONCE = 1 << 20  # bytes; the headers of an archive are far smaller
_WHITEOUT = ".wh."
_OPAQUE = ".wh..wh..opq"
_GZIP, _ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


class Search:
    """Looks for files, layer by layer, from the top one down."""

    def __init__(self, wanted: Iterable[str]) -> None:
        """Name the files, without a slash in front."""
        self._open = set(wanted)
        self.found: dict[str, bytes] = {}

    @property
    def over(self) -> bool:
        """Whether lower layers cannot say anything more."""
        return not self._open

    def read(self, layer: IO[bytes], name: str) -> None:
        """Take what the next layer has."""
        try:
            self._read(layer)
        except (tarfile.TarError, EOFError, OSError, zlib.error, ValueError) as error:
            raise PayloadError(
                f"layer {name} cannot be read, since it is not an archive as images have it"
                f" ({error}): build the image again"
            ) from error

    def _read(self, layer: IO[bytes]) -> None:
        # A layer's whiteouts are about the layers below it, wherever they stand in it.
        hidden: set[str] = set()
        with tarfile.open(fileobj=_Stream(_unpacked(layer)), mode="r:") as archive:
            while entry := archive.next():
                vars(archive)["members"].clear()  # it would keep each entry of the archive
                path = _path(entry.name)
                if path:
                    hidden |= self._take(archive, entry, path)
        self._open -= hidden

    def _take(self, archive: tarfile.TarFile, entry: tarfile.TarInfo, path: str) -> set[str]:
        """Take a file that is wanted, and give the paths that no lower layer has a say in."""
        parent, _, name = path.rpartition("/")
        if name == _OPAQUE:
            return self._below(parent)
        if name.startswith(_WHITEOUT):
            gone = f"{parent}/{name.removeprefix(_WHITEOUT)}".lstrip("/")
            return {gone} | self._below(gone)
        if entry.isdir():
            return set()
        if path in self._open:
            self.found.pop(path, None)  # a layer may have a path twice, and the last one counts
            if entry.isreg():
                self.found[path] = _content(archive, entry)
        return {path} | self._below(path)

    def _below(self, folder: str) -> set[str]:
        return {path for path in self._open if not folder or path.startswith(f"{folder}/")}


def _path(name: str) -> str:
    """Give the path of an entry as layers are applied; empty for one that leads outside."""
    path = normpath(name.lstrip("/"))
    return "" if path in (".", "..") or path.startswith("../") else path


def _content(archive: tarfile.TarFile, entry: tarfile.TarInfo) -> bytes:
    if entry.size > FILE_SIZE:
        raise ValueError(f"{entry.name} has {entry.size} bytes")
    file = archive.extractfile(entry)
    assert file is not None
    content = bytearray()
    while chunk := file.read(_AT_ONCE):
        content += chunk
    if len(content) != entry.size:
        raise ValueError(f"{entry.name} is cut off")
    return bytes(content)


def _unpacked(layer: IO[bytes]) -> IO[bytes]:
    magic = layer.read(4)
    layer.seek(0)
    if magic.startswith(_GZIP):
        return gzip.GzipFile(fileobj=layer)  # pyright: ignore[reportReturnType]
    if magic == _ZSTD:
        raise ValueError("it is compressed with zstd, which this program does not read")
    return layer


class _Stream(io.RawIOBase):
    """An archive that is read from its beginning to its end, in pieces that fit into memory.

    Without it, a small layer could unpack to headers that fill the memory.
    """

    def __init__(self, source: IO[bytes]) -> None:
        self._source, self._position = source, 0

    def read(self, size: int = -1, /) -> bytes:
        if not 0 <= size <= _AT_ONCE:
            raise ValueError("a header of it is too large")
        return self._piece(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        if whence != io.SEEK_SET or offset < self._position:
            raise ValueError("it would have to be read twice")
        while self._position < offset and self._piece(min(_AT_ONCE, offset - self._position)):
            pass
        return self._position

    def tell(self) -> int:
        return self._position

    def _piece(self, size: int) -> bytes:
        piece = self._source.read(size)
        self._position += len(piece)
        if self._position > _UNPACKED:
            raise ValueError("it is too large unpacked")
        return piece
