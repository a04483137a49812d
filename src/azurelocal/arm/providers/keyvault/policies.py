"""Access policies of vaults, by themselves: they are added to, replaced, or taken away from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.route import Route
from azurelocal.arm.types import Body, an_object, objects
from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.ids import parse_segments

if TYPE_CHECKING:
    from azurelocal.arm.call import Call

_KINDS = ("keys", "secrets", "certificates", "storage")


def checked_policies(value: Any) -> list[Body]:
    """Read policies, each of which says for whom it is and what it gives."""
    found = objects(value, "properties.accessPolicies")
    for policy in found:
        if not isinstance(policy.get("objectId"), str) or not isinstance(
            policy.get("tenantId"), str
        ):
            raise _bad("An access policy must have a tenantId and an objectId.")
        permissions: Any = policy.setdefault("permissions", {})
        if not isinstance(permissions, dict) or not all(
            kind in _KINDS and (given is None or isinstance(given, list))
            for kind, given in permissions.items()  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
        ):
            raise _bad("The permissions of an access policy must be lists of keys and the like.")
    return found


def _update(call: Call, s: str, g: str, vault: str, operation: str) -> Response:
    id = parse_segments(
        [
            "subscriptions",
            s,
            "resourceGroups",
            g,
            "providers",
            "Microsoft.KeyVault",
            "vaults",
            vault,
        ]
    )
    call.authorize("Microsoft.KeyVault/vaults/accessPolicies/write", id)
    resource, _ = call.cloud.engine.find(call, id)
    body = call.request.json_object()
    properties = an_object(body.get("properties"), "properties")
    given = checked_policies(properties.get("accessPolicies"))
    wanted = resource.copy().body
    policies: list[Body] = wanted["properties"]["accessPolicies"]
    match operation.lower():
        case "add":
            changed = _merged(policies, given)
        case "replace":
            changed = given
        case "remove":
            gone = {_whom(policy) for policy in given}
            changed = [policy for policy in policies if _whom(policy) not in gone]
        case _:
            raise _bad(f"The operation '{operation[:40]}' must be add, replace or remove.")
    wanted["properties"]["accessPolicies"] = changed
    written = call.cloud.engine.write(call, resource.id, wanted)
    return Response(
        200,
        {
            "id": f"{resource.id}/accessPolicies/",
            "type": "Microsoft.KeyVault/vaults/accessPolicies",
            "properties": {"accessPolicies": written.properties["accessPolicies"]},
        },
    )


def _whom(policy: Body) -> str:
    return policy["objectId"].lower()


def _merged(policies: list[Body], given: list[Body]) -> list[Body]:
    """Give those who have a policy already what the new one gives besides."""
    merged = {_whom(policy): policy for policy in policies}
    for policy in given:
        old: Body = merged.setdefault(_whom(policy), policy)
        for kind, words in policy["permissions"].items():
            had: list[str] = old["permissions"].get(kind) or []
            old["permissions"][kind] = list(dict.fromkeys([*had, *(words or [])]))
    return list(merged.values())


def _bad(message: str) -> AzureError:
    return AzureError(400, "BadRequest", message)


ROUTES = [
    Route(
        "PUT",
        "/subscriptions/{s}/resourceGroups/{g}/providers/Microsoft.KeyVault/vaults/{v}"
        "/accessPolicies/{operation}",
        _update,
    )
]
