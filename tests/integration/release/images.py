"""Tiny images and releases."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from sandbox.images import layout, release
from sandbox.images.layout import Layer, Layout, Settings
from sandbox.images.tree import File, Tree, pack

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

DOCKER_MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"
_DOCKER_CONFIG = "application/vnd.docker.container.image.v1+json"
_DOCKER_LAYER = "application/vnd.docker.image.rootfs.diff.tar.gzip"
NAMES = {
    name: f"quay.example/hypershift/{name}@sha256:{hashlib.sha256(name.encode()).hexdigest()}"
    for name in release.images()
}
"""An image for each component of a release."""


def community_release(folder: Path) -> Layout:
    """A release whose images are nowhere."""
    return release.assemble(folder, release.VERSION, NAMES)


def image(folder: Path, *trees: Tree) -> Layout:
    """An image of these layers."""
    folder.mkdir()
    layers: list[Layer] = []
    for number, tree in enumerate(trees):
        path = folder / f"layer-{number}"
        with path.open("wb") as file:
            packed = pack(tree, file, lambda _: None)
        layers.append(Layer(path, packed.digest, packed.diff_id, packed.size))
    return layout.write(folder, layers, Settings())


def files(content: Mapping[str, bytes | str]) -> Tree:
    """Files by path."""
    return {
        path: File(text.encode() if isinstance(text, str) else text)
        for path, text in content.items()
    }


def as_docker_has_it(made: Layout) -> tuple[str, bytes]:
    """The manifest of an image in the format of Docker's schema 2, and its digest."""
    manifest: dict[str, Any] = json.loads(made.read(made.manifest.digest))
    manifest["mediaType"] = DOCKER_MANIFEST
    manifest["config"]["mediaType"] = _DOCKER_CONFIG
    for layer in manifest["layers"]:
        layer["mediaType"] = _DOCKER_LAYER
    content = json.dumps(manifest, indent=3).encode()
    return f"sha256:{hashlib.sha256(content).hexdigest()}", content
