"""The rules of a definition, by where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from hypershift.api.crd import definition
from hypershift.api.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

Schema = dict[str, Any]


class CelRule(NamedTuple):
    """One rule, at the place whose value it judges."""

    kind: str
    place: str
    message: str
    expression: str


def schema_of(kind: str) -> Schema:
    """The schema of a kind."""
    [found] = {
        resource.info.kind: resource for resource in KINDS if resource.info.kind == kind
    }.values()
    return definition(found)["spec"]["versions"][0]["schema"]["openAPIV3Schema"]


def places(path: str, schema: Schema) -> Iterator[tuple[str, Schema]]:
    """A schema and all below it, each with its place: spec.taints[].key."""
    yield path, schema
    for name, child in schema.get("properties", {}).items():
        yield from places(f"{path}.{name}".lstrip("."), child)
    for keyword, suffix in (("items", "[]"), ("additionalProperties", "{}")):
        if isinstance(schema.get(keyword), dict):
            yield from places(path + suffix, schema[keyword])


def cel_rules() -> Iterator[CelRule]:
    """Every rule of every kind."""
    for kind in sorted({resource.info.kind for resource in KINDS}):
        for path, schema in places("", schema_of(kind)):
            for rule in schema.get("x-kubernetes-validations", []):
                expression = rule["rule"]
                message = rule.get("message", f"failed rule: {expression}")
                yield CelRule(kind, path or "<nil>", message, expression)
