"""What a request to the Blob service is about: the account, a container or a blob.

Names of blobs may hold anything, slashes and empty parts too, and clients may write a slash as %2F:
so the path is taken apart before it is decoded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.http import Request

ROOT = "$root"
CONTAINER_NAME = re.compile(r"(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*|\$root|\$web|\$logs")
_LONGEST = 1024  # characters


@dataclass(frozen=True)
class Target:
    """The names that a path has. What is not named is empty."""

    container: str = ""
    blob: str = ""

    @property
    def level(self) -> str:
        """What it names, as signatures of accounts abbreviate it: s, c or o."""
        return "o" if self.blob else "c" if self.container else "s"


def of(request: Request) -> Target:
    """Read a path."""
    return read(request.path, request.query.get("restype", ""))


def read(path: str, restype: str = "") -> Target:
    """Read a path; without a restype, a single name is one of a blob in the root container."""
    first, slash, rest = path.removeprefix("/").partition("/")
    container, blob = _decode(first), _decode(rest)
    if not container:
        if blob or slash:
            raise _invalid()
        return Target()
    if not blob and not restype and not slash:
        return Target(ROOT, container)
    if not CONTAINER_NAME.fullmatch(container):
        raise AzureError(
            400,
            "InvalidResourceName",
            "The specified resource name contains invalid characters.",
        )
    return Target(container, blob)


def _decode(text: str) -> str:
    try:
        name = unquote_to_bytes(text).decode()
    except UnicodeDecodeError as error:
        raise _invalid() from error
    if len(name) > _LONGEST or "\x00" in name:
        raise _invalid()
    return name


def _invalid() -> AzureError:
    return AzureError(
        400, "InvalidUri", "The requested URI does not represent any resource on the server."
    )
