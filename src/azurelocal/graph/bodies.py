"""Reads values out of bodies, and refuses what has the wrong type."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from azurelocal.graph import errors


def text(body: dict[str, Any], name: str, *, longest: int = 600) -> str | None:
    """A text, or None where there is none."""
    value = body.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or len(value) > longest:
        raise _wrong(name, f"a text of no more than {longest} characters")
    return value


def required(body: dict[str, Any], name: str, *, longest: int = 600) -> str:
    """A text that must be there."""
    value = text(body, name, longest=longest)
    if not value:
        raise errors.bad_request(f"A value is required for property '{name}'.")
    return value


def texts(body: dict[str, Any], name: str) -> list[str]:
    """A list of texts."""
    value = body.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):  # pyright: ignore[reportUnknownVariableType]
        raise _wrong(name, "a list of texts")
    return value  # pyright: ignore[reportUnknownVariableType]


def object(body: dict[str, Any], name: str) -> dict[str, Any]:
    """An object; an empty one where there is none."""
    value = body.get(name)
    if value is not None and not isinstance(value, dict):
        raise _wrong(name, "an object")
    return value or {}  # pyright: ignore[reportUnknownVariableType]


def objects(body: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """A list of objects."""
    value = body.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):  # pyright: ignore[reportUnknownVariableType]
        raise _wrong(name, "a list of objects")
    return value  # pyright: ignore[reportUnknownVariableType]


def flag(body: dict[str, Any], name: str, otherwise: bool) -> bool:
    """A yes or no."""
    value = body.get(name)
    if value is None:
        return otherwise
    if not isinstance(value, bool):
        raise _wrong(name, "true or false")
    return value


def moment(body: dict[str, Any], name: str, otherwise: float) -> float:
    """A time."""
    value = text(body, name)
    if value is None:
        return otherwise
    try:
        read = datetime.fromisoformat(value)
    except ValueError:
        raise _wrong(name, "a time such as 2030-01-31T00:00:00Z") from None
    if not 1970 < read.year < 9990:  # so that no calculation leaves the calendar
        raise _wrong(name, "a time after 1970 and before 9990")
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()


def shown_moment(seconds: float) -> str:
    """A time as Graph writes it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _wrong(name: str, what: str) -> errors.AzureError:
    return errors.bad_request(f"Invalid value specified for property '{name}': it must be {what}.")
