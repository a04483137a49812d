"""The access log: who did what, and which role allowed it. One JSON object a line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 64 * 1024 * 1024  # bytes; then the file gets another name and a new one begins
OLD = ".1"
"""What the name of the file that was before this one ends in. There is no third."""
_LONGEST_PATH = 2048


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
    """Without its query, which may hold a signature that gives access."""
    status: int
    """What was answered; 0 when the connection was broken off instead."""
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

    def __init__(self, path: Path, largest: int = LARGEST) -> None:
        """Open the file. It and the one before take no more than `largest` bytes each."""
        self.path, self._largest = path, largest
        self._open()

    def _open(self) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        self._file = os.open(self.path, flags, 0o600)
        self._size = os.fstat(self._file).st_size

    def append(self, entry: Entry) -> None:
        """Write one entry."""
        entry.path = entry.path[:_LONGEST_PATH]
        line = msgspec.json.encode(entry) + b"\n"
        if self._size and self._size + len(line) > self._largest:
            os.close(self._file)
            self.path.replace(self.path.with_name(self.path.name + OLD))
            self._open()
        os.write(self._file, line)
        self._size += len(line)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)


def parse(line: bytes) -> Entry:
    """Read one line."""
    return msgspec.json.decode(line, type=Entry)
