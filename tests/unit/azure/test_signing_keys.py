"""Keys that sign tokens, and their IDs."""

from __future__ import annotations

import json

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from jwt.algorithms import RSAAlgorithm

from hypershift.azure.signing_keys import jwk, key_id, public_half, read_public

# A key that was made with openssl, and its ID with `openssl rsa -pubin -outform DER | openssl
# dgst -sha256 -binary | basenc --base64url`.
KNOWN = b"""\
-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAnZt+8hVj4PcSLeXu3mgV
uMpC0OXpBNt2Ibfigyip+EXzs4zW5S9UMpFP/d4oO/Mm4pt2mpWk3pCUEltVyWxN
kQxB2K/YinZvpYcvo9HQwr3R1I/R/ynWEaoJSBbFuePmmkSi1P8wxk6ShtOR8KiC
93fjG5C15kPQvlvdfsofoPPnBMHkw/E1xpaI7joowUmoIteSmOCCSkokxWjoSvO+
48qxaHmRygfvBdLLhwhR7Oy4TlmQdM2uZpUl30zkg/Zv8qSUwMOODTqrtsLIDx9c
ncSo0UX/Dzst1p/THWUw4KUQIRcJS7xv3W7hmGJEl4oqCxbEH7VZP+xYF2MGnCYy
bwIDAQAB
-----END PUBLIC KEY-----
"""
KNOWN_ID = "W1CoNi_gVc5l3AzRTYRaziOLWmG-mfuQZItCyBb9RSI"


def test_the_id_of_a_key_is_the_digest_of_its_der_form() -> None:
    assert key_id(read_public(KNOWN)) == KNOWN_ID


def test_a_published_key_checks_what_the_private_one_has_signed() -> None:
    private = rsa.generate_private_key(65537, 2048)
    published = jwk(private.public_key())

    token = jwt.encode({"sub": "somebody"}, private, "RS256")

    key = RSAAlgorithm.from_jwk(json.dumps(published))
    assert jwt.decode(token, key, ["RS256"]) == {"sub": "somebody"}  # pyright: ignore[reportArgumentType]
    assert list(published) == ["use", "kty", "kid", "alg", "n", "e"]
    assert (published["use"], published["kty"], published["alg"], published["e"]) == (
        "sig",
        "RSA",
        "RS256",
        "AQAB",
    )
    assert "=" not in published["n"] + published["kid"]


def test_the_public_half_of_a_private_key_is_pkix() -> None:
    private = rsa.generate_private_key(65537, 1024)
    for form in (PrivateFormat.TraditionalOpenSSL, PrivateFormat.PKCS8):
        pem = private.private_bytes(Encoding.PEM, form, NoEncryption())
        assert public_half(pem) == private.public_key().public_bytes(
            Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
        )


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is no public key in PEM form"),
        (b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "it is no public key"),
        (
            ec.generate_private_key(ec.SECP256R1())
            .public_key()
            .public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
            "it is no RSA key",
        ),
    ],
    ids=["empty", "damaged", "elliptic"],
)
def test_what_is_no_public_rsa_key_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_public(content)
