"""The key that access tokens are signed with, and the certificate that it is published as."""

from __future__ import annotations

import base64
import datetime
import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    from azurelocal.store import Store

_COLLECTION = "signingKeys"
_LIFE = datetime.timedelta(days=5 * 365)
_HOUR = datetime.timedelta(hours=1)


@dataclass(frozen=True)
class SigningKey:
    """The key, and its certificate in DER."""

    private: RSAPrivateKey = field(repr=False)
    certificate: bytes = field(repr=False)

    @property
    def id(self) -> str:
        """What tokens name the key by: the thumbprint of the certificate."""
        return _text(hashlib.sha1(self.certificate, usedforsecurity=False).digest())

    def described(self) -> dict[str, Any]:
        """The public half as a JSON Web Key."""
        numbers = self.private.public_key().public_numbers()
        return {
            "kty": "RSA",
            "use": "sig",
            "alg": "RS256",
            "kid": self.id,
            "x5t": self.id,
            "n": _number(numbers.n),
            "e": _number(numbers.e),
            "x5c": [base64.b64encode(self.certificate).decode()],
        }


def ensure(store: Store) -> SigningKey:
    """Read the key, or make it the first time."""
    from cryptography.hazmat.primitives.serialization import load_der_private_key

    with store.transaction():
        document = store.read(_COLLECTION, "tokens")
        if document is None:
            document = _make()
            store.write(_COLLECTION, "tokens", document)
    # It is our own, from our own state: to check it again at every start would take a while.
    key: Any = load_der_private_key(
        document["key"], password=None, unsafe_skip_rsa_key_validation=True
    )
    return SigningKey(key, document["certificate"])


def _make() -> dict[str, bytes]:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import rsa
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, "azurelocal access tokens")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _HOUR)
        .not_valid_after(now + _LIFE)
        .sign(key, hashes.SHA256())
    )
    return {
        "key": key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()),
        "certificate": certificate.public_bytes(Encoding.DER),
    }


def _number(value: int) -> str:
    return _text(value.to_bytes((value.bit_length() + 7) // 8, "big"))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
