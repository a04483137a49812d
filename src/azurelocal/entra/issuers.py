"""The keys of whoever issues tokens outside, read as OpenID Connect says and kept for a minute."""

from __future__ import annotations

import asyncio
import base64
import binascii
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal.entra import refusals
from azurelocal.entra.fetching import FetchError
from azurelocal.entra.refusals import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

    from azurelocal.entra.fetching import Fetcher

KEPT = 60.0  # seconds
_REMEMBERED = 256  # issuers
_PATH = "/.well-known/openid-configuration"


@dataclass
class _Issuer:
    """What was read of one issuer."""

    read_at: float = float("-inf")
    keys: dict[str, RSAPublicKey] = field(default_factory=dict[str, "RSAPublicKey"])
    failure: refusals.Refusal | None = None
    failures: int = 0
    """How often it could not be read, so that whoever has waited can tell."""
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass
class Issuers:
    """Finds keys."""

    fetcher: Fetcher
    clock: Callable[[], float]
    _issuers: dict[str, _Issuer] = field(default_factory=dict[str, _Issuer])

    async def key(self, issuer: str, id: str) -> RSAPublicKey:
        """Find a key of an issuer, or refuse. One that is not known may be new."""
        if len(self._issuers) > _REMEMBERED:
            self._issuers.clear()
        known = self._issuers.setdefault(issuer, _Issuer())
        asked, failures = self.clock(), known.failures
        async with known.reading:
            # Whoever has waited for another one's reading does not read again.
            if known.failure is not None and known.failures > failures:
                raise known.failure.with_traceback(None)
            stale = not 0 <= self.clock() - known.read_at < KEPT
            unknown = id not in known.keys and known.read_at < asked
            if stale or unknown:
                await self._refresh(issuer, known)
        key = known.keys.get(id)
        if key is None:
            raise refusals.KEY_UNKNOWN(
                f"Unable to find the signing key of the assertion: no key with the identifier"
                f" '{shown(id)}' is published by the issuer '{shown(issuer)}'."
            )
        return key

    async def _refresh(self, issuer: str, known: _Issuer) -> None:
        try:
            known.keys, known.read_at = await self._read(issuer), self.clock()
        except refusals.Refusal as refusal:
            known.failure, known.failures = refusal, known.failures + 1
            raise

    async def _read(self, issuer: str) -> dict[str, RSAPublicKey]:
        place = f"{issuer.rstrip('/')}{_PATH}"
        try:
            content = await self.fetcher.get(place)
        except FetchError as error:
            raise refusals.ISSUER_UNREACHABLE(
                f"Request to External OIDC endpoint failed: {shown(str(error))}."
            ) from error
        document = _object(content, place)
        if document.get("issuer") != issuer:
            raise _unusable(
                place,
                f"its issuer is '{shown(str(document.get('issuer')))}', not '{shown(issuer)}'",
            )
        jwks = document.get("jwks_uri")
        if not isinstance(jwks, str):
            raise _unusable(place, "it has no 'jwks_uri'")
        try:
            content = await self.fetcher.get(jwks)
        except FetchError as error:
            raise refusals.KEYS_UNREACHABLE(
                f"Request to External OIDC endpoint failed for the keys: {shown(str(error))}."
            ) from error
        keys: Any = _object(content, jwks).get("keys")
        if not isinstance(keys, list):
            raise _unusable(jwks, "it has no 'keys'")
        return _usable_keys(keys)  # pyright: ignore[reportUnknownArgumentType]


def _usable_keys(keys: list[Any]) -> dict[str, RSAPublicKey]:
    """The keys that tokens may be signed with; others, which are not for us, are passed over."""
    found: dict[str, RSAPublicKey] = {}
    for entry in keys:
        match entry:
            case {"kty": "RSA", "kid": str() as id, "n": str() as n, "e": str() as e}:
                if entry.get("use", "sig") == "sig" and (key := _key(n, e)) is not None:
                    found[id] = key
            case _:
                pass
    return found


def _key(n: str, e: str) -> RSAPublicKey | None:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers

    try:
        return RSAPublicNumbers(_number(e), _number(n)).public_key()
    except (ValueError, binascii.Error):
        return None


def _number(text: str) -> int:
    padded = text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)
    return int.from_bytes(base64.b64decode(padded, altchars=b"-_", validate=True))


def _object(content: bytes, place: str) -> dict[str, Any]:
    try:
        value = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _unusable(place, "it is not JSON") from error
    if not isinstance(value, dict):
        raise _unusable(place, "it is not an object")
    return value  # pyright: ignore[reportUnknownVariableType]


def _unusable(place: str, why: str) -> refusals.Refusal:
    return refusals.ISSUER_UNUSABLE(
        f"Request to External OIDC endpoint failed: {shown(place)} cannot be used: {why}."
    )
