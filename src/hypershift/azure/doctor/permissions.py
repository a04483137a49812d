"""What the caller may do, and what the subscription is ready for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.azure.doctor import reading
from hypershift.azure.doctor.actions import Permission, missing
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.credentials import providers
from hypershift.azure.doctor.cures import az
from hypershift.azure.doctor.findings import unchecked, warning, wrong
from hypershift.azure.doctor.holdings import permissions_at

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.findings import Finding

_MAKES = Permission(
    (
        "Microsoft.Resources/subscriptions/resourceGroups/write",
        "Microsoft.Resources/subscriptions/resourceGroups/delete",
        "Microsoft.ManagedIdentity/userAssignedIdentities/write",
        "Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write",
        "Microsoft.Network/virtualNetworks/write",
        "Microsoft.Network/networkSecurityGroups/write",
        "Microsoft.Network/publicIPAddresses/write",
        "Microsoft.Network/loadBalancers/write",
        "Microsoft.Network/privateDnsZones/write",
        "Microsoft.Network/dnsZones/write",
        "Microsoft.Storage/storageAccounts/write",
        "Microsoft.Compute/virtualMachines/write",
    )
)
_ASSIGNS = Permission(
    (
        "Microsoft.Authorization/roleAssignments/write",
        "Microsoft.Authorization/roleAssignments/delete",
    )
)
_NAMESPACES = (
    "Microsoft.Authorization",
    "Microsoft.Compute",
    "Microsoft.ManagedIdentity",
    "Microsoft.Network",
    "Microsoft.Storage",
)
# Any of these lets the caller make the application of External DNS.
_GRAPH = (
    "Application.ReadWrite.OwnedBy",
    "Application.ReadWrite.All",
    "Directory.ReadWrite.All",
)
_GRAPH_ID = "00000003-0000-0000-c000-000000000000"
_OWNED_BY_ID = "18a4783c-866b-4cc7-a460-3d5e5662c884"


@check("permissions.resources", "The caller may make and delete resources in the subscription")
async def resources(case: Case) -> AsyncIterator[Finding]:
    """Look at the caller's roles."""
    async for finding in _lacking(case, _MAKES, "make resources", "Contributor"):
        yield finding


@check("permissions.roles", "The caller may assign roles in the subscription")
async def roles(case: Case) -> AsyncIterator[Finding]:
    """Look at the caller's roles."""
    async for finding in _lacking(case, _ASSIGNS, "assign roles", "User Access Administrator"):
        yield finding


async def _lacking(case: Case, wanted: Permission, what: str, role: str) -> AsyncIterator[Finding]:
    principal, scope = await reading.caller(case), case.given.subscription_scope
    if not principal:
        yield unchecked("the caller's token does not say who it is of")
        return
    lacking = missing([wanted], await permissions_at(case, principal, scope))
    if lacking:
        yield wrong(
            f"the caller may not {what}: {', '.join(lacking[:3])}"
            f"{' and more' if len(lacking) > 3 else ''} {'are' if lacking[1:] else 'is'} not"
            " allowed in the subscription",
            az("role assignment create --assignee", case.given.client_id or principal)
            + f" --role {_quoted(role)} --scope {scope}",
        )


def _quoted(role: str) -> str:
    return f"'{role}'" if " " in role else role


@check("permissions.directory", "The caller may make applications in the directory")
async def directory(case: Case) -> AsyncIterator[Finding]:
    """Look into the caller's token for the directory, which names the permissions."""
    held = (await reading.claims(case, case.azure.cloud.graph_scope)).get("roles")
    client = case.given.client_id
    if held is None and not client:
        yield unchecked("the credentials are a person's, whose token does not tell")
    elif not set(_GRAPH) & set(held or ()):
        grant = az(
            "ad app permission add --id",
            *(client, "--api", _GRAPH_ID, "--api-permissions", f"{_OWNED_BY_ID}=Role"),
        )
        yield warning(
            "the caller may not make applications in the directory, which only 'create"
            " external-dns-credentials azure' needs",
            f"{grant} && {az('ad app permission admin-consent --id', client)}",
        )


@check("providers.registered", "The resource providers are registered")
async def registered(case: Case) -> AsyncIterator[Finding]:
    """Ask for those that a cluster needs."""
    states = await providers(case)
    for name in _NAMESPACES:
        state = states.get(name.lower(), "not there")
        if state not in ("Registered", "Registering"):
            yield wrong(
                f"the resource provider {name} is {state.lower()} in the subscription",
                az("provider register --wait --namespace", name),
            )


CHECKS = (resources, roles, directory, registered)
