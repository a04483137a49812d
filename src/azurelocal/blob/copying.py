"""Blobs and blocks that are made from other blobs of this Azure. Every copy is done at once."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from azurelocal.blob import access, blobs, target
from azurelocal.blob import call as calls
from azurelocal.blob.blobs import BLOCK_BLOB, Copied
from azurelocal.blob.conditions import check_source, check_write
from azurelocal.blob.errors import invalid_header
from azurelocal.blob.properties import given_metadata, given_tier, version_headers
from azurelocal.blob.writing import checked_block_id, new_blob, save_new
from azurelocal.endpoints import Service, service_of
from azurelocal.errors import AzureError
from azurelocal.http import Response, read_query

if TYPE_CHECKING:
    from azurelocal.blob.blobs import Blob, Blobs
    from azurelocal.blob.call import BlobCall

_READ = access.Access("containers/blobs/read", "r", public="Blob")
_LARGEST_RANGE = 100 * 1024 * 1024  # bytes of a block that is made from a part of a blob


def copy(call: BlobCall) -> Response:
    """Answer PUT of a blob that is to be like another, unless headers say otherwise."""
    _, source = _source(call)
    blobs_here, old = call.blobs(), call.find_blob()
    check_write(call, old, creating=True)
    blob = _like(source, call.target.blob)
    blob.metadata = given_metadata(call) or dict(source.metadata)
    blob.tags = new_blob(call).tags
    blob.tier = given_tier(call)
    blob.blocks = blobs_here.copy_blocks(source.blocks)
    size = source.size
    blob.copied = Copied(
        id=str(uuid.uuid4()), source=_source_address(call), completed=call.now, size=size
    )
    blobs_here.save(blob, call.now)
    blobs_here.discard_draft(blob.name)
    told = {"x-ms-copy-id": blob.copied.id, "x-ms-copy-status": "success"}
    return Response(202, b"", version_headers(blob) | told)


def _like(source: Blob, name: str) -> Blob:
    """The same blob under another name, as if it were new."""
    return blobs.Blob(
        name=name,
        kind=source.kind,
        headers=dict(source.headers),
        encryption_scope=source.encryption_scope,
    )


def put_from_url(call: BlobCall) -> Response:
    """Answer PUT of a block blob whose bytes are another's."""
    if call.header("x-ms-blob-type") != BLOCK_BLOB:
        raise invalid_header("x-ms-blob-type", "Only block blobs are made from an address.")
    _, source = _source(call)
    blobs_here = call.blobs()
    check_write(call, call.find_blob(), creating=True)
    blob = new_blob(call)
    if call.header("x-ms-copy-source-blob-properties").lower() != "false":
        blob.headers = dict(source.headers) | blob.headers
    blob.blocks = blobs_here.copy_blocks(source.blocks)
    return save_new(call, blobs_here, blob, {})


def put_block_from_url(call: BlobCall) -> Response:
    """Answer PUT of a block whose bytes are a part of another blob."""
    source_blobs, source = _source(call)
    id = checked_block_id(call)
    start, end = _source_range(call, source.size)
    data = b"".join(source_blobs.read(source, start, end))
    blobs_here = call.blobs()
    blobs_here.keep_block(call.target.blob, blobs_here.add_block(data, id))
    return Response(201, b"", {"x-ms-request-server-encrypted": "true"})


def abort(call: BlobCall) -> Response:
    """Answer the wish to stop a copy: all of them are over already."""
    call.blob()
    raise AzureError(409, "NoPendingCopyOperation", "There is currently no pending copy operation.")


def _source(call: BlobCall) -> tuple[Blobs, Blob]:
    """Find what is to be copied, which the caller must be allowed to read."""
    asked = _source_call(call)
    access.require(asked, _READ, asked.target)
    call.decisions += asked.decisions
    container = asked.find_container(asked.target.container)
    found = blobs.of(call.store, container) if container else None
    blob = found.find(asked.target.blob) if found else None
    if found is None or blob is None:
        raise _unverified(404, "The specified resource does not exist.")
    check_source(call, blob)
    return found, blob


def _source_call(call: BlobCall) -> BlobCall:
    """Ask for the source as the caller would: with what the address says, or as who it is."""
    parts = urlsplit(call.header("x-ms-copy-source"))
    service, name = service_of(parts.netloc, parts.path)
    if parts.scheme not in ("http", "https") or service is not Service.BLOB:
        raise _unverified(400, "Only blobs of this Azure can be copied.")
    query = read_query(parts.query)
    if query.get("snapshot") or query.get("versionid"):
        raise _unverified(404, "The specified resource does not exist.")
    headers = {"x-ms-version": call.header("x-ms-version")}
    if bearer := call.header("x-ms-copy-source-authorization"):
        headers["authorization"] = bearer
    request = replace(
        call.request,
        method="GET",
        host=parts.netloc,
        path=parts.path,
        raw_query=parts.query,
        query=query,
        headers=headers,
        body=b"",
    )
    try:
        asked = calls.open_call(call.cloud, request, name, target.of(request))
        own = name == call.account.name and "sig" not in query and not bearer
        asked.caller = call.caller if own else access.identify(asked)
    except AzureError as error:
        raise _unverified(error.status, error.message) from error
    return asked


def _source_address(call: BlobCall) -> str:
    """Where the source is, without what one may read it with."""
    parts = urlsplit(call.header("x-ms-copy-source"))
    return f"{parts.scheme}://{parts.netloc}{parts.path}"


def _source_range(call: BlobCall, size: int) -> tuple[int, int]:
    text = call.header("x-ms-source-range") or call.header("x-ms-range")
    start, end = 0, size
    if text:
        first, _, last = text.removeprefix("bytes=").partition("-")
        if not first.isdecimal() or not (last.isdecimal() or not last):
            raise invalid_header("x-ms-source-range")
        start, end = int(first), min(int(last) + 1, size) if last else size
    if not start < end <= start + _LARGEST_RANGE:
        raise AzureError(
            416,
            "InvalidRange",
            "The range specified is invalid for the current size of the resource.",
        )
    return start, end


def _unverified(status: int, reason: str) -> AzureError:
    return AzureError(status, "CannotVerifyCopySource", reason)
