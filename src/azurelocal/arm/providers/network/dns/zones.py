"""What public and private zones have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.network.common import NetworkType
from azurelocal.arm.providers.network.dns import names, paging
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body
    from azurelocal.store import Resource


class Zone(NetworkType):
    """A part of the name space. It is in no region: it is global."""

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        names.check_zone(new.name)
        check_global(self.name, new)

    def page(self, call: Call, found: list[Body]) -> Body:
        return paging.page(call, found)


def check_global(type: str, resource: Resource) -> None:
    """Refuse a region."""
    if resource.location != "global":
        raise AzureError(
            400,
            "LocationNotAvailableForResourceType",
            f"The provided location '{resource.location}' is not available for resource type"
            f" '{type}'. List of available regions for the resource type is 'global'.",
        )
