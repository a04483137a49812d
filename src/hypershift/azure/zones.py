"""The plan of a DNS zone below one that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.azure.ownership import made_by
from hypershift.azure.problems import Problem, found
from hypershift.azure.resources.dns import (
    MAKER,
    Delegation,
    ExistingZone,
    UnwantedDelegation,
    UnwantedZone,
    Zone,
    records,
)
from hypershift.azure.resources.groups import ResourceGroup

if TYPE_CHECKING:
    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step

_SHOWN = 3
_PARENT_CURE = "make it first, or correct --parent-zone and --parent-resource-group"


class ZonePlan:
    """A zone, and its delegation."""

    def __init__(
        self, azure: Access, *, name: str, group: str, location: str, parent: str, parent_group: str
    ) -> None:
        """Nothing is asked yet."""
        self.group = ResourceGroup(azure, group, location)
        self.parent = ExistingZone(azure, parent, parent_group, _PARENT_CURE)
        self.zone = Zone(azure, name, self.group, made_by(MAKER))
        # Without its parent a zone would be of no use.
        self.zone.after += (self.parent,)
        self.delegation = Delegation(azure, self.zone, self.parent)

    @property
    def steps(self) -> list[Step]:
        """Everything that is to be there."""
        return [self.parent, self.group, self.zone, self.delegation]


async def unwanted_zone(
    azure: Access, *, name: str, group: str, parent: str, parent_group: str, force: bool
) -> list[Step]:
    """What `create dns-zone` made; the group stays. A zone with records is refused."""
    zone = await found(azure.dns.zones.get(group, name))
    if zone is not None and not force:
        await _refuse_used(azure, group, name)
    above = await ExistingZone(azure, parent, parent_group, _PARENT_CURE).look()
    if above is None:
        return [UnwantedZone(azure, name, group, after=())]
    delegation = UnwantedDelegation(azure, zone, name, above)
    return [delegation, UnwantedZone(azure, name, group, after=(delegation,))]


async def _refuse_used(azure: Access, group: str, name: str) -> None:
    left = await records(azure, group, name)
    if left:
        more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        raise Problem(
            f"the zone {name} has records: {', '.join(left[:_SHOWN])}{more}; destroy the clusters"
            " that they are of, or delete them as well with --force"
        )
