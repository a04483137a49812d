"""Resource groups that commands may make, and then take away again when they are empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.azure.plan.steps import Outcome, Unwanted
from hypershift.azure.problems import Problem, found
from hypershift.azure.resources.groups import ResourceGroup

if TYPE_CHECKING:
    from azure.mgmt.resource.resources.models import ResourceGroup as Model

    from hypershift.azure.access import Access
    from hypershift.azure.resources.storage import UnwantedAccount


class GroupOfThisRegion(ResourceGroup):
    """A resource group whose name we have chosen: one that is there must be the one meant."""

    async def read(self) -> Model | None:
        """Ask for it, and refuse one of another region."""
        there = await super().read()
        if there is not None and _plain(there.location) != _plain(self.location):
            raise Problem(
                f"there is a resource group {self.name} in {there.location} already; name that"
                " region, or another group with --oidc-resource-group-name"
            )
        return there


class EmptyGroup(Unwanted):
    """A resource group that is to go if a tag says that it is ours, and nothing is left in it."""

    kind = ResourceGroup.kind

    def __init__(
        self,
        azure: Access,
        name: str,
        tag: str,
        *,
        content: UnwantedAccount,
    ) -> None:
        """`content` goes before, though in a dry run it is still there."""
        super().__init__(name, after=(content,))
        self.azure, self.tag, self.content = azure, tag, content
        self._left: list[str] = []

    async def read(self) -> Model | None:
        """Ask for it, and for what is in it."""
        there = await found(self.azure.groups.get(self.name))
        if there is not None and self._is_ours(there):
            resources = self.azure.resources.resources.list_by_resource_group(self.name)
            self._left = [
                str(one.name) async for one in resources if not self._goes_before(str(one.id))
            ]
        return there

    def reason_to_keep(self, found: Model) -> str:
        """Look at its tags, and at what is in it."""
        if not self._is_ours(found):
            return "it was there before"
        return f"{', '.join(self._left[:3])} is in it" if self._left else ""

    async def delete(self) -> None:
        """Delete it."""
        await found((await self.azure.groups.begin_delete(self.name)).result())

    def _goes_before(self, id: str) -> bool:
        is_gone = self.content.outcome is Outcome.DELETED
        return is_gone and id.lower() == self.content.id.lower()

    def _is_ours(self, group: Model) -> bool:
        return (group.tags or {}).get(self.tag) == "owned"


def _plain(region: str) -> str:
    return region.replace(" ", "").lower()
