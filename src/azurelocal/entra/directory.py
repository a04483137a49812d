"""Applications and service principals: what can log in and be given roles.

An application is what somebody registers; a service principal is what acts. A managed identity has
a service principal without an application.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from azurelocal.store import Store
    from azurelocal.tenancy import Tenancy

APPLICATIONS = "applications"
PRINCIPALS = "servicePrincipals"
_APP_IDS = "appIds"


class Credential(msgspec.Struct, kw_only=True):
    """A password or a certificate. Of a password only a hash is kept."""

    key_id: str
    name: str = ""
    starts: float = 0.0
    ends: float = 0.0
    hint: str = ""
    hash: str = ""
    certificate: str = ""
    """The certificate in base64 DER, for a credential that is one."""


class FederatedCredential(msgspec.Struct, kw_only=True):
    """Whose tokens, of what subject and audience, are taken in place of a secret."""

    id: str
    name: str
    issuer: str
    subject: str
    audiences: list[str]
    description: str = ""
    changed: float = 0.0


class Application(msgspec.Struct, kw_only=True):
    """An application that somebody registered."""

    id: str
    app_id: str
    display_name: str
    created: float = 0.0
    passwords: list[Credential] = []
    certificates: list[Credential] = []
    federated: list[FederatedCredential] = []
    owners: list[str] = []
    """The service principals that may change it for being who made it."""
    extra: dict[str, Any] = {}
    """What clients wrote that nothing here goes by."""


class ServicePrincipal(msgspec.Struct, kw_only=True):
    """What acts: of an application, or of a managed identity."""

    id: str
    app_id: str
    display_name: str
    type: str = "Application"
    resource_id: str = ""
    """The managed identity, as a resource of ARM."""
    enabled: bool = True
    passwords: list[Credential] = []
    certificates: list[Credential] = []
    graph_roles: list[str] = []
    """What it may do in the directory itself, by the names of Graph's permissions."""
    created: float = 0.0
    owners: list[str] = []
    """The service principals that may change it for being who made it."""
    extra: dict[str, Any] = {}
    """What clients wrote that nothing here goes by."""


@dataclass
class Directory:
    """Keeps applications and service principals. Callers open the transaction."""

    store: Store
    tenancy: Tenancy

    def application(self, id: str) -> Application | None:
        """Find an application by its object ID."""
        document = self.store.read(APPLICATIONS, id.lower())
        return msgspec.convert(document, Application) if document else None

    def application_of(self, app_id: str) -> Application | None:
        """Find an application by the ID that it logs in with."""
        for _, document in self.store.documents(APPLICATIONS):
            if document["app_id"] == app_id.lower():
                return msgspec.convert(document, Application)
        return None

    def applications(self) -> list[Application]:
        """All applications."""
        found = self.store.documents(APPLICATIONS)
        return [msgspec.convert(document, Application) for _, document in found]

    def save_application(self, application: Application) -> None:
        """Write an application."""
        self.store.write(APPLICATIONS, application.id, msgspec.to_builtins(application))

    def remove_application(self, application: Application) -> None:
        """Remove an application and its service principal."""
        self.store.remove(APPLICATIONS, application.id)
        principal = self.principal_of(application.app_id)
        if principal is not None:
            self.remove_principal(principal)

    def principal(self, id: str) -> ServicePrincipal | None:
        """Find a service principal by its object ID."""
        document = self.store.read(PRINCIPALS, id.lower())
        return msgspec.convert(document, ServicePrincipal) if document else None

    def principal_of(self, app_id: str) -> ServicePrincipal | None:
        """Find a service principal by the ID that it logs in with."""
        id = self.store.read(_APP_IDS, app_id.lower())
        return self.principal(id) if id else None

    def principals(self) -> list[ServicePrincipal]:
        """All service principals."""
        found = self.store.documents(PRINCIPALS)
        return [msgspec.convert(document, ServicePrincipal) for _, document in found]

    def save_principal(self, principal: ServicePrincipal) -> None:
        """Write a service principal."""
        self.store.write(PRINCIPALS, principal.id, msgspec.to_builtins(principal))
        self.store.write(_APP_IDS, principal.app_id, principal.id)

    def remove_principal(self, principal: ServicePrincipal) -> None:
        """Remove a service principal. What it was assigned stays, naming nobody."""
        self.store.remove(PRINCIPALS, principal.id)
        self.store.remove(_APP_IDS, principal.app_id)

    def add_managed_identity(self, name: str, resource_id: str, now: float) -> ServicePrincipal:
        """Make the service principal of a managed identity."""
        principal = ServicePrincipal(
            id=str(uuid.uuid4()),
            app_id=str(uuid.uuid4()),
            display_name=name,
            type="ManagedIdentity",
            resource_id=resource_id,
            created=now,
        )
        self.save_principal(principal)
        return principal
