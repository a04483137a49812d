"""What the resources of a resource group have in common: how they are looked for and written."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from hypershift.azure.plan.steps import Wanted
from hypershift.azure.problems import Problem, code_of, found
from hypershift.azure.waiting import BUSY, until_known, until_settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step
    from hypershift.azure.resources.groups import ResourceGroup

Body = dict[str, Any]
"""A resource in Resource Manager's own form."""

# So often others may change a resource between our look at it and our change.
_TRIES = 5


class Resource(Wanted[Body]):
    """A resource of a group, which is read and written as Resource Manager writes it.

    What it has beyond what we want of it stays: other components and other people add to it.
    """

    type: ClassVar[str]
    """As IDs have it, such as Microsoft.Network/virtualNetworks."""

    def __init__(
        self,
        azure: Access,
        name: str,
        group: ResourceGroup,
        *,
        location: str,
        tags: dict[str, str],
        inside: Step | None = None,
        after: Iterable[Step] = (),
    ) -> None:
        """Tags are for a new one. It is inside its group unless something else is named."""
        super().__init__(name, inside=inside or group, after=after)
        self.azure, self.group, self.location, self.tags = azure, group, location, tags

    @property
    def id(self) -> str:
        """Its resource ID, which follows from its name."""
        return f"{self.group.id}/providers/{self.type}/{self.name}"

    @property
    def path(self) -> tuple[str, ...]:
        """The names by which it is asked for."""
        return (self.group.name, self.name)

    @property
    @abstractmethod
    def api(self) -> Any:
        """Its operations in Microsoft's library."""

    @abstractmethod
    def properties(self) -> Body:
        """What a new one is to be like."""

    def amend(self, there: Body) -> None:
        """Put right what is not as it is to be."""

    def problems(self, there: Body) -> Sequence[str]:
        """Tell what about it is not as it is to be."""
        return ()

    def extras(self) -> Body:
        """What a new one has beside its properties."""
        return {}

    async def read(self) -> Body | None:
        """Ask for it, and wait until nothing goes on with it any more."""
        return await until_settled(str(self), self._look)

    async def _look(self) -> Body | None:
        model = await found(self.api.get(*self.path))
        return None if model is None else model.as_dict()

    def differences(self, found: Body) -> Sequence[str]:
        """Compare, and refuse what cannot be put right."""
        where = str(found.get("location") or "")
        if where and not same(where, self.location):
            raise Problem(
                f"there is already a {self} in {where}, and resources cannot be moved to"
                f" {self.location}; use that region, or delete it"
            )
        failed = found["properties"].get("provisioningState") in ("Failed", "Canceled")
        unfinished = ["its last change had failed"] if failed else []
        return [*unfinished, *self.problems(found)]

    async def write(self, found: Body | None) -> Body:
        """Make it, or put it right; it may have changed since we looked."""
        from azure.core.exceptions import HttpResponseError

        for left in reversed(range(_TRIES)):
            try:
                return await self._put(found)
            except HttpResponseError as error:
                if code_of(error) != "PreconditionFailed" or not left:
                    raise
            found = await self.read()
        raise AssertionError  # the last try has returned or raised

    async def _put(self, there: Body | None) -> Body:
        options: dict[str, Any] = {}
        if there is None:
            body = {
                "location": self.location,
                "tags": self.tags,
                "properties": self.properties(),
            } | self.extras()
        else:
            body = _writable(there)
            self.amend(body)
            if etag := there.get("etag"):
                options["headers"] = {"If-Match": etag}

        async def put() -> Any:
            poller = await self.api.begin_create_or_update(*self.path, body, **options)
            return await poller.result()

        model = await until_known(put, BUSY)
        return model.as_dict()


def _writable(there: Body) -> Body:
    """What may be sent back of what Azure has answered."""
    import copy

    body = copy.deepcopy(there)
    for key in ("etag", "systemData"):
        body.pop(key, None)
    return body


def part(body: Body, key: str) -> Body:
    """A part of a resource, empty if it is not there."""
    return body.get(key) or _nothing()


def _nothing() -> Body:
    return {}


def id_in(body: Body, key: str) -> str:
    """The ID of the resource that a property refers to, if it refers to one."""
    return str(part(body, key).get("id") or "")


def same(one: str, other: str) -> bool:
    """Azure minds neither case nor, in names of regions, blanks."""
    return one.replace(" ", "").lower() == other.replace(" ", "").lower()


def named(entries: list[Body] | None, name: str) -> Body | None:
    """Find an entry of a list by its name."""
    return next((one for one in entries or () if same(one["name"], name)), None)


def put_named(properties: Body, key: str, entry: Body) -> None:
    """Put an entry into a list, in place of the one that has its name."""
    entries: list[Body] = properties.get(key) or []
    others = [one for one in entries if not same(one["name"], entry["name"])]
    properties[key] = [*others, entry]


def refers_to(entry: Body, key: str, id: str) -> bool:
    """Tell whether an entry's property refers to a resource."""
    return same(id_in(part(entry, "properties"), key), id)
