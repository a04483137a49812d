"""The catalogue of what can be had where: sizes of machines, kinds of disks, availability sets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from azurelocal.arm.inventory import REGIONS, WITHOUT_ZONES
from azurelocal.arm.inventory import require_region as require_region
from azurelocal.arm.providers.compute.common import ZONES
from azurelocal.arm.providers.compute.sizes import Size, sizes
from azurelocal.arm.route import Route
from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body

_COMPUTE = "/subscriptions/{s}/providers/Microsoft.Compute"
_FILTER = re.compile(r"\s*location\s+eq\s+'([^']*)'\s*", re.IGNORECASE)
_DISKS = {
    "Standard_LRS": ("Standard", "S30"),
    "StandardSSD_LRS": ("Standard", "E30"),
    "StandardSSD_ZRS": ("Standard", "E30"),
    "Premium_LRS": ("Premium", "P30"),
    "Premium_ZRS": ("Premium", "P30"),
    "PremiumV2_LRS": ("Premium", "Pv2"),
    "UltraSSD_LRS": ("Ultra", "U30"),
}
_ZONAL_DISKS = ("PremiumV2_LRS", "UltraSSD_LRS")


def _skus(call: Call, subscription: str) -> Response:
    call.authorize_member(subscription, "Microsoft.Compute/skus/read")
    text = call.request.query.get("$filter", "")
    wanted = _FILTER.fullmatch(text) if text else None
    if text and wanted is None:
        raise AzureError(
            400,
            "InvalidParameter",
            f"The filter '{text[:200]}' is not supported. It must be location eq '<region>'.",
        )
    place = wanted[1].replace(" ", "").lower() if wanted else ""
    regions = [name for name in REGIONS if not wanted or name == place]
    return Response(200, {"value": [sku for name in regions for sku in _of_region(name)]})


def _of_region(region: str) -> list[Body]:
    machines = [_machine(region, size) for size in sizes().values()]
    return [*_sets(region), *_disk_skus(region), *machines]


def _machine(region: str, size: Size) -> Body:
    zones = () if region in WITHOUT_ZONES else ZONES
    sku = _sku(region, "virtualMachines", size.name, zones)
    sku |= {
        "tier": "Standard",
        "size": size.name.removeprefix("Standard_"),
        "family": size.of.family,
        "capabilities": _capabilities(
            MaxResourceVolumeMB=size.temporary * 1024,
            OSVhdSizeMB=1047552,
            vCPUs=size.cpus,
            MemoryPreservingMaintenanceSupported=True,
            HyperVGenerations=size.of.generations,
            SupportedEphemeralOSDiskPlacements=_placements(size),
            CpuArchitectureType=size.architecture,
            MemoryGB=size.memory,
            MaxDataDiskCount=size.disks,
            LowPriorityCapable=True,
            PremiumIO=size.of.premium,
            VMDeploymentTypes="IaaS",
            CachedDiskBytes=size.cache << 30,
            vCPUsAvailable=size.cpus,
            vCPUsPerCore=1 if size.of.arm else 2,
            GPUs=0,
            EphemeralOSDiskSupported=size.ephemeral,
            EncryptionAtHostSupported=size.of.encryption,
            UltraSSDAvailable=size.of.ultra and size.of.premium and bool(zones),
            AcceleratedNetworkingEnabled=size.of.accelerated,
            RdmaEnabled=False,
            MaxNetworkInterfaces=size.interfaces,
        ),
    }
    return sku


def _placements(size: Size) -> str:
    if not size.ephemeral:
        return ""
    fitting = {"ResourceDisk": size.temporary, "CacheDisk": size.cache}
    return ",".join(name for name, room in fitting.items() if room >= 30)


def _sets(region: str) -> list[Body]:
    classic = _sku(region, "availabilitySets", "Classic", ())
    aligned = _sku(region, "availabilitySets", "Aligned", ())
    for sku in (classic, aligned):
        sku["capabilities"] = _capabilities(MaximumPlatformFaultDomainCount=3)
    return [classic, aligned]


def _disk_skus(region: str) -> list[Body]:
    found: list[Body] = []
    for name, (tier, size) in _DISKS.items():
        zones = () if region in WITHOUT_ZONES else ZONES
        if not zones and (name in _ZONAL_DISKS or name.endswith("_ZRS")):
            continue
        sku = _sku(region, "disks", name, zones)
        sku |= {
            "tier": tier,
            "size": size,
            "capabilities": _capabilities(MaxSizeGiB=32767, MinSizeGiB=1, MaxValueOfMaxShares=10),
        }
        found.append(sku)
    return found


def _sku(region: str, type: str, name: str, zones: tuple[str, ...]) -> Body:
    return {
        "resourceType": type,
        "name": name,
        "locations": [region],
        "locationInfo": [{"location": region, "zones": list(zones), "zoneDetails": []}],
        "restrictions": [],
    }


def _capabilities(**values: str | float | bool) -> list[Body]:
    """Names and values as Azure writes them: all are texts; empty ones are left out."""
    written = {
        name: f"{value:g}" if isinstance(value, float) else str(value)
        for name, value in values.items()
    }
    return [{"name": name, "value": value} for name, value in written.items() if value]


def sizes_answer(found: list[Size]) -> Response:
    """Write sizes in the short form that has nothing but numbers."""
    return Response(
        200,
        {
            "value": [
                {
                    "name": size.name,
                    "numberOfCores": size.cpus,
                    "osDiskSizeInMB": 1047552,
                    "resourceDiskSizeInMB": size.temporary * 1024,
                    "memoryInMB": int(size.memory * 1024),
                    "maxDataDiskCount": size.disks,
                }
                for size in found
            ]
        },
    )


def _sizes(call: Call, subscription: str, location: str) -> Response:
    call.authorize_member(subscription, "Microsoft.Compute/locations/vmSizes/read")
    require_region(location)
    return sizes_answer(list(sizes().values()))


ROUTES = [
    Route("GET", f"{_COMPUTE}/skus", _skus),
    Route("GET", f"{_COMPUTE}/locations/{{l}}/vmSizes", _sizes),
]
