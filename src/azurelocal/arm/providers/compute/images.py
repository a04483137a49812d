"""Images that users make, of a machine that is generalized, a disk, a snapshot or a blob."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute.common import (
    a_number,
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
from azurelocal.arm.providers.compute.machinestate import machine_of
from azurelocal.arm.providers.compute.usages import MACHINES
from azurelocal.arm.types import Body, ResourceType, objects, reference
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

_COMPUTE = "Microsoft.Compute"
_READ = {
    "managedDisk": f"{_COMPUTE}/disks",
    "snapshot": f"{_COMPUTE}/snapshots",
}


class Image(ResourceType):
    """An image."""

    name = f"{_COMPUTE}/images"

    def combine(self, old: Resource, body: Body) -> Body:
        """A PUT changes what it names, and hardly anything can be changed."""
        return combined(old, body)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        properties = new.properties
        check_place(new, old)
        if old is not None:
            for name in ("storageProfile", "sourceVirtualMachine", "hyperVGeneration"):
                before = old.properties.get(name)
                if properties.get(name) not in (None, before):
                    raise cannot_change(name)
                if before is not None:
                    properties[name] = before
            return
        check_name(new)
        source = reference(properties.get("sourceVirtualMachine"), "sourceVirtualMachine")
        if source:
            self._take(call, new, source)
        storage = section(properties, "storageProfile")
        one_of(properties, "hyperVGeneration", "hyperVGeneration", ("V1", "V2"), "V1")
        _check_disk(call, section(storage, "osDisk"))
        objects(storage.setdefault("dataDisks", []), "storageProfile.dataDisks")

    def _take(self, call: Call, new: Resource, source: str) -> None:
        """Make an image of a machine."""
        call.authorize_link(f"{MACHINES}/read", source, f"{self.name}/write", str(new.id))
        machine = call.store.get(parse(source).key)
        if machine is None or machine.id.type != MACHINES:
            raise bad_parameter("sourceVirtualMachine", f"There is no virtual machine '{source}'.")
        if not machine_of(call.store, machine.key).generalized:
            raise not_allowed(
                f"Creating an image from the VM '{machine.name}' is not allowed, since the VM is"
                " not generalized."
            )
        disk = machine.properties["storageProfile"]["osDisk"]
        section(new.properties, "storageProfile")["osDisk"] = {
            "osType": disk["osType"],
            "osState": "Generalized",
            "managedDisk": {"id": disk["managedDisk"]["id"]},
            "caching": disk["caching"],
        }

    def links(self, resource: Resource) -> Iterable[Link]:
        disk: Body = resource.properties["storageProfile"]["osDisk"]
        for name, type in _READ.items():
            target = reference(disk.get(name), f"osDisk.{name}")
            if target:
                action = f"{type}/read"
                yield Link(str(resource.id), "~source", target, action=action, type=type)


def _check_disk(call: Call, disk: Body) -> None:
    one_of(disk, "osType", "osDisk.osType", ("Linux", "Windows"))
    one_of(disk, "osState", "osDisk.osState", ("Generalized", "Specialized"))
    for name in ("osType", "osState"):
        if not disk.get(name):
            raise missing(f"osDisk.{name}")
    a_number(disk, "diskSizeGB", "osDisk.diskSizeGB", 1, 4095)
    sources = [reference(disk.get(name), f"osDisk.{name}") for name in _READ]
    blob = a_text(disk, "blobUri", "osDisk.blobUri")
    if blob and not blob.startswith("https://"):
        raise bad_parameter("osDisk.blobUri", f"The value '{blob}' is not the address of a blob.")
    if not blob and not any(sources):
        raise missing("osDisk.blobUri")
    for id in filter(None, sources):
        found = call.store.get(id.lower())
        size: Any = found.properties.get("diskSizeGB") if found else None
        if size and disk.get("diskSizeGB") is None:
            disk["diskSizeGB"] = size
    disk.setdefault("storageAccountType", "Standard_LRS")
    disk.setdefault("caching", "None")


TYPES = (Image,)
