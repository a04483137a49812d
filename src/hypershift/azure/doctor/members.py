"""Which identity each component has, by the files that name them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hypershift.azure.components import (
    CLUSTER_COMPONENTS,
    COMPONENTS,
    DISK,
    FILE,
    IMAGE_REGISTRY,
    KMS,
    Scope,
)
from hypershift.azure.doctor import reading
from hypershift.azure.doctor.case import Case, shared

if TYPE_CHECKING:
    from hypershift.azure.components import Account, Component
    from hypershift.azure.doctor.given import Given
    from hypershift.azure.identities import DataPlaneIdentitiesFile, WorkloadIdentitiesFile


@dataclass(frozen=True)
class Member:
    """A component, the client ID that a file gives it, and whose tokens its identity must trust."""

    component: Component
    client_id: str
    accounts: tuple[Account, ...]
    identity: reading.Identity | None = None
    taken_for: Component | None = None
    """The component whose identity it is in truth."""
    on_nodes: bool = False
    """On managed Azure only what runs on nodes has identities with federated credentials."""

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """Where it needs its role."""
        return (Scope.CLUSTER,) if self.on_nodes else self.component.scopes

    def __str__(self) -> str:
        """Name it as the file does."""
        return self.component.key


def expected(given: Given) -> list[Member]:
    """What the files say."""
    members: list[Member] = []
    workload = given.workload_identities and given.workload_identities.content
    if workload is None and given.infra and not given.workload_identities:
        workload = given.infra.workloadIdentities
    if workload:
        members += _of_cluster(workload)
    nodes = given.data_plane_identities and given.data_plane_identities.content
    if nodes is None and given.managed_identities and given.managed_identities.content:
        nodes = given.managed_identities.content.dataPlane
    if nodes:
        members += _of_nodes(nodes)
    return members


def _of_cluster(file: WorkloadIdentitiesFile) -> list[Member]:
    clients = {one: getattr(file, one.key) for one in CLUSTER_COMPONENTS}
    members = [
        Member(one, client.clientID.lower(), one.accounts)
        for one, client in clients.items()
        if client and client.clientID
    ]
    if file.kmsClientID:
        members.append(Member(KMS, file.kmsClientID.lower(), KMS.accounts))
    return members


def _of_nodes(file: DataPlaneIdentitiesFile) -> list[Member]:
    clients = {
        DISK: file.diskMSIClientID,
        FILE: file.fileMSIClientID,
        IMAGE_REGISTRY: file.imageRegistryMSIClientID,
    }
    return [
        Member(one, client.lower(), one.accounts[:1], on_nodes=True)
        for one, client in clients.items()
        if client
    ]


@shared
async def members(case: Case) -> tuple[Member, ...]:
    """The components with the identities that Azure knows by their client IDs."""
    known = await reading.identities(case)
    named = [replace(one, identity=known.get(one.client_id)) for one in expected(case.given)]
    owners = await asyncio.gather(*(_owner(case, one) for one in named))
    return tuple(replace(one, taken_for=owner) for one, owner in zip(named, owners, strict=True))


async def _owner(case: Case, member: Member) -> Component | None:
    """The other component that an identity was made for, if it was: its credentials tell."""
    identity = member.identity
    if identity is None:
        return None
    subjects = {one.subject for one in await reading.credentials_of(case, identity)}
    if any(account.subject in subjects for account in member.component.accounts):
        return None
    others = [
        one
        for one in COMPONENTS
        if one is not member.component
        and all(account.subject in subjects for account in one.accounts)
    ]
    return others[0] if others else None


async def sound(case: Case) -> list[Member]:
    """Members that have an identity of their own: what else is wrong can be told of them alone."""
    return [one for one in await members(case) if one.identity and not one.taken_for]
