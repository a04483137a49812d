"""What is about objects of any kind: finding them by ID, their owners, the organization."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.graph import applications, bodies, listing, principals

if TYPE_CHECKING:
    from azurelocal.graph.call import Call
    from azurelocal.http import Response


def by_ids(call: Call) -> Response:
    """The objects with the IDs that are asked for, as far as there are any."""
    call.require_read()
    body = call.body()
    kinds = {kind.lower() for kind in bodies.texts(body, "types")}
    wanted = dict.fromkeys(id.lower() for id in bodies.texts(body, "ids"))
    found = [
        document
        for id in wanted
        if (document := _object(call, id))
        and (not kinds or document["@odata.type"].rpartition(".")[2].lower() in kinds)
    ]
    return listing.plain(call, "directoryObjects", found)


def owners(call: Call, ids: list[str]) -> Response:
    """Whoever has created an object, as far as it is still there."""
    call.require_read()
    found = [document for id in ids if (document := _object(call, id))]
    return listing.plain(call, "directoryObjects", found)


def organization(call: Call) -> Response:
    """The tenant."""
    tenant = call.cloud.tenancy.tenant
    domain = {
        "name": tenant.domain,
        "type": "Managed",
        "isDefault": True,
        "isInitial": True,
        "capabilities": "Email, OfficeCommunicationsOnline",
    }
    document = {
        "id": tenant.id,
        "displayName": tenant.display_name,
        "tenantType": "AAD",
        "verifiedDomains": [domain],
    }
    return listing.plain(call, "organization", [document])


def _object(call: Call, id: str) -> dict[str, Any] | None:
    if (principal := call.directory.principal(id)) is not None:
        kind = "#microsoft.graph.servicePrincipal"
        return {"@odata.type": kind, **principals.shown(call, principal)}
    if (application := call.directory.application(id)) is not None:
        return {"@odata.type": "#microsoft.graph.application", **applications.shown(application)}
    return None
