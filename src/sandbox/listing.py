"""Components as people and as programs read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.components import Built

HEADINGS = ("NAME", "VERSION", "STATE", "PATH", "PROGRAMS")


class Row(msgspec.Struct, frozen=True):
    """What is told about a component. The path is that of its programs, once they are built."""

    name: str
    version: str
    state: str
    path: str
    programs: list[str]


def as_table(components: Iterable[Built]) -> str:
    """Write a line for each component."""
    rows = [
        (row.name, row.version, row.state, row.path, ", ".join(row.programs))
        for row in _rows(components)
    ]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *rows, strict=True)]
    lines = [
        "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        for row in (HEADINGS, *rows)
    ]
    return "\n".join(lines) + "\n"


def as_json(components: Iterable[Built]) -> str:
    """Write a JSON array."""
    content = msgspec.json.encode(_rows(components))
    return msgspec.json.format(content, indent=2).decode() + "\n"


def as_yaml(components: Iterable[Built]) -> str:
    """Write a YAML sequence."""
    import yaml

    return yaml.safe_dump(msgspec.to_builtins(_rows(components)), sort_keys=False, width=2**31 - 1)


def _rows(components: Iterable[Built]) -> list[Row]:
    return [
        Row(
            name=each.component.name,
            version=each.component.version,
            state="built" if each.fresh else "cached" if each.exists else "missing",
            path=str(each.programs),
            programs=each.component.programs,
        )
        for each in components
    ]
