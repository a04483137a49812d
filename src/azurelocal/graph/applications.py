"""Applications: what somebody registers, with the credentials that it logs in with."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.entra.directory import Application
from azurelocal.graph import bodies, credentials, errors, listing
from azurelocal.graph.permissions import CREATORS
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.graph.call import Call

WHAT = "applications"
# What clients may write and nothing here goes by, with what Graph shows where nobody has written.
_KEPT: dict[str, Any] = {
    "signInAudience": "AzureADMyOrg",
    "identifierUris": [],
    "description": None,
    "notes": None,
    "tags": [],
    "groupMembershipClaims": None,
    "isDeviceOnlyAuthSupported": None,
    "isFallbackPublicClient": None,
    "serviceManagementReference": None,
    "optionalClaims": None,
    "addIns": [],
    "appRoles": [],
    "requiredResourceAccess": [],
    "api": {},
    "info": {},
    "parentalControlSettings": {},
    "publicClient": {"redirectUris": []},
    "spa": {"redirectUris": []},
    "web": {"redirectUris": []},
}


def find(call: Call, id: str) -> Application:
    """Find an application by its ID."""
    found = call.directory.application(id)
    if found is None:
        call.require_read()
        raise errors.not_found(id)
    return found


def list_all(call: Call) -> Response:
    """All applications."""
    call.require_read()
    return listing.page(call, WHAT, [shown(one) for one in call.directory.applications()])


def get(call: Call, application: Application) -> Response:
    """One application."""
    call.require_read(application.id, application.app_id)
    return listing.one(call, WHAT, shown(application))


def create(call: Call) -> Response:
    """Register an application."""
    call.require(CREATORS)
    body = call.body()
    _refuse_passwords(body)
    application = Application(
        id=str(uuid.uuid4()),
        app_id=str(uuid.uuid4()),
        display_name=bodies.required(body, "displayName", longest=256),
        created=call.now,
        owners=[call.principal.object_id],
    )
    _write(call, application, body)
    return listing.one(call, WHAT, shown(application), 201)


def update(call: Call, application: Application) -> Response:
    """Change what is named, and leave the rest."""
    call.require_write(application.id, application.owners)
    body = call.body()
    _refuse_passwords(body)
    if "displayName" in body:
        application.display_name = bodies.required(body, "displayName", longest=256)
        principal = call.directory.principal_of(application.app_id)
        if principal is not None:
            principal.display_name = application.display_name
            call.directory.save_principal(principal)
    _write(call, application, body)
    return Response(204)


def delete(call: Call, application: Application) -> Response:
    """Remove an application and its service principal. Role assignments stay."""
    call.require_write(application.id, application.owners)
    call.directory.remove_application(application)
    return Response(204)


def add_password(call: Call, application: Application) -> Response:
    """Make a password."""
    call.require_write(application.id, application.owners)
    made = credentials.add_password(call, application.passwords)
    call.directory.save_application(application)
    return made


def remove_password(call: Call, application: Application) -> Response:
    """Take a password away."""
    call.require_write(application.id, application.owners)
    credentials.remove_password(call, application.passwords)
    call.directory.save_application(application)
    return Response(204)


def shown(application: Application) -> dict[str, Any]:
    """An application as Graph shows it."""
    return {
        "id": application.id,
        "appId": application.app_id,
        "displayName": application.display_name,
        "createdDateTime": bodies.shown_moment(application.created),
        "deletedDateTime": None,
        "disabledByMicrosoftStatus": None,
        "publisherDomain": "azurelocal.onmicrosoft.com",
        **_KEPT,
        **application.extra,
        "keyCredentials": [credentials.shown_certificate(one) for one in application.certificates],
        "passwordCredentials": [credentials.shown_password(one) for one in application.passwords],
    }


def _write(call: Call, application: Application, body: dict[str, Any]) -> None:
    for name in body:
        if name not in (*_KEPT, "displayName", "keyCredentials", "passwordCredentials"):
            raise errors.bad_request(
                f"Property '{name[:80]}' does not exist on type 'microsoft.graph.application', or"
                " it cannot be written."
            )
    if "keyCredentials" in body:
        application.certificates = credentials.certificates(
            body, application.certificates, call.now
        )
    if "identifierUris" in body:
        _check_addresses(call, application, bodies.texts(body, "identifierUris"))
    application.extra = {
        **application.extra,
        **{name: value for name, value in body.items() if name in _KEPT},
    }
    call.directory.save_application(application)


def _check_addresses(call: Call, application: Application, addresses: list[str]) -> None:
    """Tokens are asked for by these, so no two applications may have the same."""
    for other in call.directory.applications():
        held: Any = other.extra.get("identifierUris", [])
        if other.id != application.id and set(addresses) & set(held):
            raise errors.conflict(
                "Another object with the same value for property identifierUris already exists."
            )


def _refuse_passwords(body: dict[str, Any]) -> None:
    if body.get("passwordCredentials"):
        raise errors.bad_request(
            "Property 'passwordCredentials' cannot be written: use the actions addPassword and"
            " removePassword."
        )
