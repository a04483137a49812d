"""Deployments of templates, as far as clients need them: resources in the order of their needs.

`az network lb create` is one. Each resource of a template is authorised and written exactly as a
PUT of its own. Where the work on one goes on after its answer, the rest waits for it, and the
deployment is an operation that goes on, too.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal.arm.call import Call
from azurelocal.arm.expressions import Expressions
from azurelocal.arm.route import Route
from azurelocal.arm.types import Body, ResourceType, an_object, invalid, objects
from azurelocal.errors import AzureError
from azurelocal.http import Request, Response
from azurelocal.ids import parse
from azurelocal.principal import Principal
from azurelocal.store import Resource

if TYPE_CHECKING:
    from azurelocal.arm.operations import Operation
    from azurelocal.cloud import Cloud

TYPE = "Microsoft.Resources/deployments"
_WORK = "deploymentWork"
_WRITTEN = ("location", "tags", "sku", "kind", "zones", "identity", "properties", "plan")


class Deployment(ResourceType):
    """What is known of a deployment. Requests for it have routes of their own."""

    name = TYPE
    has_location = False

    def removed(self, call: Call, resource: Resource) -> None:
        """Nothing is left to be done."""
        call.store.remove(_WORK, resource.key)


class Work(msgspec.Struct, kw_only=True):
    """What a deployment is to do and how far it has come, in whose name."""

    properties: dict[str, Any]
    object_id: str
    app_id: str
    written: list[str] = []

    def advance(self, call: Call, scope: str) -> Body | None:
        """Write resources until there is one to be waited for; the outputs, when all is done."""
        template = an_object(self.properties.get("template"), "properties.template")
        expressions = Expressions(call, scope, template, self.properties)
        for resource in _ordered(_resources(expressions, template))[len(self.written) :]:
            body = {
                name: expressions.value(resource[name])
                for name in _WRITTEN
                if resource.get(name) is not None
            }
            id = parse(expressions.resource_id(resource["type"], *resource["name"].split("/")))
            answer = call.cloud.engine.put(call, id, body)
            self.written.append(str(id))
            if "azure-asyncoperation" in answer.headers or "location" in answer.headers:
                return None
        outputs: Body = {}
        for name, declared in an_object(template.get("outputs"), "outputs").items():
            output = an_object(declared, f"outputs.{name}")
            value = expressions.value(output.get("value"))
            outputs[name] = {"type": output.get("type", "Object"), "value": value}
        return outputs


def _put(call: Call, subscription: str, group: str, name: str) -> Response:
    id = _id(subscription, group, name)
    call.authorize(f"{TYPE}/write", id)
    call.cloud.groups.require_named(subscription, group)
    old = call.store.get(id.lower())
    if old is not None and old.state == "Running":
        raise AzureError(
            409,
            "DeploymentActive",
            f"Unable to edit or replace deployment '{name}': previous deployment"
            " of this name is still active.",
        )
    properties = an_object(call.request.json_object().get("properties"), "properties")
    work = Work(
        properties=properties, object_id=call.principal.object_id, app_id=call.principal.app_id
    )
    outputs = work.advance(call, _scope(subscription, group))
    resource = Resource(parse(id), {}, created=call.now, changed=call.now)
    _note(call.cloud, resource, work, outputs)
    status = 200 if old else 201
    if outputs is not None:
        resource.properties["provisioningState"] = "Succeeded"
        call.store.put(resource)
        return Response(status, _shown(resource))
    operation = call.cloud.operations.start("put", resource, 0)
    headers = call.cloud.engine.async_headers(operation)
    return Response(status, _shown(resource), headers)


async def go_on(cloud: Cloud, deployment: Resource, operation: Operation) -> None:
    """Write what is left of a deployment, each time when the work before it is over."""
    document = cloud.store.read(_WORK, deployment.key)
    if operation.kind != "put" or document is None:
        return
    try:
        await _write_the_rest(cloud, deployment, msgspec.convert(document, Work))
    except AzureError as error:
        with cloud.store.transaction():
            deployment.properties["error"] = error.envelope()["error"]
            cloud.store.put(deployment)
            cloud.store.remove(_WORK, deployment.key)
        raise


async def _write_the_rest(cloud: Cloud, deployment: Resource, work: Work) -> None:
    outputs: Body | None = None
    while outputs is None:
        last = work.written[-1]
        await cloud.operations.over(last.lower())
        found = cloud.store.get(last.lower())
        if found is None or found.state == "Failed":
            raise AzureError(
                409,
                "DeploymentFailed",
                "At least one resource deployment operation failed. Please list deployment"
                " operations for details.",
                details=[_failure_of(cloud, last)],
            )
        with cloud.store.transaction():
            call = Call(cloud, Request("PUT", "", ""), Principal(work.object_id, work.app_id))
            outputs = work.advance(call, deployment.id.scope)
            _note(cloud, deployment, work, outputs)
        # What has just been begun is under way from here on.
        await asyncio.sleep(0)


def _failure_of(cloud: Cloud, id: str) -> AzureError:
    """What the work on a resource has ended with."""
    error = cloud.operations.last_error(id.lower())
    message = (
        f"The resource write operation on {id} failed to complete successfully, because it reached"
        " terminal provisioning state 'Failed'."
    )
    if error:
        message = f"{message} {error['code']}: {error['message']}"
    return AzureError(409, "ResourceDeploymentFailure", message)


def _note(cloud: Cloud, deployment: Resource, work: Work, outputs: Body | None) -> None:
    """Write down how far a deployment has come."""
    deployment.body["properties"] = {
        "mode": work.properties.get("mode", "Incremental"),
        "provisioningState": "Running",
        "parameters": _shown_parameters(work.properties),
        "outputResources": [{"id": id} for id in work.written],
        **({} if outputs is None else {"outputs": outputs}),
    }
    cloud.store.put(deployment)
    if outputs is None:
        cloud.store.write(_WORK, deployment.key, msgspec.to_builtins(work))
    else:
        cloud.store.remove(_WORK, deployment.key)


def _shown(deployment: Resource) -> Body:
    return {
        "id": str(deployment.id),
        "name": deployment.name,
        "type": TYPE,
        **deployment.body,
    }


def _scope(subscription: str, group: str) -> str:
    return f"/subscriptions/{subscription}/resourceGroups/{group}"


def _id(subscription: str, group: str, name: str) -> str:
    return f"{_scope(subscription, group)}/providers/{TYPE}/{name}"


def _validate(call: Call, subscription: str, group: str, name: str) -> Response:
    call.authorize(f"{TYPE}/validate/action", _id(subscription, group, name))
    call.cloud.groups.require_named(subscription, group)
    properties = an_object(call.request.json_object().get("properties"), "properties")
    template = an_object(properties.get("template"), "properties.template")
    expressions = Expressions(call, _scope(subscription, group), template, properties)
    _ordered(_resources(expressions, template))
    return Response(200, {"properties": {"provisioningState": "Succeeded"}})


def _get(call: Call, subscription: str, group: str, name: str) -> Response:
    id = _id(subscription, group, name)
    call.authorize(f"{TYPE}/read", id)
    call.cloud.groups.require_named(subscription, group)
    found = call.store.get(id.lower())
    if found is None:
        raise AzureError(404, "DeploymentNotFound", f"Deployment '{name}' could not be found.")
    return Response(200, _shown(found))


def _head(call: Call, subscription: str, group: str, name: str) -> Response:
    _get(call, subscription, group, name)
    return Response(204)


def _list(call: Call, subscription: str, group: str) -> Response:
    scope = _scope(subscription, group)
    call.authorize(f"{TYPE}/read", scope)
    call.cloud.groups.require_named(subscription, group)
    found = call.store.resources(type=TYPE, group=scope.lower())
    return Response(200, {"value": [_shown(one) for one in found]})


def _delete(call: Call, subscription: str, group: str, name: str) -> Response:
    id = _id(subscription, group, name)
    call.authorize(f"{TYPE}/delete", id)
    found = call.store.get(id.lower())
    if found is not None:
        call.cloud.engine.remove(call, found)
    return Response(204)


def _shown_parameters(properties: Body) -> Body:
    """The parameters without the values of those that are declared as secrets."""
    template = an_object(properties.get("template"), "properties.template")
    declared = an_object(template.get("parameters"), "parameters")
    shown: Body = {}
    for name, given in an_object(properties.get("parameters"), "parameters").items():
        type = str(an_object(declared.get(name), name).get("type", ""))
        secret = type.lower() in ("securestring", "secureobject")
        shown[name] = {"type": type} if secret else given
    return shown


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

TYPES = (Deployment,)
ROUTES = [
    Route("GET", _PATH, _list),
    Route("PUT", f"{_PATH}/{{name}}", _put),
    Route("GET", f"{_PATH}/{{name}}", _get),
    Route("HEAD", f"{_PATH}/{{name}}", _head),
    Route("DELETE", f"{_PATH}/{{name}}", _delete),
    Route("POST", f"{_PATH}/{{name}}/validate", _validate),
]
