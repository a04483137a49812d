"""The identities that a machine has: one of its own, and ones that were made for it.

The latter are merged: a write adds those that it names and removes those that it names with null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute.common import a_text, bad_parameter
from azurelocal.arm.types import Body, an_object
from azurelocal.errors import AzureError
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

_TYPE = "Microsoft.ManagedIdentity/userAssignedIdentities"
_KINDS = ("None", "SystemAssigned", "UserAssigned", "SystemAssigned, UserAssigned")
_ASSIGNED = "userAssignedIdentities"


def merged(old: Resource, body: Body) -> Body | None:
    """The identity that a write on an existing machine asks for; None for none at all."""
    before: Body = old.body.get("identity") or {}
    if "identity" not in body:
        return before or None
    asked = an_object(body["identity"], "identity")
    ids: dict[str, Any] = dict(before.get(_ASSIGNED) or {})
    for id, value in an_object(asked.get(_ASSIGNED), _ASSIGNED).items():
        known = next((one for one in ids if one.lower() == id.lower()), id)
        if value is None:
            ids.pop(known, None)
        else:
            ids[known] = {}
    wanted: Body = {**asked, _ASSIGNED: ids}
    if "UserAssigned" not in str(asked.get("type") or ""):
        del wanted[_ASSIGNED]
    return wanted


def settle(call: Call, new: Resource, old: Resource | None) -> None:
    """Check a machine's identities; make or remove the one of its own."""
    before: Body = (old.body.get("identity") or {}) if old else {}
    identity: Body = an_object(new.body.get("identity"), "identity")
    kind = _kind(identity)
    own: str = before.get("principalId") or ""
    if kind in ("", "None"):
        new.body.pop("identity", None)
    else:
        _check_assigned(identity, kind)
        identity["type"] = kind
        identity.pop("principalId", None)
        identity.pop("tenantId", None)
    if kind.startswith("SystemAssigned"):
        if not own:
            directory = call.cloud.directory
            own = directory.add_managed_identity(new.name, str(new.id), call.now).id
        identity |= {"principalId": own, "tenantId": call.cloud.tenancy.tenant.id}
    elif own:
        forget(call, before)


def _kind(identity: Body) -> str:
    given = a_text(identity, "type", "identity.type")
    plain = ", ".join(part.strip() for part in given.split(",")) if given else ""
    found = next((kind for kind in _KINDS if kind.lower() == plain.lower()), None)
    if given and found is None:
        raise AzureError(
            400,
            "InvalidIdentityType",
            f"The identity type '{given}' is not valid. It must be one of {'; '.join(_KINDS)}.",
        )
    return found or ""


def _check_assigned(identity: Body, kind: str) -> None:
    ids = an_object(identity.get(_ASSIGNED), _ASSIGNED)
    if "UserAssigned" not in kind:
        if ids:
            raise bad_parameter(
                "identity",
                f"User assigned identities can be given with type UserAssigned, not with {kind}.",
            )
        identity.pop(_ASSIGNED, None)
        return
    if not ids:
        raise AzureError(
            400,
            "MissingIdentityIds",
            f"The identity ids must not be null or empty for '{kind}' identity type.",
        )
    if any(not id.startswith("/") for id in ids):
        raise AzureError(
            400, "LinkedInvalidPropertyId", "The ids of identities must begin with '/'."
        )
    identity[_ASSIGNED] = {id: {} for id in ids}


def forget(call: Call, identity: Body) -> None:
    """Remove the identity that was the machine's own."""
    principal = call.cloud.directory.principal(identity.get("principalId") or "")
    if principal is not None:
        call.cloud.directory.remove_principal(principal)


def identity_links(resource: Resource) -> Iterable[Link]:
    """The identities that were made for the machine."""
    identity: Body = resource.body.get("identity") or {}
    assigned: Body = identity.get(_ASSIGNED) or {}
    for id in assigned:
        action = f"{_TYPE}/assign/action"
        yield Link(str(resource.id), "~identity", id, action=action, type=_TYPE)


def shown(call: Call, body: Body) -> None:
    """Say whom each identity acts as."""
    identity: Body = body.get("identity") or {}
    assigned: Body = identity.get(_ASSIGNED) or {}
    for id in assigned:
        found = call.store.get(id.lower())
        if found is not None:
            names = ("principalId", "clientId")
            assigned[id] = {name: found.properties[name] for name in names}
