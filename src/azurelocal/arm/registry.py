"""Which resource types there are. A new type takes its place in the list of its provider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from azurelocal.arm.types import Part, ResourceType
    from azurelocal.ids import ArmId


class Registry:
    """Finds types by their names, in any case."""

    def __init__(self, types: Iterable[type[ResourceType]]) -> None:
        """Take one of each type."""
        self._types = {type.name.lower(): type() for type in types}
        self._parts = {
            f"{name}/{part.kind}".lower(): part
            for name, type in self._types.items()
            for part in type.parts
        }

    def __iter__(self) -> Iterator[ResourceType]:
        """Go through all types."""
        return iter(self._types.values())

    def get(self, name: str) -> ResourceType | None:
        """Find a type that is no part of another."""
        return self._types.get(name.lower())

    def knows(self, name: str) -> bool:
        """Tell whether there is a type, or a part that can be asked for by itself."""
        part = self._parts.get(name.lower())
        return name.lower() in self._types or (part is not None and part.alone)

    def holds(self, name: str) -> bool:
        """Tell whether there is a type, or a part, that something can refer to."""
        return name.lower() in self._types or name.lower() in self._parts

    def type_of(self, id: ArmId) -> ResourceType:
        """Find the type of a resource, or of the resource that a part belongs to."""
        owner, _ = self.part_of(id)
        return self._types[owner.type.lower()]

    def part_of(self, id: ArmId) -> tuple[ArmId, Part | None]:
        """Tell a part from a resource: gives the resource it is kept in, and which part it is."""
        name = id.type.lower()
        if name in self._types:
            return id, None
        part = self._parts.get(name)
        if part is None or id.parent is None:
            raise unknown_type(id)
        return id.parent, part

    def namespaces(self) -> dict[str, list[ResourceType]]:
        """The types of each provider."""
        found: dict[str, list[ResourceType]] = {}
        for type in self._types.values():
            found.setdefault(type.name.partition("/")[0], []).append(type)
        return found


def unknown_type(id: ArmId) -> AzureError:
    """What ARM says of a type that it does not have."""
    kinds = "/".join(id.types)
    return AzureError(
        404,
        "InvalidResourceType",
        f"The resource type '{kinds}' could not be found in the namespace '{id.namespace}'.",
    )
