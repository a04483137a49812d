"""Microsoft.ManagedIdentity: user-assigned identities and the tokens that they take for proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.types import ResourceType, invalid
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

MOST_CREDENTIALS = 20


class UserAssignedIdentity(ResourceType):
    """An identity. It has a service principal of its own, which comes and goes with it."""

    name = "Microsoft.ManagedIdentity/userAssignedIdentities"
    has_state = False

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        kept = ("tenantId", "principalId", "clientId")
        if old is not None:
            values = {key: old.properties[key] for key in kept}
        else:
            directory = call.cloud.directory
            principal = directory.add_managed_identity(new.name, str(new.id), call.now)
            values = {
                "tenantId": call.cloud.tenancy.tenant.id,
                "principalId": principal.id,
                "clientId": principal.app_id,
            }
        new.properties.update(values)

    def removed(self, call: Call, resource: Resource) -> None:
        directory = call.cloud.directory
        principal = directory.principal(resource.properties["principalId"])
        if principal is not None:
            directory.remove_principal(principal)


class FederatedIdentityCredential(ResourceType):
    """Whose tokens the identity takes: of which issuer, for which subject and audience."""

    name = "Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials"
    has_location = False
    has_state = False

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        properties = new.properties
        for name in ("issuer", "subject"):
            if not isinstance(properties.get(name), str) or not properties[name]:
                raise invalid(f"The value of 'properties.{name}' must be a text.", "BadRequest")
        match properties.get("audiences"):
            case [str()]:
                pass
            case _:
                raise invalid(
                    "The value of 'properties.audiences' must be one audience.", "BadRequest"
                )
        if not properties["issuer"].startswith("https://"):
            raise invalid("The issuer must be an https address.", "BadRequest")
        self._check_others(call, new)

    def second_write(self, parent: str) -> AzureError:
        return AzureError(
            409,
            "ConcurrentFederatedIdentityCredentialsWritesForSingleManagedIdentity",
            "Too many Federated Identity Credentials are written concurrently for the managed"
            f" identity '{parent}'. Concurrent Federated Identity Credentials writes under the"
            " same managed identity are not supported.",
        )

    def _check_others(self, call: Call, new: Resource) -> None:
        assert new.id.parent is not None
        others = [
            other
            for other in call.store.resources(type=self.name, parent=new.id.parent.key)
            if other.key != new.key
        ]
        if len(others) >= MOST_CREDENTIALS:
            raise AzureError(
                400,
                "FederatedIdentityCredentialLimitReached",
                f"An identity can have {MOST_CREDENTIALS} federated identity credentials.",
            )
        pair = (new.properties["issuer"], new.properties["subject"])
        if pair in [(other.properties["issuer"], other.properties["subject"]) for other in others]:
            raise AzureError(
                409,
                "Conflict",
                "Issuer and subject combination already exists for this Managed Identity.",
            )


TYPES = (UserAssignedIdentity, FederatedIdentityCredential)
