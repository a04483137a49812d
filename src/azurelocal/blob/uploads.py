"""Bodies that are too large to be written at once, since all other requests would wait for it.

They are written part by part, each in a transaction of its own. What is written and belongs to
nothing yet is noted; if we are killed meanwhile, it is removed when we start again.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from typing import TYPE_CHECKING

from azurelocal.blob.blobs import Block

if TYPE_CHECKING:
    from azurelocal.blob.blobs import Blobs
    from azurelocal.store import Store

_COLLECTION = "blobUploads"
_PART = 8 * 1024 * 1024  # bytes; a multiple of the pieces that the state keeps
_DIGESTED = 1024 * 1024  # bytes; what is larger is digested aside


async def digest(body: bytes) -> str:
    """The MD5 digest of a body, in base64."""
    if len(body) > _DIGESTED:
        value = await asyncio.to_thread(_md5, body)
    else:
        value = _md5(body)
    return base64.b64encode(value).decode()


def _md5(body: bytes) -> bytes:
    return hashlib.md5(body, usedforsecurity=False).digest()


async def receive(blobs: Blobs, body: bytes) -> list[Block]:
    """Keep a large body; nothing is kept of a small one, which its operation writes itself."""
    if len(body) <= _PART:
        return []
    content = blobs.new_content()
    with blobs.store.transaction():
        blobs.store.write(_COLLECTION, content, True)
    for start in range(0, len(body), _PART):
        with blobs.store.transaction():
            blobs.store.write_content(content, body[start : start + _PART], start)
        await asyncio.sleep(0)
    return [Block(content, len(body))]


def accept(store: Store, received: list[Block]) -> None:
    """What was received belongs to a blob from now on."""
    for block in received:
        store.remove(_COLLECTION, block.content)


def discard(store: Store, received: list[Block]) -> None:
    """Remove what was received and is not wanted."""
    with store.transaction():
        for block in received:
            store.remove_content(block.content)
            store.remove(_COLLECTION, block.content)


def sweep(store: Store) -> None:
    """Remove what an earlier process had not finished to receive."""
    contents = [Block(content, 0) for content in store.keys(_COLLECTION)]
    if contents:
        discard(store, contents)
