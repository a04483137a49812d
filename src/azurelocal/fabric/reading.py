"""Reads the bodies of resources, which have been checked when they were written."""

from __future__ import annotations

from typing import Any

Body = dict[str, Any]


def several(properties: Body, name: str, plural: str = "s") -> tuple[str, ...]:
    """Read what may be given once or several times."""
    many: list[str] = properties.get(f"{name}{plural}") or []
    one = properties.get(name)
    return tuple(many) if many else (str(one),) if one else ()


def networks_of(properties: Body) -> list[str]:
    """Read ranges of addresses; only the fourth version of the protocol is carried."""
    return [one for one in several(properties, "addressPrefix", "es") if ":" not in one]


def entries(properties: Body | None, name: str) -> list[Body]:
    """Read a list of objects; an absent one is empty."""
    return list((properties or {}).get(name) or ())


def id_of(properties: Body, name: str) -> str:
    """Read what is referred to, as a key; nothing where there is nothing."""
    value: Any = properties.get(name)
    return str(value["id"]).lower() if value and value.get("id") else ""


def ids_of(properties: Body, name: str) -> list[str]:
    """Read all that is referred to, as keys."""
    return [str(one["id"]).lower() for one in entries(properties, name)]
