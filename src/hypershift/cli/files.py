"""Reads the files that flags name. Whatever is wrong with one, the message names the flag."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hypershift.cli.errors import UsageError

T = TypeVar("T")


def read_bytes(path: str, flag: str) -> bytes:
    """Read a file."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(
            f"{flag}: {path} cannot be read ({reason}): name a file that exists and that you may"
            " read"
        ) from error


def read_filled(path: str, flag: str) -> bytes:
    """Read a file that must hold something."""
    content = read_bytes(path, flag)
    if not content.strip():
        raise UsageError(f"{flag}: {path} is empty: write its content or name another file")
    return content


def read_value(path: str, flag: str) -> object:
    """Read a file that holds JSON or YAML."""
    content = read_filled(path, flag)
    try:
        return msgspec.json.decode(content)
    except msgspec.DecodeError:
        return _read_yaml(content, path, flag)


def _read_yaml(content: bytes, path: str, flag: str) -> object:
    import yaml

    try:
        return yaml.load(content, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        # The place alone: an excerpt of the file could show a secret.
        mark = error.problem_mark
        place = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise UsageError(f"{flag}: {path} is neither JSON nor YAML{place}: correct it") from error
    except (yaml.YAMLError, ValueError) as error:
        raise UsageError(f"{flag}: {path} is neither JSON nor YAML: correct it") from error


def read_object(path: str, flag: str) -> dict[str, Any]:
    """Read a file that holds one object, as JSON or YAML."""
    value = read_value(path, flag)
    if not isinstance(value, dict):
        raise UsageError(f"{flag}: {path} must hold one JSON or YAML object")
    return value  # pyright: ignore[reportUnknownVariableType]  # its values have yet to be checked


def read_as(kind: type[T], path: str, flag: str) -> T:
    """Read a file that holds one object of a given form."""
    return shaped(kind, read_object(path, flag), path, flag)


def shaped(kind: type[T], value: object, path: str, flag: str) -> T:
    """Make what was read from a file into the form that it must have."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise UsageError(f"{flag}: {path}: {_sentence(str(error))}") from error


_WORDS = {
    "str": "a text",
    "int": "a number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}


def _sentence(message: str) -> str:
    """Say what msgspec found in the words of the file, which it calls `$`."""
    problem, _, place = message.partition(" - at `")
    match problem.split("`"):
        case ["Object contains unknown field ", key, _]:
            problem = f"there is an unknown key '{key}': correct or remove it"
        case ["Object missing required field ", key, _]:
            problem = f"the key '{key}' is missing: add it"
        case ["Expected ", wanted, ", got ", found, _]:
            wanted = wanted.removesuffix(" | null")
            problem = f"{_WORDS.get(wanted, wanted)} is needed, not {_WORDS.get(found, found)}"
        case _:
            pass
    place = place.removesuffix("`").removeprefix("$").removeprefix(".")
    return f"{place}: {problem}" if place else problem
