"""Which addresses Graph has here, and what answers each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.route import Route
from azurelocal.graph import applications, approles, errors, federated, listing, objects, principals

if TYPE_CHECKING:
    from collections.abc import Callable

    from azurelocal.entra.directory import Application, ServicePrincipal
    from azurelocal.graph.call import Call
    from azurelocal.http import Response


def find(method: str, path: list[str]) -> tuple[Callable[..., Response], list[str]]:
    """Find what answers a request, and the values in its address."""
    for route in ROUTES:
        if route.fits(method, path):
            return route.handle, route.values(path)
    if any(route.fits(route.method, path) for route in ROUTES):
        raise errors.AzureError(
            405,
            "Request_BadRequest",
            "Specified HTTP method is not allowed for the request target.",
        )
    raise errors.no_segment("/".join(path))


def _application(handle: Callable[..., Response]) -> Callable[..., Response]:
    def found(call: Call, id: str, *rest: str) -> Response:
        return handle(call, applications.find(call, id), *rest)

    return found


def _principal(handle: Callable[..., Response]) -> Callable[..., Response]:
    def found(call: Call, id: str, *rest: str) -> Response:
        return handle(call, principals.find(call, id), *rest)

    return found


def _owners(call: Call, of: Application | ServicePrincipal) -> Response:
    return objects.owners(call, of.owners)


def _me(call: Call) -> Response:
    raise errors.AzureError(
        400, "BadRequest", "/me request is only valid with delegated authentication flow."
    )


def _nobody(kind: str) -> Callable[..., Response]:
    """There are no users and no groups, so that all lists of them are empty."""

    def empty(call: Call) -> Response:
        call.require_read()
        return listing.page(call, kind, [])

    return empty


def _absent(call: Call, id: str) -> Response:
    call.require_read()
    raise errors.not_found(id)


_FEDERATED = "applications/{id}/federatedIdentityCredentials"
_ROLES = "servicePrincipals/{id}/appRoleAssignments"
ROUTES = (
    Route("GET", "applications", applications.list_all),
    Route("POST", "applications", applications.create),
    Route("GET", "applications/{id}", _application(applications.get)),
    Route("PATCH", "applications/{id}", _application(applications.update)),
    Route("DELETE", "applications/{id}", _application(applications.delete)),
    Route("POST", "applications/{id}/addPassword", _application(applications.add_password)),
    Route("POST", "applications/{id}/removePassword", _application(applications.remove_password)),
    Route("GET", "applications/{id}/owners", _application(_owners)),
    Route("GET", _FEDERATED, _application(federated.list_all)),
    Route("POST", _FEDERATED, _application(federated.create)),
    Route("GET", f"{_FEDERATED}/{{key}}", _application(federated.get)),
    Route("PATCH", f"{_FEDERATED}/{{key}}", _application(federated.update)),
    Route("DELETE", f"{_FEDERATED}/{{key}}", _application(federated.delete)),
    Route("GET", "servicePrincipals", principals.list_all),
    Route("POST", "servicePrincipals", principals.create),
    Route("GET", "servicePrincipals/{id}", _principal(principals.get)),
    Route("PATCH", "servicePrincipals/{id}", _principal(principals.update)),
    Route("DELETE", "servicePrincipals/{id}", _principal(principals.delete)),
    Route("POST", "servicePrincipals/{id}/addPassword", _principal(principals.add_password)),
    Route("POST", "servicePrincipals/{id}/removePassword", _principal(principals.remove_password)),
    Route("GET", "servicePrincipals/{id}/owners", _principal(_owners)),
    Route("GET", _ROLES, _principal(approles.list_all)),
    Route("POST", _ROLES, _principal(approles.create)),
    Route("DELETE", f"{_ROLES}/{{assignment}}", _principal(approles.delete)),
    Route("POST", "directoryObjects/getByIds", objects.by_ids),
    Route("GET", "organization", objects.organization),
    Route("GET", "me", _me),
    Route("GET", "users", _nobody("users")),
    Route("GET", "groups", _nobody("groups")),
    Route("GET", "users/{id}", _absent),
    Route("GET", "groups/{id}", _absent),
)
