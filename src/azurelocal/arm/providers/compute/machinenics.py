"""The network interfaces of a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.common import a_switch, missing, not_emulated, one_of, section
from azurelocal.arm.types import Body, objects, reference
from azurelocal.errors import AzureError
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.arm.providers.compute.machinestate import Machine
    from azurelocal.arm.providers.compute.sizes import Size
    from azurelocal.store import Resource

_TYPE = "Microsoft.Network/networkInterfaces"
LINK = "networkInterface"


def settle(new: Resource, size: Size) -> None:
    """Check and fill in the interfaces that a machine shall have."""
    profile = section(new.properties, "networkProfile")
    if profile.get("networkInterfaceConfigurations"):
        raise not_emulated("interfaces that are made with a machine; make them first")
    entries = interfaces(new)
    if not entries:
        raise missing("networkProfile.networkInterfaces")
    seen: set[str] = set()
    for entry in entries:
        id = reference(entry, "networkInterfaces").lower()
        if not id:
            raise missing("networkInterfaces.id")
        if id in seen:
            raise AzureError(
                400, "InvalidParameter", f"Network interface '{id}' is named more than once."
            )
        seen.add(id)
    if len(entries) > size.interfaces:
        raise AzureError(
            400,
            "NetworkInterfaceCountExceeded",
            f"The number of network interfaces for virtual machine {new.name} exceeds the maximum"
            f" allowed for the virtual machine size {size.name}. The number of network interfaces"
            f" is {len(entries)} and the maximum allowed is {size.interfaces}.",
        )
    _check_primary(new, entries)


def _check_primary(new: Resource, entries: list[Body]) -> None:
    primaries = 0
    for entry in entries:
        properties = section(entry, "properties", "networkInterfaces.properties")
        one_of(properties, "deleteOption", "deleteOption", ("Delete", "Detach"))
        primaries += bool(a_switch(properties, "primary", "networkInterfaces.primary"))
    if len(entries) == 1 and not primaries:
        entries[0]["properties"]["primary"] = True
    elif primaries != 1:
        raise AzureError(
            400,
            "VirtualMachineMustHaveOneNetworkInterfaceAsPrimary",
            f"Virtual machine {new.name} must have one network interface set as the primary.",
        )


def check_change(new: Resource, old: Resource, machine: Machine) -> None:
    """Interfaces come and go while the machine is deallocated."""
    before = {entry["id"].lower() for entry in interfaces(old)}
    after = {entry["id"].lower() for entry in interfaces(new)}
    if before != after and machine.power != "deallocated":
        raise AzureError(
            409,
            "AddingOrDeletingNetworkInterfacesOnARunningVirtualMachineNotSupported",
            "Secondary network interfaces cannot be added or deleted from a running virtual"
            f" machine. Please stop-deallocate the virtual machine {new.id}.",
        )


def refuse_used(call: Call, new: Resource) -> None:
    """Refuse an interface that another machine has."""
    for entry in interfaces(new):
        for link in call.store.links_to(entry["id"], LINK):
            if link.source.lower() != new.key:
                raise AzureError(
                    400,
                    "NicInUse",
                    f"Network Interface {entry['id']} is used by existing resource {link.source}."
                    " In order to use the network interface, it must be dissociated from the"
                    " resource.",
                )


def interfaces(resource: Resource) -> list[Body]:
    """The entries of a machine's network profile."""
    profile: Body = resource.properties.get("networkProfile") or {}
    return objects(profile.get("networkInterfaces"), "networkProfile.networkInterfaces")


def interface_links(resource: Resource) -> Iterable[Link]:
    """The interfaces that a machine has."""
    for entry in interfaces(resource):
        yield Link(
            str(resource.id),
            LINK,
            entry["id"],
            action=f"{_TYPE}/join/action",
            type=_TYPE,
            near=True,
        )
