"""Managed identities, and the credentials by which they trust service accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.azure.ownership import reason_to_keep
from hypershift.azure.plan.steps import Unwanted, Wanted
from hypershift.azure.problems import found

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from azure.mgmt.msi.v2024_11_30.models import FederatedIdentityCredential as CredentialModel
    from azure.mgmt.msi.v2024_11_30.models import Identity as Model

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step
    from hypershift.azure.resources.groups import ResourceGroup

_KIND = "managed identity"


class Identity(Wanted["Model"]):
    """A managed identity."""

    kind = _KIND

    def __init__(
        self, azure: Access, name: str, group: ResourceGroup, location: str, tags: dict[str, str]
    ) -> None:
        """Location and tags are for a new one."""
        super().__init__(name, inside=group)
        self.azure, self.group, self.location, self.tags = azure, group, location, tags

    async def read(self) -> Model | None:
        """Ask for it."""
        api = self.azure.identities.user_assigned_identities
        return await found(api.get(self.group.name, self.name))

    async def write(self, found: Model | None) -> Model:
        """Make it."""
        from azure.mgmt.msi.v2024_11_30.models import Identity as Model

        return await self.azure.identities.user_assigned_identities.create_or_update(
            self.group.name, self.name, Model(location=self.location, tags=self.tags)
        )

    @property
    def client_id(self) -> str:
        """The ID by which programs ask to act as it."""
        return str(self.result.client_id)

    @property
    def principal_id(self) -> str:
        """The ID by which it is given roles."""
        return str(self.result.principal_id)


class FederatedCredential(Wanted["CredentialModel"]):
    """A credential by which an identity trusts a service account."""

    kind = "federated credential"

    def __init__(
        self,
        azure: Access,
        name: str,
        identity: Identity,
        *,
        issuer: str,
        subject: str,
        audience: str,
        after: Iterable[Step] = (),
    ) -> None:
        """Azure writes those of one identity only one after another: `after` is the one before."""
        super().__init__(name, inside=identity, after=after)
        self.azure, self.identity = azure, identity
        self.issuer, self.subject, self.audience = issuer, subject, audience

    async def read(self) -> CredentialModel | None:
        """Ask for it."""
        api = self.azure.identities.federated_identity_credentials
        return await found(api.get(self.identity.group.name, self.identity.name, self.name))

    def differences(self, found: CredentialModel) -> Sequence[str]:
        """Compare what is trusted."""
        pairs = {
            "issuer": (found.issuer, self.issuer),
            "subject": (found.subject, self.subject),
            "audience": (", ".join(found.audiences or []), self.audience),
        }
        return [f"{name} was {was}" for name, (was, wanted) in pairs.items() if was != wanted]

    async def write(self, found: CredentialModel | None) -> CredentialModel:
        """Make it, or put it right."""
        from azure.mgmt.msi.v2024_11_30.models import FederatedIdentityCredential as CredentialModel

        return await self.azure.identities.federated_identity_credentials.create_or_update(
            self.identity.group.name,
            self.identity.name,
            self.name,
            CredentialModel(issuer=self.issuer, subject=self.subject, audiences=[self.audience]),
        )


class UnwantedIdentity(Unwanted):
    """A managed identity that is to go, and its federated credentials with it."""

    kind = _KIND

    def __init__(
        self, azure: Access, name: str, group: str, infra_id: str, after: Iterable[Step] = ()
    ) -> None:
        """It goes unless its tags say that it is another cluster's."""
        super().__init__(name, after=after)
        self.azure, self.group, self.infra_id = azure, group, infra_id

    async def read(self) -> Model | None:
        """Ask for it."""
        api = self.azure.identities.user_assigned_identities
        return await found(api.get(self.group, self.name))

    def reason_to_keep(self, found: Model) -> str:
        """Look at its tags."""
        return reason_to_keep(found.tags, self.infra_id)

    async def delete(self) -> None:
        """Delete it."""
        await found(self.azure.identities.user_assigned_identities.delete(self.group, self.name))
