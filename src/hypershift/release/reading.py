"""Reads releases out of registries, and remembers them.

async with Transport(pull_secret, trust_bundle) as transport:
    releases = Releases(transport, Cache(folder), mirrors=…, overrides=…)
    release = await releases.get("quay.io/openshift-release-dev/ocp-release:4.21.4-multi")
"""

from __future__ import annotations

import asyncio
import time
from contextlib import aclosing
from typing import IO, TYPE_CHECKING

from hypershift.release import manifests, payload, registry
from hypershift.release.errors import (
    ContentError,
    PayloadError,
    RegistryError,
    ReleaseError,
    UnreachableError,
)
from hypershift.release.layers import Search
from hypershift.release.manifests import Index, Manifest
from hypershift.release.mirrors import candidates, override
from hypershift.release.references import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hypershift.release.cache import Cache
    from hypershift.release.manifests import Descriptor
    from hypershift.release.payload import Release
    from hypershift.release.references import ImageReference
    from hypershift.release.transport import Transport

_FRESH = 1800.0  # seconds after which a tag is looked up again
_MOST = 100  # releases that are remembered
_TRIES = 3  # of a blob that breaks off
_CONFIG_SIZE = 4 << 20


class Releases:
    """Releases by their image, as one user of the registries sees them."""

    def __init__(
        self,
        transport: Transport,
        cache: Cache,
        *,
        mirrors: Mapping[str, Iterable[str]] | None = None,
        overrides: Mapping[str, str] | None = None,
    ) -> None:
        """Look at mirrors first; overrides replace what an image begins with in any case."""
        self._transport, self._cache = transport, cache
        self._mirrors, self._overrides = mirrors or {}, overrides or {}
        self._known: dict[str, tuple[float, Release]] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def get(self, image: str) -> Release:
        """Read a release, or remember it. Who asks for it meanwhile waits for the first."""
        lock = self._locks.setdefault(image, asyncio.Lock())
        async with lock:
            known = self._known.pop(image, None)
            if known is None or known[0] < time.monotonic():
                known = (time.monotonic() + _FRESH, await self._read(image))
            self._known[image] = known  # the last of the table is what was used last
            while len(self._known) > _MOST:
                oldest = next(iter(self._known))
                del self._known[oldest]
                self._locks.pop(oldest, None)
        return known[1]

    async def _read(self, image: str) -> Release:
        reference, found = await self._find(image)
        if isinstance(found, Index):
            architectures = found.architectures
            # The images of a list differ in the programs, not in what they say of the release.
            chosen = await self._manifest(reference.at(found.choose().digest))
        else:
            chosen, architectures = found, await self._architecture(reference, found)
        if isinstance(chosen, Index):
            raise PayloadError(f"{image} is a list of lists of images: name a release")
        files = await self.files(reference, chosen, payload.FILES)
        return payload.parse(image, found.digest, architectures, files, self._overrides)

    async def files(
        self, reference: ImageReference, manifest: Manifest, names: Iterable[str]
    ) -> dict[str, bytes]:
        """Read files of an image. Layers below the one that settles the last file stay unread."""
        search = Search(names)
        for layer in reversed(manifest.layers):
            if search.over:
                break
            with await self._blob(reference, layer) as file:
                await asyncio.to_thread(search.read, file, f"{layer.digest} of {reference.name}")
        return search.found

    async def _find(self, image: str) -> tuple[ImageReference, Manifest | Index]:
        """Look for an image at its mirrors, then in its own place, whose error counts."""
        failed: list[str] = []
        *mirrors, own = (
            parse(override(place, self._overrides)) for place in candidates(image, self._mirrors)
        )
        for reference in mirrors:
            try:
                return reference, await self._manifest(reference)
            except RegistryError as error:
                failed.append(str(error))
        try:
            return own, await self._manifest(own)
        except RegistryError as error:
            if not failed:
                raise
            raise type(error)(f"{error}; of its mirrors, {'; '.join(failed)}") from error

    async def _manifest(self, reference: ImageReference) -> Manifest | Index:
        if reference.digest and (file := self._cache.open(reference.digest)):
            with file:
                content = file.read()
            if registry.digest_of(content, reference.digest) == reference.digest:
                return registry.parsed(reference, content)
        content = await registry.manifest_content(self._transport, reference)
        found = registry.parsed(reference, content)
        with self._cache.writing(found.digest) as file:
            file.write(content)
        return found

    async def _blob(self, reference: ImageReference, descriptor: Descriptor) -> IO[bytes]:
        """Open a blob that is complete and checked, from the cache or after it has come."""
        for number in range(_TRIES + 1):
            # Also what somebody else has fetched meanwhile.
            if file := self._cache.open(descriptor.digest):
                return file
            try:
                with self._cache.writing(descriptor.digest) as target:
                    async with aclosing(
                        registry.blob(self._transport, reference, descriptor)
                    ) as chunks:
                        async for chunk in chunks:
                            target.write(chunk)
            except (ContentError, UnreachableError):
                if number == _TRIES:
                    raise
        raise ReleaseError(
            f"{descriptor.digest} of {reference.name} does not stay in the cache: let nobody empty"
            " it meanwhile"
        )

    async def _architecture(self, reference: ImageReference, manifest: Manifest) -> tuple[str, ...]:
        if manifest.config.size > _CONFIG_SIZE:
            raise PayloadError(f"the configuration of {reference} is too large: name a release")
        with await self._blob(reference, manifest.config) as file:
            content = file.read()
        try:
            return (manifests.architecture(content),)
        except ValueError as error:
            raise PayloadError(
                f"the configuration of {reference} cannot be used ({error}): name a release"
            ) from error
