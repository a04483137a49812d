"""Access tokens: signed by the tenant's own key, and checked by every service that takes them."""

from __future__ import annotations

import base64
import hashlib
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jwt

from azurelocal.principal import Principal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    from azurelocal.endpoints import Endpoints
    from azurelocal.entra.directory import ServicePrincipal
    from azurelocal.store import Store

LIFETIME = 3599.0
_LEEWAY = 300.0
_KEYS = "signingKeys"
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
        with self.store.transaction():
            pem = self.store.read(_KEYS, "current")
            if pem is None:
                pem = _new_key()
                self.store.write(_KEYS, "current", pem)
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        key: Any = load_pem_private_key(pem.encode(), password=None)
        self._key: RSAPrivateKey = key
        self.key_id, self.thumbprint = _thumbprint(self._key)

    def issue(
        self,
        principal: ServicePrincipal,
        tenant: str,
        audience: str,
        *,
        proof: str,
        roles: Sequence[str] = (),
        lifetime: float = LIFETIME,
    ) -> str:
        """Write a token. `proof` is 1 for a secret and 2 for an assertion."""
        now = int(self.clock())
        claims: dict[str, Any] = {
            "aud": audience,
            "iss": self.endpoints.sts(tenant),
            "iat": now,
            "nbf": now,
            "exp": int(now + lifetime),
            "appid": principal.app_id,
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
        if roles:
            claims["roles"] = list(roles)
        headers = {"kid": self.key_id, "x5t": self.key_id}
        return jwt.encode(claims, self._key, algorithm="RS256", headers=headers)

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
                self._key.public_key(),
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
            Principal(claims["oid"], claims["appid"], roles=frozenset(claims.get("roles", ()))),
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
        numbers = self._key.public_key().public_numbers()
        return {
            "keys": [
                {
                    "kty": "RSA",
                    "use": "sig",
                    "alg": "RS256",
                    "kid": self.key_id,
                    "x5t": self.key_id,
                    "n": _number(numbers.n),
                    "e": _number(numbers.e),
                }
            ]
        }


def _new_key() -> str:
    from cryptography.hazmat.primitives.asymmetric import rsa
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def _thumbprint(key: RSAPrivateKey) -> tuple[str, str]:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    der = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    short = base64.urlsafe_b64encode(hashlib.sha1(der, usedforsecurity=False).digest())
    return short.decode().rstrip("="), hashlib.sha256(der).hexdigest()


def _number(value: int) -> str:
    data = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
