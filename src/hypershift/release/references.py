"""Image references: where an image is, and which one it is.

quay.io/openshift-release-dev/ocp-release:4.21.4-multi
└registry └repository                      └tag, or @sha256:… for one that cannot change
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hypershift.release.errors import BadReferenceError

DOCKER = "docker.io"
_OFFICIAL = "library"  # where docker.io keeps repositories whose name has one part
_LATEST = "latest"

_HOST = re.compile(
    r"(\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?"
    r"(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*)(:[0-9]{1,5})?"
)
_PART = r"[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*"
_REPOSITORY = re.compile(rf"{_PART}(/{_PART})*")
_TAG = re.compile(r"[\w][\w.-]{0,127}", re.ASCII)
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128}")
_LONGEST = 255  # of registry and repository, as registries have it


@dataclass(frozen=True)
class ImageReference:
    """An image of a registry, by tag, by digest, or both; the digest decides."""

    registry: str
    repository: str
    tag: str = ""
    digest: str = ""

    @property
    def name(self) -> str:
        """Registry and repository."""
        return f"{self.registry}/{self.repository}"

    @property
    def selector(self) -> str:
        """What the registry is asked for."""
        return self.digest or self.tag

    def at(self, digest: str) -> ImageReference:
        """The image of the same repository that has a digest."""
        return replace(self, tag="", digest=digest)

    def __str__(self) -> str:
        """Write the reference in full."""
        tag = f":{self.tag}" if self.tag else ""
        return f"{self.name}{tag}{f'@{self.digest}' if self.digest else ''}"


def parse(text: str) -> ImageReference:
    """Read a reference, with the defaults that docker has: docker.io, library/, :latest."""
    rest, _, digest = text.partition("@")
    head, slash, last = rest.rpartition("/")
    last, colon, tag = last.partition(":")
    registry, repository = _split(f"{head}{slash}{last}")
    wrong = (
        not _HOST.fullmatch(registry)
        or not _REPOSITORY.fullmatch(repository)
        or len(registry) + len(repository) > _LONGEST
        or (colon and not _TAG.fullmatch(tag))
        or ("@" in text and not is_digest(digest))
    )
    if wrong:
        raise BadReferenceError(
            f"{_shown(text)!r} is no image: write REGISTRY/REPOSITORY:TAG, or"
            " REGISTRY/REPOSITORY@sha256:DIGEST"
        )
    return ImageReference(registry, repository, tag or ("" if digest else _LATEST), digest)


def is_digest(text: str) -> bool:
    """Whether a text is a digest that we can check."""
    return bool(_DIGEST.fullmatch(text))


def _split(name: str) -> tuple[str, str]:
    first, slash, rest = name.partition("/")
    if not slash or not ("." in first or ":" in first or first == "localhost"):
        first, rest = DOCKER, name
    if first in (DOCKER, f"index.{DOCKER}"):
        first = DOCKER
        rest = rest if "/" in rest else f"{_OFFICIAL}/{rest}"
    return first, rest


def _shown(text: str) -> str:
    """Leave out what stands before an @ that is no digest's: some write a password there."""
    before, at, after = text.partition("@")
    return f"…@{after[:80]}" if at and (":" in before.split("/")[0]) else text[:160]
