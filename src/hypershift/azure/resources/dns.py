"""Public DNS zones, and how a parent zone leads to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.ownership import was_made_by
from hypershift.azure.plan.steps import Outcome, Unwanted, Wanted
from hypershift.azure.problems import Problem, found

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from azure.mgmt.dns.models import RecordSet
    from azure.mgmt.dns.models import Zone as Model

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step
    from hypershift.azure.resources.groups import ResourceGroup

MAKER = "create dns-zone azure"
_ZONE, _DELEGATION = "DNS zone", "delegation"
_TTL = 3600  # seconds for which resolvers remember a delegation


class Zone(Wanted["Model"]):
    """A public zone."""

    kind = _ZONE

    def __init__(
        self, azure: Access, name: str, group: ResourceGroup, tags: dict[str, str]
    ) -> None:
        """Tags are for a new one."""
        super().__init__(name, inside=group)
        self.azure, self.group, self.tags = azure, group, tags

    async def read(self) -> Model | None:
        """Ask for it."""
        return await found(self.azure.dns.zones.get(self.group.name, self.name))

    async def write(self, found: Model | None) -> Model:
        """Make it."""
        from azure.mgmt.dns.models import Zone as Model

        api: Any = self.azure.dns.zones
        return await api.create_or_update(
            self.group.name, self.name, Model(location="global", tags=self.tags)
        )

    @property
    def servers(self) -> list[str]:
        """The name servers that answer for it."""
        return list(self.result.name_servers or [])


class ExistingZone(Wanted["Model"]):
    """A public zone that somebody has made before."""

    kind = _ZONE

    def __init__(self, azure: Access, name: str, group: str, cure: str) -> None:
        """`group` may be empty: then it is looked for. `cure` is what to do if it is not there."""
        super().__init__(name)
        self.azure, self.group, self.cure = azure, group, cure

    async def read(self) -> Model:
        """Ask for it, and refuse to make it."""
        there = await self.look()
        if there is None:
            group, subscription = self.group, self.azure.subscription
            where = f"resource group {group}" if group else f"subscription {subscription}"
            raise Problem(f"there is no DNS zone {self.name} in the {where}; {self.cure}")
        return there

    async def look(self) -> Model | None:
        """Ask for it, or look for it."""
        if self.group:
            return await found(self.azure.dns.zones.get(self.group, self.name))
        zones = [one async for one in self.azure.dns.zones.list() if same(one.name, self.name)]
        if len(zones) > 1:
            groups = ", ".join(sorted(group_of(one) for one in zones))
            raise Problem(
                f"there are zones {self.name} in several resource groups, {groups}; name the one"
                " that the world asks with --parent-resource-group"
            )
        return zones[0] if zones else None

    async def write(self, found: Model | None) -> Model:
        """It is as it is."""
        raise NotImplementedError


class Delegation(Wanted["RecordSet"]):
    """That a parent zone names the servers of a zone."""

    kind = _DELEGATION

    def __init__(self, azure: Access, zone: Zone, parent: ExistingZone) -> None:
        """Both must be there."""
        super().__init__(f"of {zone.name} in {parent.name}", after=(zone, parent))
        self.azure, self.zone, self.parent = azure, zone, parent
        self.record = zone.name.removesuffix(f".{parent.name}")

    async def read(self) -> RecordSet | None:
        """Ask the parent zone."""
        api: Any = self.azure.dns.record_sets
        group = group_of(self.parent.result)
        return await found(api.get(group, self.parent.name, self.record, "NS"))

    def differences(self, found: RecordSet) -> Sequence[str]:
        """Compare the servers with those of the zone."""
        there = servers_of(found)
        if self.zone.outcome is Outcome.CREATED or there != _plain(self.zone.servers):
            return [f"it led to {', '.join(sorted(there)) or 'no server'}"]
        return []

    async def write(self, found: RecordSet | None) -> RecordSet:
        """Name the servers, in place of all that are named."""
        from azure.mgmt.dns.models import NsRecord, RecordSet

        api: Any = self.azure.dns.record_sets
        return await api.create_or_update(
            group_of(self.parent.result),
            self.parent.name,
            self.record,
            "NS",
            RecordSet(
                ttl=(found.ttl if found else None) or _TTL,
                ns_records=[NsRecord(nsdname=one) for one in self.zone.servers],
            ),
        )


class UnwantedDelegation(Unwanted):
    """That a parent zone leads to a zone, which it shall do no more."""

    kind = _DELEGATION

    def __init__(self, azure: Access, zone: Model | None, name: str, parent: Model) -> None:
        """`zone` is None if it is gone; then the delegation leads nowhere, or to another one."""
        super().__init__(f"of {name} in {parent.name}")
        self.azure, self.zone, self.parent = azure, zone, parent
        self.record = name.removesuffix(f".{parent.name}")

    async def read(self) -> RecordSet | None:
        """Ask the parent zone."""
        api: Any = self.azure.dns.record_sets
        return await found(api.get(group_of(self.parent), str(self.parent.name), self.record, "NS"))

    def reason_to_keep(self, found: RecordSet) -> str:
        """Look where it leads."""
        if self.zone is None:
            return "its zone is not there: it may lead to one elsewhere"
        if not was_made_by(self.zone.tags, MAKER):
            return "its zone was not made by us"
        there = servers_of(found)
        if there & _plain(self.zone.name_servers or []):
            return ""
        return f"it leads to {', '.join(sorted(there)) or 'no server'}"

    async def delete(self) -> None:
        """Delete the record set."""
        api: Any = self.azure.dns.record_sets
        await found(api.delete(group_of(self.parent), str(self.parent.name), self.record, "NS"))


class UnwantedZone(Unwanted):
    """A zone that is to go with all its records."""

    kind = _ZONE

    def __init__(self, azure: Access, name: str, group: str, after: Iterable[Step]) -> None:
        """It goes if its tags say that our command made it."""
        super().__init__(name, after=after)
        self.azure, self.group = azure, group

    async def read(self) -> Model | None:
        """Ask for it."""
        return await found(self.azure.dns.zones.get(self.group, self.name))

    def reason_to_keep(self, found: Model) -> str:
        """Look at its tags."""
        return "" if was_made_by(found.tags, MAKER) else f"no tag says that `{MAKER}` made it"

    async def delete(self) -> None:
        """Delete it."""
        await found((await self.azure.dns.zones.begin_delete(self.group, self.name)).result())


async def records(azure: Access, group: str, zone: str) -> list[str]:
    """Name the records of a zone, but for those that every zone has."""
    listed = azure.dns.record_sets.list_all_by_dns_zone(group, zone)
    names = [(str(one.name), str(one.type).rpartition("/")[2]) async for one in listed]
    return [f"{name} {kind}" for name, kind in names if (name, kind) not in _ALWAYS]


_ALWAYS = {("@", "SOA"), ("@", "NS")}


def group_of(zone: Model) -> str:
    """The resource group of a zone."""
    from hypershift.azure.resource_ids import parse_resource_id

    return parse_resource_id(str(zone.id)).resource_group


def servers_of(records: RecordSet) -> set[str]:
    """The servers that a delegation names."""
    return _plain(str(one.nsdname) for one in records.ns_records or [])


def same(name: str | None, other: str) -> bool:
    """Tell whether two names are the same: case does not count."""
    return (name or "").lower() == other.lower()


def _plain(servers: Iterable[str]) -> set[str]:
    return {one.lower().rstrip(".") for one in servers}
