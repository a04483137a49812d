"""Deployments of templates, as far as clients need them: resources in the order of their needs.

`az network lb create` is one. Each resource of a template is authorised and written exactly as a
PUT of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.expressions import Expressions
from azurelocal.arm.route import Route
from azurelocal.arm.types import Body, an_object, invalid, objects
from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.ids import parse

if TYPE_CHECKING:
    from azurelocal.arm.call import Call

_ACTION = "Microsoft.Resources/deployments"
_COLLECTION = "deployments"
_WRITTEN = ("location", "tags", "sku", "kind", "zones", "identity", "properties", "plan")


def _put(call: Call, subscription: str, group: str, name: str) -> Response:
    scope = f"/subscriptions/{subscription}/resourceGroups/{group}"
    id = f"{scope}/providers/{_ACTION}/{name}"
    call.authorize(f"{_ACTION}/write", id)
    call.cloud.groups.require_named(subscription, group)
    properties = an_object(call.request.json_object().get("properties"), "properties")
    deployed = _deploy(call, scope, properties)
    existed = call.store.read(_COLLECTION, id.lower()) is not None
    body: Body = {
        "id": id,
        "name": name,
        "type": _ACTION,
        "properties": {
            "mode": properties.get("mode", "Incremental"),
            "provisioningState": "Succeeded",
            "parameters": properties.get("parameters") or {},
            **deployed,
        },
    }
    call.store.write(_COLLECTION, id.lower(), body)
    return Response(200 if existed else 201, body)


def _validate(call: Call, subscription: str, group: str, name: str) -> Response:
    scope = f"/subscriptions/{subscription}/resourceGroups/{group}"
    call.authorize(f"{_ACTION}/validate/action", f"{scope}/providers/{_ACTION}/{name}")
    call.cloud.groups.require_named(subscription, group)
    properties = an_object(call.request.json_object().get("properties"), "properties")
    template = an_object(properties.get("template"), "properties.template")
    _ordered(_resources(Expressions(call, scope, template, properties), template))
    return Response(200, {"properties": {"provisioningState": "Succeeded"}})


def _get(call: Call, subscription: str, group: str, name: str) -> Response:
    id = f"/subscriptions/{subscription}/resourceGroups/{group}/providers/{_ACTION}/{name}"
    call.authorize(f"{_ACTION}/read", id)
    call.cloud.groups.require_named(subscription, group)
    found = call.store.read(_COLLECTION, id.lower())
    if found is None:
        raise AzureError(404, "DeploymentNotFound", f"Deployment '{name}' could not be found.")
    return Response(200, found)


def _head(call: Call, subscription: str, group: str, name: str) -> Response:
    _get(call, subscription, group, name)
    return Response(204)


def _list(call: Call, subscription: str, group: str) -> Response:
    scope = f"/subscriptions/{subscription}/resourceGroups/{group}"
    call.authorize(f"{_ACTION}/read", scope)
    call.cloud.groups.require_named(subscription, group)
    prefix = f"{scope}/providers/{_ACTION}/".lower()
    return Response(200, {"value": [body for _, body in call.store.documents(_COLLECTION, prefix)]})


def _delete(call: Call, subscription: str, group: str, name: str) -> Response:
    id = f"/subscriptions/{subscription}/resourceGroups/{group}/providers/{_ACTION}/{name}"
    call.authorize(f"{_ACTION}/delete", id)
    call.store.remove(_COLLECTION, id.lower())
    return Response(204)


def forget_group(call: Call, group: str) -> None:
    """Forget the deployments of a group that is deleted; `group` is its key."""
    for key in call.store.keys(_COLLECTION, f"{group}/"):
        call.store.remove(_COLLECTION, key)


def _deploy(call: Call, scope: str, properties: Body) -> Body:
    template = an_object(properties.get("template"), "properties.template")
    expressions = Expressions(call, scope, template, properties)
    written: list[Body] = []
    for resource in _ordered(_resources(expressions, template)):
        body = {
            name: expressions.value(resource[name])
            for name in _WRITTEN
            if resource.get(name) is not None
        }
        id = parse(expressions.resource_id(resource["type"], *resource["name"].split("/")))
        call.cloud.engine.put(call, id, body)
        written.append({"id": str(id)})
    outputs: Body = {}
    for name, declared in an_object(template.get("outputs"), "outputs").items():
        output = an_object(declared, f"outputs.{name}")
        value = expressions.value(output.get("value"))
        outputs[name] = {"type": output.get("type", "Object"), "value": value}
    return {"outputs": outputs, "outputResources": written}


def _resources(expressions: Expressions, template: Body) -> list[Body]:
    """The resources with their names worked out."""
    found: list[Body] = []
    for resource in objects(template.get("resources"), "resources"):
        type: Any = resource.get("type")
        name: Any = expressions.value(resource.get("name"))
        if not isinstance(type, str) or not isinstance(name, str) or not type or not name:
            raise invalid("Every resource must have a type and a name.", "InvalidTemplate")
        needs: Any = expressions.value(resource.get("dependsOn") or [])
        if not isinstance(needs, list):
            raise invalid("'dependsOn' must be a list.", "InvalidTemplate")
        words = [str(need).lower() for need in needs]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        found.append({**resource, "name": name, "dependsOn": words})
    return found


def _ordered(resources: list[Body]) -> list[Body]:
    """Put what others need before them."""
    left, done = list(resources), list[Body]()
    while left:
        ready = [
            one
            for one in left
            if not any(_means(need, other) for need in one["dependsOn"] for other in left)
        ]
        if not ready:
            names = ", ".join(one["name"] for one in left)
            raise invalid(f"Circular dependency detected on resources: {names}.", "InvalidTemplate")
        done += ready
        left = [one for one in left if one not in ready]
    return done


def _means(need: str, resource: Body) -> bool:
    """A need is the ID of a resource, its type and name, or its name alone."""
    type, name = resource["type"].lower(), resource["name"].lower()
    return need in (name, f"{type}/{name}") or need.endswith(f"/providers/{type}/{name}")


_PATH = "/subscriptions/{s}/resourceGroups/{g}/providers/Microsoft.Resources/deployments"

ROUTES = [
    Route("GET", _PATH, _list),
    Route("PUT", f"{_PATH}/{{name}}", _put),
    Route("GET", f"{_PATH}/{{name}}", _get),
    Route("HEAD", f"{_PATH}/{{name}}", _head),
    Route("DELETE", f"{_PATH}/{{name}}", _delete),
    Route("POST", f"{_PATH}/{{name}}/validate", _validate),
]
