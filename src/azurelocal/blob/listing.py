"""Lists of containers and of blobs, page by page."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from azurelocal.blob.blobs import BLOCK_BLOB
from azurelocal.blob.errors import XML, invalid_parameter
from azurelocal.blob.times import http_date
from azurelocal.blob.xml import document, element, group, name_element
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.blob.blobs import Blob, Blobs
    from azurelocal.blob.call import BlobCall
    from azurelocal.store import Resource

_MOST = 5000
_CONTAINERS = "Microsoft.Storage/storageAccounts/blobServices/containers"
_SHOWN_OF_BLOBS = ("copy", "metadata", "tags")
_EMPTY_HERE = (
    "deleted",
    "deletedwithversions",
    "immutabilitypolicy",
    "legalhold",
    "permissions",
    "snapshots",
    "system",
    "versions",
)
"""What can be asked for, too, and is there of nothing."""


@dataclass(frozen=True)
class _Page:
    """Which part of a list is asked for."""

    prefix: str
    start: str
    most: int
    include: frozenset[str]


def _page(call: BlobCall) -> _Page:
    text = call.query("maxresults")
    if text and (not text.isdecimal() or not 1 <= int(text[:9]) <= 2**31):
        raise invalid_parameter("maxresults", "It must be a number from 1.")
    include = frozenset(filter(None, call.query("include").lower().split(",")))
    for word in include - {*_SHOWN_OF_BLOBS, *_EMPTY_HERE}:
        raise invalid_parameter("include", f"'{word[:40]}' cannot be listed here.")
    most = min(int(text[:9]), _MOST) if text else _MOST
    return _Page(call.query("prefix"), _decoded(call.query("marker")), most, include)


def _decoded(marker: str) -> str:
    try:
        return base64.b64decode(marker, altchars=b"-_", validate=True).decode()
    except (binascii.Error, ValueError) as error:
        raise invalid_parameter("marker", "It must be one of an earlier page.") from error


def _encoded(name: str) -> str:
    return base64.urlsafe_b64encode(name.encode()).decode() if name else ""


def list_containers(call: BlobCall) -> Response:
    """Answer GET of all containers of the account."""
    page = _page(call)
    service = call.account.service_id.lower()
    found = [
        container
        for container in call.store.resources(type=_CONTAINERS, parent=service)
        if container.name.startswith(page.prefix) and container.name >= page.start
    ]
    entries = [_container(one, page) for one in found[: page.most]]
    after = found[page.most].name if len(found) > page.most else ""
    return _answer(call, page, [group("Containers", *entries)], after)


def _container(container: Resource, page: _Page) -> str:
    properties = [
        element("Last-Modified", http_date(container.changed)),
        element("Etag", container.etag),
        element("LeaseStatus", "unlocked"),
        element("LeaseState", "available"),
        element("HasImmutabilityPolicy", "false"),
        element("HasLegalHold", "false"),
    ]
    level = container.properties.get("publicAccess", "None")
    if level != "None":
        properties.append(element("PublicAccess", level.lower()))
    parts = [element("Name", container.name), group("Properties", *properties)]
    if "metadata" in page.include:
        parts.append(_metadata(container.properties.get("metadata") or {}))
    return group("Container", *parts)


def list_blobs(call: BlobCall) -> Response:
    """Answer GET of the blobs of a container, or of the folders that a delimiter makes of them."""
    page, delimiter = _page(call), call.query("delimiter")
    entries, after = _walk(call.blobs(), page, delimiter)
    extra = [element("Delimiter", delimiter)] if delimiter else []
    return _answer(call, page, [*extra, group("Blobs", *entries)], after)


def _walk(blobs: Blobs, page: _Page, delimiter: str) -> tuple[list[str], str]:
    """Write the entries of a page, and tell where the next one begins."""
    entries: list[str] = []
    start = page.start
    while (blob := blobs.next(page.prefix, start)) is not None:
        if len(entries) == page.most:
            return entries, blob.name
        rest = blob.name.removeprefix(page.prefix)
        folder, found, _ = rest.partition(delimiter) if delimiter else (rest, "", "")
        if found:
            folder = page.prefix + folder + delimiter
            entries.append(group("BlobPrefix", name_element("Name", folder)))
            start = folder[:-1] + chr(ord(folder[-1]) + 1)
        else:
            entries.append(_blob(blob, page))
            start = blob.name + "\x00"
    return entries, ""


def _blob(blob: Blob, page: _Page) -> str:
    properties = [
        element("Creation-Time", http_date(blob.created)),
        element("Last-Modified", http_date(blob.modified)),
        element("Etag", blob.etag.strip('"')),
        element("Content-Length", blob.size),
        element("Content-Type", blob.headers.get("content-type", "application/octet-stream")),
        element("Content-Encoding", blob.headers.get("content-encoding", "")),
        element("Content-Language", blob.headers.get("content-language", "")),
        element("Content-MD5", blob.headers.get("content-md5", "")),
        element("Cache-Control", blob.headers.get("cache-control", "")),
        element("Content-Disposition", blob.headers.get("content-disposition", "")),
        element("BlobType", blob.kind),
    ]
    if blob.kind == BLOCK_BLOB:
        properties.append(element("AccessTier", blob.tier or "Hot"))
        if not blob.tier:
            properties.append(element("AccessTierInferred", "true"))
    properties += [
        element("LeaseStatus", "unlocked"),
        element("LeaseState", "available"),
        element("ServerEncrypted", "true"),
    ]
    if blob.tags:
        properties.append(element("TagCount", len(blob.tags)))
    if "copy" in page.include and blob.copied:
        properties += [
            element("CopyId", blob.copied.id),
            element("CopySource", blob.copied.source),
            element("CopyStatus", "success"),
            element("CopyCompletionTime", http_date(blob.copied.completed)),
        ]
    parts = [name_element("Name", blob.name), group("Properties", *properties)]
    if "metadata" in page.include:
        parts.append(_metadata(blob.metadata))
    if "tags" in page.include and blob.tags:
        tags = [
            group("Tag", element("Key", key), element("Value", value))
            for key, value in blob.tags.items()
        ]
        parts.append(group("Tags", group("TagSet", *tags)))
    return group("Blob", *parts)


def _metadata(metadata: dict[str, str]) -> str:
    return group("Metadata", *(element(name, value) for name, value in metadata.items()))


def _answer(call: BlobCall, page: _Page, parts: list[str], after: str) -> Response:
    asked = [name_element("Prefix", page.prefix)] if page.prefix else []
    if page.start:
        asked.append(element("Marker", call.query("marker")))
    asked.append(element("MaxResults", page.most))
    attributes = {"ServiceEndpoint": f"{call.cloud.endpoints.blob(call.account.name)}/"}
    if call.target.container:
        attributes["ContainerName"] = quote(call.target.container)
    body = document(
        "EnumerationResults", *asked, *parts, element("NextMarker", _encoded(after)), **attributes
    )
    return Response(200, body, {"content-type": XML})
