"""Vaults that are deleted and not purged, and whether a name is free."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from azurelocal.arm.route import Route
from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.ids import parse
from azurelocal.vault import vaults

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body
    from azurelocal.vault.vaults import DeletedVault

_PROVIDER = "/subscriptions/{s}/providers/Microsoft.KeyVault"


def _list(call: Call, subscription: str) -> Response:
    call.authorize("Microsoft.KeyVault/deletedVaults/read", f"/subscriptions/{subscription}")
    found = vaults.all_deleted(call.store, call.now)
    return Response(200, {"value": [_show(one) for one in found if _is_in(one, subscription)]})


def _get(call: Call, subscription: str, location: str, name: str) -> Response:
    call.authorize(
        "Microsoft.KeyVault/locations/deletedVaults/read", f"/subscriptions/{subscription}"
    )
    return Response(200, _show(_find(call, subscription, location, name)))


def _purge(call: Call, subscription: str, location: str, name: str) -> Response:
    call.authorize(
        "Microsoft.KeyVault/locations/deletedVaults/purge/action",
        f"/subscriptions/{subscription}",
    )
    deleted = _find(call, subscription, location, name)
    if deleted.protected:
        raise AzureError(405, "MethodNotAllowed", "Operation 'DeletedVaultPurge' is not allowed.")
    vaults.purge(call.store, name)
    return Response(200)


def _find(call: Call, subscription: str, location: str, name: str) -> DeletedVault:
    found = vaults.find_deleted(call.store, name, call.now)
    if (
        found is None
        or not _is_in(found, subscription)
        or found.body["location"] != location.replace(" ", "").lower()
    ):
        raise AzureError(
            404, "DeletedVaultNotFound", f"The specified deleted vault '{name}' does not exist."
        )
    return found


def _is_in(deleted: DeletedVault, subscription: str) -> bool:
    return parse(deleted.id).subscription.lower() == subscription.lower()


def _show(deleted: DeletedVault) -> Body:
    location = deleted.body["location"]
    provider = _PROVIDER.replace("{s}", parse(deleted.id).subscription)
    return {
        "id": f"{provider}/locations/{location}/deletedVaults/{deleted.name}",
        "name": deleted.name,
        "type": "Microsoft.KeyVault/deletedVaults",
        "properties": {
            "vaultId": deleted.id,
            "location": location,
            "tags": deleted.body.get("tags") or {},
            "deletionDate": _moment(deleted.deleted),
            "scheduledPurgeDate": _moment(deleted.purged),
            "purgeProtectionEnabled": deleted.protected,
        },
    }


def _moment(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _check_name(call: Call, subscription: str) -> Response:
    """Tell whether a vault could be given a name."""
    call.authorize_member(subscription, "Microsoft.KeyVault/checkNameAvailability/read")
    name: Any = call.request.json_object().get("name")
    if not isinstance(name, str):
        raise AzureError(400, "BadRequest", "The value of 'name' must be a text.")
    taken = vaults.find(call.store, name) or vaults.find_deleted(call.store, name, call.now)
    if taken:
        message = f"The vault name '{name}' is already in use."
        answer = {"nameAvailable": False, "reason": "AlreadyExists", "message": message}
        return Response(200, answer)
    return Response(200, {"nameAvailable": True})


ROUTES = [
    Route("GET", f"{_PROVIDER}/deletedVaults", _list),
    Route("GET", f"{_PROVIDER}/locations/{{l}}/deletedVaults/{{name}}", _get),
    Route("POST", f"{_PROVIDER}/locations/{{l}}/deletedVaults/{{name}}/purge", _purge),
    Route("POST", f"{_PROVIDER}/checkNameAvailability", _check_name),
]
