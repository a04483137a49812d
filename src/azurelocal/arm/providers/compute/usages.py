"""How much of what a subscription may have it has, in a region; more is refused."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.sizes import size_of, sizes
from azurelocal.arm.providers.compute.skus import require_region
from azurelocal.arm.route import Route
from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body
    from azurelocal.store import Resource

MACHINES = "Microsoft.Compute/virtualMachines"
_CORES = 350
"""vCPUs that a subscription may have in a region, and of each family."""
_MACHINES = 25000
_DISKS = 50000
_KINDS = {
    "Standard_LRS": "StandardDiskCount",
    "StandardSSD_LRS": "StandardSSDDiskCount",
    "Premium_LRS": "PremiumDiskCount",
    "UltraSSD_LRS": "UltraSSDDiskCount",
    "PremiumV2_LRS": "PremiumV2DiskCount",
    "StandardSSD_ZRS": "StandardSSDZRSDiskCount",
    "Premium_ZRS": "PremiumZRSDiskCount",
}


def _usages(call: Call, subscription: str, location: str) -> Response:
    call.authorize_member(subscription, "Microsoft.Compute/locations/usages/read")
    region = require_region(location)
    used = _cores(call, subscription, region)
    entries = [
        _entry("availabilitySets", "Availability Sets", _count(call, subscription, region), 2500),
        _entry("cores", "Total Regional vCPUs", used["cores"], _CORES),
        _entry("virtualMachines", "Virtual Machines", used["virtualMachines"], _MACHINES),
        _entry("virtualMachineScaleSets", "Virtual Machine Scale Sets", 0, 2500),
        _entry("lowPriorityCores", "Total Regional Spot vCPUs", used["spot"], _CORES),
    ]
    families = dict.fromkeys(size.of.family for size in sizes().values())
    entries += [_entry(name, f"{name} vCPUs", used[name], _CORES) for name in families]
    disks = Counter(
        disk.body["sku"]["name"]
        for disk in _of_region(call, subscription, region, "Microsoft.Compute/disks")
    )
    entries += [_entry(name, name, disks[sku], _DISKS) for sku, name in _KINDS.items()]
    return Response(200, {"value": entries})


def _entry(name: str, shown: str, used: int, limit: int) -> Body:
    return {
        "unit": "Count",
        "currentValue": used,
        "limit": limit,
        "name": {"value": name, "localizedValue": shown},
    }


def _count(call: Call, subscription: str, region: str) -> int:
    return len(_of_region(call, subscription, region, "Microsoft.Compute/availabilitySets"))


def _cores(call: Call, subscription: str, region: str, *, besides: str = "") -> Counter[str]:
    """Count machines and their vCPUs, in all and by family."""
    used: Counter[str] = Counter()
    for machine in _of_region(call, subscription, region, MACHINES):
        if machine.key == besides:
            continue
        size = size_of(machine.properties["hardwareProfile"]["vmSize"])
        used["virtualMachines"] += 1
        if machine.properties.get("priority") in ("Spot", "Low"):
            used["spot"] += size.cpus
        else:
            used["cores"] += size.cpus
            used[size.of.family] += size.cpus
    return used


def _of_region(call: Call, subscription: str, region: str, type: str) -> list[Resource]:
    found = call.store.resources(type=type, subscription=subscription)
    return [one for one in found if one.location == region]


def refuse_too_many(call: Call, new: Resource) -> None:
    """Refuse a machine whose vCPUs are more than what is left."""
    size = size_of(new.properties["hardwareProfile"]["vmSize"])
    used = _cores(call, new.id.subscription, new.location, besides=new.key)
    if new.properties.get("priority") in ("Spot", "Low"):
        asked = {"LowPriorityCores": used["spot"]}
    else:
        asked = {"Total Regional Cores": used["cores"], size.of.family: used[size.of.family]}
    for what, current in asked.items():
        if current + size.cpus > _CORES:
            raise AzureError(
                409,
                "OperationNotAllowed",
                "Operation could not be completed as it results in exceeding approved"
                f" {what} quota. Additional details - Deployment Model: Resource Manager,"
                f" Location: {new.location}, Current Limit: {_CORES}, Current Usage: {current},"
                f" Additional Required: {size.cpus}, (Minimum) New Limit Required:"
                f" {current + size.cpus}.",
            )


ROUTES = [
    Route("GET", "/subscriptions/{s}/providers/Microsoft.Compute/locations/{l}/usages", _usages)
]
