"""Says what is wrong with a state that nobody works on: nothing may be half-made in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.operations import COLLECTION
from azurelocal.arm.types import objects, position
from azurelocal.errors import AzureError
from azurelocal.ids import GROUP_TYPE, ArmId, parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from azurelocal.cloud import Cloud
    from azurelocal.store import Link, Resource

_ENDED = ("Succeeded", "Failed")


def complaints(cloud: Cloud) -> list[str]:
    """Everything that is wrong, one sentence each."""
    found: list[str] = []
    for resource in cloud.store.resources():
        found.extend(f"{resource.id} {what}" for what in _of_resource(cloud, resource))
    for id, operation in cloud.store.documents(COLLECTION):
        if operation["state"] not in _ENDED:
            found.append(f"operation {id} on {operation['target']} goes on")
    owners = {resource.key for resource in cloud.store.resources()}
    for owner, link in cloud.store.links_below(""):
        if owner not in owners:
            found.append(f"{owner} is gone and still refers to {link.target}")
    return found


def _of_resource(cloud: Cloud, resource: Resource) -> Iterator[str]:
    id = resource.id
    if resource.state not in _ENDED:
        yield f"is {resource.state}"
    if id.type == GROUP_TYPE:
        return
    scope = id.parent or (parse(id.scope) if id.scope else None)
    if scope is not None and not _exists(cloud, scope):
        yield f"is below {scope}, which is gone"
    type = cloud.registry.type_of(id)
    declared = sorted(_words(link) for link in type.links(resource))
    kept = sorted(_words(link) for link in cloud.store.links_of(resource.key))
    if declared != kept:
        yield f"refers to {declared}, and is known to refer to {kept}"
    for link in type.links(resource):
        keeps = not link.may_dangle and not link.kind.startswith("~")
        if keeps and not _exists(cloud, parse(link.target)):
            yield f"refers to {link.target}, which is gone"
    cloud.engine.answer(cloud.own_call(), resource)


def _words(link: Link) -> tuple[str, ...]:
    return (link.source, link.kind, link.target_key, link.detail)


def _exists(cloud: Cloud, id: ArmId) -> bool:
    """Tell whether there is a resource, a part of one, a group or a subscription."""
    if not id.namespace:
        if id.group:
            return cloud.store.exists(id.group_key)
        return cloud.tenancy.has_subscription(id.subscription)
    try:
        owner, part = cloud.registry.part_of(id)
    except AzureError:
        return False
    resource = cloud.store.get(owner.key)
    if resource is None:
        return False
    return (
        part is None
        or position(objects(resource.properties.get(part.name), part.name), id.name) is not None
    )
