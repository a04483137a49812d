"""Resource groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.azure.ownership import somebody_elses
from hypershift.azure.plan.steps import Unwanted, Wanted
from hypershift.azure.problems import Problem, found

if TYPE_CHECKING:
    from azure.mgmt.resource.resources.models import ResourceGroup as Model

    from hypershift.azure.access import Access

_KIND = "resource group"


class ResourceGroup(Wanted["Model"]):
    """A resource group; one that is there already is left as it is."""

    kind = _KIND

    def __init__(
        self, azure: Access, name: str, location: str, tags: dict[str, str] | None = None
    ) -> None:
        """Tags are for a new one."""
        super().__init__(name)
        self.azure, self.location, self.tags = azure, location, tags

    @property
    def id(self) -> str:
        """Its resource ID."""
        return f"/subscriptions/{self.azure.subscription}/resourceGroups/{self.name}"

    async def read(self) -> Model | None:
        """Ask for it."""
        return await found(self.azure.groups.get(self.name))

    async def write(self, found: Model | None) -> Model:
        """Make it."""
        from azure.mgmt.resource.resources.models import ResourceGroup as Model

        return await self.azure.groups.create_or_update(
            self.name, Model(location=self.location, tags=self.tags)
        )


class ExistingResourceGroup(ResourceGroup):
    """A resource group that somebody else has made."""

    def __init__(self, azure: Access, name: str) -> None:
        """It must be there."""
        super().__init__(azure, name, location="")

    async def read(self) -> Model | None:
        """Ask for it, and refuse to make it."""
        there = await super().read()
        if there is None:
            raise Problem(
                f"there is no resource group {self.name} in the subscription"
                f" {self.azure.subscription}; make it with 'az group create', or name another one"
            )
        return there


class UnwantedResourceGroup(Unwanted):
    """A resource group that is to go with all that is in it."""

    kind = _KIND

    def __init__(self, azure: Access, name: str, infra_id: str) -> None:
        """It goes unless its tags say that it is another cluster's."""
        super().__init__(name)
        self.azure, self.infra_id = azure, infra_id

    async def read(self) -> Model | None:
        """Ask for it."""
        return await found(self.azure.groups.get(self.name))

    def reason_to_keep(self, found: Model) -> str:
        """Look at its tags."""
        owner = somebody_elses(found.tags, self.infra_id)
        return f"its tags say that it belongs to {owner}" if owner else ""

    async def delete(self) -> None:
        """Delete it with all that is in it."""
        await found((await self.azure.groups.begin_delete(self.name)).result())
