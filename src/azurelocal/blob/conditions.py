"""Conditional headers: what a blob must be, or must not be, for a request to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.blob.errors import invalid_header, unsupported_header
from azurelocal.blob.times import from_http_date
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.blob.blobs import Blob
    from azurelocal.blob.call import BlobCall
    from azurelocal.store import Resource


def check_read(call: BlobCall, blob: Blob) -> None:
    """Hold the headers of a GET or a HEAD against a blob: 304 for who has it already."""
    _refuse_unknown(call)
    wanted, unwanted = call.header("if-match"), call.header("if-none-match")
    if wanted and not _names(wanted, blob.etag):
        raise _failed()
    if unwanted:
        if _names(unwanted, blob.etag):
            raise _not_modified(blob)
    elif (since := _time(call, "if-modified-since")) is not None and int(blob.modified) <= since:
        raise _not_modified(blob)
    _check_unmodified(call, blob)


def check_write(call: BlobCall, blob: Blob | None, *, creating: bool = False) -> None:
    """Hold the headers of a write against what there is; `creating` tells a blob's own PUT."""
    _refuse_unknown(call)
    wanted, unwanted = call.header("if-match"), call.header("if-none-match")
    if wanted and (blob is None or not _names(wanted, blob.etag)):
        raise _failed()
    if blob is None:
        return
    if unwanted == "*" and creating:
        raise AzureError(409, "BlobAlreadyExists", "The specified blob already exists.")
    if unwanted and _names(unwanted, blob.etag):
        raise _failed()
    since = _time(call, "if-modified-since")
    if since is not None and int(blob.modified) <= since:
        raise _failed()
    _check_unmodified(call, blob)


def check_source(call: BlobCall, blob: Blob) -> None:
    """Hold the headers that are about the source of a copy against it."""
    wanted = call.header("x-ms-source-if-match")
    unwanted = call.header("x-ms-source-if-none-match")
    if (wanted and not _names(wanted, blob.etag)) or (unwanted and _names(unwanted, blob.etag)):
        raise AzureError(
            412,
            "SourceConditionNotMet",
            "The source condition specified using HTTP conditional header(s) is not met.",
        )
    for name in ("x-ms-source-if-modified-since", "x-ms-source-if-unmodified-since"):
        if call.header(name):
            raise unsupported_header(name)


def _refuse_unknown(call: BlobCall) -> None:
    if call.header("x-ms-if-tags"):
        raise unsupported_header("x-ms-if-tags")
    if call.header("x-ms-lease-id"):
        raise AzureError(
            412,
            "LeaseNotPresentWithBlobOperation",
            "There is currently no lease on the blob.",
        )


def _check_unmodified(call: BlobCall, blob: Blob) -> None:
    since = _time(call, "if-unmodified-since")
    if since is not None and int(blob.modified) > since:
        raise _failed()


def _names(header: str, etag: str) -> bool:
    values = [value.strip().removeprefix("W/").strip('"') for value in header.split(",")]
    return "*" in values or etag.strip('"') in values


def _time(call: BlobCall, name: str) -> float | None:
    text = call.header(name)
    if not text:
        return None
    time = from_http_date(text)
    if time is None:
        raise invalid_header(name)
    return time


def _failed() -> AzureError:
    return AzureError(
        412,
        "ConditionNotMet",
        "The condition specified using HTTP conditional header(s) is not met.",
    )


def _not_modified(blob: Blob) -> AzureError:
    return AzureError(
        304,
        "ConditionNotMet",
        "The condition specified using HTTP conditional header(s) is not met.",
        headers={"etag": blob.etag},
    )


def check_container(call: BlobCall, container: Resource) -> None:
    """Hold the headers of a change against a container, which knows of times and of leases only."""
    if call.header("x-ms-lease-id"):
        raise AzureError(
            412,
            "LeaseNotPresentWithContainerOperation",
            "There is currently no lease on the container.",
        )
    since = _time(call, "if-modified-since")
    if since is not None and int(container.changed) <= since:
        raise _failed()
    unmodified = _time(call, "if-unmodified-since")
    if unmodified is not None and int(container.changed) > unmodified:
        raise _failed()
