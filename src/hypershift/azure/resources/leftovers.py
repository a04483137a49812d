"""Resources of any type that are to go: found in lists, and deleted by their IDs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.ownership import reason_to_keep
from hypershift.azure.plan.steps import Unwanted
from hypershift.azure.problems import Problem, found
from hypershift.azure.waiting import BUSY, until_known, until_settled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azure.mgmt.resource.resources.models import GenericResourceExpanded as Model

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step

_KINDS = {
    "microsoft.compute/disks": "disk",
    "microsoft.compute/virtualmachines": "virtual machine",
    "microsoft.network/loadbalancers": "load balancer",
    "microsoft.network/networkinterfaces": "network interface",
    "microsoft.network/networksecuritygroups": "network security group",
    "microsoft.network/privatednszones": "private DNS zone",
    "microsoft.network/privatednszones/virtualnetworklinks": "virtual network link",
    "microsoft.network/privateendpoints": "private endpoint",
    "microsoft.network/privatelinkservices": "private link service",
    "microsoft.network/publicipaddresses": "public IP address",
    "microsoft.network/virtualnetworks": "virtual network",
    "microsoft.storage/storageaccounts": "storage account",
}
"""What users call them; others are called by their types."""


async def resources_in(azure: Access, group: str) -> list[Model]:
    """List what is in a resource group; nothing if there is no such group."""
    from azure.core.exceptions import ResourceNotFoundError

    pages: Any = azure.resources.resources.list_by_resource_group(group, expand="provisioningState")
    try:
        return [one async for one in pages]
    except ResourceNotFoundError:
        return []


class Versions:
    """Which version of a type's API to ask; each provider is asked once."""

    def __init__(self, azure: Access) -> None:
        """Nothing is asked yet."""
        self.azure = azure
        self._known: dict[str, dict[str, str]] = {}

    async def of(self, type: str) -> str:
        """Find the newest version that is no preview."""
        namespace, _, kind = type.partition("/")
        if namespace not in self._known:
            provider = await self.azure.resources.providers.get(namespace)
            self._known[namespace] = {
                str(one.resource_type).lower(): _newest(one.api_versions or [])
                for one in provider.resource_types or []
            }
        version = self._known[namespace].get(kind.lower())
        if not version:
            raise Problem(f"Azure tells no version of {type}; delete it with 'az resource delete'")
        return version


def _newest(versions: list[str]) -> str:
    settled = [version for version in versions if "preview" not in version]
    return max(settled or versions, default="")


class UnwantedResource(Unwanted):
    """A resource that is to go, as it was listed."""

    def __init__(
        self,
        azure: Access,
        listed: Model,
        versions: Versions,
        infra_id: str,
        after: Iterable[Step] = (),
    ) -> None:
        """It goes unless its tags say that it is another cluster's."""
        super().__init__(str(listed.name), after=after)
        self.azure, self.listed, self.versions = azure, listed, versions
        self.infra_id = infra_id

    @property
    def type(self) -> str:
        """Its type, in lower case."""
        return str(self.listed.type).lower()

    @property
    def kind(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]  # each has its own
        """What it is, as users call it."""
        return _KINDS.get(self.type, str(self.listed.type))

    async def read(self) -> Model | None:
        """It was there when it was listed."""
        return self.listed

    def reason_to_keep(self, found: Model) -> str:
        """Look at its tags."""
        return reason_to_keep(found.tags, self.infra_id)

    async def delete(self) -> None:
        """Delete it, and wait until it is gone."""
        id, version = str(self.listed.id), await self.versions.of(str(self.listed.type))
        api = self.azure.resources.resources
        if self.listed.provisioning_state == "Deleting":  # as after a run that was broken off
            await until_settled(str(self), lambda: found(_as_it_is(api, id, version)))
            return

        async def delete() -> None:
            poller = await api.begin_delete_by_id(id, api_version=version)
            await poller.result()

        await found(until_known(delete, BUSY))


async def _as_it_is(api: Any, id: str, version: str) -> dict[str, Any]:
    model = await api.get_by_id(id, api_version=version)
    return model.as_dict()
