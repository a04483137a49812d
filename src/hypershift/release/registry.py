"""Images as registries hold them. What is given out has the digest that it was asked by."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from hypershift.release import manifests
from hypershift.release.errors import (
    NotARegistryError,
    PayloadError,
    TooLargeError,
    TruncatedError,
    WrongDigestError,
)
from hypershift.release.transport import is_page, read

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from hypershift.release.manifests import Descriptor, Index, Manifest
    from hypershift.release.references import ImageReference
    from hypershift.release.transport import Transport

MANIFEST_SIZE = 4 << 20
BLOB_SIZE = 8 << 30
_CHUNK = 1 << 18


async def manifest(transport: Transport, reference: ImageReference) -> Manifest | Index:
    """Get what a reference stands for: an image, or a list of images for several platforms."""
    content = await manifest_content(transport, reference)
    return parsed(reference, content)


async def manifest_content(transport: Transport, reference: ImageReference) -> bytes:
    """Get a manifest as it is."""
    path = f"manifests/{reference.selector}"
    async with transport.get(reference, path, ", ".join(manifests.ACCEPTED)) as response:
        if is_page(response):
            raise NotARegistryError(
                f"{reference.registry} answers with a web page: name a registry for container"
                " images"
            )
        content = await read(response, MANIFEST_SIZE, f"the manifest of {reference}")
        length = response.content_length
    promised = response.headers.get("Docker-Content-Digest", "")
    for wanted in (reference.digest, promised if promised.startswith("sha256:") else ""):
        if wanted and digest_of(content, wanted) != wanted:
            raise WrongDigestError(
                f"{reference.registry} gave another manifest than {wanted} for {reference}: do not"
                " use it, and ask those who run the registry"
            )
    if length is not None and len(content) < length:
        raise TruncatedError(f"{reference.registry} broke off within the manifest: try again")
    return content


def parsed(reference: ImageReference, content: bytes) -> Manifest | Index:
    """Read a manifest that a registry gave."""
    try:
        msgspec.json.decode(content)
    except msgspec.DecodeError as error:
        raise NotARegistryError(
            f"{reference.registry} answers with something else than JSON: name a registry for"
            " container images"
        ) from error
    try:
        return manifests.parse(content, digest_of(content, reference.digest))
    except (ValueError, msgspec.MsgspecError) as error:
        raise PayloadError(
            f"the manifest of {reference} cannot be used, since {_reason(error)}: name an image in"
            " the format of OCI or of Docker's schema 2"
        ) from error


async def blob(
    transport: Transport, reference: ImageReference, descriptor: Descriptor
) -> AsyncGenerator[bytes]:
    """Stream a blob, and check size and digest.

    What has come must not be used before the last of it has.
    """
    name = f"{descriptor.digest} of {reference.name}"
    if descriptor.size > BLOB_SIZE:
        raise TooLargeError(f"{name} has {descriptor.size} bytes: no image needs so many")
    hasher = hashlib.new(descriptor.digest.partition(":")[0])
    size = 0
    async with transport.get(reference, f"blobs/{descriptor.digest}") as response:
        async for chunk in response.content.iter_chunked(_CHUNK):
            size += len(chunk)
            if size > descriptor.size:
                raise TooLargeError(
                    f"{reference.registry} sends more than the {descriptor.size} bytes of {name}:"
                    " push the image again"
                )
            hasher.update(chunk)
            yield chunk
    if size < descriptor.size:
        raise TruncatedError(
            f"{reference.registry} sends {size} of the {descriptor.size} bytes of {name}: push the"
            " image again"
        )
    if descriptor.digest.partition(":")[2] != hasher.hexdigest():
        raise WrongDigestError(
            f"what {reference.registry} sends for {name} has another digest: do not use it, and"
            " push the image again"
        )


def digest_of(content: bytes, like: str = "") -> str:
    """Give the digest of content, by the algorithm of another one."""
    algorithm = like.partition(":")[0] or "sha256"
    return f"{algorithm}:{hashlib.new(algorithm, content).hexdigest()}"


def _reason(error: Exception) -> str:
    text = str(error)
    return text if not isinstance(error, msgspec.MsgspecError) else f"it says: {text}"
