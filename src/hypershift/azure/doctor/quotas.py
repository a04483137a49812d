"""Is there room in the region for the cluster?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.doctor import reading
from hypershift.azure.doctor.case import shared
from hypershift.azure.doctor.checks import check
from hypershift.azure.doctor.cures import az
from hypershift.azure.doctor.findings import fine, unchecked, wrong

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.findings import Finding

_FILE = ("infra.file",)
_REGION = "--location|--infra-json"


@shared
async def _machine(case: Case, location: str) -> Any | None:
    """What the region says of the size of machine."""
    api: Any = case.azure.compute.resource_skus
    size = case.given.instance_type.lower()
    for sku in await reading.collected(api.list(filter=f"location eq '{location}'")):
        if sku.resource_type == "virtualMachines" and str(sku.name).lower() == size:
            return sku
    return None


@shared
async def _compute(case: Case, location: str) -> dict[str, tuple[int, int]]:
    api: Any = case.azure.compute.usage
    return _by_name(await reading.collected(api.list(location)))


@shared
async def _network(case: Case, location: str) -> dict[str, tuple[int, int]]:
    api: Any = case.azure.network.usages
    return _by_name(await reading.collected(api.list(location)))


def _by_name(usages: list[Any]) -> dict[str, tuple[int, int]]:
    """What is used and what there may be, by name."""
    return {str(one.name.value).lower(): (one.current_value, one.limit) for one in usages}


@check("region.size", "The region offers the size of machine", _REGION, after=_FILE)
async def size(case: Case) -> AsyncIterator[Finding]:
    """Look the size up, and whether the subscription may have it."""
    given = case.given
    sku = await _machine(case, given.location)
    if sku is None or any(reading.text(one.type) == "Location" for one in sku.restrictions or ()):
        yield wrong(
            f"{given.location} has no machines of size {given.instance_type} for this subscription",
            az("vm list-skus --resource-type virtualMachines --location", given.location),
        )
        return
    zones = sorted(zone for place in sku.location_info or () for zone in place.zones or ())
    yield fine(f"{given.location} offers {given.instance_type} in {len(zones)} zones")


@check("quota.cores", "There is room for the nodes' cores", _REGION, after=("region.size",))
async def cores(case: Case) -> AsyncIterator[Finding]:
    """Compare what the nodes need with what is left, in all and of the family."""
    given = case.given
    sku = await _machine(case, given.location)
    if sku is None:
        return
    facts = {str(one.name): str(one.value) for one in sku.capabilities or ()}
    needed = int(facts.get("vCPUs", "0")) * given.nodes
    usages = await _compute(case, given.location)
    for name, shown in (("cores", "all sizes"), (str(sku.family), str(sku.family))):
        if finding := _room(usages, name, needed, f"cores of {shown}", given.location):
            yield finding


@check("quota.addresses", "There is room for the cluster's public addresses", _REGION, after=_FILE)
async def addresses(case: Case) -> AsyncIterator[Finding]:
    """A cluster has one for its way out, and one for what it serves."""
    for name in ("PublicIPAddresses", "StandardSkuPublicIpAddresses"):
        usages = await _network(case, case.given.location)
        if finding := _room(usages, name, 2, "public addresses", case.given.location):
            yield finding
            return


@check(
    "quota.load-balancers", "There is room for the cluster's load balancer", _REGION, after=_FILE
)
async def balancers(case: Case) -> AsyncIterator[Finding]:
    """A cluster has one."""
    usages = await _network(case, case.given.location)
    if finding := _room(usages, "LoadBalancers", 1, "load balancers", case.given.location):
        yield finding


def _room(
    usages: dict[str, tuple[int, int]], name: str, needed: int, what: str, location: str
) -> Finding | None:
    """Tell if there is less room than needed."""
    if name.lower() not in usages:
        return unchecked(f"{location} does not tell how many {what} there may be")
    used, limit = usages[name.lower()]
    if used + needed <= limit:
        return None
    return wrong(
        f"{location}: {needed} {what} are needed, and {max(0, limit - used)} of {limit} are left",
        "ask for more in the Azure portal under Quotas, or use another region or size",
    )


CHECKS = (size, cores, addresses, balancers)
