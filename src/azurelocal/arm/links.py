"""References from one resource to another: whether they may be made, and what they change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.arm.types import new_etag, objects, position
from azurelocal.errors import AzureError
from azurelocal.ids import ArmId, parse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.arm.registry import Registry
    from azurelocal.store import Link, Resource, Store


@dataclass(frozen=True)
class Links:
    """Works on the links that resource types declare."""

    store: Store
    registry: Registry

    def check(
        self,
        call: Call,
        new: Resource,
        old: Resource | None,
        links: Iterable[Link],
        action: str,
    ) -> None:
        """Refuse references to what is not there, is not ready, or may not be used.

        What was referred to before is not checked again, but for parts of the resource itself:
        they may be gone.
        """
        known = {(link.kind, link.target_key) for link in self.store.links_of(new.key)}
        for link in links:
            if link.may_dangle:
                continue
            if link.target_key.startswith(new.key + "/"):
                self._check_own_part(new, link)
            elif old is None or (link.kind, link.target_key) not in known:
                target = self._target(link)
                if link.action:
                    call.authorize_link(link.action, link.target, action, str(new.id))
                self._check_target(new, link, target)

    def touch(self, targets: set[str], own: str) -> None:
        """Give what is referred to a new etag: who refers to it is part of what it shows."""
        for target in targets:
            id = parse(target)
            owner = self.registry.part_of(id)[0] if self.registry.holds(id.type) else None
            if owner is not None and owner.key != own:
                self.store.touch(owner.key, new_etag())

    def _target(self, link: Link) -> ArmId:
        """Read what a link points to; it must be of a type that may stand there."""
        try:
            target = parse(link.target)
        except AzureError:
            raise bad_reference(link) from None
        if not self.registry.holds(target.type) or target.is_collection:
            raise bad_reference(link)
        if link.type and target.type.lower() != link.type.lower():
            raise bad_reference(link)
        return target

    def _check_own_part(self, new: Resource, link: Link) -> None:
        target = self._target(link)
        owner, part = self.registry.part_of(target)
        entries = objects(new.properties.get(part.name), part.name) if part else []
        if part is None or owner.key != new.key or position(entries, target.name) is None:
            raise bad_reference(link)

    def _check_target(self, new: Resource, link: Link, target: ArmId) -> None:
        owner, part = self.registry.part_of(target)
        found = self.store.get(owner.key)
        entries = objects(found.properties.get(part.name), part.name) if found and part else []
        if found is None or (part is not None and position(entries, target.name) is None):
            raise bad_reference(link)
        if link.near and new.location and found.location not in ("", new.location):
            raise bad_reference(link)
        if found.state in ("Creating", "Deleting", "Failed"):
            raise AzureError(
                409,
                "ReferencedResourceNotProvisioned",
                f"Cannot proceed with operation because resource {found.id} used by resource"
                f" {new.id} is not in Succeeded state. Resource is in {found.state} state.",
            )


def bad_reference(link: Link) -> AzureError:
    """What Azure says of a reference to what is not there, or cannot stand there."""
    return AzureError(
        400,
        "InvalidResourceReference",
        f"Resource {link.target} referenced by resource {link.source} was not found. Please make"
        " sure that the referenced resource exists, and that both resources are in the same"
        " region.",
    )
