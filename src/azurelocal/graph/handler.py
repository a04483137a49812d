"""Graph as a service: finds out who asks, what for, and writes answers and refusals down."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.entra.tokens import TokenError
from azurelocal.errors import AzureError
from azurelocal.graph import errors, routes
from azurelocal.graph.call import Call

if TYPE_CHECKING:
    from azurelocal.answering import Trace
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request, Response
    from azurelocal.principal import Principal

_BY_CLIENT = re.compile(r"(applications|servicePrincipals)\(appId='([^']*)'\)", re.IGNORECASE)
_REASONS = {
    "expired": "Lifetime validation failed, the token is expired.",
    "audience": "Invalid audience.",
}


@dataclass(frozen=True)
class GraphHandler:
    """Microsoft Graph."""

    cloud: Cloud

    async def __call__(self, request: Request, trace: Trace) -> Response:
        """Answer one request."""
        call: Call | None = None
        try:
            trace.principal = self._authenticate(request)
            call = Call(self.cloud, request, trace.principal)
            with self.cloud.store.transaction():
                return _answer(call)
        except AzureError as error:
            trace.code = error.code
            return errors.answer(error, request, self.cloud)
        finally:
            trace.grants = call.grants if call else []

    def _authenticate(self, request: Request) -> Principal:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            raise self._unauthorized("Access token is empty.")
        audiences = ("https://graph.microsoft.com", self.cloud.endpoints.graph_audience)
        try:
            return self.cloud.tokens.check(token.strip(), audiences, self.cloud.tenancy.tenant.id)
        except TokenError as error:
            why = _REASONS.get(error.reason, str(error))
            raise self._unauthorized(f"Access token validation failure. {why}") from error

    def _unauthorized(self, message: str) -> AzureError:
        authority = f"{self.cloud.endpoints.login}/{self.cloud.tenancy.tenant.id}"
        challenge = f'Bearer realm="", authorization_uri="{authority}/oauth2/authorize"'
        return AzureError(
            401, "InvalidAuthenticationToken", message, headers={"www-authenticate": challenge}
        )


def _answer(call: Call) -> Response:
    segments = call.request.segments
    if segments and segments[0].lower() == "graph":
        segments = segments[1:]  # on loopback, which Graph shares with others
    if not segments or segments[0].lower() != "v1.0":
        version = segments[0] if segments else ""
        raise AzureError(404, "BadRequest", f"Invalid version: '{version[:40]}'.")
    handle, values = routes.find(call.request.method, _by_object_id(call, segments[1:]))
    return handle(call, *values)


def _by_object_id(call: Call, path: list[str]) -> list[str]:
    """Rewrite an address with `(appId='…')` to the usual form."""
    match = _BY_CLIENT.fullmatch(path[0]) if path else None
    if match is None:
        return path
    kind, client = match[1], match[2]
    by_client = {
        "applications": call.directory.application_of,
        "serviceprincipals": call.directory.principal_of,
    }
    found = by_client[kind.lower()](client)
    # An ID that nothing has leads to the usual answer, after the usual check.
    return [kind, found.id if found else client, *path[1:]]
