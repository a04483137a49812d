"""Access to the content of disks and snapshots from outside: granted for a time, and taken back.

While it is granted, a disk can neither be attached nor deleted.
"""

from __future__ import annotations

import base64
import hashlib
import os
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute.common import a_number, missing, not_allowed, one_of
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.http import Response
    from azurelocal.store import Resource, Store

_COLLECTION = "diskAccess"


def is_granted(store: Store, key: str, now: float) -> bool:
    """Tell whether somebody may read or write the content."""
    until: float | None = store.read(_COLLECTION, key)
    return until is not None and until > now


def forget(store: Store, key: str) -> None:
    """Take access back."""
    store.remove(_COLLECTION, key)


def begin(call: Call, resource: Resource) -> Response:
    """Grant access, and tell the address that has it."""
    asked = call.request.json_object()
    one_of(asked, "access", "access", ("Read", "Write"))
    if "access" not in asked:
        raise missing("access")
    seconds = a_number(asked, "durationInSeconds", "durationInSeconds", 1, 1 << 32)
    if seconds is None:
        raise missing("durationInSeconds")
    if resource.properties.get("networkAccessPolicy") == "DenyAll":
        raise AzureError(
            403,
            "AccessDenied",
            f"Access to '{resource.id}' is denied by its network access policy DenyAll.",
        )
    call.store.write(_COLLECTION, resource.key, call.now + seconds)
    answer = {"accessSAS": _address(call, resource, asked["access"])}
    return call.cloud.engine.act(call, resource, "beginGetAccess", answer)


def end(call: Call, resource: Resource) -> Response:
    """Take access back."""
    forget(call.store, resource.key)
    return call.cloud.engine.act(call, resource, "endGetAccess")


def refuse_granted(call: Call, resource: Resource, what: str) -> None:
    """Refuse what cannot be done while there is access from outside."""
    if is_granted(call.store, resource.key, call.now):
        raise not_allowed(
            f"There is an active shared access signature outstanding for {what} {resource.name}."
            " Call EndGetAccess before deleting or attaching the disk."
        )


def _address(call: Call, resource: Resource, access: str) -> str:
    unique: Any = resource.properties["uniqueId"]
    account = hashlib.sha256(unique.encode()).hexdigest()[:12]
    signature = base64.urlsafe_b64encode(os.urandom(32)).decode().rstrip("=")
    permission = "r" if access == "Read" else "rw"
    suffix = call.cloud.endpoints.storage_suffix
    return f"https://md-{account}.blob.{suffix}/{unique}/abcd?sp={permission}&sig={signature}"
