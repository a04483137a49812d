"""Who wants a token, and whether that is proven: with a secret, or with an assertion."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.entra import passwords, refusals
from azurelocal.entra.refusals import shown

if TYPE_CHECKING:
    from azurelocal.cloud import Cloud
    from azurelocal.entra.directory import Application, Credential, ServicePrincipal


@dataclass(frozen=True)
class Client:
    """An application with its service principal, or a managed identity, which has none."""

    application: Application | None
    principal: ServicePrincipal

    @property
    def id(self) -> str:
        """What it logs in with."""
        return self.principal.app_id

    @property
    def described(self) -> str:
        """How it is named in sentences."""
        return f"'{self.id}'({self.principal.display_name})"

    @property
    def passwords(self) -> list[Credential]:
        """Its passwords, which both of its objects may have."""
        own = self.application.passwords if self.application else []
        return [*own, *self.principal.passwords]

    @property
    def certificates(self) -> list[Credential]:
        """Its certificates, which both of its objects may have."""
        own = self.application.certificates if self.application else []
        return [*own, *self.principal.certificates]


def find(cloud: Cloud, client_id: str) -> Client:
    """Find whom an ID means, or refuse."""
    try:
        wanted = str(uuid.UUID(client_id))
    except ValueError:
        raise _unknown(cloud, client_id) from None
    application = cloud.directory.application_of(wanted)
    principal = cloud.directory.principal_of(wanted)
    if principal is None and application is None:
        raise _unknown(cloud, client_id)
    if principal is None:
        raise refusals.PRINCIPAL_MISSING(
            f"The client application {wanted} is missing service principal in the tenant"
            f" {cloud.tenancy.tenant.id}. Create one, for example with 'az ad sp create --id"
            f" {wanted}'."
        )
    client = Client(application, principal)
    if not principal.enabled:
        raise refusals.CLIENT_DISABLED(f"Application {client.described} is disabled.")
    return client


def prove_secret(client: Client, secret: str, now: float) -> None:
    """Refuse a secret that is not one of the client's, or no longer."""
    if client.principal.type == "ManagedIdentity" and not client.passwords:
        raise refusals.SECRET_OF_IDENTITY(
            f"The client {client.described} is a managed identity, which has no secrets. Use a"
            " federated identity credential."
        )
    matching = [one for one in client.passwords if passwords.matches(secret, one.hash)]
    if not matching:
        raise refusals.SECRET_WRONG(
            "Invalid client secret provided. Ensure the secret being sent in the request is the"
            f" client secret value, not the client secret ID, for a secret added to app"
            f" '{client.id}'."
        )
    if not any(one.starts <= now < one.ends for one in matching):
        raise refusals.SECRET_EXPIRED(
            f"The provided client secret keys for app '{client.id}' are expired. Create new keys"
            " for your app, or consider using certificate credentials for added security."
        )


def _unknown(cloud: Cloud, client_id: str) -> refusals.Refusal:
    return refusals.CLIENT_UNKNOWN(
        f"Application with identifier '{shown(client_id)}' was not found in the directory"
        f" '{cloud.tenancy.tenant.display_name}'. This can happen if the application has not been"
        " installed by the administrator of the tenant or consented to by any user in the tenant."
        " You may have sent your authentication request to the wrong tenant."
    )
