"""Durations in the spelling that Kubernetes objects and our flags use, such as 1h30m."""

from __future__ import annotations

import re
from datetime import timedelta

_SECONDS = {
    "ns": 1e-9,
    "us": 1e-6,
    "µs": 1e-6,
    "ms": 1e-3,
    "s": 1.0,
    "m": 60.0,
    "h": 3600.0,
}
_PART = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|ms|s|m|h)")
_WHOLE = re.compile(rf"[+-]?({_PART.pattern})+")


def parse_duration(text: str) -> timedelta:
    """Read a duration: numbers with units, or a bare 0."""
    if text.lstrip("+-") == "0":
        return timedelta()
    if not _WHOLE.fullmatch(text):
        raise ValueError(f"{text!r} is not a duration such as 90s, 10m or 1h30m")
    seconds = sum(float(number) * _SECONDS[unit] for number, unit in _PART.findall(text))
    return timedelta(seconds=-seconds if text.startswith("-") else seconds)


def format_duration(duration: timedelta) -> str:
    """Write a duration as Kubernetes does: 0s, 1h30m0s, 1.5s, 300ms."""
    if duration < timedelta():
        return "-" + format_duration(-duration)
    microseconds = round(duration / timedelta(microseconds=1))
    if microseconds == 0:
        return "0s"
    if microseconds < 1000:
        return f"{microseconds}µs"
    if microseconds < 1_000_000:
        return f"{_decimal(microseconds, 1000)}ms"
    minutes, rest = divmod(microseconds, 60_000_000)
    text = f"{_decimal(rest, 1_000_000)}s"
    if minutes:
        hours, minutes = divmod(minutes, 60)
        text = f"{minutes}m{text}"
        if hours:
            text = f"{hours}h{text}"
    return text


def _decimal(value: int, unit: int) -> str:
    whole, rest = divmod(value, unit)
    fraction = f"{rest:0{len(str(unit)) - 1}d}".rstrip("0")
    return f"{whole}.{fraction}" if fraction else str(whole)
