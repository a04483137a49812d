"""What images there are: a folder each, with a recipe and files that go over the packages."""

from __future__ import annotations

import hashlib
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from azurelocal.machines.errors import MachineError

FOLDER = Path(__file__).parent
# Part of each digest: raise it when the builder itself starts to make something else.
_LAYOUT = 1


class Content(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recipe.toml."""

    suite: str
    packages: tuple[str, ...]
    leave_out: tuple[str, ...] = ()
    mask: tuple[str, ...] = ()


@dataclass(frozen=True)
class Recipe:
    """An image that can be built."""

    key: str
    content: Content
    files: Path
    digest: str
    """Of everything that decides over what is built."""


def names() -> list[str]:
    """Give the keys of all images."""
    return sorted(path.parent.name for path in FOLDER.glob("*/recipe.toml"))


def load(key: str) -> Recipe:
    """Read the recipe of an image."""
    if key not in names():
        raise MachineError(f"there is no image {key}; there are: {', '.join(names())}")
    folder = FOLDER / key
    raw = (folder / "recipe.toml").read_bytes()
    content = msgspec.convert(tomllib.loads(raw.decode()), Content)
    digest = hashlib.sha256(b"%d\0%s\0" % (_LAYOUT, raw))
    for path in sorted(path for path in (folder / "root").rglob("*") if path.is_file()):
        executable = os.access(path, os.X_OK)
        digest.update(f"{path.relative_to(folder)}\0{executable}\0".encode())
        digest.update(path.read_bytes() + b"\0")
    return Recipe(key, content, folder / "root", digest.hexdigest()[:16])
