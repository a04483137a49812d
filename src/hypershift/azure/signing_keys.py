"""Keys that sign the tokens of service accounts, and how their public halves are published.

The private key is RSA, as Azure takes no other. What is published of it has an ID that follows from
the key itself, by which a token says who signed it.
"""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

BITS = 4096
ALGORITHM = "RS256"


def generate() -> bytes:
    """Make a private key, in PEM form as PKCS#1. It may take some seconds."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    return rsa.generate_private_key(public_exponent=65537, key_size=BITS).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )


def public_half(private: bytes) -> bytes:
    """Give the public key of a private one, in PEM form as PKIX; ValueError if it is no RSA key."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(private, password=None)
    except TypeError as error:
        raise ValueError("it is encrypted") from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise ValueError("it is no private key in PEM form") from error
    if not isinstance(key, RSAPrivateKey):
        raise ValueError("it is no RSA key")
    return _pem(key.public_key())


def read_public(pem: bytes) -> RSAPublicKey:
    """Read a public key in PEM form; ValueError if it is none, or not of RSA."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm) as error:
        raise ValueError("it is no public key in PEM form") from error
    if not isinstance(key, RSAPublicKey):
        raise ValueError("it is no RSA key")
    return key


def key_id(public: RSAPublicKey) -> str:
    """The ID by which tokens name a key: the digest of its DER form."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    der = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return _text(hashlib.sha256(der).digest())


def jwk(public: RSAPublicKey) -> dict[str, Any]:
    """A public key as an issuer publishes it."""
    numbers = public.public_numbers()
    return {
        "use": "sig",
        "kty": "RSA",
        "kid": key_id(public),
        "alg": ALGORITHM,
        "n": _number(numbers.n),
        "e": _number(numbers.e),
    }


def _pem(public: RSAPublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def _number(value: int) -> str:
    return _text(value.to_bytes((value.bit_length() + 7) // 8))


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")
