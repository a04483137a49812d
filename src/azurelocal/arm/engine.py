"""What all resource types have in common: read, write, delete and list, with everything around it.

The order is ARM's: who may not is refused before it is told whether a thing exists; then comes the
scope, then the condition on the etag, then the body, then what it refers to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from azurelocal.arm.links import Links
from azurelocal.arm.operations import POLL_AGAIN, Operation
from azurelocal.arm.types import (
    Body,
    Part,
    ResourceType,
    merge_patch,
    new_etag,
    objects,
    position,
    without_nulls,
)
from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.store import Resource

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.registry import Registry
    from azurelocal.cloud import Cloud
    from azurelocal.ids import ArmId

_UNDER_WAY = {"put": ("Creating", "Updating", "Running"), "delete": ("Deleting",)}
_RESERVED = ("id", "name", "type", "etag", "systemData")


@dataclass
class Engine:
    """Works on resources of every type that the registry knows."""

    cloud: Cloud
    registry: Registry

    @property
    def links(self) -> Links:
        """What resources refer to."""
        return Links(self.cloud.store, self.registry)

    # Reading

    def get(self, call: Call, id: ArmId) -> Response:
        """Answer GET of one resource, or of one part of one."""
        call.authorize(f"{id.type}/read", id)
        given = self.registry.type_of(id).catalogue(call, id)
        if given is not None:
            return Response(200, given)
        resource, body = self.find(call, id)
        return Response(200, body, headers={"etag": resource.etag} if resource.etag else {})

    def find(self, call: Call, id: ArmId) -> tuple[Resource, Body]:
        """Read one resource as it is answered, or raise what ARM says of what is not there."""
        self.require_scope(id)
        owner, part = self.registry.part_of(id)
        resource = self.cloud.store.get(owner.key)
        if resource is None:
            raise self.absent(id)
        body = self.answer(call, resource)
        if part is None:
            return resource, body
        for entry in objects(body["properties"].get(part.name), part.name):
            if entry["name"].lower() == id.name.lower():
                return resource, entry
        raise self.absent(id)

    def list(self, call: Call, collection: ArmId) -> Response:
        """Answer GET of all resources of a type, in a group, a subscription or a parent."""
        readable = self._authorize_list(call, collection)
        self.require_scope(collection)
        listed = self.registry.type_of(collection).listed(call, collection)
        if listed is not None:
            return Response(200, {"value": listed})
        owner, part = self.registry.part_of(collection)
        if part is not None:
            parent = self.cloud.store.get(owner.key)
            if parent is None:
                raise self.absent(owner)
            answered = self.answer(call, parent)
            return Response(200, {"value": answered["properties"].get(part.name) or []})
        read = f"{collection.type}/read"
        found = [one for one in self._all(collection) if readable or call.allows(read, one.id)]
        answered = [self.answer(call, one) for one in found]
        return Response(200, self.registry.type_of(collection).page(call, answered))

    def _authorize_list(self, call: Call, collection: ArmId) -> bool:
        """Refuse who may not list; tell whether all that is listed may be read."""
        action, place = f"{collection.type}/read", _place(collection)
        if not self.registry.type_of(collection).listed_by_members or call.allows(action, place):
            call.authorize(action, place)
            return True
        call.authorize_member(collection.subscription, action)
        return False

    def _all(self, collection: ArmId) -> list[Resource]:
        type = collection.type
        if collection.parent:
            if not self.cloud.store.exists(collection.parent.key):
                raise self.absent(collection.parent)
            found = self.cloud.store.resources(type=type, parent=collection.parent.key)
        elif collection.group:
            found = self.cloud.store.resources(type=type, group=collection.group_key)
        else:
            found = self.cloud.store.resources(type=type, subscription=collection.subscription)
        return found

    def answer(self, call: Call, resource: Resource) -> Body:
        """Write a resource as clients see it."""
        type = self.registry.type_of(resource.id)
        body: Body = {"id": str(resource.id), "name": resource.name, "type": type.name}
        if type.has_etag:
            body["etag"] = resource.etag
        body |= resource.copy().body
        type.show(call, resource, body)
        return body

    # Writing

    def put(self, call: Call, id: ArmId, body: Body) -> Response:
        """Answer PUT: create, or replace what is there."""
        return self._write(call, id, body, patch=False)

    def patch(self, call: Call, id: ArmId, body: Body) -> Response:
        """Answer PATCH: change what is there."""
        return self._write(call, id, body, patch=True)

    def _write(self, call: Call, id: ArmId, body: Body, *, patch: bool) -> Response:
        action = f"{id.type}/write"
        call.authorize(action, id)
        owner, part = self.registry.part_of(id)
        self.require_scope(owner)
        self._refuse_deleting_scope(owner)
        old = self.cloud.store.get(owner.key)
        if part is not None:
            return self._write_part(call, id, owner, old, body, patch=patch)
        if patch and old is None:
            raise self.absent(id)
        self._check_condition(call, old)
        type = self.registry.type_of(id)
        if old is None:
            wanted = body
        else:
            wanted = type.merge(old, body) if patch else type.combine(old, body)
        written = self.write(call, id, wanted, action=action)
        return self._written(call, type, written, old, patch=patch)

    def _write_part(
        self, call: Call, id: ArmId, owner: ArmId, old: Resource | None, body: Body, *, patch: bool
    ) -> Response:
        """Write one entry of a list by writing the resource that the list is in."""
        if old is None:
            raise parent_absent(owner)
        part = self._writable_part(id)
        wanted = old.copy().body
        entries = objects(wanted.setdefault("properties", {}).setdefault(part.name, []), part.name)
        entry = {key: value for key, value in body.items() if key not in _RESERVED}
        entry |= {"name": id.name}
        place = position(entries, id.name)
        self._check_condition(call, old, exists=place is not None)
        if place is None and patch:
            raise self.absent(id)
        if place is None:
            entries.append(entry)
        else:
            entry["name"] = entries[place]["name"]
            entries[place] = merge_patch(entries[place], entry) if patch else entry
        type = self.registry.type_of(owner)
        written = self.write(call, owner, wanted, action=f"{id.type}/write")
        response = self._written(call, type, written, old, patch=patch)
        _, answered = self.find(call, id)
        status = response.status if place is not None or patch else type.created
        return Response(status, answered, response.headers)

    def _writable_part(self, id: ArmId) -> Part:
        _, part = self.registry.part_of(id)
        assert part is not None
        if not part.writable:
            raise AzureError(
                405,
                "MethodNotAllowed",
                f"A resource of type '{id.type}' is written with the resource that it is in.",
            )
        return part

    def write(self, call: Call, id: ArmId, body: Body, *, action: str = "") -> Resource:
        """Store one resource, with all checks but the ones on the writer's own rights to it."""
        type = self.registry.type_of(id)
        old = self.cloud.store.get(id.key)
        if old is not None:
            refuse_deleting(old, "write")
        new = Resource(
            id=old.id if old else type_case(id, type),
            body=without_nulls({k: v for k, v in body.items() if k not in _RESERVED}),
            etag=new_etag(),
            created=old.created if old else call.now,
            changed=call.now,
        )
        _check_common(type, new, old)
        if type.has_state:
            new.properties["provisioningState"] = "Succeeded"
        _finish_parts(type, new)
        type.shape(call, new, old)
        _finish_parts(type, new)
        links = list(type.links(new))
        self.links.check(call, new, old, links, action or f"{type.name}/write")
        before = self.cloud.store.links_of(new.key) if old else []
        self.cloud.store.put(new, links)
        changed = {link.fact for link in before} ^ {link.fact for link in links}
        self.links.touch({target for _, _, target, _ in changed}, new.key)
        type.written(call, new, old)
        return new

    def _written(
        self, call: Call, type: ResourceType, new: Resource, old: Resource | None, *, patch: bool
    ) -> Response:
        """Answer a write: at once, or with the address of the operation that goes on."""
        status = type.replaced if old else type.created
        if patch:
            status = 200
        seconds = self.cloud.weather.delay(type.delay or type.name, "update" if old else "create")
        if not self._goes_on(type, new, seconds):
            return Response(status, self.answer(call, new), {"etag": new.etag})
        new.properties["provisioningState"] = "Updating" if old else "Creating"
        self.cloud.store.put(new, type.links(new))
        operation = self.cloud.operations.start("put", new, seconds)
        if type.pending_put and not patch:
            return Response(type.pending_put, b"", self._location(operation))
        return Response(status, self.answer(call, new), self.async_headers(operation))

    def _goes_on(self, type: ResourceType, resource: Resource, seconds: float) -> bool:
        """Tell whether work is left after the answer."""
        failing = self.cloud.weather.will_fail(resource.key)
        return bool(seconds) or type.name.lower() in self.cloud.realisers or failing

    # Deleting

    def delete(self, call: Call, id: ArmId) -> Response:
        """Answer DELETE; what is not there is deleted already."""
        action = f"{id.type}/delete"
        call.authorize(action, id)
        owner, part = self.registry.part_of(id)
        self.require_scope(owner)
        resource = self.cloud.store.get(owner.key)
        if resource is None:
            return Response(204)
        if part is not None:
            return self._delete_part(call, id, resource)
        self._check_condition(call, resource)
        type = self.registry.type_of(id)
        self.refuse_delete(call, resource)
        seconds = self.cloud.weather.delay(type.delay or type.name, "delete")
        if not self._goes_on(type, resource, seconds):
            shown = self.answer(call, resource) if type.deletion_shows else b""
            self.remove(call, resource)
            return Response(type.deleted, shown)
        resource.properties["provisioningState"] = "Deleting"
        self.cloud.store.put(resource, type.links(resource))
        operation = self.cloud.operations.start("delete", resource, seconds)
        return Response(202, b"", self.async_headers(operation) | self._location(operation))

    def _delete_part(self, call: Call, id: ArmId, resource: Resource) -> Response:
        part = self._writable_part(id)
        wanted = resource.copy().body
        entries = objects(wanted.get("properties", {}).get(part.name), part.name)
        place = position(entries, id.name)
        if place is None:
            return Response(204)
        self._check_condition(call, resource)
        self.registry.type_of(id).refuse_part_delete(call, resource, id)
        del entries[place]
        self.write(call, resource.id, wanted, action=f"{id.type}/delete")
        return Response(200)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        """Raise what keeps a resource, or one of those below it, from being deleted."""
        self.registry.type_of(resource.id).refuse_delete(call, resource)

    def remove(self, call: Call, resource: Resource) -> None:
        """Delete a resource and all that is below it, without asking."""
        for child in self.cloud.store.resources(parent=resource.key):
            self.remove(call, child)
        targets = {link.target_key for link in self.cloud.store.links_of(resource.key)}
        self.cloud.store.delete(resource.key)
        self.links.touch(targets, resource.key)
        self.registry.type_of(resource.id).removed(call, resource)
        self._remove_extensions(call, resource.key)

    def _remove_extensions(self, call: Call, scope: str) -> None:
        """Role assignments and the like go with what they were made on."""
        for extension in self.cloud.store.resources_under(scope + "/providers/"):
            self.cloud.store.delete(extension.key)
            self.registry.type_of(extension.id).removed(call, extension)

    # Acting

    def act(self, call: Call, resource: Resource, action: str, answer: Any = None) -> Response:
        """Do what was POSTed to a resource: at once, or after the answer."""
        refuse_deleting(resource, action)
        type = self.registry.type_of(resource.id)
        seconds = self.cloud.weather.delay(type.delay or type.name, action)
        if not self._goes_on(type, resource, seconds):
            type.acted(call, resource, action)
            return Response(200) if answer is None else Response(200, answer)
        operation = self.cloud.operations.start("action", resource, seconds, answer, action)
        return self.accepted_async(operation)

    # What goes on after the answer

    async def realise(self, operation: Operation) -> None:
        """Make real, outside ARM, what the operation is about."""
        resource = self._subject(operation)
        if resource is None or not resource.id.namespace:
            return
        realise = self.cloud.realisers.get(resource.id.type.lower())
        if realise is not None:
            await realise(resource, operation)

    def _subject(self, operation: Operation) -> Resource | None:
        """What an operation works on, unless it is gone; one of its name may have come since."""
        resource = self.cloud.store.get(operation.target)
        same = resource is not None and operation.created in (0.0, resource.created)
        return resource if same else None

    def finish(self, operation: Operation, error: AzureError | None) -> None:
        """Write down how the operation has ended."""
        resource = self._subject(operation)
        if resource is None:
            return
        if operation.kind == "delete" and error is None:
            call = self.cloud.own_call()
            if resource.id.namespace:
                self.remove(call, resource)
            else:
                self.cloud.groups.remove(call, resource)
            return
        if operation.kind == "action":
            type = self.registry.type_of(resource.id)
            type.acted(self.cloud.own_call(), resource, operation.action, error)
        elif resource.state in _UNDER_WAY[operation.kind]:
            # A group that could not be deleted is as good as before.
            failed = error is not None and bool(resource.id.namespace)
            resource.properties["provisioningState"] = "Failed" if failed else "Succeeded"
            self.cloud.store.put(resource, self.cloud.store.links_of(resource.key))

    def async_headers(self, operation: Operation) -> dict[str, str]:
        """Where clients see how an operation is getting on."""
        address = f"{self.cloud.endpoints.arm}{operation.status_path()}"
        return {"azure-asyncoperation": f"{address}?api-version=2024-03-01"}

    def _location(self, operation: Operation) -> dict[str, str]:
        address = f"{self.cloud.endpoints.arm}{operation.result_path()}"
        return {"location": f"{address}?api-version=2024-03-01"}

    def accepted(self, operation: Operation) -> Response:
        """Answer work that has no body to show."""
        return Response(202, b"", self._location(operation))

    def accepted_async(self, operation: Operation) -> Response:
        """Answer an action whose operation and result have addresses of their own."""
        return Response(202, b"", self.async_headers(operation) | self._location(operation))

    def operation_status(self, id: str) -> Response:
        """Answer a look at an operation."""
        operation = self.cloud.operations.find(id)
        if operation is None:
            raise AzureError(404, "OperationNotFound", f"The operation '{id}' was not found.")
        body: Body = {"id": operation.status_path(), "name": id, "status": operation.state}
        if operation.error:
            body["error"] = operation.error
        headers = {} if operation.done else {"retry-after": POLL_AGAIN}
        return Response(200, body, headers)

    def operation_result(self, call: Call, id: str) -> Response:
        """Answer a look at what an operation led to: 202 until it has ended."""
        operation = self.cloud.operations.find(id)
        if operation is None:
            raise AzureError(404, "OperationNotFound", f"The operation '{id}' was not found.")
        if not operation.done:
            return Response(202, b"", self._location(operation) | {"retry-after": POLL_AGAIN})
        if operation.error:
            raise AzureError(409, operation.error["code"], operation.error["message"])
        if operation.answer is not None:
            return Response(200, operation.answer)
        resource = self.cloud.store.get(operation.target)
        if operation.kind == "put" and resource is not None:
            return Response(200, self.answer(call, resource))
        return Response(200 if operation.namespace == "Microsoft.Resources" else 204)

    # Checks

    def require_scope(self, id: ArmId) -> None:
        """Refuse what lies in a group or a resource that is not there."""
        type = self.registry.type_of(id)
        if type.is_extension:
            return
        self.cloud.groups.require(id)
        if not type.is_extension and id.parent is not None:
            parent, part = self.registry.part_of(id.parent)
            if part is None and not self.cloud.store.exists(parent.key):
                raise parent_absent(id.parent, child=id)

    def _refuse_deleting_scope(self, id: ArmId) -> None:
        """Refuse to write into what is being deleted: it would go with it."""
        if not self.registry.type_of(id).is_extension:
            self.cloud.groups.refuse_deleting(id)
            parent = self.cloud.store.get(id.parent.key) if id.parent else None
            if parent is not None:
                refuse_deleting(parent, "write")

    def absent(self, id: ArmId) -> AzureError:
        """What ARM says of a resource that is not there."""
        if self.registry.part_of(id)[1] is not None:
            return AzureError(404, "NotFound", f"Resource {id} not found.")
        if (peculiar := self.registry.type_of(id).absent(id)) is not None:
            return peculiar
        return AzureError(
            404,
            "ResourceNotFound",
            f"The Resource '{id.type}/{'/'.join(id.names)}' under resource group '{id.group}' was"
            " not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix",
        )

    def _check_condition(
        self, call: Call, resource: Resource | None, *, exists: bool = True
    ) -> None:
        """Hold the etag of a resource against the request; a part of it may not exist yet."""
        headers = call.request.headers
        wanted, unwanted = headers.get("if-match", ""), headers.get("if-none-match", "")
        if unwanted == "*" and resource is not None and exists:
            raise AzureError(
                412,
                "PreconditionFailed",
                f"The condition '*' in the If-None-Match header was not satisfied: '{resource.id}'"
                " exists already.",
            )
        if wanted in ("", "*") and not (wanted == "*" and resource is None):
            return
        found = resource.etag if resource else "nothing"
        if found.removeprefix("W/").strip('"') != wanted.removeprefix("W/").strip('"'):
            raise AzureError(
                412,
                "PreconditionFailed",
                f"Precondition failed. The condition '{wanted}' in the If-Match header was not"
                f" satisfied: the current etag is '{found}'.",
            )


def refuse_deleting(resource: Resource, action: str) -> None:
    """Refuse to do anything more with what is being deleted."""
    if resource.state == "Deleting":
        raise AzureError(
            409,
            "OperationNotAllowed",
            f"Operation '{action}' is not allowed on '{resource.id}' since it is marked for"
            " deletion.",
        )


def type_case(id: ArmId, type: ResourceType) -> ArmId:
    """Write an ID with the provider's own case of its type."""
    namespace, *kinds = type.name.split("/")
    return replace(id, namespace=namespace, types=tuple(kinds))


def parent_absent(parent: ArmId, child: ArmId | None = None) -> AzureError:
    """What ARM says of a write below what is not there."""
    return AzureError(
        404,
        "ParentResourceNotFound",
        f"Failed to perform 'write' on resource(s) of type '{(child or parent).type}', because the"
        f" parent resource '{parent}' could not be found.",
    )


def _place(collection: ArmId) -> str:
    """Where the right to list is needed: at the parent, the group or the subscription."""
    return str(collection.parent) if collection.parent else collection.scope


def _check_common(type: ResourceType, new: Resource, old: Resource | None) -> None:
    tags: Any = new.body.get("tags")
    if tags is not None and not (
        isinstance(tags, dict) and all(isinstance(value, str) for value in tags.values())  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    ):
        raise AzureError(400, "InvalidTagValue", "Tags must be an object whose values are strings.")
    if not isinstance(new.body.get("properties", {}), dict):
        raise AzureError(
            400, "InvalidRequestFormat", "The value of 'properties' must be an object."
        )
    location: Any = new.body.get("location")
    if not type.has_location:
        if not isinstance(location, str | None):
            raise AzureError(400, "InvalidRequestFormat", "The value of 'location' must be a text.")
        return
    location = location or type.default_location
    if not location and old is not None:
        location = old.location
    if not isinstance(location, str) or not location:
        raise AzureError(
            400, "LocationRequired", "The location property is required for this definition."
        )
    plain = location.replace(" ", "").lower()
    if old is not None and old.location != plain:
        raise AzureError(
            409,
            "InvalidResourceLocation",
            f"The resource '{new.name}' already exists in location '{old.location}' in resource"
            f" group '{new.id.group}'. A resource with the same name cannot be created in location"
            f" '{plain}'. Please select a new resource name.",
        )
    new.body["location"] = plain


def _finish_parts(type: ResourceType, resource: Resource) -> None:
    """Give every part what each has: an ID, its type, an etag and a state."""
    for part in type.parts:
        entries = resource.properties.get(part.name)
        if entries is None:
            continue
        names: set[str] = set()
        for entry in objects(entries, f"properties.{part.name}"):
            name: Any = entry.get("name") or _name_in_id(entry)
            if not isinstance(name, str) or not name or "/" in name:
                raise AzureError(
                    400,
                    "InvalidRequestFormat",
                    f"Every entry of 'properties.{part.name}' must have a name.",
                )
            if name.lower() in names:
                raise AzureError(
                    400,
                    "InvalidRequestFormat",
                    f"The name '{name}' is used twice in 'properties.{part.name}'.",
                )
            names.add(name.lower())
            entry["name"] = name
            if entry.get("properties") is None:
                entry["properties"] = {}
            if not isinstance(entry["properties"], dict):
                raise AzureError(
                    400, "InvalidRequestFormat", f"The properties of '{name}' must be an object."
                )
            entry["id"] = str(resource.id.child(part.kind, name))
            entry["type"] = f"{type.name}/{part.kind}"
            if type.has_etag:
                entry["etag"] = resource.etag
            entry["properties"]["provisioningState"] = "Succeeded"


def _name_in_id(entry: Body) -> str:
    """Clients may give the ID of a part alone."""
    id: Any = entry.get("id")
    return id.rpartition("/")[2] if isinstance(id, str) else ""
