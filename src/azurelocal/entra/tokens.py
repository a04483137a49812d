"""Access tokens: signed by the tenant's own key, and checked by every service that takes them."""

from __future__ import annotations

import base64
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jwt  # before the first request: none has to find modules that are being replaced meanwhile

from azurelocal.entra import signing
from azurelocal.principal import Principal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from azurelocal.endpoints import Endpoints
    from azurelocal.entra.directory import ServicePrincipal
    from azurelocal.store import Store

_LIFETIME = 3599  # seconds
_LIFETIME_OF_IDENTITIES = 86399
_LEEWAY = 300.0
_REMEMBERED = 4096


class TokenError(Exception):
    """A token is refused: `reason` is one word for programs, the text is for people."""

    def __init__(self, reason: str, message: str) -> None:
        """Take both."""
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class _Known:
    """A token whose signature was checked."""

    principal: Principal
    audience: str
    tenant: str
    begins: float
    ends: float


@dataclass
class Tokens:
    """Issues and checks access tokens."""

    store: Store
    endpoints: Endpoints
    clock: Callable[[], float]

    def __post_init__(self) -> None:
        """Read the signing key, or make one the first time."""
        self._known: dict[str, _Known] = {}
        self._key = signing.ensure(self.store)
        self.key_id = self._key.id

    def issue(
        self,
        principal: ServicePrincipal,
        tenant: str,
        audience: str,
        *,
        proof: str,
    ) -> str:
        """Write a token. `proof` is 1 for a secret and 2 for an assertion."""
        now = int(self.clock())
        claims: dict[str, Any] = {
            "aud": audience,
            "iss": self.endpoints.sts(tenant),
            "iat": now,
            "nbf": now,
            "exp": now + self.lifetime(principal),
            "appid": principal.app_id,
            "app_displayname": principal.display_name,
            "appidacr": proof,
            "idp": self.endpoints.sts(tenant),
            "idtyp": "app",
            "oid": principal.id,
            "sub": principal.id,
            "tid": tenant,
            "uti": base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("="),
            "ver": "1.0",
            "xms_cc": ["CP1"],
        }
        if principal.resource_id:
            claims["xms_mirid"] = principal.resource_id
        if principal.graph_roles and self.endpoints.is_graph(audience):
            claims["roles"] = principal.graph_roles
        headers = {"kid": self.key_id, "x5t": self.key_id}
        return jwt.encode(claims, self._key.private, algorithm="RS256", headers=headers)

    def lifetime(self, principal: ServicePrincipal) -> int:
        """How many seconds a token of a principal is good for."""
        is_identity = principal.type == "ManagedIdentity"
        return _LIFETIME_OF_IDENTITIES if is_identity else _LIFETIME

    def check(self, token: str, audiences: Sequence[str], tenant: str) -> Principal:
        """Tell who bears a token, or raise a TokenError."""
        known = self._known.get(token) or self._read(token)
        now = self.clock()
        if now > known.ends + _LEEWAY:
            raise TokenError("expired", "The access token has expired.")
        if now < known.begins - _LEEWAY:
            raise TokenError("invalid", "The access token is not valid yet.")
        if known.tenant != tenant:
            raise TokenError("tenant", "The access token is from the wrong issuer.")
        if known.audience.rstrip("/").lower() not in (a.rstrip("/").lower() for a in audiences):
            raise TokenError(
                "audience",
                "The access token has been obtained for wrong audience or resource"
                f" '{known.audience}'. It should exactly match with one of the allowed audiences"
                f" '{','.join(audiences)}'.",
            )
        return known.principal

    def _read(self, token: str) -> _Known:
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                self._key.private.public_key(),
                algorithms=["RS256"],
                options={
                    "require": ["aud", "iss", "oid", "appid", "exp", "nbf", "tid"],
                    "verify_aud": False,
                    "verify_exp": False,
                    "verify_nbf": False,
                    "verify_iat": False,
                },
            )
        except jwt.PyJWTError as error:
            raise TokenError("invalid", f"The access token is invalid: {error}.") from error
        known = _Known(
            Principal(
                claims["oid"],
                claims["appid"],
                name=claims.get("app_displayname", ""),
                roles=frozenset(claims.get("roles", ())),
            ),
            claims["aud"],
            claims["tid"],
            float(claims["nbf"]),
            float(claims["exp"]),
        )
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[token] = known
        return known

    def jwks(self) -> dict[str, Any]:
        """The public key as other services read it."""
        issuer = f"{self.endpoints.login}/{{tenantid}}/v2.0"
        return {"keys": [{**self._key.described(), "issuer": issuer}]}
