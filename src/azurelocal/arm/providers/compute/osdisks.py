"""The disk that a machine starts from: made with the machine, or one that is there already."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute.common import (
    a_number,
    a_text,
    bad_parameter,
    cannot_change,
    missing,
    not_allowed,
    not_emulated,
    one_of,
    section,
)
from azurelocal.arm.providers.compute.disks import TYPE as DISKS
from azurelocal.arm.providers.compute.disktiers import SKUS
from azurelocal.arm.types import Body, reference
from azurelocal.errors import AzureError
from azurelocal.ids import ArmId

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.providers.compute.machineimages import Made
    from azurelocal.arm.providers.compute.sizes import Size
    from azurelocal.store import Resource

_CACHING = ("None", "ReadOnly", "ReadWrite")
_DELETE = ("Delete", "Detach")


def make(call: Call, new: Resource, image: Made, size: Size) -> None:
    """Make the disk of a new machine from its image."""
    disk = section(new.properties["storageProfile"], "osDisk")
    name = a_text(disk, "name", "osDisk.name") or f"{new.name}_OsDisk_1_{uuid.uuid4().hex}"
    disk["name"] = name
    disk["osType"] = image.os_type
    wanted = a_number(disk, "diskSizeGB", "osDisk.diskSizeGB", 1, 4095)
    if wanted is not None and wanted < image.size:
        raise not_allowed(
            f"The specified disk size {wanted} GB is smaller than the size of the corresponding"
            f" disk in the VM image: {image.size} GB. This is not allowed. Please choose equal or"
            " greater size or do not specify an explicit size."
        )
    _check_ephemeral(disk, size)
    made: Body = {
        "osType": image.os_type,
        "hyperVGeneration": image.generation,
        "creationData": {"createOption": "FromImage", "imageReference": {"id": image.id}},
    }
    create(call, new, disk, made, size, wanted)


def create(
    call: Call, new: Resource, entry: Body, properties: Body, size: Size, gigabytes: int | None
) -> None:
    """Make the disk that an entry of a machine's storage profile asks for."""
    settle(entry, size)
    id = disk_id(new, entry["name"])
    call.authorize_link(f"{DISKS}/write", str(id), f"{new.id.type}/write", str(new.id))
    if call.store.exists(id.key):
        raise AzureError(
            409,
            "ConflictingUserInput",
            f"Disk {entry['name']} already exists in resource group {new.id.group}. Only"
            " CreateOption.Attach is supported.",
        )
    managed = entry["managedDisk"]
    properties = {**properties}
    if gigabytes is not None:
        properties["diskSizeGB"] = gigabytes
    encryption = reference(managed.get("diskEncryptionSet"), "managedDisk.diskEncryptionSet")
    if encryption:
        properties["encryption"] = {"diskEncryptionSetId": encryption}
    body: Body = {
        "location": new.location,
        "sku": {"name": managed.pop("storageAccountType", None) or default_sku(size)},
        "tags": new.body.get("tags") or {},
        "properties": properties,
    }
    if new.body.get("zones") and not body["sku"]["name"].endswith("_ZRS"):
        body["zones"] = new.body["zones"]
    made = call.cloud.engine.write(call, id, body)
    managed["id"] = str(made.id)
    entry.pop("diskSizeGB", None)


def settle(entry: Body, size: Size) -> None:
    """Check and fill in what the entries of all disks have."""
    if entry.get("vhd") is not None:
        raise not_emulated("disks in storage accounts (vhd); use managed disks")
    managed = section(entry, "managedDisk")
    one_of(managed, "storageAccountType", "managedDisk.storageAccountType", SKUS)
    kind: str = managed.get("storageAccountType") or ""
    if kind.startswith("Premium") and not size.of.premium:
        raise bad_parameter(
            "managedDisk.storageAccountType",
            f"Requested operation cannot be performed because the VM size {size.name} does not"
            f" support the storage account type {kind} of disk '{entry.get('name')}'. Consider"
            " updating the VM to a size that supports Premium storage.",
        )
    one_of(entry, "caching", "caching", _CACHING, "None")
    one_of(entry, "deleteOption", "deleteOption", _DELETE, "Detach")


def _check_ephemeral(disk: Body, size: Size) -> None:
    if disk.get("diffDiskSettings") is None:
        return
    settings = section(disk, "diffDiskSettings")
    one_of(settings, "option", "diffDiskSettings.option", ("Local",))
    if settings.get("option") == "Local" and not size.ephemeral:
        raise not_allowed(
            "OS disk of Ephemeral VM is not supported: the VM size"
            f" {size.name} has no room for it. See https://aka.ms/ephemeralosdisks."
        )
    disk["deleteOption"] = "Delete"


def default_sku(size: Size) -> str:
    """The kind of disk that a machine gets when none is asked for."""
    return "Premium_LRS" if size.of.premium else "Standard_LRS"


def disk_id(new: Resource, name: str) -> ArmId:
    """The ID of a disk beside a machine."""
    return ArmId(new.id.scope, "Microsoft.Compute", ("disks",), (name,))


def keep(call: Call, new: Resource, old: Resource, size: Size) -> None:
    """Hold what was written against the disk that the machine has; only its size may grow."""
    disk = section(new.properties["storageProfile"], "osDisk")
    before = old.properties["storageProfile"]["osDisk"]
    for name in ("name", "createOption", "osType"):
        given = a_text(disk, name, f"osDisk.{name}")
        if given and given.lower() != before[name].lower():
            raise cannot_change(f"osDisk.{name}")
        disk[name] = before[name]
    id = reference(disk.get("managedDisk"), "osDisk.managedDisk") or before["managedDisk"]["id"]
    if id.lower() != before["managedDisk"]["id"].lower():
        raise cannot_change("osDisk.managedDisk.id")
    settle(disk, size)
    disk["managedDisk"]["id"] = before["managedDisk"]["id"]
    resize(call, disk)


def resize(call: Call, entry: Body) -> None:
    """Make the disk of an entry as large and of the kind that the entry says, where it does."""
    wanted = a_number(entry, "diskSizeGB", "diskSizeGB", 1, 32767)
    kind: Any = entry["managedDisk"].pop("storageAccountType", None)
    entry.pop("diskSizeGB", None)
    found = call.store.get(entry["managedDisk"]["id"].lower())
    if found is None:
        return
    now = (found.properties["diskSizeGB"], found.body["sku"]["name"])
    then = (wanted or now[0], kind or now[1])
    if then != now:
        body = found.copy().body
        body["properties"]["diskSizeGB"], body["sku"] = then[0], {"name": then[1]}
        call.cloud.engine.write(call, found.id, body)


def require_id(entry: Body, path: str) -> str:
    """Read the ID of the disk that an entry attaches."""
    id = reference(entry.get("managedDisk"), f"{path}.managedDisk")
    if not id:
        raise missing(f"{path}.managedDisk.id")
    return id
