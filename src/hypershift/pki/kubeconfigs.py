"""Kubeconfigs: they tell a client where the API server is, whom to trust, and who the client is."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import Any

import yaml

CLUSTER = "cluster"
USER = "admin"

_TEXT = """\
apiVersion: v1
kind: Config
clusters:
- name: {cluster}
  cluster:
    certificate-authority-data: {trusted}
    server: {server}
contexts:
- name: {user}
  context:
    cluster: {cluster}
    namespace: default
    user: {user}
current-context: {user}
preferences: {{}}
users:
- name: {user}
  user:
    client-certificate-data: {certificate}
    client-key-data: {key}
"""


@dataclass(frozen=True)
class Access:
    """What a kubeconfig says, in PEM form."""

    server: str
    trusted: bytes = field(repr=False)
    certificate: bytes = field(repr=False)
    key: bytes = field(repr=False)


def write(access: Access) -> bytes:
    """Write a kubeconfig: the same access always gives the same bytes."""
    return _TEXT.format(
        cluster=CLUSTER,
        user=USER,
        server=access.server,
        trusted=base64.b64encode(access.trusted).decode(),
        certificate=base64.b64encode(access.certificate).decode(),
        key=base64.b64encode(access.key).decode(),
    ).encode()


def read(content: bytes) -> Access:
    """Read what the current context of a kubeconfig says; a ValueError says what is missing."""
    try:
        config: Any = yaml.safe_load(content)
    except (yaml.YAMLError, UnicodeDecodeError):
        raise ValueError("the kubeconfig is no YAML") from None  # the cause might quote a key
    if not isinstance(config, dict):
        raise ValueError("the kubeconfig is no mapping")
    context = _named(config, "contexts", "context", _text(config, "current-context"))
    cluster = _named(config, "clusters", "cluster", _text(context, "cluster"))
    user = _named(config, "users", "user", _text(context, "user"))
    return Access(
        _text(cluster, "server"),
        _decoded(cluster, "certificate-authority-data"),
        _decoded(user, "client-certificate-data"),
        _decoded(user, "client-key-data"),
    )


def _named(config: Any, group: str, kind: str, name: str) -> Any:
    entries: Any = config.get(group)
    for each in entries if isinstance(entries, list) else ():  # pyright: ignore[reportUnknownVariableType] it is YAML
        if isinstance(each, dict) and each.get("name") == name and isinstance(each.get(kind), dict):  # pyright: ignore[reportUnknownMemberType] it is YAML
            return each[kind]  # pyright: ignore[reportUnknownVariableType] it is YAML
    raise ValueError(f"the kubeconfig has no {kind} {name!r}")


def _text(entry: Any, key: str) -> str:
    value: Any = entry.get(key)
    if not isinstance(value, str) or not value:
        raise ValueError(f"the kubeconfig has no {key}")
    return value


def _decoded(entry: Any, key: str) -> bytes:
    try:
        return base64.b64decode(_text(entry, key), validate=True)
    except binascii.Error:
        raise ValueError(f"the kubeconfig's {key} is no base64") from None
