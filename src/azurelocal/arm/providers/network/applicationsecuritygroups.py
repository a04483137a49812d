"""Application security groups: names for interfaces that security rules can speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.network.common import NetworkType, in_use

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.store import Resource


class ApplicationSecurityGroup(NetworkType):
    """A name that interfaces bear."""

    name = "Microsoft.Network/applicationSecurityGroups"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        users = [{"id": link.source} for link in call.store.links_to(str(resource.id))]
        if users:
            raise in_use(
                "InUseApplicationSecurityGroupCannotBeDeleted",
                resource,
                users,
                "Application security group",
            )


TYPES = (ApplicationSecurityGroup,)
