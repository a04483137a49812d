"""What disks and snapshots are made of: nothing, another disk, a snapshot or an image."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.compute import marketplace
from azurelocal.arm.providers.compute.common import (
    a_text,
    bad_parameter,
    missing,
    not_allowed,
    not_emulated,
    one_of,
    section,
)
from azurelocal.arm.types import Body, reference
from azurelocal.errors import AzureError
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

_COMPUTE = "Microsoft.Compute"
_READ = {
    f"{_COMPUTE}/disks": f"{_COMPUTE}/disks/beginGetAccess/action",
    f"{_COMPUTE}/snapshots": f"{_COMPUTE}/snapshots/read",
    f"{_COMPUTE}/images": f"{_COMPUTE}/images/read",
    f"{_COMPUTE}/galleries/images": f"{_COMPUTE}/galleries/images/read",
    f"{_COMPUTE}/galleries/images/versions": f"{_COMPUTE}/galleries/images/versions/read",
}
"""What one must be allowed to do with a source to take its content."""
_OPTIONS = ("Empty", "Copy", "FromImage", "Import")
_NOT_EMULATED = (
    "Upload",
    "UploadPreparedSecure",
    "ImportSecure",
    "CopyStart",
    "CopyFromSanSnapshot",
)


@dataclass(frozen=True)
class Source:
    """What comes from the source. A size of 0 is not known."""

    size: int = 0
    os_type: str = ""
    generation: str = ""


def source_of(call: Call, resource: Resource) -> Source:
    """Find what a new disk or snapshot takes from what it is made of."""
    data = section(resource.properties, "creationData", "creationData")
    one_of(data, "createOption", "creationData.createOption", (*_OPTIONS, *_NOT_EMULATED))
    option = data.get("createOption")
    if option is None:
        raise missing("creationData.createOption")
    if option in _NOT_EMULATED:
        raise not_emulated(f"disks with createOption {option}")
    if option == "Import":
        if not a_text(data, "sourceUri", "creationData.sourceUri").startswith("https://"):
            raise missing("creationData.sourceUri")
        return Source()
    if option == "FromImage":
        return _of_image(call, resource, data)
    if option == "Copy":
        return _of_copy(call, resource, data)
    return Source()


def _of_copy(call: Call, new: Resource, data: Body) -> Source:
    id = a_text(data, "sourceResourceId", "creationData.sourceResourceId")
    if not id:
        raise missing("creationData.sourceResourceId")
    found = _existing(call, new, id, (f"{_COMPUTE}/disks", f"{_COMPUTE}/snapshots"))
    properties = found.properties
    return Source(
        properties["diskSizeGB"],
        properties.get("osType", ""),
        properties.get("hyperVGeneration", ""),
    )


def _of_image(call: Call, new: Resource, data: Body) -> Source:
    id = reference(data.get("imageReference"), "creationData.imageReference") or reference(
        data.get("galleryImageReference"), "creationData.galleryImageReference"
    )
    if not id:
        raise missing("creationData.imageReference")
    if "/publishers/" in id.lower():
        image = marketplace.of_id(parse(id))
        return Source(image.size, "Linux", image.generation)
    return of_own_image(call, new, id)


def of_own_image(call: Call, new: Resource, id: str) -> Source:
    """Find what a new machine or disk takes from an image that a user made."""
    types = tuple(type for type in _READ if "mages" in type)
    found = _existing(call, new, id, types)
    if found.id.type == f"{_COMPUTE}/galleries/images":
        found = _latest_version(call, found)
    if found.id.type == f"{_COMPUTE}/galleries/images/versions":
        assert found.id.parent is not None
        definition = call.store.get(found.id.parent.key)
        described = definition.properties if definition else {}
        image: Body = found.properties["storageProfile"]["osDiskImage"]
        return Source(
            image.get("sizeInGB") or 0,
            described.get("osType", "Linux"),
            described.get("hyperVGeneration", "V1"),
        )
    disk: Body = found.properties["storageProfile"]["osDisk"]
    return Source(
        disk.get("diskSizeGB") or 0,
        disk.get("osType", "Linux"),
        found.properties.get("hyperVGeneration", "V1"),
    )


def _latest_version(call: Call, definition: Resource) -> Resource:
    type = f"{_COMPUTE}/galleries/images/versions"
    versions = call.store.resources(type=type, parent=definition.key)
    if not versions:
        raise AzureError(
            404,
            "GalleryImageNotFound",
            f"The gallery image {definition.id} is not available in {definition.location} region.",
        )
    return max(versions, key=lambda one: [int(part) for part in one.name.split(".")])


def _existing(call: Call, new: Resource, id: str, types: tuple[str, ...]) -> Resource:
    """Read a source; only who may take from it is told that it is not there."""
    parsed = parse(id)
    kind = next((type for type in types if type.lower() == parsed.type.lower()), None)
    if kind is None:
        raise bad_parameter("id", f"The id '{id}' is not one of a resource of {', '.join(types)}.")
    call.authorize_link(_READ[kind], id, f"{new.id.type}/write", str(new.id))
    found = call.store.get(parsed.key)
    if found is None:
        raise AzureError(
            404,
            "ResourceNotFound",
            f"The Resource '{parsed.type}/{'/'.join(parsed.names)}' under resource group"
            f" '{parsed.group}' was not found.",
        )
    return found


def check_size(resource: Resource, source: Source) -> None:
    """Hold the wanted size against what must fit in it; without one take the source's."""
    wanted: int | None = resource.properties.get("diskSizeGB")
    if wanted is None and not source.size:
        raise missing("disk.diskSizeGB")
    if wanted is not None and wanted < source.size:
        raise not_allowed(
            f"The specified disk size {wanted} GB is smaller than the size of the source:"
            f" {source.size} GB. This is not allowed. Please choose equal or greater size or do"
            " not specify an explicit size."
        )
    resource.properties["diskSizeGB"] = wanted or source.size


def source_links(resource: Resource) -> Iterable[Link]:
    """What a disk or a snapshot was made of; it lives on without it."""
    data: Body = resource.properties.get("creationData") or {}
    id: Any = data.get("sourceResourceId") or reference(data.get("imageReference"), "image")
    if id and "/publishers/" not in id.lower():
        yield Link(str(resource.id), "~source", id, may_dangle=True)
