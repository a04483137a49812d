"""Who asks the Blob service, and whether they may.

There are four ways to say who one is: a key of the account, a signed address, a token, and not at
all. A key may do anything; the others are held against what the operation needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from azurelocal.arm.authorization import Need
from azurelocal.blob import sas, sharedkey
from azurelocal.blob.errors import (
    RESOURCE,
    bad_token,
    no_authentication,
    permission_mismatch,
    public_access_not_permitted,
    resource_not_found,
)
from azurelocal.entra.tokens import TokenError
from azurelocal.errors import AzureError
from azurelocal.principal import Principal

if TYPE_CHECKING:
    from azurelocal.arm.authorization import Decision
    from azurelocal.blob.call import BlobCall
    from azurelocal.blob.sas import Signature
    from azurelocal.blob.target import Target

_SERVICE = "Microsoft.Storage/storageAccounts/blobServices"
_FIRST_WITH_TOKENS = "2017-11-09"


@dataclass(frozen=True)
class Access:
    """What an operation needs: an action for tokens, one of some letters for signed addresses.

    `new` is an action that is enough, too, for what is not there yet, and `new_letters` likewise.
    """

    action: str
    letters: str
    data: bool = True
    public: str = ""
    """What a container must have made public for strangers: nothing, Blob or Container."""
    new: str = ""
    new_letters: str = ""


class Way(Enum):
    """How a caller says who it is."""

    KEY = "key"
    SIGNATURE = "signature"
    TOKEN = "token"
    NONE = "anonymous"


@dataclass(frozen=True)
class Caller:
    """Who asks."""

    way: Way
    principal: Principal
    signature: Signature | None = None


def identify(call: BlobCall) -> Caller:
    """Find out who asks, or refuse proof that does not hold."""
    scheme = call.request.headers.get("authorization", "").partition(" ")[0].lower()
    if scheme in ("sharedkey", "sharedkeylite"):
        _require_keys(call)
        key = sharedkey.check(call.request, call.account, call.now)
        return Caller(Way.KEY, _nobody(f"{key} of {call.account.name}"))
    if scheme == "bearer":
        return _bearer(call)
    if scheme:
        raise bad_token(
            call.cloud.endpoints, call.tenant, f"The scheme '{scheme[:40]}' is not supported."
        )
    if "sig" in call.request.query:
        signature = sas.read(call.store, call.request, call.account, call.target, call.now)
        if signature.kind is not sas.Kind.DELEGATION:
            _require_keys(call)
        principal = Principal(signature.delegator, "", signature.kind.value)
        return Caller(Way.SIGNATURE, principal, signature)
    return Caller(Way.NONE, _nobody("anonymous"))


def _nobody(name: str) -> Principal:
    return Principal("", "", name)


def _require_keys(call: BlobCall) -> None:
    if call.account_properties.get("allowSharedKeyAccess") is False:
        raise AzureError(
            403,
            "KeyBasedAuthenticationNotPermitted",
            "Key based authentication is not permitted on this storage account.",
        )


def _bearer(call: BlobCall) -> Caller:
    endpoints = call.cloud.endpoints
    version = call.request.headers.get("x-ms-version", "")
    if version < _FIRST_WITH_TOKENS:
        raise AzureError(
            403,
            "AuthenticationFailed",
            f"Tokens need the header x-ms-version, with {_FIRST_WITH_TOKENS} or a later version.",
        )
    token = call.request.headers["authorization"].partition(" ")[2].strip()
    audiences = (RESOURCE, endpoints.blob(call.account.name))
    try:
        principal = call.cloud.tokens.check(token, audiences, call.tenant)
    except TokenError as error:
        raise bad_token(endpoints, call.tenant, str(error)) from error
    return Caller(Way.TOKEN, principal)


def require(call: BlobCall, access: Access, target: Target, *, exists: bool = True) -> None:
    """Refuse a caller who may not do something with a target."""
    match call.caller.way:
        case Way.KEY:
            pass
        case Way.TOKEN:
            _require_role(call, access, target, exists=exists)
        case Way.SIGNATURE:
            _require_signature(call, access, target, exists=exists)
        case Way.NONE:
            _require_public(call, access, target)


def _require_role(call: BlobCall, access: Access, target: Target, *, exists: bool) -> None:
    actions = [access.action, *([access.new] if access.new and not exists else [])]
    scope = call.account.service_id
    if target.container:
        scope += f"/containers/{target.container}"
    decisions = [_decide(call, f"{_SERVICE}/{one}", scope, data=access.data) for one in actions]
    allowed = next((one for one in decisions if one.allowed), None)
    call.decisions.append(allowed or decisions[0])
    if allowed is None:
        raise permission_mismatch()


def _decide(call: BlobCall, action: str, scope: str, *, data: bool) -> Decision:
    need = Need(action, scope, data)
    return call.cloud.authorization.decide(call.caller.principal.object_id, need)


def _require_signature(call: BlobCall, access: Access, target: Target, *, exists: bool) -> None:
    signature = call.caller.signature
    assert signature is not None
    if not _covers(signature, access, target):
        raise AzureError(
            403,
            "AuthorizationResourceTypeMismatch",
            "This request is not authorized to perform this operation using this resource type.",
        )
    letters = access.letters + ("" if exists else access.new_letters)
    if letters and not set(letters) & set(signature.permissions):
        raise permission_mismatch()
    if signature.kind is sas.Kind.DELEGATION:
        _require_role(call, access, target, exists=exists)


def _covers(signature: Signature, access: Access, target: Target) -> bool:
    """Tell whether a signature is for what is asked for: of a container one can only list."""
    if signature.kind is sas.Kind.ACCOUNT:
        return target.level in signature.resource_types
    listing = target.level == "c" and access.letters == "l"
    return target.level == "o" or (listing and signature.whole_container)


def _require_public(call: BlobCall, access: Access, target: Target) -> None:
    if not access.public:
        raise no_authentication(call.cloud.endpoints, call.tenant)
    if not call.account_properties.get("allowBlobPublicAccess"):
        raise public_access_not_permitted()
    container = call.find_container(target.container)
    level = container.properties.get("publicAccess", "None") if container else "None"
    if level != "Container" and level != access.public:
        raise resource_not_found()
