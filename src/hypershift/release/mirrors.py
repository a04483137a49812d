"""Other places for images: overrides, which always apply, and mirrors, which are tried first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Mirrors = Mapping[str, Iterable[str]]


def override(image: str, overrides: Mapping[str, str]) -> str:
    """Replace the beginning of a reference by what the longest key that fits stands for."""
    fitting = [key for key in overrides if _begins(image, key, tagged="/" in key)]
    if not fitting:
        return image
    key = max(fitting, key=len)
    return overrides[key] + image.removeprefix(key)


def candidates(image: str, mirrors: Mirrors) -> list[str]:
    """Give the places in which to look for an image, in order; the last one is its own.

    A source is a registry, a part of its repositories, or one repository. The longest comes first.
    """
    found = [
        mirror.rstrip("/") + image.removeprefix(source.rstrip("/"))
        for source in sorted(mirrors, key=len, reverse=True)
        if _begins(image, source.rstrip("/"), tagged="/" in source.rstrip("/"))
        for mirror in mirrors[source]
    ]
    return list(dict.fromkeys([*(place for place in found if place != image), image]))


def _begins(image: str, key: str, *, tagged: bool) -> bool:
    """Whether the key is whole parts of the image's name.

    A key that is only a registry must not end at a colon, which would begin a port.
    """
    if not key or not image.startswith(key):
        return False
    rest = image[len(key) :]
    return not rest or rest[0] in ("/@:" if tagged else "/@")
