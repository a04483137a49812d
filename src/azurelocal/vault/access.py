"""Who asks a vault, and whether they may: by role assignments or by the vault's access policies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.arm.authorization import Decision, Need
from azurelocal.entra.tokens import TokenError
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request
    from azurelocal.principal import Principal
    from azurelocal.vault.call import VaultCall

_PUBLIC_RESOURCE = "https://vault.azure.net"
_VAULTS = "Microsoft.KeyVault/vaults"


@dataclass(frozen=True)
class Access:
    """What an operation needs: an action, and the permission that stands for it in a policy."""

    kind: str
    action: str
    permission: str


def authenticate(cloud: Cloud, request: Request) -> Principal:
    """Find out who asks. Without a token, tell where to get one and for what."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise _unauthorized(
            cloud, "AKV10000: Request is missing a Bearer or PoP token.", "Unauthorized"
        )
    resource = f"https://{cloud.endpoints.vault_suffix}"
    try:
        return cloud.tokens.check(
            token.strip(), (_PUBLIC_RESOURCE, resource), cloud.tenancy.tenant.id
        )
    except TokenError as error:
        code = "AKV10022: Invalid audience." if error.reason == "audience" else "AKV10046:"
        raise _unauthorized(cloud, f"{code} {error}", "Unauthorized") from error


def _unauthorized(cloud: Cloud, message: str, code: str) -> AzureError:
    authority = f"{cloud.endpoints.login}/{cloud.tenancy.tenant.id}"
    resource = f"https://{cloud.endpoints.vault_suffix}"
    challenge = f'Bearer authorization="{authority}", resource="{resource}"'
    return AzureError(401, code, message, headers={"www-authenticate": challenge})


def require(call: VaultCall, access: Access, name: str) -> None:
    """Refuse a caller who may not do something with an item, or with all if none is named."""
    action = f"{_VAULTS}/{access.action}"
    scope = str(call.vault.id) + (f"/{access.kind}/{name}" if name else "")
    need = Need(action, scope, data=True)
    if call.properties.get("enableRbacAuthorization"):
        decision = call.cloud.authorization.decide(call.principal.object_id, need)
    else:
        decision = _by_policy(call, access, need)
    call.decisions.append(decision)
    if not decision.allowed:
        raise _forbidden(call, action, scope)


def _by_policy(call: VaultCall, access: Access, need: Need) -> Decision:
    for policy in call.properties.get("accessPolicies") or ():
        if str(policy.get("objectId", "")).lower() != call.principal.object_id.lower():
            continue
        given: Any = policy["permissions"].get(access.kind) or ()
        words = [str(word).lower() for word in given]
        if access.permission.lower() in words or "all" in words:
            return Decision(need, "access policy", str(call.vault.id))
    return Decision(need, "", "")


def _forbidden(call: VaultCall, action: str, scope: str) -> AzureError:
    issuer = call.cloud.endpoints.sts(call.cloud.tenancy.tenant.id)
    caller = f"appid={call.principal.app_id};oid={call.principal.object_id};iss={issuer}"
    end = f"Vault: {call.vault.name};location={call.vault.location}"
    if call.properties.get("enableRbacAuthorization"):
        return AzureError(
            403,
            "Forbidden",
            "Caller is not authorized to perform action on resource.\r\nIf role assignments, deny"
            " assignments or role definitions were changed recently, please observe propagation"
            f" time.\r\nCaller: {caller}\r\nAction: '{action}'\r\nResource: '{scope}'\r\n"
            "Assignment: (not found)\r\nDenyAssignmentId: null\r\n"
            f"DecisionReason: 'DeniedWithNoValidRBAC' \r\n{end}\r\n",
            inner="ForbiddenByRbac",
        )
    return AzureError(
        403,
        "Forbidden",
        f"The user, group or application '{caller}' does not have the permission that it needs for"
        f" '{action}' in an access policy of the key vault '{end}'.",
        inner="AccessDenied",
    )
