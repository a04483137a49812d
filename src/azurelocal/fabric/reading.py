"""Reads the bodies of resources, which have been checked when they were written."""

from __future__ import annotations

from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

Body = dict[str, Any]


def several(properties: Body, name: str, plural: str = "s") -> tuple[str, ...]:
    """Read what may be given once or several times."""
    many: list[str] = properties.get(f"{name}{plural}") or []
    one = properties.get(name)
    return tuple(many) if many else (str(one),) if one else ()


def ranges(written: Iterable[str]) -> list[str]:
    """Write ranges as `ip` and `nft` take them, without those that no packet here has to do with.

    Only the fourth version of the protocol is carried. Users may have written 10.0.0.9/24, or
    10.0.0.0/255.255.255.0.
    """
    read = [ip_network(one, strict=False) for one in written]
    return list(dict.fromkeys(str(one) for one in read if one.version == 4))


def networks_of(properties: Body) -> list[str]:
    """Read the ranges of a network or of a part of one."""
    return ranges(several(properties, "addressPrefix", "es"))


def is_carried(address: str) -> bool:
    """Tell whether packets can have an address here."""
    return bool(address) and ":" not in address


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
