"""What a machine is made of: an image of the marketplace or one that a user made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute import marketplace
from azurelocal.arm.providers.compute.common import a_text, bad_parameter, missing, not_emulated
from azurelocal.arm.providers.compute.disksources import of_own_image
from azurelocal.arm.types import Body, an_object, reference
from azurelocal.errors import AzureError
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.arm.providers.compute.sizes import Size
    from azurelocal.store import Resource

_REFERENCE = "imageReference"


@dataclass(frozen=True)
class Made:
    """What is known of an image. `id` is what a disk that is made of it refers to."""

    id: str
    size: int
    generation: str
    architecture: str = ""
    os_type: str = "Linux"
    specialized: bool = False
    """Whether it has its accounts already, and takes no others."""


def image_of(call: Call, new: Resource) -> Made:
    """Find the image of a new machine, and say in the body which version it is."""
    named = an_object(new.properties["storageProfile"].get(_REFERENCE), _REFERENCE)
    if not named:
        raise missing(_REFERENCE)
    for other in ("sharedGalleryImageId", "communityGalleryImageId"):
        if named.get(other):
            raise not_emulated(f"images by {other}")
    id = reference(named, _REFERENCE)
    if id:
        return _own(call, new, id)
    words = [a_text(named, name, f"{_REFERENCE}.{name}") for name in _WORDS]
    image = marketplace.resolve(*words)
    named["exactVersion"] = image.version
    if image.sku.plan:
        _require_plan(new, image.sku)
    full_id = marketplace.image_id(new.id.subscription, new.location, image)
    return Made(full_id, image.size, image.generation, image.sku.architecture)


_WORDS = ("publisher", "offer", "sku", "version")


def _own(call: Call, new: Resource, id: str) -> Made:
    source = of_own_image(call, new, id)
    parsed = parse(id)
    definition = parsed.parent if parsed.type.lower().endswith("/versions") else parsed
    found = call.store.get(definition.key) if definition else None
    described: Body = found.properties if found else {}
    return Made(
        id,
        source.size,
        source.generation,
        described.get("architecture") or "",
        source.os_type,
        described.get("osState") == "Specialized",
    )


def _require_plan(new: Resource, sku: marketplace.Sku) -> None:
    plan = an_object(new.body.get("plan"), "plan")
    given = [str(plan.get(name) or "").lower() for name in ("publisher", "product", "name")]
    if given != [sku.publisher.lower(), sku.offer.lower(), sku.name.lower()]:
        raise AzureError(
            400,
            "VMMarketplaceInvalidInput",
            "Creating a virtual machine from Marketplace image or a custom image sourced from a"
            f" Marketplace image requires Plan information in the request. VM: '{new.id}'.",
        )


def check_fits(image: Made, size: Size) -> None:
    """Refuse an image that does not start on machines of a size."""
    if image.architecture and image.architecture != size.architecture:
        raise AzureError(
            400,
            "BadRequest",
            f"Cannot create a VM of size '{size.name}' because this VM size only supports a CPU"
            f" Architecture of '{size.architecture}', but an image or disk with CPU Architecture"
            f" '{image.architecture}' was given. Please check that the CPU Architecture of the"
            " image or disk is compatible with that of the VM size.",
        )
    if image.generation and image.generation not in size.of.generations.split(","):
        raise AzureError(
            400,
            "BadRequest",
            f"The selected VM size '{size.name}' cannot boot Hypervisor Generation"
            f" '{image.generation.removeprefix('V')}'. If this was a Create operation please check"
            " that the Hypervisor Generation of the Image matches the Hypervisor Generation of the"
            " selected VM Size.",
        )


def image_links(resource: Resource) -> Iterable[Link]:
    """The image that a machine was made of; the machine lives on without it."""
    named: Body = resource.properties["storageProfile"].get(_REFERENCE) or {}
    if named.get("id"):
        yield Link(str(resource.id), "~image", named["id"], may_dangle=True)


def check_security(new: Resource, image: Made | None) -> None:
    """Refuse what a security profile asks for and the image cannot do."""
    profile = an_object(new.properties.get("securityProfile"), "securityProfile")
    kind = a_text(profile, "securityType", "securityProfile.securityType")
    if kind and kind not in ("Standard", "TrustedLaunch"):
        raise not_emulated(f"the security type {kind}")
    if kind == "TrustedLaunch" and image is not None and image.generation == "V1":
        raise bad_parameter(
            "securityProfile.securityType",
            "The provided gallery image only supports creation of VMs and VM Scale Sets with"
            " 'Standard' security type: Trusted launch needs an image of generation 2.",
        )
