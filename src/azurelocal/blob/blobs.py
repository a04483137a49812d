"""What is kept of blobs: a document for each, and its bytes in pieces.

A blob is a list of blocks. Each block's bytes have a name of their own and never change, so that a
block that was put is committed without being copied. They belong to one blob alone; a copy has its
own.
"""

from __future__ import annotations

import secrets
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from azurelocal.ids import ArmId
    from azurelocal.store import Resource, Store

_BLOBS = "blobs"
_DRAFTS = "blobDrafts"

BLOCK_BLOB = "BlockBlob"
APPEND_BLOB = "AppendBlob"


class Block(msgspec.Struct, array_like=True):
    """A part of a blob: where its bytes are, how many, and what the client called it."""

    content: str
    size: int
    id: str = ""


class Copied(msgspec.Struct, kw_only=True):
    """Where a blob was copied from."""

    id: str
    source: str
    completed: float
    size: int


class Blob(msgspec.Struct, kw_only=True):
    """One blob."""

    name: str
    kind: str = BLOCK_BLOB
    etag: str = ""
    created: float = 0.0
    modified: float = 0.0
    blocks: list[Block] = []
    headers: dict[str, str] = {}
    """What is answered as it was given: content-type and its like."""
    metadata: dict[str, str] = {}
    tags: dict[str, str] = {}
    tier: str = ""
    encryption_scope: str = ""
    copied: Copied | None = None

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return sum(block.size for block in self.blocks)


@dataclass(frozen=True)
class Blobs:
    """The blobs of one container. Callers open the transaction."""

    store: Store
    prefix: str
    """What the keys of the container's documents begin with."""

    def find(self, name: str) -> Blob | None:
        """Find a blob."""
        document = self.store.read(_BLOBS, self.prefix + name)
        return msgspec.convert(document, Blob) if document else None

    def save(self, blob: Blob, now: float) -> None:
        """Write a blob. What it consisted of before, and no longer does, is removed."""
        old = self.find(blob.name)
        kept = {block.content for block in blob.blocks}
        self._remove_blocks(
            block for block in (old.blocks if old else ()) if block.content not in kept
        )
        blob.etag, blob.modified = new_etag(), now
        blob.created = blob.created or now
        self._write(blob)

    def save_tags(self, blob: Blob) -> None:
        """Write a blob whose tags alone have changed: that gives it no new etag."""
        self._write(blob)

    def _write(self, blob: Blob) -> None:
        self.store.write(_BLOBS, self.prefix + blob.name, msgspec.to_builtins(blob))

    def remove(self, blob: Blob) -> None:
        """Remove a blob, and what was put for it and not committed."""
        self._remove_blocks(blob.blocks)
        self.store.remove(_BLOBS, self.prefix + blob.name)
        self.discard_draft(blob.name)

    def remove_all(self) -> None:
        """Remove everything, since the container goes."""
        self.store.remove_below(_BLOBS, self.prefix)
        self.store.remove_below(_DRAFTS, self.prefix)
        self.store.remove_contents_below(self.prefix)

    def next(self, prefix: str, start: str) -> Blob | None:
        """Find the first blob at or behind a name, among those whose names have a prefix."""
        found = self.store.next_document(_BLOBS, self.prefix + prefix, self.prefix + start)
        return msgspec.convert(found[1], Blob) if found else None

    # Bytes

    def add_block(self, data: bytes, id: str = "") -> Block:
        """Keep the bytes of a block that a blob or a draft is to have."""
        block = Block(self.new_content(), len(data), id)
        self.store.write_content(block.content, data)
        return block

    def copy_blocks(self, blocks: Iterable[Block]) -> list[Block]:
        """Keep the same bytes once more, in blocks of their own."""
        copied: list[Block] = []
        for block in blocks:
            copy = Block(self.new_content(), block.size, block.id)
            self.store.copy_content(block.content, copy.content)
            copied.append(copy)
        return copied

    def new_content(self) -> str:
        """A name for bytes that no other has."""
        return f"{self.prefix}{uuid.uuid4().hex}"

    def read(self, blob: Blob, start: int, end: int) -> Iterator[bytes]:
        """Read a part of a blob, piece by piece."""
        begins = 0
        for block in blob.blocks:
            low, high = max(start - begins, 0), min(end - begins, block.size)
            if low < high:
                yield from self.store.read_content(block.content, low, high)
            begins += block.size

    def _remove_blocks(self, blocks: Iterable[Block]) -> None:
        for content in {block.content for block in blocks}:
            self.store.remove_content(content)

    # What is put and not committed yet

    def draft(self, name: str) -> dict[str, Block]:
        """The blocks that were put for a blob and are not committed."""
        document = self.store.read(_DRAFTS, self.prefix + name)
        return msgspec.convert(document, dict[str, Block]) if document else {}

    def keep_block(self, name: str, block: Block) -> None:
        """Keep a block for a blob, in place of one of the same ID."""
        draft = self.draft(name)
        if block.id in draft:
            self._remove_blocks([draft[block.id]])
        draft[block.id] = block
        self.store.write(_DRAFTS, self.prefix + name, msgspec.to_builtins(draft))

    def discard_draft(self, name: str, keep: Iterable[Block] = ()) -> None:
        """Remove what was put for a blob, but for the blocks that it now consists of."""
        kept = {block.content for block in keep}
        draft = self.draft(name)
        self._remove_blocks(block for block in draft.values() if block.content not in kept)
        self.store.remove(_DRAFTS, self.prefix + name)


def of(store: Store, container: Resource) -> Blobs:
    """The blobs of a container, which is a resource."""
    return Blobs(store, f"{_account(container.id)}/{container.name}/")


def new_etag() -> str:
    """An etag in the form that storage has."""
    return f'"0x8D{secrets.token_hex(7)[1:].upper()}"'


def _account(container: ArmId) -> str:
    return container.names[0].lower()
