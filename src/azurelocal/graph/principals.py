"""Service principals: of applications, of managed identities, and of Graph itself."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.entra.directory import ServicePrincipal
from azurelocal.graph import bodies, credentials, errors, listing
from azurelocal.graph.permissions import APPLICATION_ID, CREATORS, PERMISSIONS, graph_principal
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.graph.call import Call

WHAT = "servicePrincipals"
_KEPT: dict[str, Any] = {
    "appRoleAssignmentRequired": False,
    "description": None,
    "homepage": None,
    "loginUrl": None,
    "notes": None,
    "notificationEmailAddresses": [],
    "preferredSingleSignOnMode": None,
    "tags": [],
}


def find(call: Call, id: str) -> ServicePrincipal:
    """Find a service principal by its ID."""
    if id.lower() == graph_principal().id:
        return graph_principal()
    found = call.directory.principal(id)
    if found is None:
        call.require_read()
        raise errors.not_found(id)
    return found


def list_all(call: Call) -> Response:
    """All service principals."""
    call.require_read()
    everyone = [*call.directory.principals(), graph_principal()]
    return listing.page(call, WHAT, [shown(call, one) for one in everyone])


def get(call: Call, principal: ServicePrincipal) -> Response:
    """One service principal."""
    call.require_read(principal.id, principal.app_id)
    return listing.one(call, WHAT, shown(call, principal))


def create(call: Call) -> Response:
    """Make the service principal of an application, which then can log in."""
    call.require(CREATORS)
    body = call.body()
    app_id = bodies.required(body, "appId").lower()
    application = call.directory.application_of(app_id)
    if application is None:
        raise errors.bad_request(
            f"The appId '{app_id[:80]}' of the service principal does not reference a valid"
            " application object."
        )
    if call.directory.principal_of(app_id) is not None:
        raise errors.conflict(
            "The service principal cannot be created, updated, or restored because the service"
            f" principal name {app_id} is already in use."
        )
    principal = ServicePrincipal(
        id=str(uuid.uuid4()),
        app_id=application.app_id,
        display_name=application.display_name,
        created=call.now,
        owners=[call.principal.object_id],
    )
    _write(call, principal, {name: value for name, value in body.items() if name != "appId"})
    return listing.one(call, WHAT, shown(call, principal), 201)


def update(call: Call, principal: ServicePrincipal) -> Response:
    """Change what is named, and leave the rest."""
    _require_write(call, principal)
    _write(call, principal, call.body())
    return Response(204)


def delete(call: Call, principal: ServicePrincipal) -> Response:
    """Remove a service principal. Role assignments and its application stay."""
    _require_write(call, principal)
    if principal.type == "ManagedIdentity":
        raise errors.bad_request(
            "The service principal of a managed identity cannot be deleted by itself: delete the"
            f" managed identity '{principal.resource_id}'."
        )
    call.directory.remove_principal(principal)
    return Response(204)


def add_password(call: Call, principal: ServicePrincipal) -> Response:
    """Make a password."""
    _require_write(call, principal)
    if principal.type == "ManagedIdentity":
        raise errors.bad_request("A managed identity cannot have passwords.")
    made = credentials.add_password(call, principal.passwords)
    call.directory.save_principal(principal)
    return made


def remove_password(call: Call, principal: ServicePrincipal) -> Response:
    """Take a password away."""
    _require_write(call, principal)
    credentials.remove_password(call, principal.passwords)
    call.directory.save_principal(principal)
    return Response(204)


def shown(call: Call, principal: ServicePrincipal) -> dict[str, Any]:
    """A service principal as Graph shows it."""
    application = call.directory.application_of(principal.app_id)
    addresses: Any = application.extra.get("identifierUris", []) if application else []
    is_graph = principal.app_id == APPLICATION_ID
    tenant = call.cloud.tenancy.tenant
    return {
        "id": principal.id,
        "appId": principal.app_id,
        "displayName": principal.display_name,
        "appDisplayName": None if principal.resource_id else principal.display_name,
        "accountEnabled": principal.enabled,
        "alternativeNames": ["isExplicit=True", principal.resource_id]
        if principal.resource_id
        else [],
        "appOwnerOrganizationId": None if principal.resource_id else tenant.id,
        "appRoles": _roles() if is_graph else [],
        "createdDateTime": bodies.shown_moment(principal.created) if principal.created else None,
        "deletedDateTime": None,
        "oauth2PermissionScopes": [],
        "servicePrincipalNames": [principal.app_id, *addresses],
        "servicePrincipalType": principal.type,
        "signInAudience": None if principal.resource_id else "AzureADMyOrg",
        **_KEPT,
        **principal.extra,
        "keyCredentials": [credentials.shown_certificate(one) for one in principal.certificates],
        "passwordCredentials": [credentials.shown_password(one) for one in principal.passwords],
    }


def _roles() -> list[dict[str, Any]]:
    return [
        {
            "id": id,
            "value": name,
            "displayName": name,
            "description": name,
            "allowedMemberTypes": ["Application"],
            "isEnabled": True,
            "origin": "Application",
        }
        for name, id in PERMISSIONS.items()
    ]


def _require_write(call: Call, principal: ServicePrincipal) -> None:
    call.require_write(principal.id, principal.owners)
    if principal.app_id == APPLICATION_ID:
        raise errors.denied()


def _write(call: Call, principal: ServicePrincipal, body: dict[str, Any]) -> None:
    for name in body:
        if name not in (*_KEPT, "accountEnabled", "keyCredentials"):
            raise errors.bad_request(
                f"Property '{name[:80]}' does not exist on type 'microsoft.graph.servicePrincipal',"
                " or it cannot be written."
            )
    principal.enabled = bodies.flag(body, "accountEnabled", principal.enabled)
    if "keyCredentials" in body:
        principal.certificates = credentials.certificates(body, principal.certificates, call.now)
    principal.extra = {
        **principal.extra,
        **{name: value for name, value in body.items() if name in _KEPT},
    }
    call.directory.save_principal(principal)
