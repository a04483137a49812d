"""Secrets and ConfigMaps as far as they concern certificates. No `repr` shows what they hold."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

OPAQUE = "Opaque"
TLS = "kubernetes.io/tls"


def _texts() -> dict[str, str]:
    return {}


@dataclass(frozen=True)
class Secret:
    """A Secret, with its values decoded."""

    name: str
    data: Mapping[str, bytes] = field(repr=False)
    type: str = OPAQUE
    labels: Mapping[str, str] = field(default_factory=_texts)
    annotations: Mapping[str, str] = field(default_factory=_texts)

    def manifest(self, namespace: str) -> dict[str, Any]:
        """The object as it is applied."""
        data = {key: base64.b64encode(value).decode() for key, value in self.data.items()}
        return _manifest(self, namespace) | {"type": self.type, "data": data}


@dataclass(frozen=True)
class ConfigMap:
    """A ConfigMap."""

    name: str
    data: Mapping[str, str] = field(repr=False)
    labels: Mapping[str, str] = field(default_factory=_texts)
    annotations: Mapping[str, str] = field(default_factory=_texts)

    def manifest(self, namespace: str) -> dict[str, Any]:
        """The object as it is applied."""
        return _manifest(self, namespace) | {"data": dict(self.data)}


@dataclass(frozen=True)
class Holdings:
    """What a namespace holds, by name."""

    secrets: Mapping[str, Secret]
    config_maps: Mapping[str, ConfigMap]

    @classmethod
    def of(cls, *objects: Secret | ConfigMap) -> Holdings:
        """Sort objects by kind."""
        return cls(
            {each.name: each for each in objects if isinstance(each, Secret)},
            {each.name: each for each in objects if isinstance(each, ConfigMap)},
        )

    def with_changes(self, *objects: Secret | ConfigMap) -> Holdings:
        """What there is once objects have been applied."""
        changed = Holdings.of(*objects)
        return Holdings(
            {**self.secrets, **changed.secrets}, {**self.config_maps, **changed.config_maps}
        )


def read_secret(manifest: Mapping[str, Any]) -> Secret:
    """Read a Secret as the API server gives it. A value that is no base64 counts as not there."""
    metadata: Mapping[str, Any] = manifest["metadata"]
    given: Mapping[str, str] = manifest.get("data") or {}
    data: dict[str, bytes] = {}
    for key, value in given.items():
        try:
            data[key] = base64.b64decode(value, validate=True)
        except binascii.Error:
            continue
    return Secret(
        metadata["name"],
        data,
        manifest.get("type") or OPAQUE,
        dict(metadata.get("labels") or {}),
        dict(metadata.get("annotations") or {}),
    )


def read_config_map(manifest: Mapping[str, Any]) -> ConfigMap:
    """Read a ConfigMap as the API server gives it."""
    metadata: Mapping[str, Any] = manifest["metadata"]
    return ConfigMap(
        metadata["name"],
        dict(manifest.get("data") or {}),
        dict(metadata.get("labels") or {}),
        dict(metadata.get("annotations") or {}),
    )


def _manifest(held: Secret | ConfigMap, namespace: str) -> dict[str, Any]:
    metadata: dict[str, Any] = {"name": held.name, "namespace": namespace}
    if held.labels:
        metadata["labels"] = dict(held.labels)
    if held.annotations:
        metadata["annotations"] = dict(held.annotations)
    return {"apiVersion": "v1", "kind": type(held).__name__, "metadata": metadata}
