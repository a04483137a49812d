"""Turns API types into CustomResourceDefinitions.

The schema comes from the annotations, the descriptions from the text under each field, so that
`kubectl explain` says what the source says. Runs when the definitions are generated, never in a
command or a controller.
"""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from hypershift.api.schema import (
    AnyValue,
    Column,
    Default,
    Entries,
    IntOrStringMarker,
    Items,
    Nullable,
    Number,
    ObjectMeta,
    Resource,
    Rule,
    Struct,
    Text,
    object_schema,
)
from hypershift.api.texts import field_texts, paragraphs

Schema = dict[str, Any]

_SCALARS: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
}


def definition(kind: type[Resource]) -> dict[str, Any]:
    """Makes the CustomResourceDefinition that serves a kind."""
    info = kind.info
    metadata: dict[str, Any] = {"name": info.crd_name}
    if info.labels:
        metadata["labels"] = info.labels
    if info.feature_set != "Default":
        metadata["annotations"] = {"release.openshift.io/feature-set": info.feature_set}
    names: dict[str, Any] = {
        "kind": info.kind,
        "listKind": f"{info.kind}List",
        "plural": info.plural,
        "singular": info.kind.lower(),
        "shortNames": list(info.short_names),
    }
    if info.categories:
        names["categories"] = list(info.categories)
    version: dict[str, Any] = {
        "name": info.version,
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": _object(kind)},
    }
    if info.columns:
        version["additionalPrinterColumns"] = [_column(column) for column in info.columns]
    if subresources := _subresources(kind):
        version["subresources"] = subresources
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": metadata,
        "spec": {
            "group": info.group,
            "names": names,
            "scope": "Namespaced",
            "versions": [version],
        },
    }


def _subresources(kind: type[Resource]) -> dict[str, Any]:
    served: dict[str, Any] = {}
    if kind.info.status:
        served["status"] = {}
    if kind.info.scale:
        served["scale"] = {
            "specReplicasPath": ".spec.replicas",
            "statusReplicasPath": ".status.replicas",
        }
    return served


def _column(column: Column) -> dict[str, Any]:
    served: dict[str, Any] = {"name": column.name, "type": column.type, "jsonPath": column.path}
    if column.priority:
        served["priority"] = column.priority
    return served


def _node(annotation: Any) -> Schema:
    """The schema of one annotation: its type, then what each of its markers adds."""
    base, markers = _unwrap(annotation)
    schema = _type(base)
    for marker in markers:
        _mark(schema, marker)
    return schema


def _unwrap(annotation: Any) -> tuple[Any, list[object]]:
    """Takes off `| None` and `Annotated`, and gives the markers from the innermost out."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *markers = get_args(annotation)
        base, below = _unwrap(inner)
        return base, below + markers
    if origin in (Union, types.UnionType):
        present = [part for part in get_args(annotation) if part is not types.NoneType]
        if len(present) == 1:
            return _unwrap(present[0])
    return annotation, []


def _type(base: Any) -> Schema:
    if base in _SCALARS:
        return dict(_SCALARS[base])
    origin, arguments = get_origin(base), get_args(base)
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin is list:
        return {"type": "array", "items": _node(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _node(arguments[1])}
    if origin in (Union, types.UnionType):
        return {"anyOf": [dict(_SCALARS[part]) for part in arguments]}
    return _object(base)


def _object(cls: type[Struct]) -> Schema:
    said, texts = object_schema(cls), field_texts(cls)
    schema: Schema = {"type": "object", "description": paragraphs(cls.__doc__)}
    hints = get_type_hints(cls, include_extras=True)
    fields = msgspec.structs.fields(cls)
    if fields:
        schema["properties"] = {
            field.encode_name: _property(hints[field.name], texts.get(field.name, ""))
            for field in fields
        }
    if required := [field.encode_name for field in fields if field.required]:
        schema["required"] = required
    for rule in _inherited_rules(cls):
        _mark(schema, rule)
    if said.entries:
        _mark(schema, said.entries)
    if said.any_value:
        _mark(schema, AnyValue())
    return schema


def _property(annotation: Any, text: str) -> Schema:
    if annotation is ObjectMeta:
        # The API server owns the schema of metadata and refuses any other, even a description.
        return {"type": "object"}
    return _node(annotation) | {"description": text}


def _inherited_rules(cls: type[Struct]) -> list[Rule]:
    return [rule for base in reversed(cls.__mro__) for rule in object_schema(base).rules]


def _mark(schema: Schema, marker: object) -> None:
    match marker:
        case Text():
            _add(schema, minLength=marker.min, maxLength=marker.max)
            _add(schema, pattern=marker.pattern, format=marker.format)
        case Number():
            _add(schema, minimum=marker.min, maximum=marker.max, format=marker.format)
        case Items():
            _add(schema, minItems=marker.min, maxItems=marker.max)
            _add(schema, **{"x-kubernetes-list-type": marker.type})
            _add(schema, **{"x-kubernetes-list-map-keys": list(marker.keys) or None})
        case Entries():
            _add(schema, minProperties=marker.min, maxProperties=marker.max)
            _add(schema, **{"x-kubernetes-map-type": "atomic" if marker.atomic else None})
        case Rule():
            rules = schema.setdefault("x-kubernetes-validations", [])
            rules.append(msgspec.to_builtins(marker))
        case Default():
            schema["default"] = marker.value
        case Nullable():
            schema["nullable"] = True
        case AnyValue():
            schema["x-kubernetes-preserve-unknown-fields"] = True
        case IntOrStringMarker():
            schema["x-kubernetes-int-or-string"] = True
            _add(schema, pattern=marker.pattern)
        case _:
            raise TypeError(f"{marker!r} is not a marker of the API vocabulary")


def _add(schema: Schema, **values: Any) -> None:
    schema.update({name: value for name, value in values.items() if value is not None})
