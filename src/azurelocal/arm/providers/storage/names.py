"""Names of storage accounts: they are host names, so that each can be given only once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from azurelocal.arm.route import Route
from azurelocal.arm.types import invalid
from azurelocal.blob import accounts
from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.ids import parse

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.ids import ArmId

_NAME = re.compile(r"[a-z0-9]{3,24}")
_BAD_NAME = (
    "{name} is not a valid storage account name. Storage account name must be between 3 and 24"
    " characters in length and use numbers and lower-case letters only."
)


def require_free(call: Call, id: ArmId) -> None:
    """Refuse a new account whose name cannot be, or is somebody's."""
    if not _NAME.fullmatch(id.name):
        raise AzureError(400, "AccountNameInvalid", _BAD_NAME.format(name=id.name[:80]))
    taken = accounts.find(call.store, id.name)
    if taken is None:
        return
    if parse(taken.id).subscription.lower() == id.subscription.lower():
        raise AzureError(
            409,
            "StorageAccountInAnotherResourceGroup",
            f"The account {id.name} is already in another resource group in this subscription.",
        )
    raise AzureError(
        409, "StorageAccountAlreadyTaken", f"The storage account named {id.name} is already taken."
    )


def _check(call: Call, subscription: str) -> Response:
    """Tell whether an account could be given a name."""
    call.authorize_member(subscription, "Microsoft.Storage/checknameavailability/read")
    name: Any = call.request.json_object().get("name")
    if not isinstance(name, str):
        raise invalid("The value of 'name' must be a text.", "InvalidRequestPropertyValue")
    if not _NAME.fullmatch(name):
        return _no("AccountNameInvalid", _BAD_NAME.format(name=name[:80]))
    if accounts.find(call.store, name) is not None:
        return _no("AlreadyExists", f"The storage account named {name} is already taken.")
    return Response(200, {"nameAvailable": True})


def _no(reason: str, message: str) -> Response:
    return Response(200, {"nameAvailable": False, "reason": reason, "message": message})


ROUTES = [
    Route(
        "POST",
        "/subscriptions/{s}/providers/Microsoft.Storage/checkNameAvailability",
        _check,
    )
]
