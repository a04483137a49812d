"""The serial console: what the machine writes, kept in a file that does not grow for ever."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from pathlib import Path

LIMIT = 1 << 20  # bytes; half of it is kept when it is reached
_LONG = 4096  # bytes of a line that are not held back any more
_LOOK_BACK = 1 << 16  # bytes
_BAD = re.compile(r"\b(fail(ed|ure)|error|fatal|panic)\b", re.IGNORECASE)
_ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\r+(?=\n)")


class Console:
    """Writes the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.touch(0o600)
        self._size = path.stat().st_size

    def write(self, content: bytes) -> None:
        """Add what the machine wrote, without what only a terminal understands."""
        plain = _ESCAPES.sub(b"", content)
        with self._path.open("ab") as file:
            file.write(plain)
        self._size += len(plain)
        if self._size > LIMIT:
            self._shorten()

    async def follow(self, stream: asyncio.StreamReader) -> None:
        """Write down everything until the stream ends, line by line while lines are short."""
        rest = b""
        while chunk := await stream.read(1 << 16):
            complete, newline, rest = (rest + chunk).rpartition(b"\n")
            if newline:
                self.write(complete + newline)
            elif len(rest) > _LONG:
                self.write(rest)
                rest = b""
        if rest:
            self.write(rest)

    def last_words(self, lines: int) -> str:
        """Give the last lines that tell of failures, or the last of all when none does."""
        with self._path.open("rb") as file:
            file.seek(max(0, self._size - _LOOK_BACK))
            said = file.read().decode(errors="replace").splitlines()
        bad = [line for line in said if _BAD.search(line)]
        return "\n".join((bad or said)[-lines:])

    def _shorten(self) -> None:
        content = self._path.read_bytes()[-LIMIT // 2 :]
        kept = content.partition(b"\n")[2]
        new = self._path.with_name(f".{self._path.name}.new")
        new.touch(0o600)
        new.write_bytes(kept)
        new.replace(self._path)
        self._size = len(kept)
