"""Managed disks."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute import diskaccess
from azurelocal.arm.providers.compute.common import (
    a_number,
    a_text,
    cannot_change,
    check_name,
    check_place,
    moment,
    not_allowed,
    one_of,
    section,
)
from azurelocal.arm.providers.compute.disksources import (
    Source,
    check_size,
    source_links,
    source_of,
)
from azurelocal.arm.providers.compute.disktiers import SKUS, sku_tier, speed
from azurelocal.arm.providers.compute.machinestate import machine_of
from azurelocal.arm.types import Body, ResourceType, merge_patch
from azurelocal.errors import AzureError
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Action
    from azurelocal.http import Response
    from azurelocal.store import Resource

TYPE = "Microsoft.Compute/disks"
LINK = "disk"
"""What a machine's links to its disks are; their detail is os or data."""
_LARGEST = 32767
_GIVEN_BACK = ("diskState", "timeCreated", "uniqueId", "diskSizeBytes", "shareInfo")


class Disk(ResourceType):
    """A disk. Which machine has it is known from the machines."""

    name = TYPE
    created = 200
    pending_put = 202

    def combine(self, old: Resource, body: Body) -> Body:
        """A PUT changes what it names; the rest of the disk stays as it is."""
        return combined(old, body)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        check_common(new, old, _GIVEN_BACK)
        properties = new.properties
        if old is None:
            source = source_of(call, new)
            check_size(new, source)
            take_over(properties, source)
            properties["timeCreated"] = moment(call.now)
            properties["uniqueId"] = str(uuid.uuid4())
        else:
            self._check_change(call, new, old)
        size: int = properties["diskSizeGB"]
        properties["diskSizeBytes"] = size << 30
        self._rate(new, size)

    def _rate(self, new: Resource, size: int) -> None:
        """Say how fast the disk is, but where the user may say so."""
        properties, sku = new.properties, new.body["sku"]["name"]
        shares = a_number(properties, "maxShares", "maxShares", 1, 10)
        if shares == 1:
            del properties["maxShares"]
        rated = speed(sku, size)
        chosen = sku in ("UltraSSD_LRS", "PremiumV2_LRS")
        given = a_number(properties, "diskIOPSReadWrite", "diskIOPSReadWrite", 1, 400000)
        properties["diskIOPSReadWrite"] = (given if chosen else 0) or rated.operations
        given = a_number(properties, "diskMBpsReadWrite", "diskMBpsReadWrite", 1, 10000)
        properties["diskMBpsReadWrite"] = (given if chosen else 0) or rated.megabytes
        properties.pop("tier", None)
        if rated.tier:
            properties["tier"] = rated.tier

    def _check_change(self, call: Call, new: Resource, old: Resource) -> None:
        size, before = new.properties["diskSizeGB"], old.properties["diskSizeGB"]
        if size < before:
            raise not_allowed(
                f"The disk/snapshot resource with id {new.id} cannot be resized down. Reducing"
                " disk/snapshot size is not supported in Azure to prevent data loss."
            )
        for link in call.store.links_to(new.key, LINK):
            if machine_of(call.store, parse(link.source).key).power == "deallocated":
                continue
            if size != before and link.detail == "os":
                raise not_allowed(
                    f"Cannot resize disk {new.name} while it is attached to running VM"
                    f" {link.source}. Resizing a disk of an Azure Virtual Machine requires the"
                    " virtual machine to be deallocated. Please stop your VM and retry the"
                    " operation."
                )
            if new.body["sku"]["name"] != old.body["sku"]["name"]:
                raise not_allowed(
                    f"Cannot change account type of disk {new.name} while it is attached to"
                    f" running VM {link.source}."
                )

    def links(self, resource: Resource) -> Iterable[Link]:
        yield from source_links(resource)
        yield from encryption_links(resource)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        users = call.store.links_to(resource.key, LINK)
        if users:
            raise not_allowed(f"Disk {resource.name} is attached to VM {users[0].source}.")
        diskaccess.refuse_granted(call, resource, "disk")

    def removed(self, call: Call, resource: Resource) -> None:
        diskaccess.forget(call.store, resource.key)

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        users = call.store.links_to(resource.key, LINK)
        properties = body["properties"]
        properties["diskState"] = disk_state(call, resource, users)
        if users:
            body["managedBy"] = users[0].source
        if properties.get("maxShares"):
            body["managedByExtended"] = [user.source for user in users]
            properties["shareInfo"] = [{"vmUri": user.source} for user in users]

    @property
    def actions(self) -> Mapping[str, Action]:
        return {"begingetaccess": _begin, "endgetaccess": diskaccess.end}


def disk_state(call: Call, resource: Resource, users: list[Link]) -> str:
    """Tell what a disk is doing."""
    if diskaccess.is_granted(call.store, resource.key, call.now):
        return "ActiveSAS"
    powers = [machine_of(call.store, parse(user.source).key).power for user in users]
    if not powers:
        return "Unattached"
    return "Reserved" if all(power == "deallocated" for power in powers) else "Attached"


def _begin(call: Call, resource: Resource) -> Response:
    for user in call.store.links_to(resource.key, LINK):
        if machine_of(call.store, parse(user.source).key).power != "deallocated":
            raise AzureError(
                409,
                "Conflict",
                f"Access not permitted because disk {resource.name} is currently attached to"
                f" running VM {user.source}.",
            )
    return diskaccess.begin(call, resource)


def combined(old: Resource, body: Body) -> Body:
    """Merge a PUT into what there is; tags are replaced as a whole."""
    merged = merge_patch(old.body, body)
    if body.get("tags") is not None:
        merged["tags"] = body["tags"]
    return merged


def check_common(new: Resource, old: Resource | None, given_back: tuple[str, ...]) -> None:
    """Check and fill in what disks and snapshots both have.

    What we fill in ourselves, a client may give back, and it does not count.
    """
    if old is None:
        check_name(new)
    check_place(new, old)
    new.body.pop("managedBy", None)
    new.body.pop("managedByExtended", None)
    sku = section(new.body, "sku")
    one_of(sku, "name", "sku.name", SKUS, old.body["sku"]["name"] if old else "Standard_LRS")
    sku["tier"] = sku_tier(sku["name"])
    properties = new.properties
    for name in given_back:
        properties.pop(name, None)
        if old is not None and name in old.properties:
            properties[name] = old.properties[name]
    a_number(properties, "diskSizeGB", "disk.diskSizeGB", 1, _LARGEST)
    one_of(properties, "osType", "osType", ("Linux", "Windows"))
    one_of(properties, "hyperVGeneration", "hyperVGeneration", ("V1", "V2"))
    policies = ("AllowAll", "AllowPrivate", "DenyAll")
    one_of(properties, "networkAccessPolicy", "networkAccessPolicy", policies, "AllowAll")
    access = ("Enabled", "Disabled")
    one_of(properties, "publicNetworkAccess", "publicNetworkAccess", access, "Enabled")
    encryption = section(properties, "encryption")
    kind = a_text(encryption, "type", "encryption.type")
    by_customer = bool(a_text(encryption, "diskEncryptionSetId", "encryption.diskEncryptionSetId"))
    encryption["type"] = kind or (
        "EncryptionAtRestWithCustomerKey" if by_customer else "EncryptionAtRestWithPlatformKey"
    )
    if old is not None:
        _keep_source(properties, old.properties)


def _keep_source(properties: Body, before: Body) -> None:
    """What a disk is made of stays; it need not be told again."""
    told = section(properties, "creationData", "creationData")
    for name in ("createOption", "sourceResourceId", "imageReference"):
        if name in told and not _same(told[name], before["creationData"].get(name)):
            raise cannot_change(f"creationData.{name}")
    properties["creationData"] = before["creationData"]
    if properties.get("diskSizeGB") is None:
        properties["diskSizeGB"] = before["diskSizeGB"]


def _same(one: Any, other: Any) -> bool:
    """Compare what clients write in any case."""
    return str(one).lower() == str(other).lower()


def take_over(properties: Body, source: Source) -> None:
    """Take from the source what is not said."""
    if source.os_type:
        properties.setdefault("osType", source.os_type)
    if source.generation:
        properties.setdefault("hyperVGeneration", source.generation)
    elif properties.get("osType"):
        properties.setdefault("hyperVGeneration", "V1")


def encryption_links(resource: Resource) -> Iterable[Link]:
    """The keys that a disk is encrypted with."""
    id: str = resource.properties["encryption"].get("diskEncryptionSetId") or ""
    if id:
        type = "Microsoft.Compute/diskEncryptionSets"
        yield Link(str(resource.id), "diskEncryptionSet", id, action=f"{type}/read", type=type)


TYPES = (Disk,)
