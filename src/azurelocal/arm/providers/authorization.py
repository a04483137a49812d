"""Microsoft.Authorization: who has which role where, and roles that users define."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from azurelocal.arm.authorization import ASSIGNMENT_TYPE, DEFINITION_TYPE
from azurelocal.arm.types import ResourceType, invalid, objects
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body
    from azurelocal.store import Resource

_GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


class RoleAssignment(ResourceType):
    """A role of a principal at a scope and below it."""

    name = ASSIGNMENT_TYPE
    has_location = False
    has_state = False
    is_extension = True

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        properties = new.properties
        _require_guid(new.name)
        principal_id, definition = properties.get("principalId"), properties.get("roleDefinitionId")
        if not isinstance(principal_id, str) or not _GUID.fullmatch(principal_id):
            raise invalid(
                "The value of 'properties.principalId' must be a GUID.", "BadRequestFormat"
            )
        if not isinstance(definition, str) or not definition:
            raise invalid("'properties.roleDefinitionId' is required.", "BadRequestFormat")
        role = call.cloud.authorization.role(definition)
        if role is None:
            raise AzureError(
                404,
                "RoleDefinitionDoesNotExist",
                f"The specified role definition with ID '{definition.rpartition('/')[2]}' does not"
                " exist.",
            )
        self._require_principal(call, principal_id, properties)
        scope = new.id.scope or "/"
        properties["scope"] = scope
        subscription = new.id.subscription
        place = f"/subscriptions/{subscription}" if subscription else ""
        properties["roleDefinitionId"] = f"{place}/providers/{DEFINITION_TYPE}/{role.guid}"
        self._check_others(call, new, old)
        _stamp(call, new, old)

    def _require_principal(self, call: Call, principal_id: str, properties: Body) -> None:
        found = call.cloud.directory.principal(principal_id)
        if found is None and not properties.get("principalType"):
            raise AzureError(
                400,
                "PrincipalNotFound",
                f"Principal {principal_id} does not exist in the directory"
                f" {call.cloud.tenancy.tenant.id}. Check that you have the correct principal ID. If"
                " you are creating this principal and then immediately assigning a role, this error"
                " might be related to a replication delay.",
            )
        properties.setdefault("principalType", "ServicePrincipal")

    def _check_others(self, call: Call, new: Resource, old: Resource | None) -> None:
        wanted = _what(new)
        if old is not None and _what(old) != wanted:
            raise AzureError(
                409,
                "RoleAssignmentUpdateNotPermitted",
                "Tenant ID, application ID, principal ID, and scope are not allowed to be updated.",
            )
        for other in call.store.resources_under(f"{new.id.scope}/providers/{self.name}/"):
            if other.key != new.key and _what(other) == wanted:
                raise AzureError(409, "RoleAssignmentExists", "The role assignment already exists.")

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        call.cloud.authorization.forget()

    def removed(self, call: Call, resource: Resource) -> None:
        call.cloud.authorization.forget()


class RoleDefinition(ResourceType):
    """A role that users define."""

    name = DEFINITION_TYPE
    has_location = False
    has_state = False
    is_extension = True
    replaced = 201

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        properties = new.properties
        _require_guid(new.name)
        name: Any = properties.get("roleName")
        if not isinstance(name, str) or not name:
            raise invalid("'properties.roleName' is required.", "InvalidRoleDefinition")
        for block in objects(properties.get("permissions"), "properties.permissions"):
            for kind in ("actions", "notActions", "dataActions", "notDataActions"):
                block.setdefault(kind, [])
        if not properties.get("assignableScopes"):
            raise invalid("'properties.assignableScopes' is required.", "InvalidRoleDefinition")
        for other in call.store.resources(type=self.name):
            if other.key != new.key and other.properties["roleName"] == name:
                raise AzureError(
                    409,
                    "RoleDefinitionWithSameNameExists",
                    f"A custom role with the same name already exists in this directory: '{name}'.",
                )
        properties["type"] = "CustomRole"
        _stamp(call, new, old)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        for assignment in call.store.resources(type=ASSIGNMENT_TYPE):
            if assignment.properties["roleDefinitionId"].lower().endswith(resource.name.lower()):
                raise AzureError(
                    400,
                    "RoleDefinitionHasAssignments",
                    "There are existing role assignments referencing role (code:"
                    " RoleDefinitionHasAssignments).",
                )

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        call.cloud.authorization.forget()

    def removed(self, call: Call, resource: Resource) -> None:
        call.cloud.authorization.forget()


def _what(resource: Resource) -> tuple[str, str, str]:
    properties = resource.properties
    definition = properties["roleDefinitionId"].rpartition("/")[2]
    return properties["principalId"].lower(), definition.lower(), resource.id.scope.lower()


def _require_guid(name: str) -> None:
    if not _GUID.fullmatch(name):
        raise AzureError(
            400, "InvalidRoleAssignmentId", f"The name '{name}' is not valid: it must be a GUID."
        )


def _stamp(call: Call, new: Resource, old: Resource | None) -> None:
    now = datetime.fromtimestamp(call.now, UTC).isoformat().replace("+00:00", "Z")
    was = old.properties if old else {}
    new.properties["createdOn"] = was.get("createdOn", now)
    new.properties["createdBy"] = was.get("createdBy", call.principal.object_id)
    new.properties["updatedOn"] = now
    new.properties["updatedBy"] = call.principal.object_id


TYPES = (RoleAssignment, RoleDefinition)
