"""Resource groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.azure.ownership import reason_to_keep, somebody_elses
from hypershift.azure.ownership import tags as made_by
from hypershift.azure.plan.steps import Unwanted, Wanted
from hypershift.azure.problems import Problem, found
from hypershift.azure.waiting import until_settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from azure.mgmt.resource.resources.models import ResourceGroup as Model

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step

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
        """Ask for it, and wait until it is gone if it is being deleted."""
        return await until_settled(str(self), lambda: found(self.azure.groups.get(self.name)))

    async def write(self, found: Model | None) -> Model:
        """Make it."""
        from azure.mgmt.resource.resources.models import ResourceGroup as Model

        return await self.azure.groups.create_or_update(
            self.name, Model(location=self.location, tags=self.tags)
        )


class ClusterResourceGroup(ResourceGroup):
    """A resource group for one cluster alone, which gets the tags that users want."""

    def __init__(
        self, azure: Access, name: str, location: str, *, infra_id: str, tags: dict[str, str]
    ) -> None:
        """It has `tags`, and those that say whose it is."""
        super().__init__(azure, name, location, made_by(infra_id, "create infra azure") | tags)
        self.infra_id, self.wanted_tags = infra_id, tags

    def differences(self, found: Model) -> Sequence[str]:
        """Look at its tags. One that is another cluster's is refused."""
        owner = somebody_elses(found.tags, self.infra_id)
        if owner:
            raise Problem(
                f"the {self} belongs to the cluster {owner}, as its tags say; use another --name"
                " or --infra-id"
            )
        there = found.tags or {}
        return [
            f"the tag {key} was {there.get(key) or 'missing'}"
            for key, value in self.wanted_tags.items()
            if there.get(key) != value
        ]

    async def write(self, found: Model | None) -> Model:
        """Make it, or add the tags; it keeps those of others."""
        from azure.mgmt.resource.resources.models import ResourceGroupPatchable

        if found is None:
            return await super().write(found)
        tags = (found.tags or {}) | self.wanted_tags
        return await self.azure.groups.update(self.name, ResourceGroupPatchable(tags=tags))


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

    def __init__(self, azure: Access, name: str, infra_id: str, after: Iterable[Step] = ()) -> None:
        """It goes unless its tags say that it is another cluster's."""
        super().__init__(name, after=after)
        self.azure, self.infra_id = azure, infra_id

    async def read(self) -> Model | None:
        """Ask for it."""
        return await found(self.azure.groups.get(self.name))

    def reason_to_keep(self, found: Model) -> str:
        """Look at its tags."""
        return reason_to_keep(found.tags, self.infra_id)

    async def delete(self) -> None:
        """Delete it with all that is in it."""
        poller = await found(self.azure.groups.begin_delete(self.name))
        if poller is not None:
            await found(poller.result())
