"""Disk encryption sets: the customer's keys that disks are encrypted with.

Disks name them and they count as used. Nothing is encrypted with the keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute import machineidentity
from azurelocal.arm.providers.compute.common import (
    a_switch,
    a_text,
    bad_parameter,
    cannot_change,
    check_name,
    check_place,
    missing,
    not_allowed,
    one_of,
    section,
)
from azurelocal.arm.providers.compute.disks import combined
from azurelocal.arm.types import Body, ResourceType, reference
from azurelocal.http import Response
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import View
    from azurelocal.store import Resource

_LINK = "diskEncryptionSet"
_KINDS = (
    "EncryptionAtRestWithCustomerKey",
    "EncryptionAtRestWithPlatformAndCustomerKeys",
    "ConfidentialVmEncryptedWithCustomerKey",
)


class DiskEncryptionSet(ResourceType):
    """A set. The key is of a vault, which its identity may read."""

    name = "Microsoft.Compute/diskEncryptionSets"
    created = 200
    pending_put = 202

    def merge(self, old: Resource, patch: Body) -> Body:
        """A PATCH changes what it names."""
        merged = combined(old, patch)
        merged["identity"] = machineidentity.merged(old, patch)
        return merged

    def combine(self, old: Resource, body: Body) -> Body:
        """So does a PUT."""
        return self.merge(old, body)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        if old is None:
            check_name(new)
        check_place(new, old)
        machineidentity.settle(call, new, old)
        properties = new.properties
        one_of(properties, "encryptionType", "encryptionType", _KINDS, _KINDS[0])
        if old is not None and properties["encryptionType"] != old.properties["encryptionType"]:
            raise cannot_change("encryptionType")
        key = section(properties, "activeKey")
        address = a_text(key, "keyUrl", "activeKey.keyUrl")
        if not address:
            raise missing("activeKey.keyUrl")
        if not address.startswith("https://") or "/keys/" not in address:
            raise bad_parameter("activeKey.keyUrl", f"'{address}' is not the address of a key.")
        automatic = a_switch(
            properties, "rotationToLatestKeyVersionEnabled", "rotationToLatestKeyVersionEnabled"
        )
        properties["rotationToLatestKeyVersionEnabled"] = bool(automatic)
        properties["previousKeys"] = old.properties["previousKeys"] if old else []

    def links(self, resource: Resource) -> Iterable[Link]:
        yield from machineidentity.identity_links(resource)
        key: Body = resource.properties["activeKey"]
        vault = reference(key.get("sourceVault"), "activeKey.sourceVault")
        if vault:
            type = "Microsoft.KeyVault/vaults"
            yield Link(str(resource.id), "~vault", vault, type=type)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        users = call.store.links_to(resource.key, _LINK)
        if users:
            raise not_allowed(
                f"Disk encryption set '{resource.name}' cannot be deleted because it is in use by"
                f" {users[0].source}."
            )

    def removed(self, call: Call, resource: Resource) -> None:
        identity: Any = resource.body.get("identity") or {}
        machineidentity.forget(call, identity)

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        machineidentity.shown(call, body)

    @property
    def views(self) -> Mapping[str, View]:
        return {"associatedresources": _users}


def _users(call: Call, resource: Resource) -> Response:
    """List the disks that are encrypted with the set."""
    users = call.store.links_to(resource.key, _LINK)
    return Response(200, {"value": [user.source for user in users]})


TYPES = (DiskEncryptionSet,)
