"""Storage accounts as the Blob service knows them: a name that is nobody else's, and its keys.

The keys have to be kept as they are, since signatures are made with them. They are in no resource,
so that nothing shows them but listKeys.
"""

from __future__ import annotations

import base64
import secrets
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from azurelocal.store import Store

_COLLECTION = "storageAccounts"
_KEY_NAMES = ("key1", "key2")
_KEY_SIZE = 64  # bytes


class AccountKey(msgspec.Struct, kw_only=True):
    """One of the two keys."""

    name: str
    value: str
    """The key in base64, as clients have it."""
    created: float

    def __repr__(self) -> str:
        """Name the key, and do not show it."""
        return f"AccountKey({self.name})"


class Account(msgspec.Struct, kw_only=True):
    """An account: where its resource is, and what it signs with."""

    name: str
    id: str
    keys: list[AccountKey]
    delegation_secret: bytes
    """What user delegation keys are derived from; with another one all of them are void."""

    def __repr__(self) -> str:
        """Name the account, and show no key."""
        return f"Account({self.name})"

    @property
    def service_id(self) -> str:
        """The resource that the containers belong to."""
        return f"{self.id}/blobServices/default"


def find(store: Store, name: str) -> Account | None:
    """Find an account by its name."""
    document = store.read(_COLLECTION, name)
    return msgspec.convert(document, Account) if document else None


def create(store: Store, name: str, id: str, now: float) -> Account:
    """Make the keys of a new account."""
    keys = [AccountKey(name=key, value=_new_key(), created=now) for key in _KEY_NAMES]
    account = Account(name=name, id=id, keys=keys, delegation_secret=secrets.token_bytes(32))
    _save(store, account)
    return account


def regenerate(store: Store, account: Account, name: str, now: float) -> bool:
    """Make one of the keys anew. Tells whether there is a key of this name."""
    for key in account.keys:
        if key.name == name:
            key.value, key.created = _new_key(), now
            _save(store, account)
            return True
    return False


def revoke_delegations(store: Store, account: Account) -> None:
    """Make all user delegation keys void."""
    account.delegation_secret = secrets.token_bytes(32)
    _save(store, account)


def remove(store: Store, name: str) -> None:
    """Forget an account."""
    store.remove(_COLLECTION, name)


def _save(store: Store, account: Account) -> None:
    store.write(_COLLECTION, account.name, msgspec.to_builtins(account))


def _new_key() -> str:
    return base64.b64encode(secrets.token_bytes(_KEY_SIZE)).decode()
