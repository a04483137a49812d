"""Reading parts of a request's body, each of which may be anything."""

from __future__ import annotations

from typing import Any, cast

from azurelocal.vault.refusals import bad_parameter

Body = dict[str, Any]


def an_object(body: Body, name: str) -> Body:
    """Read a part that is an object; an absent one is empty."""
    value: Any = body.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise bad_parameter(f"Property {name} is no object.")
    return dict(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def a_text(body: Body, name: str) -> str:
    """Read a part that is a text; an absent one is empty."""
    value: Any = body.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise bad_parameter(f"Property {name} is no string.")
    return value


def texts(body: Body, name: str) -> list[str]:
    """Read a part that is a list of texts; an absent one is empty."""
    value: Any = body.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise bad_parameter(f"Property {name} is no list.")
    found = cast("list[Any]", value)
    if not all(isinstance(one, str) for one in found):
        raise bad_parameter(f"Property {name} is no list of strings.")
    return found


def objects(body: Body, name: str) -> list[Body]:
    """Read a part that is a list of objects; an absent one is empty."""
    value: Any = body.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise bad_parameter(f"Property {name} is no list.")
    found = cast("list[Any]", value)
    if not all(isinstance(one, dict) for one in found):
        raise bad_parameter(f"Property {name} is no list of objects.")
    return found


def a_flag(body: Body, name: str) -> bool | None:
    """Read a part that is true or false; an absent one is neither."""
    value: Any = body.get(name)
    if value is not None and not isinstance(value, bool):
        raise bad_parameter(f"Property {name} is not true or false.")
    return value


def a_number(body: Body, name: str) -> int | None:
    """Read a part that is a whole number, of at least 0; an absent one is none."""
    value: Any = body.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise bad_parameter(f"Property {name} is no whole number.")
    return value
