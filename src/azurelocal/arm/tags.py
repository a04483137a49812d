"""The tags of a resource, read and written by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.types import an_object, new_etag
from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.ids import GROUP_TYPE, parse

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.ids import ArmId
    from azurelocal.store import Resource

TYPE = "microsoft.resources/tags"


def answer(call: Call, id: ArmId) -> Response:
    """Answer any request to the tags of a resource."""
    method = call.request.method
    verb = {"GET": "read", "PUT": "write", "PATCH": "write", "DELETE": "delete"}.get(method)
    if verb is None or id.name.lower() != "default":
        raise AzureError(
            405, "MethodNotAllowed", f"The HTTP method '{method[:20]}' is not supported."
        )
    owner = parse(id.scope)
    # Whoever may write the resource may write its tags.
    own = f"{owner.type}/write"
    if verb == "read" or not call.allows(own, owner):
        call.authorize(f"Microsoft.Resources/tags/{verb}", owner)
    else:
        call.authorize(own, owner)
    resource = _find(call, owner)
    tags: dict[str, str] = dict(resource.body.get("tags") or {})
    if method != "GET":
        tags = _changed(call, tags)
        resource.body["tags"] = tags
        resource.etag = new_etag()
        resource.changed = call.now
        call.store.put(resource, call.store.links_of(resource.key))
    return Response(
        200,
        {
            "id": f"{resource.id}/providers/Microsoft.Resources/tags/default",
            "name": "default",
            "type": "Microsoft.Resources/tags",
            "properties": {"tags": tags},
        },
    )


def _find(call: Call, owner: ArmId) -> Resource:
    if owner.type == GROUP_TYPE:
        call.cloud.groups.require(owner)
    resource = call.store.get(owner.key)
    if resource is None:
        raise call.cloud.engine.absent(owner)
    return resource


def _changed(call: Call, tags: dict[str, str]) -> dict[str, str]:
    if call.request.method == "DELETE":
        return {}
    body = call.request.json_object()
    given = an_object(an_object(body.get("properties"), "properties").get("tags"), "tags")
    if not all(isinstance(value, str) for value in given.values()):
        raise AzureError(400, "InvalidTagValue", "The values of tags must be texts.")
    if call.request.method == "PUT":
        return given
    match str(body.get("operation", "")).lower():
        case "merge":
            return tags | given
        case "replace":
            return given
        case "delete":
            return {
                name: value
                for name, value in tags.items()
                if not (name in given and given[name] in (value, ""))
            }
        case _:
            raise AzureError(
                400, "InvalidTagPatchOperation", "'operation' must be Merge, Replace or Delete."
            )
