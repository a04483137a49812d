"""Subscriptions and resource groups: what every other resource lies in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.arm.types import Body, merge_patch
from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.ids import GROUP_TYPE, ArmId, parse
from azurelocal.store import Resource

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.cloud import Cloud

_ACTIONS = "Microsoft.Resources/subscriptions/resourceGroups"
_NAME = re.compile(r"[\w().-]{0,89}[\w()-]")


@dataclass
class Groups:
    """Works on resource groups."""

    cloud: Cloud

    def require(self, id: ArmId) -> None:
        """Refuse what lies in a subscription or a group that is not there."""
        if not self.cloud.tenancy.has_subscription(id.subscription):
            raise subscription_absent(id.subscription)
        if id.group and not self.cloud.store.exists(id.group_key):
            raise group_absent(id.group)

    def refuse_deleting(self, id: ArmId) -> None:
        """Refuse to write into a group that is being deleted."""
        _refuse_deleting(self.cloud.store.get(id.group_key) if id.group else None)

    def require_named(self, subscription: str, group: str) -> None:
        """Refuse a subscription or a group that is not there."""
        self.require(parse(f"/subscriptions/{subscription}/resourceGroups/{group}"))

    def get(self, call: Call, id: ArmId) -> Response:
        """Answer GET of one group."""
        call.authorize(f"{_ACTIONS}/read", id)
        return Response(200, self.answer(self._find(id)))

    def head(self, call: Call, id: ArmId) -> Response:
        """Answer whether there is a group."""
        call.authorize(f"{_ACTIONS}/read", id)
        self._require_subscription(id)
        return Response(204 if self.cloud.store.exists(id.key) else 404)

    def list(self, call: Call, subscription: str) -> Response:
        """Answer all groups of a subscription that the caller may see, or those with a tag."""
        scope = f"/subscriptions/{subscription}"
        if not call.allows(f"{_ACTIONS}/read", scope):
            call.authorize_member(subscription, f"{_ACTIONS}/read")
        found = self.cloud.store.resources(type=GROUP_TYPE, subscription=subscription)
        key, value = _tag_filter(call.request.query.get("$filter", ""))
        return Response(
            200,
            {
                "value": [
                    self.answer(group)
                    for group in found
                    if call.allows(f"{_ACTIONS}/read", group.id)
                    and (not key or _has_tag(group, key, value))
                ]
            },
        )

    def put(self, call: Call, id: ArmId, body: Body) -> Response:
        """Create a group, or replace its tags."""
        call.authorize(f"{_ACTIONS}/write", id)
        self._require_subscription(id)
        _check_name(id.name)
        old = self.cloud.store.get(id.key)
        _refuse_deleting(old)
        location: Any = body.get("location") or (old.location if old else None)
        if not isinstance(location, str) or not location:
            raise AzureError(
                400, "LocationRequired", "The location property is required for this definition."
            )
        plain = location.replace(" ", "").lower()
        if old is not None and old.location != plain:
            raise AzureError(
                409,
                "InvalidResourceGroupLocation",
                f"Invalid resource group location '{plain}'. The Resource group already exists in"
                f" location '{old.location}'.",
            )
        group = Resource(
            old.id if old else id,
            {
                "location": plain,
                "tags": _tags(body.get("tags")),
                "properties": {"provisioningState": "Succeeded"},
            },
            created=old.created if old else call.now,
            changed=call.now,
        )
        if body.get("managedBy"):
            group.body["managedBy"] = body["managedBy"]
        self.cloud.store.put(group)
        return Response(200 if old else 201, self.answer(group))

    def patch(self, call: Call, id: ArmId, body: Body) -> Response:
        """Change the tags of a group."""
        call.authorize(f"{_ACTIONS}/write", id)
        group = self._find(id)
        _refuse_deleting(group)
        if "tags" in body:
            group.body["tags"] = _tags(body["tags"])
        group.body = merge_patch(group.body, {"managedBy": body.get("managedBy")})
        group.changed = call.now
        self.cloud.store.put(group)
        return Response(200, self.answer(group))

    def delete(self, call: Call, id: ArmId) -> Response:
        """Delete a group and all that is in it, after the answer."""
        call.authorize(f"{_ACTIONS}/delete", id)
        group = self._find(id)
        self._refuse_delete(group)
        group.properties["provisioningState"] = "Deleting"
        self.cloud.store.put(group)
        seconds = self.cloud.weather.delay("Microsoft.Resources/resourceGroups", "delete")
        operation = self.cloud.operations.start("delete", group, seconds)
        return self.cloud.engine.accepted(operation)

    def remove(self, call: Call, group: Resource) -> None:
        """Delete a group and all that is in it, now."""
        self._refuse_delete(group)
        for resource in self.cloud.store.resources(group=group.key):
            if self.cloud.store.exists(resource.key):  # not gone with another one
                self.cloud.engine.remove(call, resource)
        self.cloud.store.delete(group.key)
        for extension in self.cloud.store.resources_under(group.key + "/providers/"):
            self.cloud.engine.remove(call, extension)

    def _refuse_delete(self, group: Resource) -> None:
        """Refuse while something in another group uses something in this one."""
        inside = group.key + "/"
        users = [
            link
            for owner, link in self.cloud.store.links_below(inside)
            if not owner.startswith(inside) and not link.may_dangle and _blocks(link.kind)
        ]
        if users:
            details = [
                AzureError(
                    409, "ResourceInUse", f"Resource {link.target} is in use by {link.source}."
                )
                for link in users
            ]
            raise AzureError(
                409,
                "ResourceGroupDeletionBlocked",
                f"Deletion of resource group '{group.name}' failed as resources with identifiers"
                f" '{', '.join(sorted({link.target for link in users}))}' could not be deleted.",
                details=details,
            )

    def _find(self, id: ArmId) -> Resource:
        self._require_subscription(id)
        group = self.cloud.store.get(id.key)
        if group is None:
            raise group_absent(id.name)
        return group

    def _require_subscription(self, id: ArmId) -> None:
        if not self.cloud.tenancy.has_subscription(id.subscription):
            raise subscription_absent(id.subscription)

    def answer(self, group: Resource) -> Body:
        """Write a group as clients see it."""
        return {
            "id": str(group.id),
            "name": group.name,
            "type": GROUP_TYPE,
            **group.body,
        }


def group_absent(name: str) -> AzureError:
    """What ARM says of a group that is not there."""
    return AzureError(404, "ResourceGroupNotFound", f"Resource group '{name}' could not be found.")


def subscription_absent(subscription: str) -> AzureError:
    """What ARM says of a subscription that is not there."""
    return AzureError(
        404, "SubscriptionNotFound", f"The subscription '{subscription}' could not be found."
    )


def _blocks(kind: str) -> bool:
    """Links that only say where somebody has rights or is known do not keep anything alive."""
    return not kind.startswith("~")


def _refuse_deleting(group: Resource | None) -> None:
    if group is not None and group.state == "Deleting":
        raise AzureError(
            409,
            "ResourceGroupBeingDeleted",
            f"The resource group '{group.name}' is in deprovisioning state and cannot perform this"
            " operation.",
        )


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise AzureError(
            400,
            "InvalidResourceGroup",
            f"The provided resource group name '{name[:100]}' has these invalid characters or is"
            " longer than 90. The name can only be a letter, digit, '-', '.', '(', ')' or '_', and"
            " must not end in '.'.",
        )


def _tags(value: Any) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(
        isinstance(one, str)
        for one in value.values()  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    ):
        raise AzureError(400, "InvalidTagValue", "Tags must be an object whose values are strings.")
    return value  # pyright: ignore[reportUnknownVariableType]


_TAG_FILTER = re.compile(r"\s*tagname eq '([^']*)'(?:\s+and\s+tagvalue eq '([^']*)')?\s*", re.I)


def _tag_filter(text: str) -> tuple[str, str | None]:
    match = _TAG_FILTER.fullmatch(text)
    return (match[1], match[2]) if match else ("", None)


def _has_tag(group: Resource, key: str, value: str | None) -> bool:
    tags: dict[str, str] = group.body.get("tags") or {}
    for name, tag in tags.items():
        if name.lower() == key.lower() and (value is None or tag == value):
            return True
    return False
