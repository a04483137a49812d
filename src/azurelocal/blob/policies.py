"""Stored access policies of containers: what signed addresses may refer to instead of saying it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from azurelocal.store import Store

_COLLECTION = "blobAccessPolicies"
MOST = 5


class Policy(msgspec.Struct, kw_only=True):
    """One policy. What it leaves empty, the address has to say."""

    id: str
    start: str = ""
    expiry: str = ""
    permissions: str = ""


def find_all(store: Store, account: str, container: str) -> list[Policy]:
    """Read the policies of a container."""
    return msgspec.convert(store.read(_COLLECTION, f"{account}/{container}") or [], list[Policy])


def find(store: Store, account: str, container: str, id: str) -> Policy | None:
    """Find one policy."""
    return next((one for one in find_all(store, account, container) if one.id == id), None)


def save(store: Store, account: str, container: str, policies: list[Policy]) -> None:
    """Write the policies of a container in place of those that it had."""
    if policies:
        store.write(_COLLECTION, f"{account}/{container}", msgspec.to_builtins(policies))
    else:
        store.remove(_COLLECTION, f"{account}/{container}")
