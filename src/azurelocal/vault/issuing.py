"""Certificates as such: they are signed by themselves, read from what a client has, and written."""

from __future__ import annotations

import base64
import binascii
import calendar
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from azurelocal.vault.bodies import Body, a_number, a_text, an_object, texts
from azurelocal.vault.crypto import encode, load, to_pem
from azurelocal.vault.refusals import bad_parameter

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

PKCS12 = "application/x-pkcs12"
PEM = "application/x-pem-file"
_BEGIN = "-----BEGIN"


@dataclass(frozen=True)
class Bundle:
    """A private key and its certificate, with those that vouch for it. All in PEM."""

    key: str
    certificate: str
    others: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Show no key."""
        return "Bundle()"


def self_signed(key: str, policy: Body, now: float) -> str:
    """Sign a certificate with its own key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.serialization import Encoding

    said = an_object(policy, "x509_props")
    private = load(key)
    name = _subject(a_text(said, "subject"))
    begins = datetime.fromtimestamp(now, UTC).replace(microsecond=0)
    ends = _months_later(begins, a_number(said, "validity_months") or 12)
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins - timedelta(minutes=10))
        .not_valid_after(ends)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=False)
        .add_extension(_usage(texts(said, "key_usage")), critical=True)
        .add_extension(_extended_usage(texts(said, "ekus")), critical=False)
        .add_extension(
            x509.SubjectKeyIdentifier.from_public_key(private.public_key()), critical=False
        )
    )
    names = _alternative_names(an_object(said, "sans"))
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    signed = builder.sign(private, hashes.SHA256())
    return signed.public_bytes(Encoding.PEM).decode()


def _subject(text: str) -> Any:
    from cryptography import x509

    if not text:
        return x509.Name([])
    try:
        return x509.Name.from_rfc4514_string(",".join(part.strip() for part in text.split(",")))
    except ValueError as error:
        raise bad_parameter(f"The subject '{text[:200]}' is no X.500 name.") from error


def _months_later(start: datetime, months: int) -> datetime:
    if not 1 <= months <= 1200:
        raise bad_parameter("validity_months must be a number from 1 to 1200.")
    years, month = divmod(start.month - 1 + months, 12)
    year, month = start.year + years, month + 1
    day = min(start.day, calendar.monthrange(year, month)[1])
    return start.replace(year=year, month=month, day=day)


def _usage(given: list[str]) -> Any:
    from cryptography import x509

    words = given or ["digitalSignature", "keyEncipherment"]
    known = {
        "digitalSignature": "digital_signature",
        "nonRepudiation": "content_commitment",
        "keyEncipherment": "key_encipherment",
        "dataEncipherment": "data_encipherment",
        "keyAgreement": "key_agreement",
        "keyCertSign": "key_cert_sign",
        "cRLSign": "crl_sign",
        "encipherOnly": "encipher_only",
        "decipherOnly": "decipher_only",
    }
    if any(word not in known for word in words):
        raise bad_parameter("key_usage is no list of usages.")
    try:
        return x509.KeyUsage(**{name: word in words for word, name in known.items()})
    except ValueError as error:
        raise bad_parameter(f"key_usage makes no sense: {error}.") from error


def _extended_usage(given: list[str]) -> Any:
    from cryptography import x509

    oids = given or ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]
    try:
        return x509.ExtendedKeyUsage([x509.ObjectIdentifier(oid) for oid in oids])
    except (ValueError, TypeError) as error:
        raise bad_parameter("ekus is no list of object identifiers.") from error


def _alternative_names(sans: Body) -> list[Any]:
    from cryptography import x509

    if sans.get("upns"):
        raise bad_parameter("User principal names in sans.upns are not supported.")
    try:
        names: list[Any] = [x509.DNSName(name) for name in texts(sans, "dns_names")]
        return names + [x509.RFC822Name(name) for name in texts(sans, "emails")]
    except (ValueError, TypeError) as error:
        raise bad_parameter(f"sans has what is no name: {error}.") from error


def read(value: Any, password: Any) -> tuple[Bundle, str]:
    """Read what a client brings, and tell which it is: PEM, plain or in base64, or PKCS#12."""
    if not isinstance(value, str) or not (password is None or isinstance(password, str)):
        raise bad_parameter("Property value is missing, or is no string.")
    try:
        data = value.encode() if _BEGIN in value else base64.b64decode(value)
        is_pem = _BEGIN.encode() in data
        found = _from_pem(data) if is_pem else _from_pkcs12(data, password or "")
    except (ValueError, TypeError, binascii.Error) as error:
        raise bad_parameter(
            "The specified PKCS#12 or PEM content can not be read. Please check if it has a private"
            " key and its certificate, and if the password is right."
        ) from error
    if load(found.key).public_key() != _certificate(found.certificate).public_key():
        raise bad_parameter("The certificate is not the one of the private key.")
    return found, PEM if is_pem else PKCS12


def _from_pem(data: bytes) -> Bundle:
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key

    key: Any = load_pem_private_key(data, password=None)
    first, *others = (
        one.public_bytes(Encoding.PEM).decode() for one in x509.load_pem_x509_certificates(data)
    )
    return Bundle(to_pem(key), first, tuple(others))


def _from_pkcs12(data: bytes, password: str) -> Bundle:
    from cryptography.hazmat.primitives.serialization import Encoding, pkcs12

    key, certificate, others = pkcs12.load_key_and_certificates(data, password.encode())
    if key is None or certificate is None:
        raise ValueError("no key or no certificate")
    return Bundle(
        to_pem(key),
        certificate.public_bytes(Encoding.PEM).decode(),
        tuple(one.public_bytes(Encoding.PEM).decode() for one in others),
    )


def write(bundle: Bundle, content_type: str) -> str:
    """Write key and certificates as a secret has them."""
    if content_type == PEM:
        return bundle.key + bundle.certificate + "".join(bundle.others)
    from cryptography.hazmat.primitives.serialization import NoEncryption, pkcs12

    key: Any = load(bundle.key)
    others = [_certificate(one) for one in bundle.others]
    data = pkcs12.serialize_key_and_certificates(
        None, key, _certificate(bundle.certificate), others or None, NoEncryption()
    )
    return base64.b64encode(data).decode()


def facts(certificate: str) -> Body:
    """What answers tell of a certificate."""
    from cryptography.hazmat.primitives.serialization import Encoding

    read = _certificate(certificate)
    der = read.public_bytes(Encoding.DER)
    return {
        "cer": base64.b64encode(der).decode(),
        "x5t": encode(hashlib.sha1(der, usedforsecurity=False).digest()),
        "subject": read.subject.rfc4514_string(),
        "nbf": int(read.not_valid_before_utc.timestamp()),
        "exp": int(read.not_valid_after_utc.timestamp()),
    }


def _certificate(pem: str) -> Certificate:
    from cryptography import x509

    return x509.load_pem_x509_certificate(pem.encode())
