"""Every operation of the Blob service: how it is asked for, what it needs, and what does it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.blob import containers, copying, listing, reading, service, writing
from azurelocal.blob.access import Access
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Callable

    from azurelocal.blob.call import BlobCall
    from azurelocal.http import Response


@dataclass(frozen=True)
class Operation:
    """One operation. What needs no access is open to whoever can prove who it is."""

    handle: Callable[[BlobCall], Response]
    access: Access
    takes_bytes: bool = False
    """Its body may be as large as a blob is."""


_READ = Access("containers/blobs/read", "r", public="Blob")
_WRITE = Access("containers/blobs/write", "w", new="containers/blobs/add/action", new_letters="c")
_APPEND = Access("containers/blobs/write", "aw", new="containers/blobs/add/action")
_CONTAINER_READ = Access("containers/read", "r", data=False, public="Container")
_CONTAINER_WRITE = Access("containers/write", "w", data=False)

_SERVICE = {
    ("GET", "", "list"): Operation(
        listing.list_containers, Access("containers/read", "l", data=False)
    ),
    ("GET", "service", "properties"): Operation(
        service.get_properties, Access("read", "r", data=False)
    ),
    ("PUT", "service", "properties"): Operation(
        service.set_properties, Access("write", "w", data=False)
    ),
    ("POST", "service", "userdelegationkey"): Operation(
        service.delegate, Access("generateUserDelegationKey/action", "", data=False)
    ),
}
_CONTAINER = {
    ("PUT", "container", ""): Operation(
        containers.create, Access("containers/write", "cw", data=False)
    ),
    ("GET", "container", ""): Operation(containers.get, _CONTAINER_READ),
    ("HEAD", "container", ""): Operation(containers.get, _CONTAINER_READ),
    ("GET", "container", "metadata"): Operation(containers.get_metadata, _CONTAINER_READ),
    ("HEAD", "container", "metadata"): Operation(containers.get_metadata, _CONTAINER_READ),
    ("PUT", "container", "metadata"): Operation(containers.set_metadata, _CONTAINER_WRITE),
    ("GET", "container", "acl"): Operation(
        containers.get_acl, Access("containers/getAcl/action", "r", data=False)
    ),
    ("HEAD", "container", "acl"): Operation(
        containers.get_acl, Access("containers/getAcl/action", "r", data=False)
    ),
    ("PUT", "container", "acl"): Operation(
        containers.set_acl, Access("containers/setAcl/action", "w", data=False)
    ),
    ("DELETE", "container", ""): Operation(
        containers.delete, Access("containers/delete", "d", data=False)
    ),
    ("GET", "container", "list"): Operation(
        listing.list_blobs, Access("containers/blobs/read", "l", public="Container")
    ),
}
_BLOB = {
    ("GET", "", ""): Operation(reading.get, _READ),
    ("HEAD", "", ""): Operation(reading.head, _READ),
    ("GET", "", "metadata"): Operation(reading.get_metadata, _READ),
    ("HEAD", "", "metadata"): Operation(reading.get_metadata, _READ),
    ("GET", "", "blocklist"): Operation(reading.get_block_list, _READ),
    ("GET", "", "tags"): Operation(reading.get_tags, Access("containers/blobs/tags/read", "t")),
    ("PUT", "", "tags"): Operation(writing.set_tags, Access("containers/blobs/tags/write", "t")),
    ("PUT", "", ""): Operation(writing.put, _WRITE, takes_bytes=True),
    ("PUT", "", "block"): Operation(writing.put_block, _WRITE, takes_bytes=True),
    ("PUT", "", "blocklist"): Operation(writing.put_block_list, _WRITE),
    ("PUT", "", "appendblock"): Operation(writing.append_block, _APPEND, takes_bytes=True),
    ("PUT", "", "properties"): Operation(writing.set_properties, _WRITE),
    ("PUT", "", "metadata"): Operation(writing.set_metadata, _WRITE),
    ("PUT", "", "tier"): Operation(writing.set_tier, _WRITE),
    ("PUT", "", "copy"): Operation(copying.abort, _WRITE),
    ("DELETE", "", ""): Operation(writing.delete, Access("containers/blobs/delete", "d")),
}
_LEVELS = {"s": _SERVICE, "c": _CONTAINER, "o": _BLOB}
_ACCOUNT = Operation(service.get_account, Access("getInfo/action", "", data=False))
_COPY = Operation(copying.copy, _WRITE)
_FROM_URL = Operation(copying.put_from_url, _WRITE)
_BLOCK_FROM_URL = Operation(copying.put_block_from_url, _WRITE)
_UNSUPPORTED = ("snapshot", "versionid")


def find(call: BlobCall) -> Operation:
    """Find the operation that a request asks for."""
    for name in _UNSUPPORTED:
        if call.query(name):
            raise _bad_parameter(name)
    method = call.request.method
    restype, comp = call.query("restype").lower(), call.query("comp").lower()
    if restype == "account" and comp == "properties" and method in ("GET", "HEAD"):
        return _ACCOUNT
    found = _LEVELS[call.target.level].get((method, restype, comp))
    if found is None:
        raise _unknown(call, restype, comp)
    if method == "PUT" and call.header("x-ms-copy-source"):
        return _with_source(call, comp)
    return found


def _with_source(call: BlobCall, comp: str) -> Operation:
    if comp == "block":
        return _BLOCK_FROM_URL
    if comp == "" and call.target.blob:
        return _FROM_URL if call.header("x-ms-blob-type") else _COPY
    raise AzureError(
        400,
        "UnsupportedHeader",
        "One of the headers specified in the request is not supported: x-ms-copy-source.",
    )


def _unknown(call: BlobCall, restype: str, comp: str) -> AzureError:
    level = _LEVELS[call.target.level]
    if not any((asked, there) == (restype, comp) for _, asked, there in level):
        return _bad_parameter("comp" if comp else "restype")
    return AzureError(
        405,
        "UnsupportedHttpVerb",
        "The resource doesn't support specified Http Verb.",
    )


def _bad_parameter(name: str) -> AzureError:
    return AzureError(
        400,
        "UnsupportedQueryParameter",
        "One of the query parameters specified in the request URI is not supported: " + name + ".",
    )
