"""Reads one branch or leaf of a document by its path, as JSON or as text."""

from __future__ import annotations

from typing import Any


class NothingThereError(Exception):
    """The path leads nowhere."""


def branch(document: Any, path: list[str]) -> Any:
    """Follow a path. Names count in any case; entries of a list are numbered."""
    found = document
    for segment in path:
        if isinstance(found, dict):
            names = {name.lower(): name for name in found}  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportUnknownArgumentType]
            if segment.lower() not in names:
                raise NothingThereError
            found = found[names[segment.lower()]]  # pyright: ignore[reportUnknownVariableType]
        elif isinstance(found, list) and segment.isdigit() and int(segment) < len(found):  # pyright: ignore[reportUnknownArgumentType]
            found = found[int(segment)]  # pyright: ignore[reportUnknownVariableType]
        else:
            raise NothingThereError
    return found  # pyright: ignore[reportUnknownVariableType]


def as_text(found: Any) -> str:
    """Write a leaf as it is, and a branch as the names of what is on it, one a line."""
    if isinstance(found, dict):
        entries: dict[str, Any] = found  # pyright: ignore[reportUnknownVariableType]
        return "\n".join(
            f"{name}/" if isinstance(value, dict | list) else name
            for name, value in entries.items()
        )
    if isinstance(found, list):
        return "\n".join(f"{number}/" for number in range(len(found)))  # pyright: ignore[reportUnknownArgumentType]
    return str(found)
