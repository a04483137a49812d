"""Galleries: images with versions, as far as machines can be made of them by their IDs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.common import (
    a_text,
    bad_parameter,
    cannot_change,
    check_place,
    missing,
    moment,
    one_of,
    section,
)
from azurelocal.arm.types import Body, ResourceType, an_object, objects, reference
from azurelocal.errors import AzureError
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

_GALLERY = re.compile(r"[A-Za-z0-9](?:[\w.]{0,78}[A-Za-z0-9])?", re.ASCII)
_IMAGE = re.compile(r"[A-Za-z0-9](?:[\w.-]{0,78}[A-Za-z0-9])?", re.ASCII)
_VERSION = re.compile(r"\d{1,10}\.\d{1,10}\.\d{1,10}")
_IDENTIFIER = ("publisher", "offer", "sku")


class Gallery(ResourceType):
    """A gallery."""

    name = "Microsoft.Compute/galleries"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        check_place(new, old)
        _check_name(new, _GALLERY)
        unique = f"{new.id.subscription}-{new.name.upper()}"
        new.properties["identifier"] = {"uniqueName": unique}

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        _refuse_nested(call, resource)


class GalleryImage(ResourceType):
    """What all versions of an image have in common."""

    name = "Microsoft.Compute/galleries/images"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        check_place(new, old)
        _check_name(new, _IMAGE)
        properties = new.properties
        identifier = section(properties, "identifier")
        for word in _IDENTIFIER:
            if not a_text(identifier, word, f"identifier.{word}"):
                raise missing(f"galleryImage.properties.identifier.{word}")
        one_of(properties, "osType", "osType", ("Linux", "Windows"))
        one_of(properties, "osState", "osState", ("Generalized", "Specialized"))
        for word in ("osType", "osState"):
            if word not in properties:
                raise missing(f"galleryImage.properties.{word}")
        one_of(properties, "hyperVGeneration", "hyperVGeneration", ("V1", "V2"), "V1")
        one_of(properties, "architecture", "architecture", ("x64", "Arm64"), "x64")
        for word in ("identifier", "osType", "osState", "hyperVGeneration", "architecture"):
            if old is not None and properties[word] != old.properties[word]:
                raise cannot_change(f"galleryImage.properties.{word}")

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        _refuse_nested(call, resource)


class GalleryImageVersion(ResourceType):
    """One version."""

    name = "Microsoft.Compute/galleries/images/versions"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        check_place(new, old)
        _check_name(new, _VERSION)
        storage = section(new.properties, "storageProfile")
        source = _source(new)
        if not source:
            raise missing("galleryImageVersion.properties.storageProfile.source")
        if old is not None and source.lower() != _source(old).lower():
            raise cannot_change("galleryImageVersion.properties.storageProfile")
        disk = section(storage, "osDiskImage")
        disk.setdefault("hostCaching", "ReadWrite")
        size = _size(call, source)
        if size and old is None:
            disk["sizeInGB"] = size
        publishing = section(new.properties, "publishingProfile")
        objects(publishing.get("targetRegions"), "publishingProfile.targetRegions")
        publishing.setdefault("targetRegions", [{"name": new.location, "regionalReplicaCount": 1}])
        publishing.setdefault("excludeFromLatest", False)
        published = old.properties["publishingProfile"]["publishedDate"] if old else None
        publishing["publishedDate"] = published or moment(call.now)

    def links(self, resource: Resource) -> Iterable[Link]:
        source = _source(resource)
        if source.startswith("/"):
            action = f"{_type_of(source)}/read"
            yield Link(str(resource.id), "~source", source, action=action)


def _source(resource: Resource) -> str:
    """What a version is made of: an ID, or the address of a blob."""
    storage: Body = resource.properties["storageProfile"]
    id = reference(storage.get("source"), "storageProfile.source")
    if id:
        return id
    disk = an_object(storage.get("osDiskImage"), "storageProfile.osDiskImage")
    within = an_object(disk.get("source"), "osDiskImage.source")
    return reference({"id": within.get("id")}, "osDiskImage.source") or a_text(
        within, "uri", "osDiskImage.source.uri"
    )


def _size(call: Call, source: str) -> int:
    """How large the disk is in what a version is made of; 0 where that is not known."""
    found = call.store.get(source.lower())
    if found is None:
        return 0
    storage: Body = found.properties.get("storageProfile") or {}
    disk: Body = storage.get("osDisk") or {}
    managed = reference(disk.get("managedDisk"), "osDisk.managedDisk")
    own = call.store.get(managed.lower()) if managed else None
    size: int | None = found.properties.get("diskSizeGB") or disk.get("diskSizeGB")
    return size or (own.properties["diskSizeGB"] if own else 0)


def _type_of(id: str) -> str:
    """The type of what a version is made of."""
    for type in ("virtualMachines", "images", "disks", "snapshots"):
        if f"/providers/microsoft.compute/{type}/".lower() in id.lower():
            return f"Microsoft.Compute/{type}"
    raise bad_parameter(
        "storageProfile.source.id", f"'{id}' is not what a gallery image version can be made of."
    )


def _check_name(new: Resource, pattern: re.Pattern[str]) -> None:
    if not pattern.fullmatch(new.name):
        raise bad_parameter(
            "name", f"The name '{new.name[:100]}' is not valid for a resource of {new.id.type}."
        )


def _refuse_nested(call: Call, resource: Resource) -> None:
    nested = call.store.resources(parent=resource.key)
    if nested:
        raise AzureError(
            409,
            "CannotDeleteResource",
            "Cannot delete resource while nested resources exist. Some existing nested resource IDs"
            f" include: '{nested[0].id}'. Please delete all nested resources before deleting this"
            " resource.",
        )


TYPES = (Gallery, GalleryImage, GalleryImageVersion)
