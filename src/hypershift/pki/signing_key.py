"""The key that signs the tokens of service accounts. It has to be RSA: Azure takes no other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_public_key,
)

from hypershift.pki import keys

if TYPE_CHECKING:
    from collections.abc import Mapping

PRIVATE, PUBLIC = "service-account.key", "service-account.pub"

# The form is PKIX under the name of PKCS#1: kube-apiserver takes it, and clusters have it.
_LABEL = "RSA PUBLIC KEY"
_BLOCK = re.compile(rb"-----BEGIN ([A-Z ]+)-----\s(.*?)-----END \1-----\n?", re.DOTALL)


def public_half(key: RSAPrivateKey) -> bytes:
    """Give the public key, by which tokens are checked."""
    pem = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return pem.replace(b" PUBLIC KEY-", f" {_LABEL}-".encode())


def examine(data: Mapping[str, bytes]) -> tuple[RSAPrivateKey | None, str | None]:
    """Read the private key, and say what is wrong with what a Secret holds."""
    pem = data.get(PRIVATE)
    if not pem:
        return None, f"{PRIVATE} is missing"
    try:
        key = keys.read(pem)
    except ValueError as error:
        return None, f"{PRIVATE} {error}"
    if not isinstance(key, RSAPrivateKey):
        return None, f"{PRIVATE} is not RSA"
    public = data.get(PUBLIC, b"")
    found = blocks(public)
    if public_half(key) not in found:
        return key, f"{PUBLIC} does not have the public key of {PRIVATE}"
    if public.count(b"-----BEGIN") != len(found):
        return key, f"{PUBLIC} has a key that cannot be read"
    return key, None


def write(key: RSAPrivateKey, data: Mapping[str, bytes], *, kept: bool) -> dict[str, bytes]:
    """Give what the Secret has to hold, for a key that it has, or for a new one.

    Tokens that an older key has signed stay good.
    """
    public = public_half(key)
    older = [each for each in blocks(data.get(PUBLIC, b"")) if each != public]
    private = data[PRIVATE] if kept else keys.write(key)
    return {PRIVATE: private, PUBLIC: b"".join([public, *older])}


def blocks(pem: bytes) -> list[bytes]:
    """Take a file of public keys apart, and leave out what is none."""
    found = (match for match in _BLOCK.finditer(pem) if _readable(match[1], match[2]))
    return [match[0].rstrip() + b"\n" for match in found]


def _readable(label: bytes, content: bytes) -> bool:
    if label not in (b"PUBLIC KEY", _LABEL.encode()):
        return False
    block = b"-----BEGIN PUBLIC KEY-----\n" + content.strip() + b"\n-----END PUBLIC KEY-----\n"
    try:
        load_pem_public_key(block)
    except (ValueError, UnsupportedAlgorithm):
        return False
    return True
