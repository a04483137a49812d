"""The tenant and its subscriptions, which are there from the start."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from azurelocal.store import Store

_COLLECTION = "tenancy"


class Tenant(msgspec.Struct, kw_only=True):
    """The one tenant."""

    id: str
    domain: str = "azurelocal.onmicrosoft.com"
    display_name: str = "azurelocal"


class Subscription(msgspec.Struct, kw_only=True):
    """One subscription of the tenant."""

    id: str
    display_name: str


@dataclass
class Tenancy:
    """Knows which tenant and which subscriptions there are."""

    store: Store

    def __post_init__(self) -> None:
        """Read them, or make them the first time."""
        self._known: set[str] = set()
        with self.store.transaction():
            tenant = self.store.read(_COLLECTION, "tenant")
            if tenant is None:
                tenant = msgspec.to_builtins(Tenant(id=str(uuid.uuid4())))
                self.store.write(_COLLECTION, "tenant", tenant)
                self.add_subscription(str(uuid.uuid4()), "azurelocal")
        self.tenant = msgspec.convert(tenant, Tenant)

    @property
    def subscriptions(self) -> list[Subscription]:
        """All subscriptions."""
        found = self.store.documents(_COLLECTION, "subscription/")
        return [msgspec.convert(document, Subscription) for _, document in found]

    def has_subscription(self, id: str) -> bool:
        """Tell whether there is a subscription."""
        if id.lower() not in self._known and self.store.read(_COLLECTION, _key(id)) is not None:
            self._known.add(id.lower())  # none is ever taken away
        return id.lower() in self._known

    def add_subscription(self, id: str, display_name: str) -> None:
        """Add a subscription, or give it another name."""
        subscription = Subscription(id=id.lower(), display_name=display_name)
        self.store.write(_COLLECTION, _key(id), msgspec.to_builtins(subscription))

    def is_tenant(self, name: str) -> bool:
        """Tell whether a name, an ID or a domain, means the tenant."""
        return name.lower() in (self.tenant.id, self.tenant.domain)


def _key(subscription: str) -> str:
    return f"subscription/{subscription.lower()}"
