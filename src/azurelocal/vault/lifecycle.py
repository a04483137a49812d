"""What is done with secrets, keys and certificates alike: found, listed, deleted and recovered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.vault import attributes
from azurelocal.vault.items import Item, Version, new_id
from azurelocal.vault.refusals import bad_parameter, is_deleted, is_managed, not_found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from azurelocal.vault.call import VaultCall

    Body = dict[str, Any]
    Show = Callable[[VaultCall, Item, Version], Body]

_NAME = re.compile(r"[0-9a-zA-Z-]{1,127}")
_MOST = 25
_DAY = 86400.0


def find(call: VaultCall, kind: str, name: str) -> Item:
    """Find an item that is not deleted."""
    item = call.items(kind).find(name, call.now)
    if item is None or item.deleted is not None:
        raise not_found(kind, name)
    return item


def find_version(call: VaultCall, kind: str, name: str, id: str) -> tuple[Item, Version]:
    """Find a version of an item."""
    item = find(call, kind, name)
    version = item.version(id)
    if version is None:
        raise not_found(kind, f"{name}/{id}")
    return item, version


def find_deleted(call: VaultCall, kind: str, name: str) -> Item:
    """Find an item that is deleted."""
    item = call.items(kind).find(name, call.now)
    if item is None or item.deleted is None:
        raise not_found(kind, name)
    return item


def new_version(
    call: VaultCall, kind: str, name: str, body: Body, content: Body, *, managed: bool = False
) -> tuple[Item, Version]:
    """Add a version to an item, which is made if there is none."""
    if not _NAME.fullmatch(name):
        raise bad_parameter(
            f"The request URI contains an invalid name: {name[:130]}. It has letters, digits and"
            " hyphens, at most 127."
        )
    item = call.items(kind).find(name, call.now)
    if item is not None and item.deleted is not None:
        raise is_deleted(kind, name)
    if item is not None and item.managed != managed:
        raise is_managed(kind, name, "set")
    version = Version(id=new_id(), created=call.now, updated=call.now, content=content)
    attributes.apply(body, version, call.now)
    if item is None:
        item = Item(name=name, versions=[], managed=managed)
    item.versions.append(version)
    call.items(kind).save(item)
    return item, version


def update(call: VaultCall, kind: str, name: str, id: str) -> tuple[Item, Version, Body]:
    """Change the attributes and the tags of a version."""
    item, version = find_version(call, kind, name, id)
    body = call.request.json_object()
    attributes.apply(body, version, call.now)
    call.items(kind).save(item)
    return item, version, body


def delete(call: VaultCall, kind: str, name: str) -> Item:
    """Delete an item; it can be recovered."""
    item = find(call, kind, name)
    days = call.properties.get("softDeleteRetentionInDays", 90)
    item.deleted, item.purged = call.now, call.now + days * _DAY
    call.items(kind).save(item)
    return item


def recover(call: VaultCall, kind: str, name: str) -> Item:
    """Take back that an item was deleted."""
    item = find_deleted(call, kind, name)
    item.deleted = item.purged = None
    call.items(kind).save(item)
    return item


def purge(call: VaultCall, kind: str, name: str) -> Response:
    """Forget a deleted item for good."""
    find_deleted(call, kind, name)
    if call.properties.get("enablePurgeProtection"):
        raise AzureError(
            403,
            "Forbidden",
            'Operation "purge" is not allowed because purge protection is enabled for this vault.'
            " Key Vault service will automatically purge it after the retention period has passed.",
        )
    call.items(kind).remove(name)
    return Response(204)


def require_unmanaged(call: VaultCall, kind: str, name: str, operation: str) -> None:
    """Refuse to change by itself what belongs to a certificate."""
    if find(call, kind, name).managed:
        raise is_managed(kind, name, operation)


# Lists


def list_items(call: VaultCall, kind: str, show: Show, *, deleted: bool = False) -> Response:
    """Answer GET of all items of a kind, page by page."""
    path = f"deleted{kind}" if deleted else kind
    entries = [
        (item.name, show(call, item, item.newest))
        for item in call.items(kind).all(call.now, deleted=deleted)
    ]
    return _page(call, path, entries)


def list_versions(call: VaultCall, kind: str, name: str, show: Show) -> Response:
    """Answer GET of all versions of an item."""
    item = find(call, kind, name)
    versions = sorted(item.versions, key=lambda version: version.id)
    entries = [(version.id, show(call, item, version)) for version in versions]
    return _page(call, f"{kind}/{name}/versions", entries)


def _page(call: VaultCall, path: str, entries: Iterable[tuple[str, Body]]) -> Response:
    query = call.request.query
    text = query.get("maxresults", str(_MOST))
    if not text.isdecimal() or not 1 <= int(text[:6]) <= _MOST:
        raise bad_parameter(f"maxresults must be a number from 1 to {_MOST}.")
    start = query.get("$skiptoken", "").lower()
    rest = [(key, body) for key, body in entries if key.lower() >= start]
    most, link = int(text), None
    if len(rest) > most:
        version = quote(query.get("api-version", ""))
        link = (
            f"{call.address}/{path}?api-version={version}&maxresults={most}"
            f"&$skiptoken={quote(rest[most][0])}"
        )
    return Response(200, {"value": [body for _, body in rest[:most]], "nextLink": link})
