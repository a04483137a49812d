"""What was typed stands in an instance of the class that declares the flags."""

from __future__ import annotations

import dataclasses

import pytest

from hypershift.cli.flags import Flags, flags_of, pairs, switch, text


class Place(Flags):
    """Where"""

    name: str = text("The name.", "demo")
    tags: dict[str, str] = pairs("Tags.")


class Delete(Place):
    """What"""

    force: bool = switch("Delete whatever is left.")


def test_what_was_not_typed_has_its_default() -> None:
    flags = Delete(force=True)

    assert vars(flags) == {"name": "demo", "tags": {}, "force": True, "given": frozenset()}


def test_what_was_typed_cannot_change() -> None:
    flags = Delete()

    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to 'name'"):
        setattr(flags, "name", "other")  # noqa: B010  # the plain way is a type error as well
    assert flags.name == "demo"


def test_a_value_needs_a_flag() -> None:
    with pytest.raises(TypeError, match="Place has no flags force"):
        Place(**{"force": True})  # pyright: ignore[reportArgumentType]


def test_flags_stand_under_the_heading_of_the_class_that_declares_them() -> None:
    headings = {name: flag.heading for name, flag in flags_of(Delete).items()}

    assert headings == {"force": "What", "name": "Where", "tags": "Where"}
