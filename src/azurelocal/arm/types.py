"""What a resource type says about itself. The engine does all that types have in common.

A provider module holds one class for each of its types. The class says only what is peculiar: what
a new resource must have and what is filled in, what it refers to, what keeps it from being deleted,
what else happens, and what is shown that is not stored.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.http import Response
    from azurelocal.ids import ArmId
    from azurelocal.store import Link, Resource

Body = dict[str, Any]
Action = Callable[["Call", "Resource"], "Response"]
View = Callable[["Call", "Resource"], "Response"]


@dataclass(frozen=True)
class Part:
    """A list in a resource's properties whose entries are resources of their own, such as subnets.

    They are kept in the resource that they are part of, and can be read and written by themselves
    where `alone` says so.
    """

    name: str
    type: str = ""
    alone: bool = True
    writable: bool = True
    """Whether it can be written by itself, too."""

    @property
    def kind(self) -> str:
        """The last word of the type: the list's name, unless told otherwise."""
        return self.type or self.name


class ResourceType:
    """One type of resource. Types have no state; `name` has the provider's own case."""

    name: ClassVar[str]
    created: ClassVar[int] = 201
    replaced: ClassVar[int] = 200
    deleted: ClassVar[int] = 200
    deletion_shows: ClassVar[bool] = False
    """DELETE answers with what was deleted."""
    has_location: ClassVar[bool] = True
    """Clients must say where a new one goes, and it never moves."""
    has_etag: ClassVar[bool] = False
    """The body shows the etag."""
    has_state: ClassVar[bool] = True
    """Its properties show provisioningState."""
    is_extension: ClassVar[bool] = False
    """It hangs on any scope rather than in a resource group."""
    listed_by_members: ClassVar[bool] = False
    """Who holds any role in the subscription may list it, but sees only what they may read.

    Components list such types at their start, and their published roles do not name them.
    """
    default_location: ClassVar[str] = ""
    parts: ClassVar[tuple[Part, ...]] = ()
    delay: ClassVar[str] = ""
    """Under which name its durations stand in the table of delays; the type's own if empty."""
    pending_put: ClassVar[int] = 0
    """The status of a PUT that goes on: 0 for the usual one, 202 for types that answer so."""

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        """Check what was written and fill in the rest. `old` is what there was before."""

    def links(self, resource: Resource) -> Iterable[Link]:
        """Name what the resource refers to."""
        return ()

    def merge(self, old: Resource, patch: Body) -> Body:
        """Make the body that a PATCH asks for."""
        return merge_patch(old.body, patch)

    def combine(self, old: Resource, body: Body) -> Body:
        """Make the body that a PUT on an existing resource asks for: usually just what it says."""
        return body

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        """Do what else has to happen, in the same transaction."""

    def second_write(self, parent: str) -> AzureError | None:
        """Make what Azure answers while another one below the same parent is being written.

        None where it writes both.
        """
        return None

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        """Raise what Azure answers where the resource is in use."""

    def refuse_part_delete(self, call: Call, resource: Resource, part: ArmId) -> None:
        """Raise what Azure answers where a part that is deleted by itself is in use."""

    def removed(self, call: Call, resource: Resource) -> None:
        """Do what else has to happen when the resource goes, in the same transaction."""

    def acted(
        self, call: Call, resource: Resource, action: str, error: AzureError | None = None
    ) -> None:
        """Write down what an action has led to, once it is over."""

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        """Add to the answer what is not stored, such as who refers to the resource."""

    def listed(self, call: Call, collection: ArmId) -> list[Body] | None:
        """List in the type's own way; None leaves it to the engine."""
        return None

    def page(self, call: Call, found: list[Body]) -> Body:
        """Answer a list; some types answer it in pages, or filter it."""
        return {"value": found}

    def absent(self, id: ArmId) -> AzureError | None:
        """What is said of one that is not there, where it is not what ARM says of others."""
        return None

    def catalogue(self, call: Call, id: ArmId) -> Body | None:
        """Answer for one that is always there and that nobody made; None where there is none."""
        return None

    @property
    def actions(self) -> Mapping[str, Action]:
        """What can be POSTed to a resource, by its name in the path in lower case."""
        return {}

    @property
    def views(self) -> Mapping[str, View]:
        """What can be read below a resource that is no resource itself, in lower case."""
        return {}


def merge_patch(old: Body, patch: Body) -> Body:
    """Merge as RFC 7396 says: null removes, objects merge, all else replaces."""
    merged = dict(old)
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, dict) and isinstance(merged.get(name), dict):
            merged[name] = merge_patch(merged[name], value)  # pyright: ignore[reportUnknownArgumentType]
        else:
            merged[name] = value
    return merged


def without_nulls(body: Body) -> Body:
    """What is null is as good as not there."""
    return {name: _without_nulls(value) for name, value in body.items() if value is not None}


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return without_nulls(value)  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, list):
        return [_without_nulls(one) for one in value]  # pyright: ignore[reportUnknownVariableType]
    return value


def new_etag() -> str:
    """An etag that no other version has."""
    return f'W/"{uuid.uuid4()}"'


def reference(value: Any, what: str) -> str:
    """Read `{"id": …}`; nothing where there is nothing."""
    if value is None:
        return ""
    if not isinstance(value, dict):
        raise invalid(f"The value of '{what}' must be an object with an id.")
    id: Any = value.get("id")  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    if id is None:
        return ""
    if not isinstance(id, str) or not id.startswith("/"):
        raise AzureError(
            400, "LinkedInvalidPropertyId", f"Property id '{id}' at path '{what}' is invalid."
        )
    return id


def objects(value: Any, what: str) -> list[Body]:
    """Read a list of objects; an absent one is empty."""
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):  # pyright: ignore[reportUnknownVariableType]
        raise invalid(f"The value of '{what}' must be a list of objects.")
    return value  # pyright: ignore[reportUnknownVariableType]


def an_object(value: Any, what: str) -> Body:
    """Read an object; an absent one is empty."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise invalid(f"The value of '{what}' must be an object.")
    return value  # pyright: ignore[reportUnknownVariableType]


def invalid(message: str, code: str = "InvalidRequestFormat") -> AzureError:
    """What ARM answers to a body that is not as it must be."""
    return AzureError(400, code, message)


def part_ids(resource: Resource, part: Part) -> Iterable[tuple[ArmId, Body]]:
    """The entries of a part, each with its ID."""
    for entry in objects(resource.properties.get(part.name), f"properties.{part.name}"):
        yield resource.id.child(part.kind, str(entry.get("name") or "")), entry


def position(entries: list[Body], name: str) -> int | None:
    """Where the entry of a name stands in a part, in any case."""
    for place, entry in enumerate(entries):
        if str(entry.get("name", "")).lower() == name.lower():
            return place
    return None
