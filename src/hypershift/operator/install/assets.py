"""Reads the YAML assets: what is constant about the objects of an installation."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import yaml

Object = dict[str, Any]
"""A Kubernetes object, as dictionaries and lists."""

OPERATOR_NAMESPACE = "OPERATOR_NAMESPACE"
"""Stands in the assets wherever the namespace of the operator belongs."""

FOLDER = Path(__file__).with_name("assets")
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read(name: str, namespace: str) -> list[Object]:
    """Read the objects of one asset, for the namespace of the operator."""
    documents = yaml.load_all((FOLDER / name).read_bytes(), Loader=_Loader)
    return [_placed(document, namespace) for document in documents]


def read_one(name: str, namespace: str) -> Object:
    """Read an asset that is a single object."""
    (document,) = read(name, namespace)
    return document


def read_text(name: str) -> str:
    """Read an asset that is not YAML."""
    return (FOLDER / name).read_text("utf-8")


def config_map(name: str, namespace: str, data: dict[str, str] | None = None) -> Object:
    """Make a ConfigMap. Without data, what others write into it stays theirs."""
    result: Object = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name, "namespace": namespace},
    }
    return result | {"data": data} if data is not None else result


def _placed(value: Any, namespace: str) -> Any:
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        return {key: _placed(item, namespace) for key, item in items.items()}
    if isinstance(value, list):
        return [_placed(item, namespace) for item in cast("list[Any]", value)]
    return value.replace(OPERATOR_NAMESPACE, namespace) if isinstance(value, str) else value
