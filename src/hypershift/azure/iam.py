"""The plan of a cluster's identities: what `create iam` makes and `destroy iam` takes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.azure.component_roles import unwanted_assignments
from hypershift.azure.components import AUDIENCE, CLUSTER_COMPONENTS, COMPONENTS, KMS
from hypershift.azure.identities import ClientFile, WorkloadIdentitiesFile
from hypershift.azure.ownership import tags
from hypershift.azure.resources.groups import ResourceGroup
from hypershift.azure.resources.identities import FederatedCredential, Identity, UnwantedIdentity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypershift.azure.access import Access
    from hypershift.azure.components import Component
    from hypershift.azure.plan.steps import Step


class IdentityPlan:
    """The identities of one cluster, and their federated credentials."""

    def __init__(
        self,
        azure: Access,
        *,
        name: str,
        infra_id: str,
        group: str,
        location: str,
        issuer: str,
        with_kms: bool,
    ) -> None:
        """Nothing is asked yet."""
        self.group = ResourceGroup(azure, group, location)
        made_by = tags(infra_id, "create iam azure")
        self.identities = {
            component: Identity(
                azure, component.identity(name, infra_id), self.group, location, made_by
            )
            for component in (COMPONENTS if with_kms else CLUSTER_COMPONENTS)
        }
        self.credentials = [
            credential
            for component, identity in self.identities.items()
            for credential in _credentials(azure, name, issuer, component, identity)
        ]

    @property
    def steps(self) -> list[Step]:
        """Everything that is to be there."""
        return [self.group, *self.identities.values(), *self.credentials]

    def file(self) -> WorkloadIdentitiesFile:
        """What the next commands want to know, once the plan is carried out."""
        clients = {
            component.key: ClientFile(identity.client_id)
            for component, identity in self.identities.items()
            if component is not KMS
        }
        kms = self.identities.get(KMS)
        return WorkloadIdentitiesFile(**clients, kmsClientID=kms.client_id if kms else "")


def _credentials(
    azure: Access, name: str, issuer: str, component: Component, identity: Identity
) -> Iterable[Step]:
    before: tuple[Step, ...] = ()
    for account in component.accounts:
        credential = FederatedCredential(
            azure,
            f"{name}{account.credential}",
            identity,
            issuer=issuer,
            subject=account.subject,
            audience=AUDIENCE,
            after=before,
        )
        yield credential
        before = (credential,)


async def unwanted_identities(
    azure: Access, *, name: str, infra_id: str, group: str, zone_group: str
) -> list[Step]:
    """What `create iam` made, and the roles that it was given; the resource group stays."""
    groups = [f"{name}-{infra_id}", f"{name}-vnet-{infra_id}", f"{name}-nsg-{infra_id}", zone_group]
    roles = await unwanted_assignments(azure, infra_id, groups)
    identities = [
        UnwantedIdentity(
            azure,
            component.identity(name, infra_id),
            group,
            infra_id,
            # An assignment whose identity has gone is of nobody, and hard to tell from others.
            after=[step for step, whose in roles.items() if whose is component],
        )
        for component in COMPONENTS
    ]
    return [*roles, *identities]
