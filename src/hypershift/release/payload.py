"""What a release is: a version, and the images of its components."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from hypershift.release.errors import PayloadError
from hypershift.release.mirrors import override
from hypershift.release.streams import Streams
from hypershift.release.streams import parse as parse_streams
from hypershift.release.versions import kubernetes_minor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hypershift.release.streams import MarketplaceImage

REFERENCES = "release-manifests/image-references"
METADATA = "release-manifests/release-metadata"
BOOT_IMAGES = "release-manifests/0000_50_installer_coreos-bootimages.yaml"
FILES = (REFERENCES, METADATA, BOOT_IMAGES)

_VERSIONS = "io.openshift.build.versions"
_DISPLAY_NAMES = "io.openshift.build.version-display-names"
# Several images carry the operating system, and need not agree on it.
_MAY_DIFFER = "machine-os"
# kubectl is built into many images, and these are the ones that are about it.
_TELL_KUBECTL = ("cli", "cli-artifacts")


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """A release. A component that it does not carry is absent, which is no error."""

    image: str
    """The reference that it was asked by."""
    digest: str
    """Of the manifest that the reference stands for; of a list, where it is one."""
    version: str
    architectures: tuple[str, ...]
    images: dict[str, str]
    """The images of the components, as they are to be pulled."""
    canonical_images: dict[str, str]
    """The same, before overrides."""
    component_versions: dict[str, str] = {}
    display_names: dict[str, str] = {}
    """Of component versions."""
    streams: Streams = Streams()
    metadata: dict[str, Any] = {}

    @property
    def kubernetes_version(self) -> str:
        """The version of Kubernetes; the minor version alone where the release does not say it."""
        return self.component_versions.get("kubernetes") or kubernetes_minor(self.version)

    def missing(self, components: Iterable[str]) -> list[str]:
        """Give the components that the release does not carry."""
        return [name for name in components if name not in self.images]

    def marketplace_image(
        self, architecture: str, generation: str = "", stream: str = ""
    ) -> MarketplaceImage | None:
        """Give the image of the Azure Marketplace that nodes boot from, of Gen2 if none is named.

        None says that the release has nothing to say about the Marketplace.
        """
        found = self.streams.get(stream)
        images = found.marketplace(architecture) if found else {}
        generation = generation or "Gen2"
        if not images or generation in images:
            return images.get(generation)
        raise PayloadError(
            f"release {self.version} has no image of generation {generation} for {architecture},"
            f" but of {', '.join(images)}: use that"
        )


class _From(msgspec.Struct, frozen=True):
    name: str = ""


class _Tag(msgspec.Struct, frozen=True, rename={"source": "from"}):
    name: str
    annotations: dict[str, str] | None = None
    source: _From | None = None


class _Spec(msgspec.Struct, frozen=True):
    tags: tuple[_Tag, ...] = ()


class _Metadata(msgspec.Struct, frozen=True):
    name: str


class _ImageStream(msgspec.Struct, frozen=True):
    kind: str
    metadata: _Metadata
    spec: _Spec = _Spec()


def parse(
    image: str,
    digest: str,
    architectures: tuple[str, ...],
    files: Mapping[str, bytes],
    overrides: Mapping[str, str],
) -> Release:
    """Make a release out of the files of its image."""
    if REFERENCES not in files:
        raise PayloadError(
            f"{image} is not a release image, since it has no {REFERENCES}: name a release"
        )
    stream = _decoded(image, REFERENCES, files[REFERENCES], _ImageStream)
    if stream.kind != "ImageStream" or not stream.metadata.name:
        raise PayloadError(
            f"{image} is not a release image, since its {REFERENCES} is no ImageStream: name a"
            " release"
        )
    canonical = {tag.name: tag.source.name for tag in stream.spec.tags if tag.source}
    metadata = _decoded(image, METADATA, files.get(METADATA, b"{}"), dict[str, Any])
    versions, display_names = _versions(image, stream.spec.tags)
    return Release(
        image=image,
        digest=digest,
        version=stream.metadata.name,
        architectures=architectures,
        images={name: override(one, overrides) for name, one in canonical.items()},
        canonical_images=canonical,
        component_versions=versions,
        display_names=display_names,
        streams=parse_streams(files[BOOT_IMAGES]) if BOOT_IMAGES in files else Streams(),
        metadata=metadata,
    )


def _decoded(image: str, name: str, content: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PayloadError(
            f"{image} is not a release image that can be read: {name} is not as it should be"
            f" ({error}); name another release"
        ) from error


def _versions(image: str, tags: tuple[_Tag, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """Collect what the images say about the versions that they carry."""
    versions: dict[str, str] = {}
    display_names: dict[str, str] = {}
    for tag in tags:
        for name, version in _pairs(tag, _VERSIONS):
            if versions.setdefault(name, version) != version and name != _MAY_DIFFER:
                raise PayloadError(
                    f"{image} names two versions of {name}, {versions[name]} and {version}: use"
                    " another release"
                )
        for name, text in _pairs(tag, _DISPLAY_NAMES):
            display_names.setdefault(name, text)
    return versions, display_names


def _pairs(tag: _Tag, annotation: str) -> Iterator[tuple[str, str]]:
    for pair in (tag.annotations or {}).get(annotation, "").split(","):
        name, _, value = pair.strip().partition("=")
        if name and value and (name != "kubectl" or tag.name in _TELL_KUBECTL):
            yield name, value
