"""One request to a vault: who asks, for what, and what was decided about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azurelocal.vault.items import Items

if TYPE_CHECKING:
    from azurelocal.arm.authorization import Decision
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request
    from azurelocal.principal import Principal
    from azurelocal.store import Resource, Store


@dataclass
class VaultCall:
    """Handed to everything that works on the request. `decisions` ends up in the access log."""

    cloud: Cloud
    request: Request
    vault: Resource
    principal: Principal
    decisions: list[Decision] = field(default_factory=list["Decision"])
    made: str = ""
    """A private key in PEM, where the request needs a new one."""

    def __repr__(self) -> str:
        """Name the vault, and show no key."""
        return f"VaultCall({self.vault.name})"

    @property
    def store(self) -> Store:
        """The state."""
        return self.cloud.store

    @property
    def now(self) -> float:
        """The time of the request."""
        return self.cloud.clock()

    @property
    def name(self) -> str:
        """The vault's name, as its address has it."""
        return self.vault.name.lower()

    @property
    def address(self) -> str:
        """What the IDs of everything in the vault begin with."""
        return self.cloud.endpoints.vault(self.name)

    @property
    def properties(self) -> dict[str, Any]:
        """What is said of the vault."""
        return self.vault.properties

    def items(self, kind: str) -> Items:
        """What the vault holds of a kind."""
        return Items(self.store, self.name, kind)

    def id(self, kind: str, name: str, version: str = "") -> str:
        """The ID of an item or of a version of it."""
        return f"{self.address}/{kind}/{name}" + (f"/{version}" if version else "")
