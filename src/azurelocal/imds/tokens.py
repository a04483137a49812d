"""Tokens for the identities of a machine. No secret is asked for: the address says who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.entra import resources
from azurelocal.imds.errors import MetadataError

if TYPE_CHECKING:
    from azurelocal.cloud import Cloud
    from azurelocal.entra.directory import ServicePrincipal
    from azurelocal.imds.machine import Asker

_SELECTORS = ("client_id", "object_id", "principal_id", "msi_res_id", "mi_res_id")


def issue(cloud: Cloud, asker: Asker, query: dict[str, str]) -> tuple[ServicePrincipal, Any]:
    """Write the answer to a request for a token; tells also who it is for."""
    resource = query.get("resource", "")
    if not resource:
        raise MetadataError(400, "invalid_request", "Required query variable 'resource' is missing")
    resources.require_known(cloud, resource)
    principal = _chosen(_identities(cloud, asker), query)
    token = cloud.tokens.issue(principal, cloud.tenancy.tenant.id, resource, proof="2")
    now, lifetime = int(cloud.clock()), cloud.tokens.lifetime(principal)
    return principal, {
        "access_token": token,
        "client_id": principal.app_id,
        "expires_in": str(lifetime),
        "expires_on": str(now + lifetime),
        "ext_expires_in": str(lifetime),
        "not_before": str(now),
        "resource": resource,
        "token_type": "Bearer",
    }


def _identities(cloud: Cloud, asker: Asker) -> list[tuple[ServicePrincipal, bool]]:
    """The identities of a machine; of each, whether it is the machine's own."""
    identity: dict[str, Any] = asker.resource.body.get("identity") or {}
    assigned: dict[str, Any] = identity.get("userAssignedIdentities") or {}
    own = cloud.directory.principal(str(identity.get("principalId") or ""))
    found = [(own, True)] if own else []
    for id in assigned:
        resource = cloud.store.get(id.lower())
        client = str(resource.properties["clientId"]) if resource else ""
        principal = cloud.directory.principal_of(client)
        if principal is not None:
            found.append((principal, False))
    return found


def _chosen(
    identities: list[tuple[ServicePrincipal, bool]], query: dict[str, str]
) -> ServicePrincipal:
    given = {name: query[name].lower() for name in _SELECTORS if query.get(name)}
    if not given:
        own = [principal for principal, is_own in identities if is_own]
        if own:
            return own[0]
        if len(identities) == 1:
            return identities[0][0]
        if identities:
            raise MetadataError(
                400,
                "invalid_request",
                "Multiple user assigned identities exist, please specify the clientId / resourceId"
                " of the identity in the token request",
            )
    for principal, _ in identities:
        known = {
            "client_id": principal.app_id,
            "object_id": principal.id,
            "principal_id": principal.id,
            "msi_res_id": principal.resource_id,
            "mi_res_id": principal.resource_id,
        }
        if given and all(known[name].lower() == value for name, value in given.items()):
            return principal
    raise MetadataError(400, "invalid_request", "Identity not found")
