"""Passwords and certificates. A password is shown once, when it is made; only its hash is kept."""

from __future__ import annotations

import base64
import binascii
import hashlib
import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.entra import passwords
from azurelocal.entra.directory import Credential
from azurelocal.graph import bodies, errors, listing
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.graph.call import Call

_LIFE = 2 * 365 * 86400.0  # seconds
_MOST = 100


def add_password(call: Call, held: list[Credential]) -> Response:
    """Make a password, and show it."""
    wanted = bodies.object(call.body(), "passwordCredential")
    if len(held) >= _MOST:
        raise errors.bad_request(f"An object can have {_MOST} passwords.")
    secret = passwords.generate()
    starts, ends = _period(wanted, call.now)
    credential = Credential(
        key_id=str(uuid.uuid4()),
        name=bodies.text(wanted, "displayName") or "",
        starts=starts,
        ends=ends,
        hint=secret[:3],
        hash=passwords.digest(secret),
    )
    held.append(credential)
    what = listing.context(call, "microsoft.graph.passwordCredential")
    shown = {"@odata.context": what, **shown_password(credential), "secretText": secret}
    return Response(200, shown, {"cache-control": "no-store"})


def remove_password(call: Call, held: list[Credential]) -> None:
    """Take a password away."""
    id = bodies.required(call.body(), "keyId").lower()
    if not any(one.key_id == id for one in held):
        raise errors.bad_request(f"No password credential found with keyId '{id[:80]}'.")
    held[:] = [one for one in held if one.key_id != id]


def shown_password(credential: Credential) -> dict[str, Any]:
    """A password as it is shown ever after."""
    return {
        "customKeyIdentifier": None,
        "displayName": credential.name or None,
        "endDateTime": bodies.shown_moment(credential.ends),
        "hint": credential.hint,
        "keyId": credential.key_id,
        "secretText": None,
        "startDateTime": bodies.shown_moment(credential.starts),
    }


def certificates(body: dict[str, Any], held: list[Credential], now: float) -> list[Credential]:
    """Read the certificates that an object is to have; those it has may be named by ID alone."""
    known = {one.key_id: one for one in held}
    wanted = bodies.objects(body, "keyCredentials")
    if len(wanted) > _MOST:
        raise errors.bad_request(f"An object can have {_MOST} certificates.")
    return [_certificate(entry, known, now) for entry in wanted]


def _certificate(entry: dict[str, Any], known: dict[str, Credential], now: float) -> Credential:
    id = (bodies.text(entry, "keyId") or str(uuid.uuid4())).lower()
    if entry.get("key") is None and id in known:
        return known[id]
    if entry.get("type") != "AsymmetricX509Cert" or entry.get("usage") != "Verify":
        raise errors.bad_request(
            "Only key credentials of type 'AsymmetricX509Cert' with usage 'Verify' are supported."
        )
    content, starts, ends = _read(bodies.required(entry, "key", longest=32768))
    return Credential(
        key_id=id,
        name=bodies.text(entry, "displayName") or "",
        starts=max(starts, bodies.moment(entry, "startDateTime", starts)),
        ends=min(ends, bodies.moment(entry, "endDateTime", ends)),
        certificate=base64.b64encode(content).decode(),
    )


def _read(text: str) -> tuple[bytes, float, float]:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
    from cryptography.x509 import load_der_x509_certificate

    try:
        # az sends the inside of a PEM file, with its line breaks.
        content = base64.b64decode("".join(text.split()), validate=True)
        certificate = load_der_x509_certificate(content)
        key = certificate.public_key()
    except (ValueError, binascii.Error) as error:
        raise errors.bad_request("Key credential: 'key' is no certificate.") from error
    if not isinstance(key, RSAPublicKey):
        raise errors.bad_request("Key credential: the certificate's key must be an RSA key.")
    return (
        content,
        certificate.not_valid_before_utc.timestamp(),
        certificate.not_valid_after_utc.timestamp(),
    )


def shown_certificate(credential: Credential) -> dict[str, Any]:
    """A certificate as it is shown: what it is, not the whole of it."""
    content = base64.b64decode(credential.certificate)
    return {
        "customKeyIdentifier": hashlib.sha1(content, usedforsecurity=False).hexdigest().upper(),
        "displayName": credential.name or None,
        "endDateTime": bodies.shown_moment(credential.ends),
        "key": None,
        "keyId": credential.key_id,
        "startDateTime": bodies.shown_moment(credential.starts),
        "type": "AsymmetricX509Cert",
        "usage": "Verify",
    }


def _period(wanted: dict[str, Any], now: float) -> tuple[float, float]:
    starts = bodies.moment(wanted, "startDateTime", now)
    ends = bodies.moment(wanted, "endDateTime", starts + _LIFE)
    if ends <= starts:
        raise errors.bad_request("The end of a credential's time must be after its start.")
    return starts, ends
