"""Federated identity credentials of applications: whose tokens they take in place of a secret."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.entra.directory import FederatedCredential
from azurelocal.graph import bodies, errors, listing
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.entra.directory import Application
    from azurelocal.graph.call import Call

MOST = 20
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{2,119}")
_PROPERTIES = ("name", "issuer", "subject", "audiences", "description")


def list_all(call: Call, application: Application) -> Response:
    """All of an application."""
    call.require_read(application.id, application.app_id)
    return listing.page(call, _what(application), [_shown(one) for one in application.federated])


def get(call: Call, application: Application, key: str) -> Response:
    """One, by its ID or its name."""
    call.require_read(application.id, application.app_id)
    return listing.one(call, _what(application), _shown(_find(application, key)))


def create(call: Call, application: Application) -> Response:
    """Add one."""
    call.require_write(application.id, application.owners)
    body = _body(call)
    name = bodies.required(body, "name")
    if not _NAME.fullmatch(name):
        raise errors.bad_request(
            f"Invalid value specified for property 'name': '{name[:120]}' must have 3 to 120"
            " letters, digits, '-' or '_', and begin with a letter or a digit."
        )
    if any(one.name.lower() == name.lower() for one in application.federated):
        raise errors.conflict(f"FederatedIdentityCredential with name {name} already exists.")
    if len(application.federated) >= MOST:
        raise errors.bad_request(f"An application can have {MOST} federated identity credentials.")
    credential = FederatedCredential(
        id=str(uuid.uuid4()),
        name=name,
        issuer=bodies.required(body, "issuer"),
        subject=bodies.required(body, "subject"),
        audiences=bodies.texts(body, "audiences"),
        description=bodies.text(body, "description") or "",
    )
    application.federated.append(credential)
    _save(call, application, credential)
    return listing.one(call, _what(application), _shown(credential), 201)


def update(call: Call, application: Application, key: str) -> Response:
    """Change one. Its name stays."""
    call.require_write(application.id, application.owners)
    credential, body = _find(application, key), _body(call)
    if body.get("name", credential.name) != credential.name:
        raise errors.bad_request("Property 'name' cannot be changed.")
    if "issuer" in body:
        credential.issuer = bodies.required(body, "issuer")
    if "subject" in body:
        credential.subject = bodies.required(body, "subject")
    if "audiences" in body:
        credential.audiences = bodies.texts(body, "audiences")
    if "description" in body:
        credential.description = bodies.text(body, "description") or ""
    _save(call, application, credential)
    return Response(204)


def delete(call: Call, application: Application, key: str) -> Response:
    """Remove one. Tokens that were given for it stay good."""
    call.require_write(application.id, application.owners)
    application.federated.remove(_find(application, key))
    call.directory.save_application(application)
    return Response(204)


def _body(call: Call) -> dict[str, Any]:
    body = call.body()
    for name in body:
        if name not in _PROPERTIES and not name.startswith("@"):
            raise errors.bad_request(
                f"Property '{name[:80]}' does not exist on type"
                " 'microsoft.graph.federatedIdentityCredential', or it cannot be written."
            )
    return body


def _save(call: Call, application: Application, credential: FederatedCredential) -> None:
    if not credential.issuer.startswith("https://"):
        raise errors.bad_request("The issuer must be an https address.")
    if len(credential.audiences) != 1 or not credential.audiences[0]:
        raise errors.bad_request("Property 'audiences' must have exactly one value.")
    for other in application.federated:
        if other is not credential and (other.issuer, other.subject) == (
            credential.issuer,
            credential.subject,
        ):
            raise errors.conflict(
                "FederatedIdentityCredential with the same issuer and subject already exists."
            )
    credential.changed = call.now
    call.directory.save_application(application)


def _find(application: Application, key: str) -> FederatedCredential:
    for one in application.federated:
        if key.lower() in (one.id, one.name.lower()):
            return one
    raise errors.not_found(key)


def _what(application: Application) -> str:
    return f"applications('{application.id}')/federatedIdentityCredentials"


def _shown(one: FederatedCredential) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "issuer": one.issuer,
        "subject": one.subject,
        "audiences": one.audiences,
        "description": one.description or None,
    }
