"""Snapshots: copies of disks that nothing changes."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute import diskaccess
from azurelocal.arm.providers.compute.common import (
    a_switch,
    bad_parameter,
    moment,
    not_allowed,
    section,
)
from azurelocal.arm.providers.compute.disks import (
    check_common,
    combined,
    encryption_links,
    take_over,
)
from azurelocal.arm.providers.compute.disksources import check_size, source_links, source_of
from azurelocal.arm.types import Body, ResourceType

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Action
    from azurelocal.store import Link, Resource

_GIVEN_BACK = (
    "diskState",
    "timeCreated",
    "uniqueId",
    "diskSizeBytes",
    "completionPercent",
    "snapshotAccessState",
    "incrementalSnapshotFamilyId",
)


class Snapshot(ResourceType):
    """A snapshot, whole as soon as it is made."""

    name = "Microsoft.Compute/snapshots"
    created = 200
    pending_put = 202

    def combine(self, old: Resource, body: Body) -> Body:
        """A PUT changes what it names."""
        return combined(old, body)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        check_common(new, old, _GIVEN_BACK)
        properties = new.properties
        if a_switch(properties, "incremental", "incremental") is None:
            properties["incremental"] = old.properties["incremental"] if old else False
        if old is None:
            self._make(call, new)
        elif properties["diskSizeGB"] != old.properties["diskSizeGB"]:
            raise not_allowed(f"The size of snapshot {new.name} cannot be changed.")
        properties["diskSizeBytes"] = properties["diskSizeGB"] << 30

    def _make(self, call: Call, new: Resource) -> None:
        properties = new.properties
        if section(properties, "creationData").get("createOption") == "Empty":
            raise bad_parameter(
                "creationData.createOption",
                "The value 'Empty' of parameter 'creationData.createOption' is invalid for a"
                " snapshot.",
            )
        source = source_of(call, new)
        check_size(new, source)
        take_over(properties, source)
        properties |= {
            "timeCreated": moment(call.now),
            "uniqueId": str(uuid.uuid4()),
            "completionPercent": 100.0,
            "snapshotAccessState": "Available",
            "diskState": "Unattached",
        }
        if properties["incremental"]:
            properties["incrementalSnapshotFamilyId"] = str(uuid.uuid4())

    def links(self, resource: Resource) -> Iterable[Link]:
        yield from source_links(resource)
        yield from encryption_links(resource)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        diskaccess.refuse_granted(call, resource, "snapshot")

    def removed(self, call: Call, resource: Resource) -> None:
        diskaccess.forget(call.store, resource.key)

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        if diskaccess.is_granted(call.store, resource.key, call.now):
            body["properties"]["diskState"] = "ActiveSAS"

    @property
    def actions(self) -> Mapping[str, Action]:
        return {"begingetaccess": diskaccess.begin, "endgetaccess": diskaccess.end}


TYPES = (Snapshot,)
