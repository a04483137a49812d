"""What a virtual machine has that ARM does not show: whether it runs, and what it was given.

This is what whoever makes the machine real goes by: the data of its first boot is here only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from azurelocal.store import Store

_COLLECTION = "virtualMachines"


class Machine(msgspec.Struct, kw_only=True):
    """One machine. `power` is running, stopped or deallocated."""

    power: str = "running"
    going: str = ""
    """What it is about to become while an action goes on: starting, stopping, deallocating."""
    generalized: bool = False
    custom_data: str = ""
    """In base64, as it was sent."""
    user_data: str = ""
    admin_password: str = ""
    changed: float = 0.0
    """When the power state changed."""
    fault_domain: int = 0
    update_domain: int = 0

    def __repr__(self) -> str:
        """Tell nothing that is secret."""
        return f"Machine(power={self.power!r}, going={self.going!r})"

    @property
    def shown_power(self) -> str:
        """The power state as Azure names it."""
        return self.going or self.power

    @property
    def has_power(self) -> bool:
        """Whether it runs, is about to, or is not off yet."""
        return self.power == "running" or self.going == "starting"


def machine_of(store: Store, key: str) -> Machine:
    """Read what is known of the machine of a resource."""
    document = store.read(_COLLECTION, key)
    return msgspec.convert(document, Machine) if document else Machine()


def keep(store: Store, key: str, machine: Machine) -> None:
    """Write what is known of a machine."""
    store.write(_COLLECTION, key, msgspec.to_builtins(machine))


def forget(store: Store, key: str) -> None:
    """Forget a machine that is gone."""
    store.remove(_COLLECTION, key)
