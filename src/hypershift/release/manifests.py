"""What registries say about images: manifests, and lists of manifests for several platforms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from hypershift.release.errors import NotFoundError
from hypershift.release.references import is_digest

OCI_INDEX = "application/vnd.oci.image.index.v1+json"
OCI_MANIFEST = "application/vnd.oci.image.manifest.v1+json"
DOCKER_LIST = "application/vnd.docker.distribution.manifest.list.v2+json"
DOCKER_MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"
ACCEPTED = (OCI_INDEX, DOCKER_LIST, OCI_MANIFEST, DOCKER_MANIFEST)


class Platform(msgspec.Struct, frozen=True):
    """What an image runs on."""

    architecture: str = ""
    os: str = ""
    variant: str = ""


class Descriptor(msgspec.Struct, frozen=True, rename="camel"):
    """A blob or a manifest: its digest, and the size that it must have."""

    digest: str
    size: int
    media_type: str = ""
    platform: Platform = Platform()

    def __post_init__(self) -> None:
        """Refuse what could not be checked."""
        if not is_digest(self.digest) or self.size < 0:
            raise ValueError("a digest or a size makes no sense")


class _Document(msgspec.Struct, frozen=True, rename="camel"):
    schema_version: int
    media_type: str = ""
    config: Descriptor | None = None
    layers: tuple[Descriptor, ...] | None = None
    manifests: tuple[Descriptor, ...] | None = None


@dataclass(frozen=True)
class Manifest:
    """One image for one platform: its configuration, and its layers from the lowest to the top."""

    digest: str
    config: Descriptor
    layers: tuple[Descriptor, ...]


@dataclass(frozen=True)
class Index:
    """The same image for several platforms."""

    digest: str
    manifests: tuple[Descriptor, ...]

    @property
    def architectures(self) -> tuple[str, ...]:
        """The architectures that Linux is there for, in the order of the list."""
        return tuple(dict.fromkeys(one.platform.architecture for one in self._linux()))

    def choose(self, architecture: str = "") -> Descriptor:
        """Give the manifest for an architecture, or the first one."""
        for one in self._linux():
            if architecture in ("", one.platform.architecture):
                return one
        raise NotFoundError(
            f"the image is not there for {architecture or 'Linux'}, but for"
            f" {', '.join(self.architectures) or 'nothing'}: name an image that is"
        )

    def _linux(self) -> list[Descriptor]:
        # What builders attach about an image has the platform unknown/unknown.
        return [one for one in self.manifests if one.platform.os in ("", "linux")]


def parse(content: bytes, digest: str) -> Manifest | Index:
    """Read a manifest; a ValueError says what is wrong with it."""
    document = msgspec.json.decode(content, type=_Document)
    if document.schema_version != 2:
        raise ValueError(
            f"it is of schema {document.schema_version}, and images of schema 2 are needed"
        )
    if document.manifests is not None and document.media_type in ("", OCI_INDEX, DOCKER_LIST):
        return Index(digest, document.manifests)
    if document.config is None or document.layers is None:
        raise ValueError("it is neither an image nor a list of images")
    return Manifest(digest, document.config, document.layers)


def architecture(config: bytes) -> str:
    """Read the architecture out of an image's configuration; a ValueError says what is wrong."""
    document: Any = msgspec.json.decode(config)
    found = document.get("architecture") if isinstance(document, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if not isinstance(found, str):
        raise ValueError("it names no architecture")
    return found
