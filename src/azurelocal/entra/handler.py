"""Entra ID as a service: finds what a request is for, and writes answers and refusals down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.entra import (
    assertions,
    certificates,
    clients,
    discovery,
    federation,
    refusals,
    requests,
    resources,
)
from azurelocal.http import Response
from azurelocal.principal import Principal

if TYPE_CHECKING:
    from azurelocal.answering import Trace
    from azurelocal.cloud import Cloud
    from azurelocal.entra.clients import Client
    from azurelocal.entra.issuers import Issuers
    from azurelocal.entra.requests import TokenRequest
    from azurelocal.http import Request

_UNCACHED = {"cache-control": "no-store, no-cache", "pragma": "no-cache"}


@dataclass(frozen=True)
class EntraHandler:
    """Entra ID."""

    cloud: Cloud
    issuers: Issuers

    async def __call__(self, request: Request, trace: Trace) -> Response:
        """Answer one request."""
        try:
            return await self._answer(request, trace)
        except refusals.Refusal as refusal:
            trace.code = refusal.code
            return refusals.answer(refusal, request, self.cloud)

    async def _answer(self, request: Request, trace: Trace) -> Response:
        match [segment.lower() for segment in request.segments]:
            case [*_, "discovery", "instance"]:
                return self._read(request, discovery.instance(self.cloud, request))
            case [tenant, "v2.0", ".well-known", "openid-configuration"]:
                document = discovery.configuration(self.cloud, request, tenant, 2)
                return self._read(request, document)
            case [tenant, ".well-known", "openid-configuration"]:
                document = discovery.configuration(self.cloud, request, tenant, 1)
                return self._read(request, document)
            case [tenant, "discovery", "v2.0", "keys"] | [tenant, "discovery", "keys"]:
                return self._read(request, discovery.keys(self.cloud, tenant))
            case [tenant, "oauth2", "v2.0", "token"]:
                return await self._token(request, trace, tenant, 2)
            case [tenant, "oauth2", "token"]:
                return await self._token(request, trace, tenant, 1)
            case [_, "oauth2", *_, "authorize" | "devicecode" | "logout"]:
                raise refusals.NOBODY_SIGNED_IN(
                    "Session information is not sufficient for single-sign-on: nobody can log in"
                    " here with a browser. Log in as a service principal or a managed identity."
                )
            case _:
                trace.code = "NotFound"
                what = f"There is nothing at the path '{request.path[:200]}'."
                return Response(404, {"error": "not_found", "error_description": what})

    def _read(self, request: Request, document: dict[str, Any]) -> Response:
        if request.method not in ("GET", "HEAD"):
            raise refusals.METHOD_WRONG(
                f"The endpoint only accepts GET requests. Received a {request.method[:20]} request."
            )
        headers = {"access-control-allow-origin": "*", "cache-control": "max-age=60, private"}
        return Response(200, document, headers)

    async def _token(self, request: Request, trace: Trace, tenant: str, version: int) -> Response:
        if request.method != "POST":
            raise refusals.METHOD_WRONG(
                f"The endpoint only accepts POST requests. Received a {request.method[:20]}"
                " request."
            )
        if tenant in discovery.SHARED_TENANTS:
            raise refusals.TENANT_UNNAMED(
                "No tenant-identifying information found in either the request or implied by any"
                " provided credentials."
            )
        discovery.require_tenant(self.cloud, tenant)
        wanted = requests.read(request, version=version)
        client = clients.find(self.cloud, wanted.client_id)
        trace.principal = Principal(
            client.principal.id, client.principal.app_id, client.principal.display_name
        )
        proof = await self._proof(wanted, client)
        resources.require_known(self.cloud, wanted.resource)
        return self._issue(client, wanted.resource, proof, version)

    async def _proof(self, wanted: TokenRequest, client: Client) -> str:
        """Let the client prove who it is; tells how, in the word of the claim 'appidacr'."""
        if wanted.assertion:
            assertion = assertions.read(wanted.assertion)
            # Who signs for itself names itself as the issuer; everybody else has an address.
            if "://" in assertion.issuer:
                await federation.prove(self.cloud, self.issuers, client, assertion)
            else:
                certificates.prove(self.cloud, client, assertion)
            return "2"
        if wanted.secret:
            clients.prove_secret(client, wanted.secret, self.cloud.clock())
            return "1"
        raise refusals.PROOF_MISSING(
            "'client_assertion', 'client_secret' or 'request' is required for the"
            " 'client_credentials' grant type."
        )

    def _issue(self, client: Client, resource: str, proof: str, version: int) -> Response:
        cloud, principal = self.cloud, client.principal
        lifetime = cloud.tokens.lifetime(principal)
        token = cloud.tokens.issue(principal, cloud.tenancy.tenant.id, resource, proof=proof)
        body: dict[str, Any] = {"token_type": "Bearer", "access_token": token}
        if version == 2:
            body |= {"expires_in": lifetime, "ext_expires_in": lifetime}
            if lifetime >= 7200:
                body["refresh_in"] = lifetime // 2
            return Response(200, body, dict(_UNCACHED))
        now = int(cloud.clock())
        body |= {
            "expires_in": str(lifetime),
            "ext_expires_in": str(lifetime),
            "expires_on": str(now + lifetime),
            "not_before": str(now),
            "resource": resource,
        }
        return Response(200, body, dict(_UNCACHED))
