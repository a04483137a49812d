"""The access log: who did what, and which role allowed it. One JSON object a line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 64 * 1024 * 1024  # bytes; then the file becomes .1 and a new one begins


class Grant(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One decision: the action that was needed, and the role that gave it, if any did."""

    action: str
    scope: str
    data: bool = False
    role: str = ""
    assigned_at: str = ""


class Entry(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One request."""

    time: float
    service: str
    method: str
    path: str
    status: int
    milliseconds: float
    code: str = ""
    """The code of the refusal, for a request that was refused."""
    object_id: str = ""
    app_id: str = ""
    name: str = ""
    grants: list[Grant] = []
    client: str = ""
    request_id: str = ""


class AccessLog:
    """Appends to a file. A line is written at once, and whole."""

    def __init__(self, path: Path) -> None:
        """Open the file."""
        self.path = path
        self._open()

    def _open(self) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        self._file = os.open(self.path, flags, 0o600)
        self._size = os.fstat(self._file).st_size

    def append(self, entry: Entry) -> None:
        """Write one entry."""
        line = msgspec.json.encode(entry) + b"\n"
        os.write(self._file, line)
        self._size += len(line)
        if self._size > LARGEST:
            os.close(self._file)
            self.path.replace(self.path.with_name(self.path.name + ".1"))
            self._open()

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def parse(line: bytes) -> Entry:
    """Read one line."""
    return msgspec.json.decode(line, type=Entry)
