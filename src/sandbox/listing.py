"""Components and images as people and as programs read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sandbox import images
    from sandbox.components import Built

_MEGABYTE = 1_000_000


class ComponentRow(msgspec.Struct, frozen=True):
    """What is told about a component. The path is that of its programs, once they are built."""

    name: str
    version: str
    state: str
    path: str
    programs: list[str]


class ImageRow(msgspec.Struct, frozen=True):
    """What is told about an image. Digest, size and path are there once it is built."""

    name: str
    state: str
    size: int
    purpose: str
    digest: str
    path: str


def of_components(built: Iterable[Built]) -> list[ComponentRow]:
    """Tell about components."""
    return [
        ComponentRow(
            name=each.component.name,
            version=each.component.version,
            state="built" if each.fresh else "cached" if each.exists else "missing",
            path=str(each.programs),
            programs=each.component.programs,
        )
        for each in built
    ]


def of_images(built: Iterable[images.Built]) -> list[ImageRow]:
    """Tell about images."""
    return [
        ImageRow(
            name=each.image.name,
            state="built" if each.fresh else "cached" if each.layout else "missing",
            size=each.layout.size if each.layout else 0,
            purpose=each.image.purpose,
            digest=each.layout.manifest.digest if each.layout else "",
            path=str(each.layout.folder) if each.layout else "",
        )
        for each in built
    ]


def as_table(rows: Iterable[msgspec.Struct]) -> str:
    """Write a line for each row, under the names of its fields."""
    facts = [msgspec.structs.asdict(row) for row in rows]
    lines = [[name.upper() for name in facts[0]]]
    lines += [[_cell(name, value) for name, value in row.items()] for row in facts]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        "  ".join(f"{text:<{width}}" for text, width in zip(line, widths, strict=True)).rstrip()
        + "\n"
        for line in lines
    )


def _cell(name: str, value: Any) -> str:
    if name == "size":
        return f"{value / _MEGABYTE:.1f} MB" if value else "-"
    return value or "-" if isinstance(value, str) else ", ".join(value)


def as_json(rows: Iterable[msgspec.Struct]) -> str:
    """Write a JSON array."""
    return msgspec.json.format(msgspec.json.encode(list(rows)), indent=2).decode() + "\n"


def as_yaml(rows: Iterable[msgspec.Struct]) -> str:
    """Write a YAML sequence."""
    import yaml

    return yaml.safe_dump(msgspec.to_builtins(list(rows)), sort_keys=False, width=2**31 - 1)


FORMS: dict[str, Callable[[Iterable[msgspec.Struct]], str]] = {
    "text": as_table,
    "json": as_json,
    "yaml": as_yaml,
}
