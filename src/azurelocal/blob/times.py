"""How the Blob service writes and reads times."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import formatdate, parsedate_to_datetime


def http_date(time: float) -> str:
    """Write a time as headers have it."""
    return formatdate(time, usegmt=True)


def from_http_date(text: str) -> float | None:
    """Read a time of a header; None if it is none."""
    try:
        return parsedate_to_datetime(text).timestamp()
    except (ValueError, TypeError, OverflowError):
        return None


def iso(time: float) -> str:
    """Write a time as addresses and documents have it."""
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def from_iso(text: str) -> float | None:
    """Read a time of an address or a document; None if it is none."""
    try:
        time = datetime.fromisoformat(text)
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
