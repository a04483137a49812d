"""Signed assertions (JSON Web Tokens) as clients send them, before anybody has checked them."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal.entra import refusals
from azurelocal.entra.refusals import shown

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

LEEWAY = 300.0  # seconds that clocks may differ
_SMALLEST_KEY, _LARGEST_KEY = 2048, 16384  # bits


@dataclass(frozen=True)
class Assertion:
    """A token that is well formed. Nothing that it claims has been checked."""

    text: str = field(repr=False)
    header: dict[str, Any] = field(repr=False)
    claims: dict[str, Any] = field(repr=False)

    @property
    def issuer(self) -> str:
        """Who says that it has issued the token."""
        return self._text("iss")

    @property
    def subject(self) -> str:
        """Whom the token is about."""
        return self._text("sub")

    @property
    def audiences(self) -> list[str]:
        """Whom the token is meant for."""
        value = self._claim("aud")
        audiences: list[Any] = value if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownVariableType]
        if not audiences or not all(isinstance(one, str) for one in audiences):
            raise malformed("its claim 'aud' is neither a text nor a list of texts")
        return audiences

    @property
    def key_id(self) -> str:
        """Which of the issuer's keys has signed the token."""
        value = self.header.get("kid")
        return value if isinstance(value, str) else ""

    def time(self, name: str) -> float | None:
        """Read a claim that is a moment; none where there is none."""
        value = self.claims.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1e15:
            raise malformed(f"its claim '{name}' is not a moment")
        return float(value)

    def require(self, name: str) -> float:
        """Read a claim that is a moment; refuse what has none."""
        value = self.time(name)
        if value is None:
            raise _missing(name)
        return value

    def require_algorithm(self, *supported: str) -> None:
        """Refuse what is signed in another way."""
        algorithm: Any = self.header.get("alg")
        if algorithm not in supported:
            raise refusals.ALGORITHM_UNSUPPORTED(
                f"Invalid JWT token. '{shown(str(algorithm))}' is not a supported signature"
                f" algorithm. Supported signing algorithms are: '{','.join(supported)}'."
            )

    def require_time(self, now: float) -> None:
        """Refuse what is not valid yet or no more."""
        begins = self.time("nbf")
        if begins is None:
            begins = self.time("iat")
        ends = self.require("exp")
        too_early = begins is not None and now < begins - LEEWAY
        if too_early or now > ends + LEEWAY:
            raise refusals.OUT_OF_TIME(
                "Client assertion is not within its valid time range. Current time:"
                f" {_moment(now)}, assertion valid from"
                f" {_moment(ends if begins is None else begins)}, expiry time of assertion"
                f" {_moment(ends)}."
            )

    def is_signed_by(self, key: RSAPublicKey) -> bool:
        """Tell whether a key has signed the token, in the way that the token says."""
        from jwt import PyJWS, PyJWTError

        if not usable(key):
            return False
        try:
            PyJWS().decode(self.text, key, algorithms=[self.header["alg"]])
        except (PyJWTError, RecursionError):
            return False
        return True

    def _text(self, name: str) -> str:
        value = self._claim(name)
        if not isinstance(value, str):
            raise malformed(f"its claim '{name}' is not a text")
        return value

    def _claim(self, name: str) -> Any:
        value = self.claims.get(name)
        if value is None or value == "":
            raise _missing(name)
        return value


def read(text: str) -> Assertion:
    """Read a token in its compact form: header, claims and signature."""
    parts = text.split(".")
    if len(parts) != 3 or not all(parts):
        raise malformed("it does not have three parts")
    return Assertion(text, _object(parts[0], "header"), _object(parts[1], "payload"))


def usable(key: RSAPublicKey) -> bool:
    """Tell whether a key is long enough to prove anything, and not so long that it takes ages."""
    return _SMALLEST_KEY <= key.key_size <= _LARGEST_KEY


def _object(part: str, name: str) -> dict[str, Any]:
    try:
        padded = part + "=" * (-len(part) % 4)
        value = msgspec.json.decode(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (msgspec.DecodeError, binascii.Error, ValueError, RecursionError) as error:
        raise malformed(f"its {name} cannot be read") from error
    if not isinstance(value, dict):
        raise malformed(f"its {name} is not an object")
    return value  # pyright: ignore[reportUnknownVariableType]


def malformed(why: str) -> refusals.Refusal:
    """Refuse a token that cannot be read."""
    return refusals.ASSERTION_MALFORMED(f"JWT token is invalid or malformed: {why}.")


def _missing(name: str) -> refusals.Refusal:
    return refusals.FIELD_MISSING(
        f"The required field '{name}' is missing from the credential. Ensure that you have all the"
        " necessary parameters for the login request."
    )


def _moment(seconds: float) -> str:
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return f"{seconds:.0f} s"  # a time that no calendar has
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
