"""What is computed with keys: they are made, encrypt and decrypt, sign and verify.

Private keys go around in PEM. Slow imports stand where they are used.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.vault.refusals import bad_parameter

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurve, EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.asymmetric.padding import AsymmetricPadding
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
    from cryptography.hazmat.primitives.hashes import HashAlgorithm

    PrivateKey = RSAPrivateKey | EllipticCurvePrivateKey

SIZES = (2048, 3072, 4096)
CURVES = ("P-256", "P-384", "P-521", "P-256K")
ENCRYPTIONS = ("RSA1_5", "RSA-OAEP", "RSA-OAEP-256")
_SIGNATURES = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
_CURVE_SIGNATURES = {"ES256": "P-256", "ES384": "P-384", "ES512": "P-521", "ES256K": "P-256K"}


@dataclass(frozen=True)
class KeySpec:
    """What a new key is to be."""

    type: str
    size: int = 2048
    curve: str = "P-256"


def generate(spec: KeySpec) -> str:
    """Make a private key. A large one takes a second or more."""
    from cryptography.hazmat.primitives.asymmetric import ec, rsa

    if spec.type == "RSA":
        return to_pem(rsa.generate_private_key(public_exponent=65537, key_size=spec.size))
    return to_pem(ec.generate_private_key(_curve(spec.curve)))


def spec_of(pem: str) -> KeySpec:
    """Tell what a key is."""
    jwk = public_jwk(pem)
    if jwk["kty"] == "RSA":
        return KeySpec("RSA", size=load(pem).key_size)
    return KeySpec("EC", curve=jwk["crv"])


def load(pem: str) -> PrivateKey:
    """Read a private key of ours."""
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key: Any = load_pem_private_key(pem.encode(), password=None)
    return key


def to_pem(key: Any) -> str:
    """Write a private key."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def public_jwk(pem: str) -> dict[str, Any]:
    """The public part of a key, as answers have it."""
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    key = load(pem)
    if isinstance(key, RSAPrivateKey):
        numbers = key.public_key().public_numbers()
        return {"kty": "RSA", "n": _number(numbers.n), "e": _number(numbers.e)}
    point = key.public_key().public_numbers()
    size = (key.curve.key_size + 7) // 8
    return {
        "kty": "EC",
        "crv": _curve_name(key.curve),
        "x": encode(point.x.to_bytes(size, "big")),
        "y": encode(point.y.to_bytes(size, "big")),
    }


def from_jwk(jwk: dict[str, Any]) -> str:
    """Read a private key that a client brings."""
    try:
        return to_pem(_private_key(jwk))
    except (KeyError, TypeError, ValueError) as error:
        raise bad_parameter("The key is no private RSA or EC key that can be read.") from error


def _private_key(jwk: dict[str, Any]) -> PrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec, rsa

    if jwk.get("kty") in ("RSA", "RSA-HSM"):
        n, e, d = (_integer(jwk[name]) for name in ("n", "e", "d"))
        if all(jwk.get(name) for name in ("p", "q")):
            p, q = _integer(jwk["p"]), _integer(jwk["q"])
        else:
            p, q = rsa.rsa_recover_prime_factors(n, e, d)
        numbers = rsa.RSAPrivateNumbers(
            p,
            q,
            d,
            rsa.rsa_crt_dmp1(d, p),
            rsa.rsa_crt_dmq1(d, q),
            rsa.rsa_crt_iqmp(p, q),
            rsa.RSAPublicNumbers(e, n),
        )
        key = numbers.private_key()
        if key.key_size not in SIZES:
            raise ValueError("a size that keys do not have")
        return key
    if jwk.get("kty") in ("EC", "EC-HSM"):
        return ec.derive_private_key(_integer(jwk["d"]), _curve(jwk["crv"]))
    raise ValueError("an unknown kind of key")


# Operations


def encrypt(pem: str, algorithm: str, plain: bytes) -> bytes:
    """Encrypt something short, a key of somebody's for example."""
    key = _rsa(pem)
    try:
        return key.public_key().encrypt(plain, _encryption(algorithm))
    except ValueError as error:
        raise bad_parameter("The value is too long for the key.") from error


def decrypt(pem: str, algorithm: str, cipher: bytes) -> bytes:
    """Decrypt what was encrypted with the same key and algorithm."""
    try:
        return _rsa(pem).decrypt(cipher, _encryption(algorithm))
    except ValueError as error:
        raise bad_parameter("The value cannot be decrypted with this key and algorithm.") from error


def sign(pem: str, algorithm: str, digest: bytes) -> bytes:
    """Sign a digest."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, decode_dss_signature

    key, hash = _signer(pem, algorithm, digest)
    if isinstance(key, ec.EllipticCurvePrivateKey):
        r, s = decode_dss_signature(key.sign(digest, ec.ECDSA(Prehashed(hash))))
        size = (key.curve.key_size + 7) // 8
        return r.to_bytes(size, "big") + s.to_bytes(size, "big")
    return key.sign(digest, _signature_padding(algorithm, hash), Prehashed(hash))


def verify(pem: str, algorithm: str, digest: bytes, signature: bytes) -> bool:
    """Tell whether a digest was signed with a key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, encode_dss_signature

    key, hash = _signer(pem, algorithm, digest)
    try:
        if isinstance(key, ec.EllipticCurvePrivateKey):
            half = len(signature) // 2
            r, s = (int.from_bytes(part, "big") for part in (signature[:half], signature[half:]))
            encoded = encode_dss_signature(r, s)
            key.public_key().verify(encoded, digest, ec.ECDSA(Prehashed(hash)))
        else:
            padding = _signature_padding(algorithm, hash)
            key.public_key().verify(signature, digest, padding, Prehashed(hash))
    except InvalidSignature:
        return False
    return True


def _rsa(pem: str) -> RSAPrivateKey:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    key = load(pem)
    if not isinstance(key, RSAPrivateKey):
        raise bad_parameter("The operation needs an RSA key.")
    return key


def _encryption(algorithm: str) -> AsymmetricPadding:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import padding

    if algorithm == "RSA1_5":
        return padding.PKCS1v15()
    hash = {"RSA-OAEP": hashes.SHA1, "RSA-OAEP-256": hashes.SHA256}.get(algorithm)
    if hash is None:
        raise bad_parameter(f"Unknown or unsupported algorithm: {algorithm[:40]}.")
    return padding.OAEP(padding.MGF1(hash()), hash(), None)


def _signer(pem: str, algorithm: str, digest: bytes) -> tuple[PrivateKey, HashAlgorithm]:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    if algorithm not in (*_SIGNATURES, *_CURVE_SIGNATURES):
        raise bad_parameter(f"Unknown or unsupported algorithm: {algorithm[:40]}.")
    key = load(pem)
    curve = "" if isinstance(key, RSAPrivateKey) else _curve_name(key.curve)
    if _CURVE_SIGNATURES.get(algorithm, "") != curve:
        raise bad_parameter(f"Key and signing algorithm {algorithm} do not go together.")
    sizes = {"256": hashes.SHA256(), "384": hashes.SHA384(), "512": hashes.SHA512()}
    hash = sizes[algorithm[2:5]]
    if len(digest) != hash.digest_size:
        raise bad_parameter(f"Invalid length of 'value': {algorithm} needs {hash.digest_size}.")
    return key, hash


def _signature_padding(algorithm: str, hash: HashAlgorithm) -> AsymmetricPadding:
    from cryptography.hazmat.primitives.asymmetric import padding

    if algorithm.startswith("PS"):
        return padding.PSS(padding.MGF1(hash), hash.digest_size)
    return padding.PKCS1v15()


def _curve(name: str) -> EllipticCurve:
    from cryptography.hazmat.primitives.asymmetric import ec

    curves = {
        "P-256": ec.SECP256R1,
        "P-384": ec.SECP384R1,
        "P-521": ec.SECP521R1,
        "P-256K": ec.SECP256K1,
    }
    return curves[name]()


def _curve_name(curve: EllipticCurve) -> str:
    return next(name for name in CURVES if _curve(name).name == curve.name)


# Numbers and bytes in JSON


def encode(data: bytes) -> str:
    """Write bytes as keys have them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: object, what: str = "value") -> bytes:
    """Read bytes; padding may be there or not."""
    if not isinstance(text, str):
        raise bad_parameter(f"Property {what} is missing, or is no base64url text.")
    try:
        plain = text.rstrip("=")
        return base64.b64decode(plain + "=" * (-len(plain) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise bad_parameter(f"Property {what} is no base64url text.") from error


def _number(value: int) -> str:
    return encode(value.to_bytes((value.bit_length() + 7) // 8, "big"))


def _integer(text: object) -> int:
    return int.from_bytes(decode(text, "key"), "big")
