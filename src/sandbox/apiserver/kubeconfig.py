"""The file that tells a client where a server is and who the client is."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from sandbox.apiserver.authority import KeyPair, write_private

if TYPE_CHECKING:
    from pathlib import Path

NAME = "sandbox"


def write(path: Path, url: str, authority: Path, client: KeyPair) -> None:
    """Write the file. It holds the certificates themselves, so that it can be copied elsewhere."""
    import yaml

    cluster = {"server": url, "certificate-authority-data": _encoded(authority)}
    user = {
        "client-certificate-data": _encoded(client.certificate),
        "client-key-data": _encoded(client.key),
    }
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": NAME, "cluster": cluster}],
        "users": [{"name": NAME, "user": user}],
        "contexts": [{"name": NAME, "context": {"cluster": NAME, "user": NAME}}],
        "current-context": NAME,
    }
    write_private(path, yaml.safe_dump(config, sort_keys=False).encode())


def _encoded(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode()
