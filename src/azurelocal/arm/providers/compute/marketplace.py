"""The images that anybody can make machines of: publishers, offers, SKUs and versions.

A choice of what HyperShift's users meet. Versions are in the order of their age.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.ids import ArmId


@dataclass(frozen=True)
class Sku:
    """One SKU of an offer, and its versions. `plan` says that it must be bought, if for nothing."""

    publisher: str
    offer: str
    name: str
    versions: tuple[str, ...]
    generation: str = "V2"
    architecture: str = "x64"
    plan: bool = False
    size: int = 30
    """GiB of the disk in the image."""


@dataclass(frozen=True)
class Image:
    """One version of a SKU."""

    sku: Sku
    version: str

    @property
    def size(self) -> int:
        """GiB of the disk in the image."""
        return self.sku.size

    @property
    def generation(self) -> str:
        """Of which generation the machines are that it starts on."""
        return self.sku.generation


_ARO_419 = ("419.6.20250523",)
_ARO_420 = ("420.94.20250806", "9.6.20251015")
_ARO_421 = ("9.6.20260203",)
_WORKER = ("413.92.2023101700", "4.15.2024072409", "4.17.2024100419", "4.18.2025031114")
_FLATCAR = ("4081.3.4", "4152.2.3", "4230.2.1")
_RHEL_9 = ("9.4.2024081415", "9.6.2025061312")
_UBUNTU_22 = ("22.04.202501100", "22.04.202507040", "22.04.202510020")
_UBUNTU_24 = ("24.04.202501140", "24.04.202507030", "24.04.202510010")
_DEBIAN = ("0.20250428.2096", "0.20250721.2180", "0.20251006.2257")

_V1, _ARM = "V1", "Arm64"
SKUS = (
    Sku("azureopenshift", "aro4", "aro_419", _ARO_419, _V1, size=16),
    Sku("azureopenshift", "aro4", "419-v2", _ARO_419, size=16),
    Sku("azureopenshift", "aro4", "419-arm", _ARO_419, architecture=_ARM, size=16),
    Sku("azureopenshift", "aro4", "aro_420", _ARO_420, _V1, size=16),
    Sku("azureopenshift", "aro4", "420-v2", _ARO_420, size=16),
    Sku("azureopenshift", "aro4", "420-arm", _ARO_420, architecture=_ARM, size=16),
    Sku("azureopenshift", "aro4", "aro_421", _ARO_421, _V1, size=16),
    Sku("azureopenshift", "aro4", "421-v2", _ARO_421, size=16),
    Sku("azureopenshift", "aro4", "421-arm", _ARO_421, architecture=_ARM, size=16),
    Sku("RedHat", "rh-ocp-worker", "rh-ocp-worker", _WORKER, plan=True, size=16),
    Sku("RedHat", "rh-ocp-worker", "rh-ocp-worker-gen1", _WORKER, _V1, plan=True, size=16),
    Sku("RedHat", "RHEL", "94_gen2", _RHEL_9[:1], size=64),
    Sku("RedHat", "RHEL", "9_6", _RHEL_9[1:], _V1, size=64),
    Sku("RedHat", "RHEL", "96-gen2", _RHEL_9[1:], size=64),
    Sku("RedHat", "rhel-arm64", "9_6-arm64", _RHEL_9[1:], architecture=_ARM, size=64),
    Sku("Canonical", "0001-com-ubuntu-server-jammy", "22_04-lts", _UBUNTU_22, _V1),
    Sku("Canonical", "0001-com-ubuntu-server-jammy", "22_04-lts-gen2", _UBUNTU_22),
    Sku(
        "Canonical",
        "0001-com-ubuntu-server-jammy",
        "22_04-lts-arm64",
        _UBUNTU_22,
        architecture=_ARM,
    ),
    Sku("Canonical", "ubuntu-24_04-lts", "server", _UBUNTU_24),
    Sku("Canonical", "ubuntu-24_04-lts", "server-gen1", _UBUNTU_24, _V1),
    Sku("Canonical", "ubuntu-24_04-lts", "server-arm64", _UBUNTU_24, architecture=_ARM),
    Sku("kinvolk", "flatcar-container-linux", "stable", _FLATCAR, _V1, plan=True),
    Sku("kinvolk", "flatcar-container-linux", "stable-gen2", _FLATCAR, plan=True),
    Sku("kinvolk", "flatcar-container-linux-free", "stable", _FLATCAR, _V1, plan=True),
    Sku("kinvolk", "flatcar-container-linux-free", "stable-gen2", _FLATCAR, plan=True),
    Sku("kinvolk", "flatcar-container-linux-corevm", "stable", _FLATCAR, _V1),
    Sku("kinvolk", "flatcar-container-linux-corevm", "stable-gen2", _FLATCAR),
    Sku("kinvolk", "flatcar-container-linux-corevm", "stable-arm64", _FLATCAR, architecture=_ARM),
    Sku("Debian", "debian-12", "12", _DEBIAN, _V1),
    Sku("Debian", "debian-12", "12-gen2", _DEBIAN),
    Sku("Debian", "debian-12", "12-arm64", _DEBIAN, architecture=_ARM),
    Sku("Debian", "debian-13", "13", _DEBIAN, _V1),
    Sku("Debian", "debian-13", "13-gen2", _DEBIAN),
)


def find(publisher: str, offer: str = "", sku: str = "") -> list[Sku]:
    """All SKUs of a publisher, of an offer, or the one of a name; in any case."""
    wanted = (publisher.lower(), offer.lower(), sku.lower())
    return [
        one
        for one in SKUS
        if one.publisher.lower() == wanted[0]
        and wanted[1] in ("", one.offer.lower())
        and wanted[2] in ("", one.name.lower())
    ]


def resolve(publisher: str, offer: str, sku: str, version: str) -> Image:
    """Find the image that a machine is to be made of; `latest` is the youngest version."""
    found = find(publisher, offer, sku) if offer and sku else []
    if found and version.lower() == "latest":
        return Image(found[0], found[0].versions[-1])
    if found and version in found[0].versions:
        return Image(found[0], version)
    raise AzureError(
        404,
        "PlatformImageNotFound",
        f"The platform image '{publisher}:{offer}:{sku}:{version}' is not available. Verify that"
        " all fields in the storage profile are correct. For more details about storage profile"
        " information, please refer to https://aka.ms/storageprofile",
    )


def of_id(id: ArmId) -> Image:
    """Find the image that an ID names: locations, publishers, offers and so on."""
    values = dict(zip([type.lower() for type in id.types], id.names, strict=False))
    wanted = [values.get(name, "") for name in ("publishers", "offers", "skus", "versions")]
    return resolve(*wanted)


def image_id(subscription: str, location: str, image: Image) -> str:
    """The ID of an image, as it stands in the disks that are made of it."""
    sku = image.sku
    return (
        f"/Subscriptions/{subscription}/Providers/Microsoft.Compute/Locations/{location}"
        f"/Publishers/{sku.publisher}/ArtifactTypes/VMImage/Offers/{sku.offer}/Skus/{sku.name}"
        f"/Versions/{image.version}"
    )
