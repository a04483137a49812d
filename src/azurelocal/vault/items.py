"""What a vault holds: secrets, keys and certificates, each with versions, and deleted ones.

An item is one document with all its versions, the newest last.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from azurelocal.store import Store

KINDS = ("secrets", "keys", "certificates")


class Version(msgspec.Struct, kw_only=True):
    """One version of an item. What it holds may be secret, and is never shown by `repr`."""

    id: str
    created: float
    updated: float
    enabled: bool = True
    expires: int | None = None
    begins: int | None = None
    tags: dict[str, str] | None = None
    content: dict[str, Any] = {}

    def __repr__(self) -> str:
        """Name the version."""
        return f"Version({self.id})"


class Item(msgspec.Struct, kw_only=True):
    """A secret, a key or a certificate."""

    name: str
    versions: list[Version]
    managed: bool = False
    """It belongs to the certificate of the same name."""
    settings: dict[str, Any] = {}
    """What is said of all versions: a certificate's policy, a key's rotation."""
    deleted: float | None = None
    purged: float | None = None

    @property
    def newest(self) -> Version:
        """The version that is meant where none is named."""
        return self.versions[-1]

    def version(self, id: str) -> Version | None:
        """Find a version; no name means the newest."""
        if not id:
            return self.newest
        return next((one for one in self.versions if one.id == id.lower()), None)


@dataclass(frozen=True)
class Items:
    """The items of one kind in one vault."""

    store: Store
    vault: str
    kind: str

    def find(self, name: str, now: float) -> Item | None:
        """Find an item, deleted or not. One whose time is up is gone."""
        document = self.store.read(self._collection, self._key(name))
        if document is None:
            return None
        item = msgspec.convert(document, Item)
        if item.purged is not None and item.purged <= now:
            self.remove(name)
            return None
        return item

    def all(self, now: float, *, deleted: bool) -> Iterator[Item]:
        """All items, either those that are deleted or those that are not, by their names."""
        for name in self.store.keys(self._collection, self._key("")):
            item = self.find(name.rpartition("/")[2], now)
            if item is not None and (item.deleted is not None) == deleted:
                yield item

    def save(self, item: Item) -> None:
        """Write an item."""
        self.store.write(self._collection, self._key(item.name), msgspec.to_builtins(item))

    def remove(self, name: str) -> None:
        """Forget an item."""
        self.store.remove(self._collection, self._key(name))

    @property
    def _collection(self) -> str:
        return f"vault/{self.kind}"

    def _key(self, name: str) -> str:
        return f"{self.vault.lower()}/{name.lower()}"


def remove_vault(store: Store, vault: str) -> None:
    """Forget everything that a vault holds."""
    for kind in KINDS:
        store.remove_below(f"vault/{kind}", f"{vault.lower()}/")


def new_id() -> str:
    """A name that no version has yet."""
    return uuid.uuid4().hex
