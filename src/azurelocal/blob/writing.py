"""What puts a blob there, whole or in blocks, changes what is said of it, and removes it."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING

from azurelocal.blob.blobs import APPEND_BLOB, BLOCK_BLOB, Blob
from azurelocal.blob.conditions import check_write
from azurelocal.blob.errors import invalid_header, invalid_parameter, missing_header
from azurelocal.blob.properties import (
    checked_tags,
    given_headers,
    given_metadata,
    given_tags,
    given_tier,
    refuse_unsupported,
    version_headers,
)
from azurelocal.blob.xml import invalid, read
from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.blob.blobs import Blobs, Block
    from azurelocal.blob.call import BlobCall

_MOST_BLOCKS = 50_000
_ENCRYPTED = {"x-ms-request-server-encrypted": "true"}


def put(call: BlobCall) -> Response:
    """Answer PUT of a blob that comes whole, or of an empty one to append to."""
    kind = call.header("x-ms-blob-type")
    if not kind:
        raise missing_header("x-ms-blob-type")
    if kind not in (BLOCK_BLOB, APPEND_BLOB):
        raise invalid_header("x-ms-blob-type", f"There is no '{kind[:40]}' here.")
    blobs = call.blobs()
    if kind == APPEND_BLOB and (call.request.body or call.received):
        raise invalid_header("content-length", "An append blob is empty at first.")
    check_write(call, call.find_blob(), creating=True)
    blob = new_blob(call, kind)
    for name in ("content-type", "content-encoding", "content-language", "cache-control"):
        if call.header(name):
            blob.headers.setdefault(name, call.header(name))
    if kind == BLOCK_BLOB:
        blob.headers.setdefault("content-md5", call.content_md5)
        blob.blocks = body_blocks(call, blobs)
    return save_new(call, blobs, blob, {"content-md5": call.content_md5})


def new_blob(call: BlobCall, kind: str = BLOCK_BLOB) -> Blob:
    """A blob of which nothing is known but what the headers say."""
    refuse_unsupported(call)
    tier = given_tier(call)
    if tier and kind != BLOCK_BLOB:
        raise invalid_header("x-ms-access-tier", "Only block blobs have tiers.")
    return Blob(
        name=call.target.blob,
        kind=kind,
        headers=given_headers(call),
        metadata=given_metadata(call),
        tags=given_tags(call),
        tier=tier,
        encryption_scope=call.header("x-ms-encryption-scope"),
    )


def save_new(call: BlobCall, blobs: Blobs, blob: Blob, told: dict[str, str]) -> Response:
    """Put a blob in the place of what was there, and of what was put for it."""
    blobs.save(blob, call.now)
    blobs.discard_draft(blob.name, keep=blob.blocks)
    return Response(201, b"", version_headers(blob) | _ENCRYPTED | told)


def body_blocks(call: BlobCall, blobs: Blobs, id: str = "") -> list[Block]:
    """Keep the body of the request, if it is not kept already."""
    if call.received:
        for block in call.received:
            block.id = id
        return call.received
    return [blobs.add_block(call.request.body, id)] if call.request.body else []


def put_block(call: BlobCall) -> Response:
    """Answer PUT of a block, which is not seen until it is committed."""
    refuse_unsupported(call)
    id = checked_block_id(call)
    blobs = call.blobs()
    blocks = body_blocks(call, blobs, id)
    if not blocks:
        raise invalid_header("content-length", "A block has at least one byte.")
    blobs.keep_block(call.target.blob, blocks[0])
    return Response(201, b"", {"content-md5": call.content_md5, **_ENCRYPTED})


def checked_block_id(call: BlobCall) -> str:
    """The ID that a block is given; all of one blob must be of one length."""
    id = call.query("blockid")
    try:
        plain = base64.b64decode(id, validate=True)
    except (binascii.Error, ValueError) as error:
        raise invalid_parameter("blockid", "It must be base64.") from error
    if not 1 <= len(plain) <= 64:
        raise invalid_parameter("blockid", "It must have from 1 to 64 bytes.")
    draft = call.blobs().draft(call.target.blob)
    if any(len(other) != len(id) for other in draft):
        raise AzureError(
            400, "InvalidBlobOrBlock", "The specified blob or block content is invalid."
        )
    if len(draft) >= 2 * _MOST_BLOCKS:
        raise AzureError(
            409,
            "BlockCountExceedsLimit",
            "The uncommitted block count cannot exceed the maximum limit of 100,000 blocks.",
        )
    return id


def put_block_list(call: BlobCall) -> Response:
    """Answer PUT of a list of blocks: the blob consists of them from now on."""
    blobs, old = call.blobs(), call.find_blob()
    check_write(call, old, creating=True)
    blob = new_blob(call)
    blob.blocks = _chosen_blocks(call, old, blobs.draft(call.target.blob))
    return save_new(call, blobs, blob, {"content-md5": call.content_md5})


def _chosen_blocks(call: BlobCall, old: Blob | None, draft: dict[str, Block]) -> list[Block]:
    committed = {block.id: block for block in (old.blocks if old else ()) if block.id}
    sources = {
        "Committed": committed,
        "Uncommitted": draft,
        "Latest": committed | draft,
    }
    chosen: list[Block] = []
    for entry in read(call.request.body, "BlockList"):
        source = sources.get(entry.tag)
        if source is None:
            raise invalid(f"{entry.tag} is no kind of block.")
        block = source.get((entry.text or "").strip())
        if block is None:
            raise AzureError(400, "InvalidBlockList", "The specified block list is invalid.")
        chosen.append(block)
    if len(chosen) > _MOST_BLOCKS:
        raise AzureError(
            400, "BlockListTooLong", "The block list may not contain more than 50,000 blocks."
        )
    return chosen


def append_block(call: BlobCall) -> Response:
    """Answer PUT of a block at the end of an append blob."""
    refuse_unsupported(call)
    blobs, blob = call.blobs(), call.blob()
    check_write(call, blob)
    if blob.kind != APPEND_BLOB:
        raise AzureError(409, "InvalidBlobType", "The blob type is invalid for this operation.")
    offset = blob.size
    _check_append_position(call, offset)
    blob.blocks = [*blob.blocks, *body_blocks(call, blobs)]
    if blob.size == offset:
        raise invalid_header("content-length", "A block has at least one byte.")
    blobs.save(blob, call.now)
    told = {
        "content-md5": call.content_md5,
        "x-ms-blob-append-offset": str(offset),
        "x-ms-blob-committed-block-count": str(len(blob.blocks)),
    }
    return Response(201, b"", version_headers(blob) | _ENCRYPTED | told)


def _check_append_position(call: BlobCall, offset: int) -> None:
    wanted, largest = (
        call.header("x-ms-blob-condition-appendpos"),
        call.header("x-ms-blob-condition-maxsize"),
    )
    for name, text in (("appendpos", wanted), ("maxsize", largest)):
        if text and not text.isdecimal():
            raise invalid_header(f"x-ms-blob-condition-{name}")
    if wanted and int(wanted) != offset:
        raise AzureError(
            412,
            "AppendPositionConditionNotMet",
            "The append position condition specified was not met.",
        )
    added = len(call.request.body) or sum(block.size for block in call.received)
    if largest and offset + added > int(largest):
        raise AzureError(
            412, "MaxBlobSizeConditionNotMet", "The max blob size condition specified was not met."
        )


def set_properties(call: BlobCall) -> Response:
    """Answer PUT of the headers of a blob: those that are not given are taken away."""
    blob = call.blob()
    check_write(call, blob)
    blob.headers = given_headers(call)
    call.blobs().save(blob, call.now)
    return Response(200, b"", version_headers(blob))


def set_metadata(call: BlobCall) -> Response:
    """Answer PUT of the metadata of a blob."""
    blob = call.blob()
    check_write(call, blob)
    blob.metadata = given_metadata(call)
    call.blobs().save(blob, call.now)
    return Response(200, b"", version_headers(blob) | _ENCRYPTED)


def set_tags(call: BlobCall) -> Response:
    """Answer PUT of the tags of a blob."""
    blob = call.blob()
    pairs = [
        (tag.findtext("Key") or "", tag.findtext("Value") or "")
        for tag in read(call.request.body, "Tags").iterfind("TagSet/Tag")
    ]
    blob.tags = checked_tags(pairs)
    call.blobs().save_tags(blob)
    return Response(204)


def set_tier(call: BlobCall) -> Response:
    """Answer PUT of the tier of a blob, which moves at once."""
    blob = call.blob()
    if not call.header("x-ms-access-tier"):
        raise missing_header("x-ms-access-tier")
    if blob.kind != BLOCK_BLOB:
        raise AzureError(409, "InvalidBlobType", "The blob type is invalid for this operation.")
    blob.tier = given_tier(call)
    call.blobs().save_tags(blob)
    return Response(200)


def delete(call: BlobCall) -> Response:
    """Answer DELETE of a blob. There are no snapshots, so that none are in the way."""
    blob = call.blob()
    check_write(call, blob)
    call.blobs().remove(blob)
    return Response(202, b"", {"x-ms-delete-type-permanent": "true"})
