"""Stream metadata: which images a node boots from, by architecture, in the public clouds."""

from __future__ import annotations

from typing import Any

import msgspec
import yaml

from hypershift.release.errors import PayloadError

GENERATIONS = ("Gen1", "Gen2")
# What architectures are called in the metadata.
ARCHITECTURES = {"amd64": "x86_64", "arm64": "aarch64", "ppc64le": "ppc64le", "s390x": "s390x"}


class MarketplaceImage(msgspec.Struct, frozen=True):
    """An image of the Azure Marketplace."""

    publisher: str
    offer: str
    sku: str
    version: str

    def __str__(self) -> str:
        """Write it as Azure's tools do."""
        return f"{self.publisher}:{self.offer}:{self.sku}:{self.version}"


class _Plans(msgspec.Struct, frozen=True, rename={"free": "no-purchase-plan"}):
    free: dict[str, MarketplaceImage] | None = None


class _Marketplace(msgspec.Struct, frozen=True):
    azure: _Plans | None = None


class _Extensions(msgspec.Struct, frozen=True):
    marketplace: _Marketplace | None = None


class _Architecture(msgspec.Struct, frozen=True, rename={"extensions": "rhel-coreos-extensions"}):
    extensions: _Extensions | None = None


class Stream(msgspec.Struct, frozen=True):
    """One stream of images. Its name is in it, but need not be."""

    stream: str = ""
    architectures: dict[str, _Architecture] = {}

    def marketplace(self, architecture: str) -> dict[str, MarketplaceImage]:
        """Give the images of the Azure Marketplace by generation; empty where there are none."""
        name = ARCHITECTURES.get(architecture, architecture)
        if name not in self.architectures:
            raise PayloadError(
                f"the release boots no nodes of architecture {architecture}, but of"
                f" {', '.join(sorted(self.architectures)) or 'none'}: use one of these"
            )
        extensions = self.architectures[name].extensions
        marketplace = extensions.marketplace if extensions else None
        plans = marketplace.azure if marketplace else None
        images = (plans.free if plans else None) or {}
        return {one: images[f"hyperV{one}"] for one in GENERATIONS if f"hyperV{one}" in images}


class Streams(msgspec.Struct, frozen=True):
    """The streams of a release."""

    default: Stream | None = None
    named: dict[str, Stream] | None = None

    def get(self, name: str = "") -> Stream | None:
        """Give a stream by name; releases that name none have the default one for all names."""
        if not name or self.named is None:
            return self.default
        if name not in self.named:
            raise PayloadError(
                f"the release has no stream {name}, but {', '.join(sorted(self.named))}: name one"
                " of these"
            )
        return self.named[name]


def parse(content: bytes) -> Streams:
    """Read the ConfigMap that carries stream metadata in a release."""
    try:
        document: Any = yaml.load(content, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        data = msgspec.convert(document, _ConfigMap).data
        default = msgspec.json.decode(data["stream"], type=Stream) if "stream" in data else None
        named = (
            msgspec.json.decode(data["streams"], type=dict[str, Stream])
            if "streams" in data
            else None
        )
    except (yaml.YAMLError, msgspec.MsgspecError, ValueError) as error:
        raise PayloadError(
            f"the release's list of boot images cannot be read ({_line(error)}): use another"
            " release"
        ) from error
    if default is None and named is None:
        raise PayloadError(
            "the release's list of boot images has neither the key stream nor the key streams: use"
            " another release"
        )
    return Streams(default, named)


class _ConfigMap(msgspec.Struct, frozen=True):
    data: dict[str, str] = {}


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
