"""The front of Azure Resource Manager: who asks, in which version of the API, and for what.

A path is a fixed one of `arm.routes`, or names a resource that the engine works on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.arm import inventory, tags
from azurelocal.arm.call import Call
from azurelocal.arm.groups import subscription_absent
from azurelocal.arm.providers.compute import bootdiagnostics
from azurelocal.arm.registry import unknown_type
from azurelocal.arm.route import by_shape
from azurelocal.arm.routes import ROUTES
from azurelocal.entra.tokens import TokenError
from azurelocal.errors import AzureError
from azurelocal.http import Request, Response
from azurelocal.ids import GROUP_TYPE, ArmId, parse_segments

if TYPE_CHECKING:
    from azurelocal.arm.route import Route
    from azurelocal.cloud import Cloud
    from azurelocal.principal import Principal

_VERSION = re.compile(r"\d{4}-\d\d-\d\d(-[A-Za-z0-9.-]+)?")
_AUDIENCES = ("https://management.azure.com", "https://management.core.windows.net")
_TOKEN_CODES = {
    "expired": "ExpiredAuthenticationToken",
    "audience": "InvalidAuthenticationTokenAudience",
    "tenant": "InvalidAuthenticationTokenTenant",
    "invalid": "InvalidAuthenticationToken",
}


@dataclass
class Arm:
    """Answers requests to ARM."""

    cloud: Cloud

    def open(self, request: Request) -> Call:
        """Find out who asks; what then happens is written down in the call."""
        return Call(self.cloud, request, self._authenticate(request))

    def anonymous(self, request: Request) -> Response | None:
        """Answer what anybody may ask; None for everything else."""
        words = [segment.lower() for segment in request.segments]
        if request.method == "GET" and words == ["metadata", "endpoints"]:
            return inventory.metadata(_api_version(request), self.cloud)
        if request.method == "GET" and tuple(words[:2]) == bootdiagnostics.PATH and len(words) == 4:
            return bootdiagnostics.read(self.cloud, *request.segments[2:])
        return None

    def answer(self, call: Call) -> Response:
        """Do what is asked, all of it or nothing."""
        request = call.request
        segments = request.segments
        route = _route(request.method, segments)
        call.api_version = _api_version(request)
        self._require_subscription(segments)
        with self.cloud.store.transaction():
            if route is not None:
                return route.handle(call, *route.values(segments))
            return self._resource(call, segments)

    def _resource(self, call: Call, segments: list[str]) -> Response:
        id = parse_segments(segments)
        if id.type.lower() == tags.TYPE:
            return tags.answer(call, id)
        if id.type == GROUP_TYPE:
            return self._group(call, id)
        if not id.names and not id.types:
            raise _no_such_path(segments)
        registry = self.cloud.registry
        if registry.knows(id.type):
            return self._known(call, id)
        if id.is_collection and id.parent is not None and registry.knows(id.parent.type):
            return self._below(call, id, id.parent)
        raise unknown_type(id)

    def _known(self, call: Call, id: ArmId) -> Response:
        engine, method = self.cloud.engine, call.request.method
        if id.is_collection:
            if method == "GET":
                return engine.list(call, id)
            raise _no_such_method(method, id)
        match method:
            case "GET":
                return engine.get(call, id)
            case "HEAD":
                return Response(204 if engine.get(call, id).status == 200 else 404)
            case "PUT":
                return engine.put(call, id, call.request.json_object())
            case "PATCH":
                return engine.patch(call, id, call.request.json_object())
            case "DELETE":
                return engine.delete(call, id)
            case _:
                raise _no_such_method(method, id)

    def _below(self, call: Call, id: ArmId, owner: ArmId) -> Response:
        """Work on what is below a resource but is none: an action or a view."""
        type = self.cloud.registry.type_of(owner)
        word = id.types[-1].lower()
        action = type.actions.get(word) if call.request.method == "POST" else None
        view = type.views.get(word) if call.request.method == "GET" else None
        if action is None and view is None:
            raise unknown_type(id)
        call.authorize(f"{id.type}/{'action' if action else 'read'}", owner)
        resource, _ = self.cloud.engine.find(call, owner)
        handle: Any = action or view
        return handle(call, resource)

    def _group(self, call: Call, id: ArmId) -> Response:
        groups, request = self.cloud.groups, call.request
        if id.is_collection:
            if request.method == "GET":
                return groups.list(call, id.subscription)
            raise _no_such_method(request.method, id)
        match request.method:
            case "GET":
                return groups.get(call, id)
            case "HEAD":
                return groups.head(call, id)
            case "PUT":
                return groups.put(call, id, request.json_object())
            case "PATCH":
                return groups.patch(call, id, request.json_object())
            case "DELETE":
                return groups.delete(call, id)
            case _:
                raise _no_such_method(request.method, id)

    def _require_subscription(self, segments: list[str]) -> None:
        """That there is no such subscription is no secret."""
        is_in_one = len(segments) > 1 and segments[0].lower() == "subscriptions"
        if is_in_one and not self.cloud.tenancy.has_subscription(segments[1]):
            raise subscription_absent(segments[1])

    def _authenticate(self, request: Request) -> Principal:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise self._unauthorized(
                "AuthenticationFailed",
                "Authentication failed. The 'Authorization' header is missing.",
            )
        audiences = (*_AUDIENCES, self.cloud.endpoints.arm)
        try:
            return self.cloud.tokens.check(token.strip(), audiences, self.cloud.tenancy.tenant.id)
        except TokenError as error:
            raise self._unauthorized(_TOKEN_CODES[error.reason], str(error)) from error

    def _unauthorized(self, code: str, message: str) -> AzureError:
        authority = f"{self.cloud.endpoints.login}/{self.cloud.tenancy.tenant.id}"
        challenge = (
            f'Bearer authorization_uri="{authority}", error="invalid_token",'
            f' error_description="{message}"'
        )
        return AzureError(401, code, message, headers={"www-authenticate": challenge})


_ROUTES = by_shape(ROUTES)


def _route(method: str, segments: list[str]) -> Route | None:
    near = _ROUTES.get((method, len(segments)), ())
    return next((route for route in near if route.fits(method, segments)), None)


def _api_version(request: Request) -> str:
    version = request.query.get("api-version", "")
    if not version:
        raise AzureError(
            400,
            "MissingApiVersionParameter",
            "The api-version query parameter (?api-version=) is required for all requests.",
        )
    if not _VERSION.fullmatch(version):
        raise AzureError(
            400,
            "InvalidApiVersionParameter",
            f"The api-version '{version[:80]}' is invalid. It must be a date such as 2024-03-01, or"
            " one with -preview behind it.",
        )
    return version


def _no_such_path(segments: list[str]) -> AzureError:
    return AzureError(404, "NotFound", f"There is nothing at the path '/{'/'.join(segments)}'.")


def _no_such_method(method: str, id: ArmId) -> AzureError:
    return AzureError(
        405,
        "MethodNotAllowed",
        f"The HTTP method '{method[:20]}' is not supported on '{id.type}'.",
    )
