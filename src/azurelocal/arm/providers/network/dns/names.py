"""The names of zones and of the record sets in them."""

from __future__ import annotations

import re

from azurelocal.arm.providers.network.dns.recordtypes import bad_request

APEX = "@"
"""The record sets of the zone's own name."""

_ZONE_LABEL = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
_LABEL = re.compile(r"[A-Za-z0-9_/-]{1,63}")


def check_zone(name: str) -> None:
    """Refuse a name that no zone can have."""
    labels = name.split(".")
    if not (
        2 <= len(labels) <= 34
        and len(name) <= 253
        and all(_ZONE_LABEL.fullmatch(label) for label in labels)
    ):
        raise bad_request(f"The domain name '{name}' is invalid.")


def check_relative(name: str, zone: str) -> None:
    """Refuse a name that no record set of a zone can have."""
    if name == APEX:
        return
    first, *others = name.split(".")
    rest_fits = all(_LABEL.fullmatch(label) for label in others)
    if not rest_fits or not (first == "*" or _LABEL.fullmatch(first)) or _too_long(name, zone):
        raise bad_request(f"The domain name '{name}.{zone}' is invalid.")


def _too_long(name: str, zone: str) -> bool:
    return len(f"{name}.{zone}") > 253


def full(name: str, zone: str) -> str:
    """The whole name of a record set, without the dot at its end."""
    return zone if name == APEX else f"{name}.{zone}"
