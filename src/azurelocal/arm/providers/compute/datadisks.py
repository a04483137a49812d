"""The disks of a machine besides the one that it starts from: attached, made and detached.

A write names all that the machine shall have. What it had and is not named, or is named with
`toBeDetached`, is detached.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute import diskaccess, osdisks
from azurelocal.arm.providers.compute.common import (
    a_number,
    a_switch,
    a_text,
    bad_parameter,
    cannot_change,
    missing,
    not_allowed,
    not_emulated,
    one_of,
    zone_of,
)
from azurelocal.arm.providers.compute.disks import LINK
from azurelocal.arm.providers.compute.disks import TYPE as DISKS
from azurelocal.arm.types import Body, objects, reference
from azurelocal.errors import AzureError
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.arm.providers.compute.sizes import Size
    from azurelocal.store import Resource

_LAST_LUN = 63
_OPTIONS = ("Attach", "Empty", "FromImage", "Copy", "Restore")
_ONCE = ("toBeDetached", "detachOption")
"""What an entry says of this write alone."""


def settle(call: Call, new: Resource, old: Resource | None, size: Size) -> None:
    """Attach, make and detach the disks of a machine."""
    storage = new.properties["storageProfile"]
    before = _entries(old)
    entries = [
        _known(entry, before)
        for entry in objects(storage.get("dataDisks"), "storageProfile.dataDisks")
        if not a_switch(entry, "toBeDetached", "dataDisk.toBeDetached")
    ]
    _check_places(entries, size)
    for entry in entries:
        was = _find(before, entry)
        for name in _ONCE:
            entry.pop(name, None)
        if was is None:
            _add(call, new, entry, size)
            continue
        if entry["lun"] != was["lun"]:
            raise cannot_change("dataDisk.lun")
        osdisks.settle(entry, size)
        entry["managedDisk"]["id"] = was["managedDisk"]["id"]
        osdisks.resize(call, entry)
    storage["dataDisks"] = entries


def _entries(old: Resource | None) -> list[Body]:
    return old.properties["storageProfile"]["dataDisks"] if old else []


def _known(entry: Body, before: list[Body]) -> Body:
    """Complete an entry with what is known of the disk from before."""
    was = _find(before, entry)
    return {**was, **entry} if was else entry


def _find(before: list[Body], entry: Body) -> Body | None:
    id = reference(entry.get("managedDisk"), "dataDisk.managedDisk").lower()
    name = str(entry.get("name") or "").lower()
    for was in before:
        same_id = id == was["managedDisk"]["id"].lower()
        if same_id or (not id and name and name == was["name"].lower()):
            return was
    return None


def _check_places(entries: list[Body], size: Size) -> None:
    if len(entries) > size.disks:
        raise not_allowed(
            "The maximum number of data disks allowed to be attached to a VM of this size is"
            f" {size.disks}."
        )
    taken: set[int] = set()
    for entry in entries:
        lun = a_number(entry, "lun", "dataDisk.lun", 0, _LAST_LUN)
        if lun is None:
            raise missing("dataDisk.lun")
        if lun in taken:
            raise bad_parameter(
                "dataDisk.lun",
                f"The value '{lun}' of parameter 'dataDisk.lun' is used by more than one data"
                " disk. Each data disk must have a LUN of its own.",
            )
        taken.add(lun)


def _add(call: Call, new: Resource, entry: Body, size: Size) -> None:
    one_of(entry, "createOption", "dataDisk.createOption", _OPTIONS)
    match entry.get("createOption"):
        case None:
            raise missing("dataDisk.createOption")
        case "Attach":
            _attach(call, new, entry, size)
        case "Empty":
            _make(call, new, entry, size)
        case option:
            raise not_emulated(f"data disks with createOption {option}")


def _make(call: Call, new: Resource, entry: Body, size: Size) -> None:
    if reference(entry.get("managedDisk"), "dataDisk.managedDisk"):
        raise AzureError(
            400,
            "InvalidParameterConflictingProperties",
            "The property 'dataDisk.createOption' cannot have the value 'Empty' when property"
            " 'dataDisk.managedDisk.id' is set.",
        )
    gigabytes = a_number(entry, "diskSizeGB", "dataDisk.diskSizeGB", 1, 32767)
    if gigabytes is None:
        raise missing("dataDisk.diskSizeGB")
    name = a_text(entry, "name", "dataDisk.name")
    entry["name"] = name or f"{new.name}_disk{entry['lun'] + 2}_{uuid.uuid4().hex}"
    made: Body = {"creationData": {"createOption": "Empty"}}
    osdisks.create(call, new, entry, made, size, gigabytes)


def _attach(call: Call, new: Resource, entry: Body, size: Size) -> None:
    id = osdisks.require_id(entry, "dataDisk")
    disk = attachable(call, new, id)
    entry["name"] = disk.name
    entry.setdefault("managedDisk", {})["storageAccountType"] = disk.body["sku"]["name"]
    osdisks.settle(entry, size)
    entry["managedDisk"] = {"id": id}
    entry.pop("diskSizeGB", None)


def attachable(call: Call, new: Resource, id: str) -> Resource:
    """Read a disk that a machine is about to have; refuse one that it cannot have."""
    parsed = parse(id)
    if parsed.type.lower() != DISKS.lower() or parsed.is_collection:
        raise bad_parameter("managedDisk.id", f"'{id}' is not the id of a disk.")
    call.authorize_link(f"{DISKS}/write", id, f"{new.id.type}/write", str(new.id))
    disk = call.store.get(parsed.key)
    if disk is None:
        raise AzureError(404, "NotFound", f"Disk {parsed.name} is not found.")
    if disk.location != new.location:
        raise AzureError(
            400,
            "BadRequest",
            f"Disk {id} is not in the same region as VM '{new.name}': {new.location}.",
        )
    zone = zone_of(disk)
    if zone and zone != zone_of(new):
        raise AzureError(
            400,
            "BadRequest",
            f"Disk {id} cannot be attached to the VM because it is not in the same zone as the VM."
            f" VM zone: '{zone_of(new)}'. Disk zone: '{zone}'.",
        )
    diskaccess.refuse_granted(call, disk, "disk")
    _refuse_owned(call, new, disk)
    return disk


def _refuse_owned(call: Call, new: Resource, disk: Resource) -> None:
    owners = [
        link.source
        for link in call.store.links_to(disk.key, LINK)
        if link.source.lower() != new.key
    ]
    if owners and len(owners) >= (disk.properties.get("maxShares") or 1):
        raise AzureError(
            409,
            "ConflictingUserInput",
            f"Disk '{disk.id}' cannot be attached as the disk is already owned by VM"
            f" '{owners[0]}'.",
        )


def disk_links(resource: Resource) -> Iterable[Link]:
    """All disks that a machine has."""
    storage = resource.properties["storageProfile"]
    for entry, detail in [
        (storage["osDisk"], "os"),
        *((entry, "data") for entry in storage["dataDisks"]),
    ]:
        yield Link(str(resource.id), LINK, entry["managedDisk"]["id"], detail, type=DISKS)


def shown(call: Call, storage: Body) -> None:
    """Say of each disk how large it is and of what kind, which the disk itself knows."""
    for entry in (storage["osDisk"], *storage["dataDisks"]):
        disk = call.store.get(entry["managedDisk"]["id"].lower())
        if disk is not None:
            entry["managedDisk"]["storageAccountType"] = disk.body["sku"]["name"]
            entry["diskSizeGB"] = disk.properties["diskSizeGB"]
    for entry in storage["dataDisks"]:
        entry["toBeDetached"] = False
