"""Whoever asks `kubectl explain` gets an answer at every field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from hypershift.api.crd import definition
from hypershift.api.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypershift.api.schema import Resource


def described(path: str, schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every property below a schema, with what is said about it."""
    for name, child in schema.get("properties", {}).items():
        place = f"{path}.{name}"
        if place != ".metadata":  # the API server describes it, and refuses another description
            yield place, child.get("description", "")
            yield from described(place, child)
    for keyword, suffix in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(schema.get(keyword), dict):
            yield from described(path + suffix, schema[keyword])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.info.crd_name)
def test_every_field_is_described_in_whole_sentences(kind: type[Resource]) -> None:
    schema = definition(kind)["spec"]["versions"][0]["schema"]["openAPIV3Schema"]

    texts = {"": schema["description"], **dict(described("", schema))}

    assert len(texts) > 3
    assert [place for place, text in texts.items() if len(text.split()) < 4] == []
    assert [place for place, text in texts.items() if not text.endswith(".")] == []
    assert [place for place, text in texts.items() if "  " in text or "\t" in text] == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.info.crd_name)
def test_a_default_is_told_where_it_is_a_word_or_a_number(kind: type[Resource]) -> None:
    schema = definition(kind)["spec"]["versions"][0]["schema"]["openAPIV3Schema"]

    silent = [
        path for path, default, text in defaults("", schema) if str(default).lower() not in text
    ]

    assert silent == []


def defaults(path: str, schema: dict[str, Any]) -> Iterator[tuple[str, object, str]]:
    """Every default below a schema that is one value, with the description of its field."""
    for name, child in schema.get("properties", {}).items():
        if isinstance(child.get("default"), str | int | bool):
            yield f"{path}.{name}", child["default"], child["description"].lower()
        yield from defaults(f"{path}.{name}", child)
    if isinstance(schema.get("items"), dict):
        yield from defaults(f"{path}[]", schema["items"])
