"""Virtual machines.

They have states and no bodies, unless the cloud has a realiser for this type: it is awaited while a
machine is made, changed, acted on or deleted, and finds in `machinestate` what the first boot is
given.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute import (
    bootdiagnostics,
    datadisks,
    machineidentity,
    machinenics,
    machinestate,
    osdisks,
    osprofile,
    poweractions,
    usages,
)
from azurelocal.arm.providers.compute.availabilitysets import LINK as SET_LINK
from azurelocal.arm.providers.compute.common import (
    bad_parameter,
    cannot_change,
    check_name,
    check_place,
    missing,
    moment,
    one_of,
    section,
)
from azurelocal.arm.providers.compute.instanceview import instance_view
from azurelocal.arm.providers.compute.machineimages import (
    Made,
    check_fits,
    check_security,
    image_links,
    image_of,
)
from azurelocal.arm.providers.compute.machineoptions import (
    check_options,
    keep_image,
    size_wanted,
    take_user_data,
    target_of,
)
from azurelocal.arm.providers.compute.machinestate import Machine, machine_of
from azurelocal.arm.providers.compute.placement import place
from azurelocal.arm.providers.compute.sizes import Size, size_of, sizes
from azurelocal.arm.providers.compute.skus import require_region, sizes_answer
from azurelocal.arm.route import Route
from azurelocal.arm.types import Body, ResourceType, merge_patch
from azurelocal.http import Response
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Action, View
    from azurelocal.errors import AzureError
    from azurelocal.ids import ArmId
    from azurelocal.store import Resource

_COMPUTE = "Microsoft.Compute"
_GIVEN_BACK = ("vmId", "timeCreated", "instanceView")
_REFERENCES = {
    SET_LINK: f"{_COMPUTE}/availabilitySets",
    "virtualMachineScaleSet": f"{_COMPUTE}/virtualMachineScaleSets",
    "proximityPlacementGroup": f"{_COMPUTE}/proximityPlacementGroups",
    "host": f"{_COMPUTE}/hostGroups/hosts",
    "hostGroup": f"{_COMPUTE}/hostGroups",
}


class VirtualMachine(ResourceType):
    """A machine."""

    name = usages.MACHINES
    has_etag = True

    def merge(self, old: Resource, patch: Body) -> Body:
        """A PATCH changes what it names."""
        merged = merge_patch(old.body, patch)
        merged["identity"] = machineidentity.merged(old, patch)
        return merged

    def combine(self, old: Resource, body: Body) -> Body:
        """So does a PUT: the disk driver names a machine's disks alone. Tags are replaced."""
        merged = self.merge(old, body)
        if body.get("tags") is not None:
            merged["tags"] = body["tags"]
        return merged

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        check_place(new, old)
        new.body.pop("resources", None)
        machine = machine_of(call.store, new.key) if old else Machine(changed=call.now)
        size = size_wanted(new)
        check_options(new, old)
        section(new.properties, "storageProfile")
        machineidentity.settle(call, new, old)
        machinenics.settle(new, size)
        if old is None:
            self._make(call, new, size, machine)
        else:
            self._change(call, new, old, size, machine)
        datadisks.settle(call, new, old, size)
        take_user_data(new, machine)
        usages.refuse_too_many(call, new)
        machinestate.keep(call.store, new.key, machine)

    def _make(self, call: Call, new: Resource, size: Size, machine: Machine) -> None:
        check_name(new, 64)
        properties = new.properties
        disk = section(properties["storageProfile"], "osDisk")
        one_of(disk, "createOption", "osDisk.createOption", ("FromImage", "Attach"))
        image: Made | None = None
        if "createOption" not in disk:
            raise missing("osDisk.createOption")
        if disk["createOption"] == "FromImage":
            image = image_of(call, new)
            check_fits(image, size)
            osdisks.make(call, new, image, size)
        else:
            _start_from(call, new, disk, size)
        check_security(new, image)
        self._check_profile(new, image, machine)
        for name in _GIVEN_BACK:
            properties.pop(name, None)
        properties["vmId"] = str(uuid.uuid4())
        properties["timeCreated"] = moment(call.now)
        place(call, new, machine)

    def _check_profile(self, new: Resource, image: Made | None, machine: Machine) -> None:
        """A machine of an image needs an account; one of a disk has its own."""
        given = new.properties.get("osProfile") is not None
        if image is None or image.specialized:
            if given:
                raise bad_parameter("osProfile", "Parameter 'osProfile' is not allowed.")
            return
        if not given:
            raise missing("osProfile")
        osprofile.check_new(new, machine)

    def _change(
        self, call: Call, new: Resource, old: Resource, size: Size, machine: Machine
    ) -> None:
        for name in _GIVEN_BACK:
            new.properties.pop(name, None)
            if name in old.properties:
                new.properties[name] = old.properties[name]
        before = old.properties["storageProfile"].get("imageReference")
        keep_image(new.properties["storageProfile"], before)
        osprofile.check_kept(new, old, machine)
        osdisks.keep(call, new, old, size)
        machinenics.check_change(new, old, machine)
        for name in ("availabilitySet", "virtualMachineScaleSet"):
            if target_of(new, name).lower() != target_of(old, name).lower():
                raise cannot_change(name)

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        machinenics.refuse_used(call, new)

    def links(self, resource: Resource) -> Iterable[Link]:
        yield from image_links(resource)
        yield from datadisks.disk_links(resource)
        yield from machinenics.interface_links(resource)
        yield from machineidentity.identity_links(resource)
        for name, type in _REFERENCES.items():
            target = target_of(resource, name)
            if target:
                near = name == SET_LINK
                yield Link(str(resource.id), name, target, type=type, near=near)

    def removed(self, call: Call, resource: Resource) -> None:
        machineidentity.forget(call, resource.body.get("identity") or {})
        machinestate.forget(call.store, resource.key)
        bootdiagnostics.forget(call.store, resource.key)
        for id in _going_with(resource):
            found = call.store.get(id.lower())
            if found is not None:
                call.cloud.engine.remove(call, found)

    def acted(
        self, call: Call, resource: Resource, action: str, error: AzureError | None = None
    ) -> None:
        poweractions.acted(call, resource, action, error)

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        query = call.request.query
        expanded = query.get("$expand", "").lower().split(",")
        datadisks.shown(call, body["properties"]["storageProfile"])
        machineidentity.shown(call, body)
        if "instanceview" in expanded or query.get("statusonly", "").lower() == "true":
            body["properties"]["instanceView"] = instance_view(call, resource)
        if "userdata" in expanded:
            machine = machine_of(call.store, resource.key)
            body["properties"]["userData"] = machine.user_data or None
        extensions = call.store.resources(parent=resource.key)
        if extensions:
            body["resources"] = [call.cloud.engine.answer(call, one) for one in extensions]

    def listed(self, call: Call, collection: ArmId) -> list[Body] | None:
        """There are no scale sets, so that none of the machines is in the one that is asked for."""
        text = call.request.query.get("$filter", "")
        if not text:
            return None
        if not text.replace(" ", "").lower().startswith("'virtualmachinescaleset/id'eq"):
            raise bad_parameter("$filter", f"The filter '{text[:200]}' is not supported.")
        return []

    @property
    def actions(self) -> Mapping[str, Action]:
        return poweractions.ACTIONS

    @property
    def views(self) -> Mapping[str, View]:
        return {"instanceview": _instance_view, "vmsizes": _sizes}


def _start_from(call: Call, new: Resource, disk: Body, size: Size) -> None:
    """Take a disk that is there already for the one that the machine starts from."""
    id = osdisks.require_id(disk, "osDisk")
    found = datadisks.attachable(call, new, id)
    system: Any = found.properties.get("osType") or disk.get("osType")
    if not system:
        raise missing("osDisk.osType")
    disk |= {"name": found.name, "osType": system, "managedDisk": {"id": id}}
    osdisks.settle(disk, size)
    osdisks.resize(call, disk)


def _going_with(resource: Resource) -> Iterable[str]:
    """What is deleted with a machine, because it says so."""
    storage = resource.properties["storageProfile"]
    for entry in (storage["osDisk"], *storage["dataDisks"]):
        if entry["deleteOption"] == "Delete":
            yield entry["managedDisk"]["id"]
    for entry in machinenics.interfaces(resource):
        if entry["properties"].get("deleteOption") == "Delete":
            yield entry["id"]


def _instance_view(call: Call, resource: Resource) -> Response:
    return Response(200, instance_view(call, resource))


def _sizes(call: Call, resource: Resource) -> Response:
    """The sizes that a machine can change to: those with the same processor."""
    own = size_of(resource.properties["hardwareProfile"]["vmSize"])
    return sizes_answer([one for one in sizes().values() if one.architecture == own.architecture])


def _of_region(call: Call, subscription: str, location: str) -> Response:
    """List the machines of a subscription in one region."""
    scope = f"/subscriptions/{subscription}"
    call.authorize(f"{VirtualMachine.name}/read", scope)
    region = require_region(location)
    found = call.store.resources(type=VirtualMachine.name, subscription=subscription)
    answered = [call.cloud.engine.answer(call, one) for one in found if one.location == region]
    return Response(200, {"value": answered})


TYPES = (VirtualMachine,)
ROUTES = [
    Route(
        "GET",
        "/subscriptions/{s}/providers/Microsoft.Compute/locations/{l}/virtualMachines",
        _of_region,
    )
]
