"""App role assignments: which permissions of Graph a service principal holds."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.graph import bodies, errors, listing
from azurelocal.graph.permissions import GRANTERS, PERMISSIONS, graph_principal, name_of
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.entra.directory import ServicePrincipal
    from azurelocal.graph.call import Call


def list_all(call: Call, principal: ServicePrincipal) -> Response:
    """What a service principal holds."""
    call.require_read(principal.id, principal.app_id)
    held = [_shown(principal, name) for name in principal.graph_roles]
    return listing.page(call, _what(principal), held)


def create(call: Call, principal: ServicePrincipal) -> Response:
    """Grant a permission. It is in the tokens that are written from now on."""
    call.require(GRANTERS, f"/{principal.id}")
    body = call.body()
    if bodies.required(body, "principalId").lower() != principal.id:
        raise errors.bad_request("Property 'principalId' must be the ID of the service principal.")
    if bodies.required(body, "resourceId").lower() != graph_principal().id:
        raise errors.bad_request(
            "Property 'resourceId' must be the ID of the service principal of Microsoft Graph: app"
            " roles of nothing else are supported."
        )
    id = bodies.required(body, "appRoleId")
    name = name_of(id)
    if name is None:
        raise errors.bad_request(
            f"Permission being assigned was not found on application: '{id[:80]}'. Supported are"
            f" {', '.join(f'{name} ({id})' for name, id in PERMISSIONS.items())}."
        )
    if name in principal.graph_roles:
        raise errors.bad_request("Permission being assigned already exists on the object.")
    principal.graph_roles.append(name)
    call.directory.save_principal(principal)
    return listing.one(call, _what(principal), _shown(principal, name), 201)


def delete(call: Call, principal: ServicePrincipal, id: str) -> Response:
    """Take a permission away. Tokens that carry it stay good."""
    call.require(GRANTERS, f"/{principal.id}")
    for name in principal.graph_roles:
        if _shown(principal, name)["id"] == id:
            principal.graph_roles.remove(name)
            call.directory.save_principal(principal)
            return Response(204)
    raise errors.not_found(id)


def _what(principal: ServicePrincipal) -> str:
    return f"servicePrincipals('{principal.id}')/appRoleAssignments"


def _shown(principal: ServicePrincipal, name: str) -> dict[str, Any]:
    graph = graph_principal()
    return {
        "id": str(uuid.uuid5(uuid.UUID(principal.id), PERMISSIONS[name])),
        "appRoleId": PERMISSIONS[name],
        "principalId": principal.id,
        "principalDisplayName": principal.display_name,
        "principalType": "ServicePrincipal",
        "resourceId": graph.id,
        "resourceDisplayName": graph.display_name,
    }
