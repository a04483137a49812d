"""Tokens as an API server signs them for its service accounts."""

from __future__ import annotations

import base64
import hashlib
import time
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
)


def sign(key: bytes, issuer: str, subject: str, audience: str, **claims: Any) -> str:
    """Sign a token that is good for ten minutes, unless the claims say something else."""
    private = load_pem_private_key(key, password=None)
    assert isinstance(private, RSAPrivateKey)
    public = private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    key_id = base64.urlsafe_b64encode(hashlib.sha256(public).digest()).decode().rstrip("=")
    now = int(time.time())
    payload = {
        "iss": issuer,
        "sub": subject,
        "aud": [audience],
        "iat": now,
        "nbf": now,
        "exp": now + 600,
        **claims,
    }
    return jwt.encode(payload, private, "RS256", headers={"kid": key_id})
