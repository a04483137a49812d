"""What the identities may do: enough, and not too much."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from hypershift.azure.components import IMAGE_REGISTRY, KEY_VAULT_CRYPTO_USER, KMS, Scope
from hypershift.azure.doctor import reading
from hypershift.azure.doctor.actions import allows_everything, allows_roles, is_within, missing
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.cures import assign_role, az
from hypershift.azure.doctor.findings import fine, unchecked, warning, wrong
from hypershift.azure.doctor.given import resource
from hypershift.azure.doctor.holdings import holdings, permissions_at, role
from hypershift.azure.doctor.members import sound
from hypershift.azure.keys import parse_key_id

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.components import Component
    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.findings import Finding
    from hypershift.azure.doctor.given import Given
    from hypershift.azure.doctor.members import Member

_VAULT = "Microsoft.KeyVault/vaults"
_TRUSTING = "--workload-identities-file|--data-plane-identities-file|--infra-json"


def groups(given: Given) -> dict[Scope, str]:
    """The resource groups in which components act, as far as they are known."""
    infra = given.infra
    if infra:
        rules, network = resource(infra.securityGroupID), resource(infra.vnetID)
        zone = resource(infra.publicZoneID)
        found = {
            Scope.CLUSTER: infra.resourceGroupName,
            Scope.SECURITY_GROUP: rules.resource_group if rules else "",
            Scope.NETWORK: network.resource_group if network else "",
            Scope.ZONE: zone.resource_group if zone else "",
        }
    else:
        name, id = given.name, given.infra_id
        found = {
            Scope.CLUSTER: f"{name}-{id}",
            Scope.SECURITY_GROUP: f"{name}-nsg-{id}",
            Scope.NETWORK: f"{name}-vnet-{id}",
        }
    if given.zone_group:
        found[Scope.ZONE] = given.zone_group
    return {scope: group for scope, group in found.items() if group}


async def _known(case: Case) -> list[Member]:
    """Members whose roles have been read, those of all at once."""
    members = await sound(case)
    principals = {one.identity.principal_id for one in members if one.identity}
    await asyncio.gather(*(holdings(case, one) for one in principals))
    return members


def _is_done_without(given: Given, component: Component) -> bool:
    return component is IMAGE_REGISTRY and "ImageRegistry" in given.without


@check(
    "roles.assigned",
    "Each identity has the role that its component needs, where it needs it",
    _TRUSTING,
    "--name|--infra-json",
    "--infra-id|--infra-json",
    after=("identities.file", "infra.file"),
)
async def assigned(case: Case) -> AsyncIterator[Finding]:
    """Compare what the roles of each identity allow with what its role would."""
    places = groups(case.given)
    for member in await _known(case):
        component = member.component
        if not member.identity or not component.role or _is_done_without(case.given, component):
            continue
        for scope in member.scopes:
            if scope not in places:
                yield unchecked(f"{member}: give --dns-zone-rg-name for {scope.value}")
                continue
            yield await _at(case, component, member.identity.principal_id, places[scope])


async def _at(case: Case, component: Component, principal: str, group: str) -> Finding:
    scope = case.given.group_scope(group)
    needed = await role(case, component.role)
    held = await holdings(case, principal)
    lacking = missing(needed.permissions, await permissions_at(case, principal, scope))
    narrower = any(
        component.custom_role in (one.role.id, one.role.name) and is_within(scope, one.scope)
        for one in held
    )
    if narrower or not lacking:
        return fine(f"{component.key}: may do in {group} what it needs to")
    elsewhere = [
        one.scope
        for one in held
        if one.role.id == component.role and not is_within(scope, one.scope)
    ]
    but = f"; it has it at {', '.join(elsewhere)}" if elsewhere else ""
    return wrong(
        f"{component.key}: its identity does not have the role {needed.name} at the resource group"
        f" {group}{but}",
        assign_role(principal, component.role, scope),
    )


@check(
    "roles.too-wide",
    "No identity has a role that is wider than it needs",
    _TRUSTING,
    after=("identities.file", "infra.file"),
)
async def too_wide(case: Case) -> AsyncIterator[Finding]:
    """Look for roles that give roles, and for those that allow everything everywhere."""
    subscription = case.given.subscription_scope
    for member in await _known(case):
        if member.identity is None:
            continue
        for one in await holdings(case, member.identity.principal_id):
            everywhere = is_within(subscription, one.scope)
            permissions = one.role.permissions
            if allows_roles(permissions) or (everywhere and allows_everything(permissions)):
                yield warning(
                    f"{member}: its identity has the role {one.role.name} at {one.scope}, which"
                    " is wider than it needs",
                    az("role assignment delete --ids", one.assignment),
                )


@check(
    "roles.key-vault",
    "The identity of the key encryption may use the key",
    _TRUSTING,
    "--encryption-key-id",
    after=("identities.file",),
)
async def key_vault(case: Case) -> AsyncIterator[Finding]:
    """Look at its roles at the vault, which commands of ours do not give it."""
    kms = next((one for one in await sound(case) if one.component is KMS), None)
    if kms is None or kms.identity is None:
        yield unchecked("there is no identity for it: 'create iam azure --enable-kms' makes one")
        return
    name = parse_key_id(case.given.flags["--encryption-key-id"]).vault
    vault = await _vault(case, name)
    if not vault:
        yield unchecked(f"the subscription has no vault {name}")
        return
    principal, needed = kms.identity.principal_id, await role(case, KEY_VAULT_CRYPTO_USER)
    if missing(needed.permissions, await permissions_at(case, principal, vault)):
        yield wrong(
            f"kms: its identity does not have the role {needed.name} on the vault {name}",
            assign_role(principal, KEY_VAULT_CRYPTO_USER, vault),
        )


async def _vault(case: Case, name: str) -> str:
    """The ID of a key vault; empty if there is none."""
    api: Any = case.azure.resources.resources
    listed = await reading.collected(api.list(filter=f"resourceType eq '{_VAULT}'"))
    return next((str(one.id) for one in listed if str(one.name).lower() == name), "")


CHECKS = (assigned, too_wide, key_vault)
