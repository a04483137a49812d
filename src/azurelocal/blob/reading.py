"""GET and HEAD of a blob, of all of it or of a part."""

from __future__ import annotations

import base64
import hashlib
import re
from typing import TYPE_CHECKING

from azurelocal.blob.conditions import check_read
from azurelocal.blob.errors import XML, invalid_header
from azurelocal.blob.properties import blob_headers, version_headers
from azurelocal.blob.xml import document, element, group
from azurelocal.errors import AzureError
from azurelocal.http import Response, Stream

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.blob.blobs import Block
    from azurelocal.blob.call import BlobCall
_RANGE = re.compile(r"bytes=(\d*)-(\d*)")
_HELD = 4 * 1024 * 1024  # bytes; what is no larger is read at once


def get(call: BlobCall) -> Response:
    """Answer GET of a blob."""
    blob = call.blob()
    check_read(call, blob)
    if blob.tier == "Archive":
        raise AzureError(
            409, "BlobArchived", "This operation is not permitted on an archived blob."
        )
    headers = blob_headers(call, blob) | _overrides(call)
    asked = _range(call, blob.size)
    start, end = asked or (0, blob.size)
    if asked:
        headers["content-range"] = f"bytes {start}-{end - 1}/{blob.size}"
        if "content-md5" in headers:
            headers["x-ms-blob-content-md5"] = headers.pop("content-md5")
    pieces = call.blobs().read(blob, start, end)
    if end - start > _HELD:
        return Response(206 if asked else 200, Stream(end - start, pieces), headers)
    content = b"".join(pieces)
    if asked and call.header("x-ms-range-get-content-md5").lower() == "true":
        headers["content-md5"] = md5(content)
    return Response(206 if asked else 200, content, headers)


def head(call: BlobCall) -> Response:
    """Answer HEAD of a blob."""
    blob = call.blob()
    check_read(call, blob)
    headers = blob_headers(call, blob) | _overrides(call)
    return Response(200, b"", headers | {"content-length": str(blob.size)})


def get_metadata(call: BlobCall) -> Response:
    """Answer GET of the metadata of a blob."""
    blob = call.blob()
    check_read(call, blob)
    told = {
        name: value
        for name, value in blob_headers(call, blob).items()
        if name.startswith("x-ms-meta-")
    }
    return Response(200, b"", version_headers(blob) | told)


def get_tags(call: BlobCall) -> Response:
    """Answer GET of the tags of a blob."""
    blob = call.blob()
    tags = [
        group("Tag", element("Key", key), element("Value", value))
        for key, value in blob.tags.items()
    ]
    return Response(200, document("Tags", group("TagSet", *tags)), {"content-type": XML})


def get_block_list(call: BlobCall) -> Response:
    """Answer GET of the blocks of a blob, of those that were put for it, or of both."""
    wanted = (call.query("blocklisttype") or "committed").lower()
    blob = call.find_blob()
    draft = call.blobs().draft(call.target.blob)
    if blob is None and not draft:
        call.blob()
    lists: list[str] = []
    if wanted in ("committed", "all"):
        lists.append(group("CommittedBlocks", *_blocks(blob.blocks if blob else ())))
    if wanted in ("uncommitted", "all"):
        lists.append(group("UncommittedBlocks", *_blocks(draft.values())))
    headers = {"content-type": XML, "x-ms-blob-content-length": str(blob.size if blob else 0)}
    if blob is not None:
        headers |= version_headers(blob)
    return Response(200, document("BlockList", *lists), headers)


def _blocks(blocks: Iterable[Block]) -> list[str]:
    return [
        group("Block", element("Name", block.id), element("Size", block.size))
        for block in blocks
        if block.id
    ]


def _range(call: BlobCall, size: int) -> tuple[int, int] | None:
    """Which bytes are asked for, from the first up to one behind the last; None for all."""
    text = call.header("x-ms-range") or call.header("range")
    if not text:
        return None
    match = _RANGE.fullmatch(text.strip())
    if match is None or not match[1]:
        if call.header("x-ms-range"):
            raise invalid_header("x-ms-range")
        return None  # what HTTP has and Blob storage has not, is answered with everything
    start, end = int(match[1]), int(match[2]) + 1 if match[2] else size
    if start >= size or end <= start:
        raise AzureError(
            416,
            "InvalidRange",
            "The range specified is invalid for the current size of the resource.",
            headers={"content-range": f"bytes */{size}"},
        )
    return start, min(end, size)


def _overrides(call: BlobCall) -> dict[str, str]:
    signature = call.caller.signature
    return signature.overrides if signature else {}


def md5(content: bytes) -> str:
    """The digest of some bytes, in base64."""
    return base64.b64encode(hashlib.md5(content, usedforsecurity=False).digest()).decode()
