"""Availability sets: machines that do not stand on the same hardware."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.common import (
    a_number,
    cannot_change,
    check_name,
    check_place,
    not_allowed,
    one_of,
    section,
)
from azurelocal.arm.providers.compute.sizes import sizes
from azurelocal.arm.providers.compute.skus import sizes_answer
from azurelocal.arm.types import Body, ResourceType

if TYPE_CHECKING:
    from collections.abc import Mapping

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import View
    from azurelocal.http import Response
    from azurelocal.store import Resource

LINK = "availabilitySet"
_FIXED = ("platformFaultDomainCount", "platformUpdateDomainCount")


class AvailabilitySet(ResourceType):
    """A set. What machines it has is known from them."""

    name = "Microsoft.Compute/availabilitySets"
    created = 200
    has_state = False
    listed_by_members = True

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        if old is None:
            check_name(new)
        check_place(new, old)
        sku = section(new.body, "sku")
        one_of(sku, "name", "sku.name", ("Aligned", "Classic"), "Classic")
        properties = new.properties
        properties.pop("virtualMachines", None)
        properties.pop("statuses", None)
        for name, highest in zip(_FIXED, (3, 20), strict=True):
            given = a_number(properties, name, name, 1, highest)
            before = old.properties[name] if old else None
            if given and before and given != before:
                raise cannot_change(name)
            properties[name] = given or before or (2 if name == _FIXED[0] else 5)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        if call.store.links_to(resource.key, LINK):
            raise not_allowed(
                f"Availability Set '{resource.name}' cannot be deleted. Before deleting an"
                " Availability Set please ensure that it does not contain any VM."
            )

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        machines = call.store.links_to(resource.key, LINK)
        body["properties"]["virtualMachines"] = [{"id": link.source} for link in machines]

    @property
    def views(self) -> Mapping[str, View]:
        return {"vmsizes": _sizes}


def _sizes(call: Call, resource: Resource) -> Response:
    return sizes_answer(list(sizes().values()))


TYPES = (AvailabilitySet,)
