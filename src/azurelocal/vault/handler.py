"""A vault as a whole: from a request to its answer."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.answering import error_response
from azurelocal.errors import AzureError
from azurelocal.vault import crypto, routes, vaults
from azurelocal.vault.access import authenticate, require
from azurelocal.vault.call import VaultCall
from azurelocal.vault.refusals import bad_parameter

if TYPE_CHECKING:
    from azurelocal.answering import Trace
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request, Response
    from azurelocal.principal import Principal
    from azurelocal.store import Resource

_VERSION = re.compile(r"\d+\.\d+(-[a-z0-9.]+)?|\d{4}-\d\d-\d\d(-[a-z0-9.]+)?")
_SERVICE_VERSION = "1.9.2000.1"


@dataclass(frozen=True)
class VaultHandler:
    """The vault of one name."""

    cloud: Cloud
    name: str

    async def __call__(self, request: Request, trace: Trace) -> Response:
        """Answer one request."""
        location = ""
        try:
            vault = self._vault()
            location = vault.location
            trace.principal = authenticate(self.cloud, request)
            response = await self._answer(request, vault, trace.principal, trace)
        except AzureError as error:
            trace.code = error.code
            response = error_response(error)
        response.headers |= {
            "cache-control": "no-cache",
            "x-ms-keyvault-region": location,
            "x-ms-keyvault-service-version": _SERVICE_VERSION,
            "x-ms-keyvault-network-info": f"conn_type=Ipv4;addr={request.client};",
        }
        return response

    def _vault(self) -> Resource:
        id = vaults.find(self.cloud.store, self.name)
        vault = self.cloud.store.get(id.lower()) if id else None
        if vault is None:
            raise AzureError(404, "VaultNotFound", f"There is no key vault named '{self.name}'.")
        return vault

    async def _answer(
        self, request: Request, vault: Resource, principal: Principal, trace: Trace
    ) -> Response:
        words = request.segments
        found = routes.find(request.method, words)
        if found is None:
            raise AzureError(
                404 if request.method in ("GET", "DELETE") else 405,
                "NotFound" if request.method in ("GET", "DELETE") else "MethodNotAllowed",
                f"There is no operation '{request.method[:20]}' at the path"
                f" '/{'/'.join(words)[:200]}'.",
            )
        if not _VERSION.fullmatch(request.query.get("api-version", "")):
            raise bad_parameter("api-version must be specified, and be one such as 7.4.")
        operation, values = found
        call = VaultCall(self.cloud, request, vault, principal)
        try:
            require(call, operation.access, values[0] if values else "")
        finally:
            trace.grant(call.decisions)
        if operation.spec is not None:
            spec = operation.spec(call, values[0])
            call.made = await asyncio.to_thread(crypto.generate, spec)
        with self.cloud.store.transaction():
            return operation.handle(call, *values)
