"""Microsoft.Authorization: who has which role where, and roles that users define."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from azurelocal.arm.authorization import ASSIGNMENT_TYPE, DEFINITION_TYPE, is_within
from azurelocal.arm.builtinroles import BUILT_IN
from azurelocal.arm.types import ResourceType, invalid, objects
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.roles import Role
    from azurelocal.arm.types import Body
    from azurelocal.ids import ArmId
    from azurelocal.store import Resource

_GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


class RoleAssignment(ResourceType):
    """A role of a principal at a scope and below it."""

    name = ASSIGNMENT_TYPE
    has_location = False
    has_state = False
    is_extension = True
    deletion_shows = True

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
        known_by_now = call.now - call.cloud.weather.propagation("principal")
        absent = found is None or found.created > known_by_now
        if absent and not properties.get("principalType"):
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

    def listed(self, call: Call, collection: ArmId) -> list[Body]:
        wanted = _Filter(call.request.query.get("$filter", ""))
        scope = collection.scope.lower()
        found: list[Body] = []
        for assignment in call.store.resources(type=self.name):
            at = assignment.id.scope.lower()
            above, below = is_within(scope, at), is_within(at, scope)
            if (above or (below and not wanted.at_scope)) and wanted.names(assignment):
                found.append(call.cloud.engine.answer(call, assignment))
        return found

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
    deletion_shows = True
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

    def listed(self, call: Call, collection: ArmId) -> list[Body]:
        place = _subscription_of(collection)
        found = [_built_in(role, place) for role in BUILT_IN.values()]
        for custom in call.store.resources(type=self.name):
            if _subscription_of(custom.id) == place:
                found.append(call.cloud.engine.answer(call, custom))
        text = call.request.query.get("$filter", "")
        name, kind = _value_of(text, "roleName"), _value_of(text, "type")
        return [
            role
            for role in found
            if (name is None or role["properties"]["roleName"].lower() == name.lower())
            and (kind is None or role["properties"]["type"].lower() == kind.lower())
        ]

    def catalogue(self, call: Call, id: ArmId) -> Body | None:
        role = BUILT_IN.get(id.name.lower())
        return _built_in(role, _subscription_of(id)) if role else None

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


class _Filter:
    """What a list of assignments is asked for: whose, and whether from here upwards only."""

    def __init__(self, text: str) -> None:
        self.at_scope = re.search(r"atScope\(\)", text, re.IGNORECASE) is not None
        assigned = re.search(r"assignedTo\('([^']*)'\)", text, re.IGNORECASE)
        self._principal = assigned[1] if assigned else _value_of(text, "principalId")
        if re.search(r"\bor\b", text):
            self.at_scope = False

    def names(self, assignment: Resource) -> bool:
        """Tell whether it is an assignment of whom was asked for."""
        who = assignment.properties["principalId"].lower()
        return self._principal is None or who == self._principal.lower()


def _value_of(text: str, name: str) -> str | None:
    match = re.search(rf"\b{name}\s+eq\s+'([^']*)'", text, re.IGNORECASE)
    return match[1] if match else None


def _subscription_of(id: ArmId) -> str:
    return f"/subscriptions/{id.subscription}" if id.subscription else ""


def _built_in(role: Role, place: str) -> Body:
    return {
        "id": f"{place}/providers/{DEFINITION_TYPE}/{role.guid}",
        "name": role.guid,
        "type": DEFINITION_TYPE,
        "properties": {
            "roleName": role.name,
            "type": "BuiltInRole",
            "description": role.description,
            "assignableScopes": ["/"],
            "permissions": [
                {
                    "actions": list(block.actions),
                    "notActions": list(block.not_actions),
                    "dataActions": list(block.data_actions),
                    "notDataActions": list(block.not_data_actions),
                }
                for block in role.permissions
            ],
        },
    }


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
