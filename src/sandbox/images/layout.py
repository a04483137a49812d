"""Images on disk as OCI layouts: blobs by digest, and an index that names the manifest."""

from __future__ import annotations

import hashlib
import os
import platform
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

INDEX = "application/vnd.oci.image.index.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
CONFIG = "application/vnd.oci.image.config.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


class Descriptor(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """A blob as manifests name it."""

    media_type: str
    digest: str
    size: int
    platform: dict[str, str] = {}


@dataclass(frozen=True)
class Layer:
    """A layer that is on disk."""

    path: Path
    digest: str
    diff_id: str
    size: int


@dataclass(frozen=True)
class Settings:
    """How a container of an image is started, where nobody says otherwise."""

    entrypoint: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    user: str = ""
    environment: tuple[str, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Layout:
    """A folder with an image in it."""

    folder: Path

    @property
    def manifest(self) -> Descriptor:
        """The image's manifest. Its digest is the name of the image."""
        index = msgspec.json.decode((self.folder / "index.json").read_bytes(), type=_Index)
        return index.manifests[0]

    @property
    def blobs(self) -> list[Descriptor]:
        """Configuration and layers."""
        manifest = msgspec.json.decode(self.read(self.manifest.digest), type=_Manifest)
        return [manifest.config, *manifest.layers]

    @property
    def size(self) -> int:
        """The bytes that a registry transfers."""
        return sum(blob.size for blob in self.blobs) + self.manifest.size

    def path(self, digest: str) -> Path:
        """Give the file of a blob."""
        algorithm, _, name = digest.partition(":")
        return self.folder / "blobs" / algorithm / name

    def read(self, digest: str) -> bytes:
        """Read a small blob."""
        return self.path(digest).read_bytes()


class _Index(msgspec.Struct, frozen=True, rename="camel"):
    manifests: tuple[Descriptor, ...]


class _Manifest(msgspec.Struct, frozen=True, rename="camel"):
    config: Descriptor
    layers: tuple[Descriptor, ...]


def architecture() -> str:
    """Give the architecture of this machine as images spell it."""
    machine = platform.machine()
    return _ARCHITECTURES.get(machine, machine)


def write(folder: Path, layers: list[Layer], settings: Settings) -> Layout:
    """Write an image. Layers are linked, so that those which images share are on disk once."""
    layout = Layout(folder)
    layout.path("sha256:").mkdir(parents=True)
    for layer in layers:
        target = layout.path(layer.digest)
        if not target.exists():
            os.link(layer.path, target)
    config = _put(layout, CONFIG, _config(layers, settings))
    manifest = _put(
        layout,
        MANIFEST,
        {
            "schemaVersion": 2,
            "mediaType": MANIFEST,
            "config": msgspec.to_builtins(config),
            "layers": [
                {"mediaType": LAYER, "digest": layer.digest, "size": layer.size} for layer in layers
            ],
        },
    )
    described = {
        **msgspec.to_builtins(manifest),
        "platform": {"architecture": architecture(), "os": "linux"},
    }
    index = {"schemaVersion": 2, "mediaType": INDEX, "manifests": [described]}
    (folder / "index.json").write_bytes(_json(index))
    (folder / "oci-layout").write_bytes(_json({"imageLayoutVersion": "1.0.0"}))
    return layout


def _config(layers: list[Layer], settings: Settings) -> dict[str, Any]:
    starts = {
        "Entrypoint": settings.entrypoint,
        "Cmd": settings.command,
        "User": settings.user,
        "Env": settings.environment,
        "Labels": dict(settings.labels),
        "WorkingDir": "/",
    }
    return {
        "architecture": architecture(),
        "os": "linux",
        "config": {name: value for name, value in starts.items() if value},
        "rootfs": {"type": "layers", "diff_ids": [layer.diff_id for layer in layers]},
    }


def _put(layout: Layout, kind: str, document: dict[str, Any]) -> Descriptor:
    content = _json(document)
    digest = f"sha256:{hashlib.sha256(content).hexdigest()}"
    layout.path(digest).write_bytes(content)
    return Descriptor(kind, digest, len(content))


def _json(document: dict[str, Any]) -> bytes:
    return msgspec.json.encode(document, order="sorted")
