"""What is said of a blob beside its bytes: its headers, metadata, tags and tier."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from azurelocal.blob.blobs import APPEND_BLOB, Blob
from azurelocal.blob.errors import invalid_header, unsupported_header
from azurelocal.blob.times import http_date
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.blob.call import BlobCall
    from azurelocal.store import Resource

SETTABLE = (
    "cache-control",
    "content-disposition",
    "content-encoding",
    "content-language",
    "content-md5",
    "content-type",
)
TIERS = ("Hot", "Cool", "Cold", "Archive")
_META = "x-ms-meta-"
_META_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MOST_METADATA = 8 * 1024  # bytes
_MOST_TAGS = 10
_TAG = re.compile(r"[A-Za-z0-9 +\-./:=_]*")
_UNSUPPORTED = (
    "x-ms-encryption-key",
    "x-ms-immutability-policy-until-date",
    "x-ms-legal-hold",
    "x-ms-structured-body",
    "x-ms-content-crc64",
)


def refuse_unsupported(call: BlobCall) -> None:
    """Refuse a write that asks for what is not done with blobs here."""
    for name in _UNSUPPORTED:
        if call.header(name):
            raise unsupported_header(name)


def given_headers(call: BlobCall) -> dict[str, str]:
    """The headers that a blob is to have, of a request that says so with names of their own."""
    given = {name: call.header(f"x-ms-blob-{name}") for name in SETTABLE}
    return {name: value for name, value in given.items() if value}


def given_metadata(call: BlobCall) -> dict[str, str]:
    """The metadata that a request gives."""
    found: dict[str, str] = {}
    for header, value in call.request.headers.items():
        if header.startswith(_META):
            name = header.removeprefix(_META)
            if not name:
                raise AzureError(400, "EmptyMetadataKey", "The key of a metadata pair is empty.")
            if not _META_NAME.fullmatch(name):
                raise AzureError(
                    400,
                    "InvalidMetadata",
                    f"The metadata specified is invalid. It has characters that are not permitted:"
                    f" {name[:80]}.",
                )
            found[name] = value
    if sum(len(name) + len(value) for name, value in found.items()) > _MOST_METADATA:
        raise AzureError(
            400,
            "MetadataTooLarge",
            "The metadata specified exceeds the maximum allowed limit (8KB).",
        )
    return found


def given_tags(call: BlobCall) -> dict[str, str]:
    """The tags that a request gives in a header."""
    try:
        pairs = parse_qsl(
            call.header("x-ms-tags"), keep_blank_values=True, max_num_fields=2 * _MOST_TAGS
        )
    except ValueError as error:
        raise invalid_header("x-ms-tags") from error
    return checked_tags(pairs)


def checked_tags(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Make tags out of pairs, if they can be some."""
    tags: dict[str, str] = {}
    for key, value in pairs:
        if key in tags:
            raise _invalid_tags(f"The key '{key}' is given twice.")
        if not 1 <= len(key) <= 128 or len(value) > 256:
            raise _invalid_tags("A key or a value is too long, or a key is empty.")
        if not _TAG.fullmatch(key) or not _TAG.fullmatch(value):
            raise _invalid_tags("A key or a value has characters that are not permitted.")
        tags[key] = value
    if len(tags) > _MOST_TAGS:
        raise _invalid_tags(f"A blob can have {_MOST_TAGS} tags.")
    return tags


def _invalid_tags(reason: str) -> AzureError:
    return AzureError(400, "InvalidTag", f"The tags specified are invalid. {reason}")


def given_tier(call: BlobCall) -> str:
    """The tier that a request gives; nothing where it gives none."""
    tier = call.header("x-ms-access-tier")
    if tier and tier not in TIERS:
        raise invalid_header("x-ms-access-tier", f"It must be one of {', '.join(TIERS)}.")
    return tier


def version_headers(thing: Blob | Resource) -> dict[str, str]:
    """Which version of a blob or a container there is now."""
    modified = thing.modified if isinstance(thing, Blob) else thing.changed
    return {"etag": thing.etag, "last-modified": http_date(modified)}


def metadata_headers(metadata: dict[str, str]) -> dict[str, str]:
    """Metadata as answers have it."""
    return {f"{_META}{name}": value for name, value in metadata.items()}


def blob_headers(call: BlobCall, blob: Blob) -> dict[str, str]:
    """All that a GET tells of a blob."""
    tier = blob.tier or call.account_properties.get("accessTier", "Hot")
    headers = {
        "content-type": "application/octet-stream",
        **blob.headers,
        **version_headers(blob),
        **metadata_headers(blob.metadata),
        "accept-ranges": "bytes",
        "x-ms-blob-type": blob.kind,
        "x-ms-creation-time": http_date(blob.created),
        "x-ms-lease-status": "unlocked",
        "x-ms-lease-state": "available",
        "x-ms-server-encrypted": "true",
    }
    if blob.kind == APPEND_BLOB:
        headers["x-ms-blob-committed-block-count"] = str(len(blob.blocks))
    else:
        headers["x-ms-access-tier"] = tier
        if not blob.tier:
            headers["x-ms-access-tier-inferred"] = "true"
    if blob.tags:
        headers["x-ms-tag-count"] = str(len(blob.tags))
    if blob.encryption_scope:
        headers["x-ms-encryption-scope"] = blob.encryption_scope
    return headers | _copy_headers(blob)


def _copy_headers(blob: Blob) -> dict[str, str]:
    copied = blob.copied
    if copied is None:
        return {}
    return {
        "x-ms-copy-id": copied.id,
        "x-ms-copy-source": copied.source,
        "x-ms-copy-status": "success",
        "x-ms-copy-progress": f"{copied.size}/{copied.size}",
        "x-ms-copy-completion-time": http_date(copied.completed),
    }
