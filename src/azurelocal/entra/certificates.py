"""Proof by certificate: the client signs a short-lived token with the certificate's key.

Facts from: Microsoft identity platform, application authentication certificate credentials.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from typing import TYPE_CHECKING, Any

from azurelocal.entra import assertions, refusals
from azurelocal.entra.refusals import shown

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

    from azurelocal.cloud import Cloud
    from azurelocal.entra.assertions import Assertion
    from azurelocal.entra.clients import Client

_LOGIN_HOSTS = ("login.microsoftonline.com", "login.windows.net", "login.microsoft.com")


def prove(cloud: Cloud, client: Client, assertion: Assertion) -> None:
    """Refuse an assertion that none of the client's certificates has signed for us."""
    assertion.require_algorithm("RS256", "PS256")
    if assertion.issuer.lower() != client.id or assertion.subject.lower() != client.id:
        raise refusals.CLIENT_MISMATCH(
            "Client assertion application identifier doesn't match 'client_id' parameter: 'iss' is"
            f" '{shown(assertion.issuer)}', 'sub' is '{shown(assertion.subject)}'."
        )
    _require_audience(cloud, assertion)
    assertion.require_time(cloud.clock())
    certificate = _certificate(client, assertion)
    moment = cloud.clock()
    begins = certificate.not_valid_before_utc.timestamp()
    if not begins <= moment < certificate.not_valid_after_utc.timestamp():
        raise _refused(client, assertion, "The key used is expired.")
    key: Any = certificate.public_key()
    if not assertion.is_signed_by(key):
        raise _refused(
            client,
            assertion,
            "The provided signature value did not match the expected signature value.",
        )


def _require_audience(cloud: Cloud, assertion: Assertion) -> None:
    """The token endpoints and the issuers of the tenant, under any of our names, are meant."""
    tenant = cloud.tenancy.tenant
    places = [cloud.endpoints.login, *(f"https://{host}" for host in _LOGIN_HOSTS)]
    known = {
        f"{place}/{name}{path}".lower()
        for place in places
        for name in (tenant.id, tenant.domain)
        for path in ("", "/v2.0", "/oauth2/token", "/oauth2/v2.0/token")
    }
    known.add(cloud.endpoints.sts(tenant.id).rstrip("/"))
    if not any(_by_one_name(one) in known for one in assertion.audiences):
        raise refusals.ENDPOINT_MISMATCH(
            "Client assertion audience claim does not match Realm issuer: 'aud' is"
            f" '{shown(', '.join(assertion.audiences))}', it should be"
            f" '{cloud.endpoints.login}/{tenant.id}/oauth2/v2.0/token'."
        )


def _by_one_name(audience: str) -> str:
    """Clients write what they reach us by, and loopback has two names."""
    return audience.rstrip("/").lower().replace("https://127.0.0.1:", "https://localhost:")


def _certificate(client: Client, assertion: Assertion) -> Certificate:
    """Find the certificate that the header names among those that are registered."""
    from cryptography.x509 import load_der_x509_certificate

    short, long = _thumbprints(assertion)
    if not (short or long):
        raise refusals.THUMBPRINT_MISSING(
            "Invalid JWT token. No certificate SHA-1 thumbprint, certificate SHA-256 thumbprint,"
            " nor keyId specified in token header."
        )
    for credential in client.certificates:
        content = base64.b64decode(credential.certificate)
        fits_short = not short or short == hashlib.sha1(content, usedforsecurity=False).digest()
        if fits_short and (not long or long == hashlib.sha256(content).digest()):
            return load_der_x509_certificate(content)
    raise _refused(client, assertion, "The key was not found.")


def _thumbprints(assertion: Assertion) -> tuple[bytes, bytes]:
    """What the header names the certificate by: two hashes, or the certificate itself."""
    header = assertion.header
    short, long = _bytes(header.get("x5t")), _bytes(header.get("x5t#S256"))
    match header.get("x5c"):
        case [str() as leaf, *_] if not (short or long):
            long = hashlib.sha256(_bytes(leaf)).digest()
        case str() as leaf if not (short or long):
            long = hashlib.sha256(_bytes(leaf)).digest()
        case _:
            pass
    return short, long


def _bytes(value: Any) -> bytes:
    """Read base64 of either alphabet: clients differ."""
    if not isinstance(value, str):
        return b""
    text = value.replace("+", "-").replace("/", "_").rstrip("=")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise assertions.malformed("its header names a certificate that cannot be read") from None


def _refused(client: Client, assertion: Assertion, why: str) -> refusals.Refusal:
    short, long = _thumbprints(assertion)
    return refusals.CERTIFICATE_REFUSED(
        "The certificate with identifier used to sign the client assertion is not registered on"
        f" application. [Reason - {why}, Thumbprint of key used by client:"
        f" '{(short or long).hex().upper()}', Configured certificates of app '{client.id}':"
        f" {len(client.certificates)}]"
    )
