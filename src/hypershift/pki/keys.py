"""Private keys: made, written and read."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from cryptography.exceptions import InternalError, InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypershift.pki.policy import KeyKind

PrivateKey = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey
RSA_BITS = 2048
_PROBE = b"probe"

if TYPE_CHECKING:
    MakeKeys = Callable[[KeyKind, int], list[PrivateKey]]


def make(kind: KeyKind, count: int) -> list[PrivateKey]:
    """Make as many keys. RSA takes its time, so it is done on all processors at once."""
    if kind == "ECDSA":
        return [ec.generate_private_key(ec.SECP256R1()) for _ in range(count)]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return [each.result() for each in [threads.submit(make_rsa) for _ in range(count)]]


def make_rsa() -> rsa.RSAPrivateKey:
    """Make an RSA key."""
    return rsa.generate_private_key(public_exponent=65537, key_size=RSA_BITS)


def write(key: PrivateKey) -> bytes:
    """Give a key in PEM form: RSA as PKCS#1, as adopted clusters have it, others as PKCS#8."""
    form = PrivateFormat.PKCS8
    if isinstance(key, rsa.RSAPrivateKey):
        form = PrivateFormat.TraditionalOpenSSL
    return key.private_bytes(Encoding.PEM, form, NoEncryption())


def read(pem: bytes) -> PrivateKey:
    """Read a key in PEM form; a ValueError tells that it cannot be used, and nothing of the key."""
    try:
        # Its own check of an RSA key is for primes and takes 50 ms; ours asks whether it works.
        key = load_pem_private_key(pem, password=None, unsafe_skip_rsa_key_validation=True)
        if isinstance(key, rsa.RSAPrivateKey):
            _try(key)
    except (ValueError, TypeError, UnsupportedAlgorithm, InvalidSignature, InternalError):
        raise ValueError("cannot be read") from None  # the cause might quote the key
    if not isinstance(key, ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey):
        raise ValueError("is neither RSA nor ECDSA")
    return key


def _try(key: rsa.RSAPrivateKey) -> None:
    form, digest = padding.PKCS1v15(), hashes.SHA256()
    key.public_key().verify(key.sign(_PROBE, form, digest), _PROBE, form, digest)
