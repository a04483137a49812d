"""Blobs and manifests on disk, by their digest. Any number of processes may share the folder.

A file gets its name when it is complete and checked, so what has a name is right. Room is made by
removing what was not used for longest; who reads such a file at that moment goes on reading it.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from hypershift.release.errors import ReleaseError

if TYPE_CHECKING:
    from collections.abc import Generator

ROOM = 2 << 30
_PREFIX = ".new-"
_ABANDONED = 6 * 3600.0  # seconds after which nobody writes a file any more


def default_folder() -> Path:
    """Give the folder for a user's commands."""
    caches = os.environ.get("XDG_CACHE_HOME")
    return (Path(caches) if caches else Path.home() / ".cache") / "hypershift" / "images"


class Cache:
    """A folder of files that are named by their digests."""

    def __init__(self, folder: Path, room: int = ROOM) -> None:
        """Keep at most `room` bytes; the folder need not exist yet."""
        self._folder, self._room = folder, room

    def open(self, digest: str) -> IO[bytes] | None:
        """Open a file, if it is there."""
        path = self._path(digest)
        try:
            file = path.open("rb")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _broken(self._folder, error) from error
        with contextlib.suppress(OSError):  # it may have gone by now
            os.utime(path)
        return file

    @contextmanager
    def writing(self, digest: str) -> Generator[IO[bytes]]:
        """Give a file to write to; it is kept if the block ends without an error."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(prefix=_PREFIX, dir=self._folder)
        except OSError as error:
            raise _broken(self._folder, error) from error
        try:
            with open(descriptor, "wb") as file:
                yield file
                file.flush()
                os.fsync(descriptor)  # a name must not outlive the content in a power failure
            Path(name).replace(self._path(digest))
        except OSError as error:
            raise _broken(self._folder, error) from error
        finally:
            Path(name).unlink(missing_ok=True)
        self._make_room()

    def _path(self, digest: str) -> Path:
        # References have been parsed: a digest has no slash in it.
        return self._folder / digest.replace(":", "-")

    def _make_room(self) -> None:
        """Remove what was not used for longest, and what writers have left that were killed."""
        found: list[tuple[float, int, Path]] = []
        for path in self._folder.iterdir():
            with contextlib.suppress(FileNotFoundError):
                state = path.stat()
                if not path.name.startswith(_PREFIX):
                    found.append((state.st_mtime, state.st_size, path))
                elif time.time() - state.st_mtime > _ABANDONED:
                    path.unlink(missing_ok=True)
        used = sum(size for _, size, _ in found)
        # The newest stays, however large: somebody is about to read it.
        for _, size, path in sorted(found)[:-1]:
            if used <= self._room:
                return
            path.unlink(missing_ok=True)
            used -= size


def _broken(folder: Path, error: OSError) -> ReleaseError:
    return ReleaseError(
        f"cannot keep parts of images in {folder} ({error.strerror or error}): make room, or name"
        " another folder"
    )
