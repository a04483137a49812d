"""This Azure as a whole: its state, and the services that work on it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from azurelocal.arm import deployments
from azurelocal.arm.authorization import Authorization
from azurelocal.arm.call import Call
from azurelocal.arm.engine import Engine
from azurelocal.arm.groups import Groups
from azurelocal.arm.operations import Operations
from azurelocal.arm.providers import REGISTRY
from azurelocal.blob import uploads
from azurelocal.entra.directory import Directory
from azurelocal.entra.tokens import Tokens
from azurelocal.http import Request
from azurelocal.principal import Principal
from azurelocal.tenancy import Tenancy
from azurelocal.weather import Weather

if TYPE_CHECKING:
    from collections.abc import Callable

    from azurelocal.arm.operations import Realise
    from azurelocal.endpoints import Endpoints
    from azurelocal.store import Store

OURSELVES = Principal(object_id="", app_id="", name="azurelocal")


@dataclass
class Cloud:
    """One Azure: one tenant with its subscriptions."""

    store: Store
    endpoints: Endpoints
    weather: Weather = field(default_factory=Weather)
    clock: Callable[[], float] = time.time
    realisers: dict[str, Realise] = field(default_factory=dict[str, "Realise"])
    """What makes resources real, by their types in lower case; others have states and no bodies."""
    patience: dict[str, float] = field(default_factory=dict[str, float])
    """For so many seconds the answer to a PUT waits for what is made real, by type."""
    hosts: Callable[[str], list[str]] | None = None
    """Tells where hosts outside are; without it the machine's own resolver is asked."""
    being_written: set[str] = field(default_factory=set[str])
    """Whose children are being written, where Azure writes only one at a time."""

    def __post_init__(self) -> None:
        """Put the services together; the first time there is a tenant to be made."""
        self.registry = REGISTRY
        self.tenancy = Tenancy(self.store)
        self.directory = Directory(self.store, self.tenancy)
        self.authorization = Authorization(
            self.store, lambda: self.clock() - self.weather.propagation("roleAssignment")
        )
        self.operations = Operations(self)
        self.groups = Groups(self)
        self.engine = Engine(self, self.registry)
        self.tokens = Tokens(self.store, self.endpoints, self.clock)
        self.realisers.setdefault(deployments.TYPE.lower(), partial(deployments.go_on, self))
        uploads.sweep(self.store)

    def own_call(self) -> Call:
        """A call for what happens without a request, when an operation ends."""
        return Call(self, Request("", "", ""), OURSELVES)
