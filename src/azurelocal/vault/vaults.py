"""Which vaults there are: a name is a host name, so that it is given once, even when deleted.

A deleted vault keeps its name and what is in it, until it is recovered or purged, or its time is
up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal.vault.items import remove_vault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from azurelocal.store import Resource, Store

_VAULTS = "vaults"
_DELETED = "deletedVaults"
DAY = 86400.0


class DeletedVault(msgspec.Struct, kw_only=True):
    """A vault that is deleted and not purged."""

    name: str
    id: str
    body: dict[str, Any]
    deleted: float
    purged: float
    """When it will be."""

    @property
    def protected(self) -> bool:
        """Tell whether nobody may purge it before its time."""
        return bool(self.body["properties"].get("enablePurgeProtection"))


def find(store: Store, name: str) -> str:
    """The ID of the vault of a name; nothing where there is none."""
    return store.read(_VAULTS, name.lower()) or ""


def add(store: Store, name: str, id: str) -> None:
    """Give a name to a vault, which is no longer deleted if it was."""
    store.write(_VAULTS, name.lower(), id)
    store.remove(_DELETED, name.lower())


def delete(store: Store, vault: Resource, now: float) -> None:
    """Keep a vault that is being deleted."""
    days = vault.properties.get("softDeleteRetentionInDays", 90)
    deleted = DeletedVault(
        name=vault.name,
        id=str(vault.id),
        body=vault.body,
        deleted=now,
        purged=now + days * DAY,
    )
    store.remove(_VAULTS, vault.name.lower())
    store.write(_DELETED, vault.name.lower(), msgspec.to_builtins(deleted))


def find_deleted(store: Store, name: str, now: float) -> DeletedVault | None:
    """Find a deleted vault whose time is not up."""
    document = store.read(_DELETED, name.lower())
    if document is None:
        return None
    deleted = msgspec.convert(document, DeletedVault)
    if deleted.purged <= now:
        purge(store, name)
        return None
    return deleted


def all_deleted(store: Store, now: float) -> Iterator[DeletedVault]:
    """All deleted vaults whose time is not up."""
    for name in store.keys(_DELETED):
        if (deleted := find_deleted(store, name, now)) is not None:
            yield deleted


def purge(store: Store, name: str) -> None:
    """Forget a deleted vault and all that is in it."""
    store.remove(_DELETED, name.lower())
    remove_vault(store, name)
