"""Which shared libraries a program or a library loads, as the file itself says."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MAGIC = b"\x7fELF\x02\x01"  # of 64 bits, little endian
_LOAD, _DYNAMIC, _INTERPRETER = 1, 2, 3
_NEEDED, _STRINGS = 1, 5


@dataclass(frozen=True)
class _Segment:
    kind: int
    offset: int
    address: int
    size: int


def loads(path: Path) -> list[str]:
    """Give the names of the libraries, and the path of the loader; of other files, nothing."""
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            return []
    content = path.read_bytes()
    segments = list(_segments(content))
    names: list[str] = []
    for segment in segments:
        if segment.kind == _INTERPRETER:
            names.append(_text(content, segment.offset))
        elif segment.kind == _DYNAMIC:
            names += _needed(content, segment, segments)
    return names


def _segments(content: bytes) -> Iterator[_Segment]:
    [table] = struct.unpack_from("<Q", content, 32)
    entry_size, count = struct.unpack_from("<HH", content, 54)
    for number in range(count):
        kind, _, offset, address, _, size = struct.unpack_from(
            "<IIQQQQ", content, table + number * entry_size
        )
        yield _Segment(kind, offset, address, size)


def _needed(content: bytes, dynamic: _Segment, segments: list[_Segment]) -> list[str]:
    entries = list(struct.iter_unpack("<QQ", content[dynamic.offset :][: dynamic.size // 16 * 16]))
    strings = next((value for tag, value in entries if tag == _STRINGS), 0)
    start = next(
        segment.offset + strings - segment.address
        for segment in segments
        if segment.kind == _LOAD and segment.address <= strings < segment.address + segment.size
    )
    return [_text(content, start + value) for tag, value in entries if tag == _NEEDED]


def _text(content: bytes, start: int) -> str:
    return content[start : content.index(b"\0", start)].decode()
