"""What is said of a machine as a whole: its size, its price, and what it is part of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute import bootdiagnostics, osprofile
from azurelocal.arm.providers.compute.availabilitysets import LINK as SET_LINK
from azurelocal.arm.providers.compute.common import (
    a_text,
    bad_parameter,
    cannot_change,
    missing,
    not_emulated,
    one_of,
    section,
)
from azurelocal.arm.providers.compute.sizes import Size, size_of
from azurelocal.arm.types import Body, an_object, reference
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.providers.compute.machinestate import Machine
    from azurelocal.store import Resource


def size_wanted(new: Resource) -> Size:
    """Find the size that a machine shall have."""
    hardware = section(new.properties, "hardwareProfile")
    name = a_text(hardware, "vmSize", "hardwareProfile.vmSize")
    if not name:
        raise missing("hardwareProfile.vmSize")
    size = size_of(name)
    hardware["vmSize"] = size.name
    return size


def check_options(new: Resource, old: Resource | None) -> None:
    """Refuse what contradicts itself, and what stays as it was made."""
    properties = new.properties
    one_of(properties, "priority", "priority", ("Regular", "Low", "Spot"))
    one_of(properties, "evictionPolicy", "evictionPolicy", ("Deallocate", "Delete"))
    if properties.get("evictionPolicy") and properties.get("priority") not in ("Low", "Spot"):
        raise bad_parameter(
            "evictionPolicy", "Eviction policy can be set only on Azure Spot Virtual Machines."
        )
    if old and properties.get("priority") != old.properties.get("priority"):
        raise cannot_change("priority")
    if new.body.get("zones") and target_of(new, SET_LINK):
        raise AzureError(
            400,
            "BadRequest",
            "Virtual Machine cannot be created because both Availability Zone and Availability Set"
            " were specified. Deploying an Availability Set to an Availability Zone isn't"
            " supported.",
        )
    bootdiagnostics.check(properties)
    if an_object(properties.get("capacityReservation"), "capacityReservation"):
        raise not_emulated("capacity reservations")


def keep_image(storage: Body, before: Any) -> None:
    """What a machine was made of stays; it need not be told again."""
    given = an_object(storage.get("imageReference"), "imageReference")
    known = an_object(before, "imageReference")
    if any(known.get(name) != value for name, value in given.items() if value is not None):
        raise cannot_change("imageReference")
    storage.pop("imageReference", None)
    if known:
        storage["imageReference"] = known


def take_user_data(new: Resource, machine: Machine) -> None:
    """User data is shown to who asks for it only, and the machine may read it at any time."""
    if "userData" in new.properties:
        data = a_text(new.properties, "userData", "userData")
        osprofile.check_data(data, "User data")
        machine.user_data = data
        del new.properties["userData"]


def target_of(resource: Resource, name: str) -> str:
    """The ID that a machine refers to under a name, or nothing."""
    return reference(resource.properties.get(name), name)
