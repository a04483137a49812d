"""Lists of resources of any type, in a group or a subscription, with filters."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from azurelocal.arm import deployments
from azurelocal.arm.route import Route
from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.ids import GROUP_TYPE

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body
    from azurelocal.store import Resource

_NAMES = "Microsoft.Resources/subscriptions"
_SHOWN = ("location", "tags", "sku", "kind", "managedBy", "identity", "zones", "plan")
_LISTED_CHILDREN = (
    "microsoft.network/privatednszones/virtualnetworklinks",
    "microsoft.compute/virtualmachines/extensions",
)
"""Children that stand in such lists by themselves; others are seen with their parents only."""


def _of_group(call: Call, subscription: str, group: str) -> Response:
    scope = f"/subscriptions/{subscription}/resourceGroups/{group}"
    call.authorize(f"{_NAMES}/resourceGroups/resources/read", scope)
    call.cloud.groups.require_named(subscription, group)
    return _answer(call, call.store.resources(group=scope.lower()))


def _of_subscription(call: Call, subscription: str) -> Response:
    call.authorize_member(subscription, f"{_NAMES}/resources/read")
    found = call.store.resources(subscription=subscription)
    readable = [one for one in found if call.allows(f"{one.id.type}/read", one.id)]
    return _answer(call, readable)


def _answer(call: Call, resources: list[Resource]) -> Response:
    keep = _Filter(call.request.query.get("$filter", ""))
    found = [
        _row(one)
        for one in resources
        if one.id.type != GROUP_TYPE and _is_listed(call, one) and keep.takes(one)
    ]
    top = call.request.query.get("$top", "")
    return Response(200, {"value": found[: int(top)] if top.isdigit() else found})


def _is_listed(call: Call, resource: Resource) -> bool:
    type = call.cloud.registry.type_of(resource.id)
    if type.is_extension or type.name == deployments.TYPE:
        return False
    return resource.id.parent is None or resource.id.type.lower() in _LISTED_CHILDREN


def _row(resource: Resource) -> Body:
    row: Body = {
        "id": str(resource.id),
        "name": "/".join(resource.id.names),
        "type": resource.id.type,
    }
    row |= {name: resource.body[name] for name in _SHOWN if resource.body.get(name) is not None}
    row["createdTime"] = _time(resource.created)
    row["changedTime"] = _time(resource.changed)
    row["provisioningState"] = resource.state
    return row


def _time(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


_TERM = re.compile(
    r"\s*(?:(?P<name>\w+)\s+(?P<compare>eq|ne)\s+'(?P<value>(?:[^']|'')*)'"
    r"|substringof\('(?P<part>[^']*)'\s*,\s*(?P<within>\w+)\)"
    r"|startswith\((?P<field>\w+)\s*,\s*'(?P<start>[^']*)'\))\s*(?:and\b|$)",
    re.IGNORECASE,
)


class _Filter:
    """Terms that all have to hold, such as `resourceType eq 'T' and name eq 'x'`."""

    def __init__(self, text: str) -> None:
        self._terms: list[re.Match[str]] = []
        position = 0
        while position < len(text):
            term = _TERM.match(text, position)
            if term is None or term.end() == position:
                raise AzureError(
                    400,
                    "InvalidFilterInQueryString",
                    f"Invalid $filter '{text[:200]}' specified in the query string.",
                )
            self._terms.append(term)
            position = term.end()

    def takes(self, resource: Resource) -> bool:
        """Tell whether a resource meets every term."""
        return all(self._holds(term, resource) for term in self._terms)

    def _holds(self, term: re.Match[str], resource: Resource) -> bool:
        if term["within"]:
            return term["part"].lower() in _field(resource, term["within"])
        if term["field"]:
            return _field(resource, term["field"]).startswith(term["start"].lower())
        value = term["value"].replace("''", "'").lower()
        name = term["name"].lower()
        if name in ("tagname", "tagvalue"):
            tags: dict[str, str] = resource.body.get("tags") or {}
            found = tags.keys() if name == "tagname" else tags.values()
            return value in [one.lower() for one in found]
        return (_field(resource, name) == value) == (term["compare"].lower() == "eq")


def _field(resource: Resource, name: str) -> str:
    match name.lower():
        case "resourcetype" | "type":
            return resource.id.type.lower()
        case "name":
            return "/".join(resource.id.names).lower()
        case "resourcegroup":
            return resource.id.group.lower()
        case "location":
            return resource.location
        case other:
            raise AzureError(
                400, "InvalidFilterInQueryString", f"There is no filter on '{other[:100]}'."
            )


ROUTES = [
    Route("GET", "/subscriptions/{s}/resources", _of_subscription),
    Route("GET", "/subscriptions/{s}/resourceGroups/{g}/resources", _of_group),
]
