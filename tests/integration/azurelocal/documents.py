"""The documents of an issuer, written by other hands than the product's."""

import base64
import hashlib

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def number(value: int) -> str:
    return encoded(value.to_bytes((value.bit_length() + 7) // 8, "big"))


def key_id(key: RSAPublicKey) -> str:
    der = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return encoded(hashlib.sha256(der).digest())


def jwk(key: RSAPublicKey) -> dict[str, str]:
    numbers = key.public_numbers()
    return {
        "use": "sig",
        "kty": "RSA",
        "kid": key_id(key),
        "alg": "RS256",
        "n": number(numbers.n),
        "e": number(numbers.e),
    }


def configuration(issuer: str) -> dict[str, object]:
    return {
        "issuer": issuer,
        "jwks_uri": f"{issuer}/openid/v1/jwks",
        "response_types_supported": ["id_token"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
    }
