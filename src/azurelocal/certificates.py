"""Our own certificate authority, and the certificate that every service shows."""

from __future__ import annotations

import datetime
import ipaddress
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.endpoints import LOOPBACK_NAMES, PUBLIC_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_YEAR = datetime.timedelta(days=365)
_HOUR = datetime.timedelta(hours=1)
_AUTHORITY_KEY = "ca.key"


@dataclass(frozen=True)
class Certificates:
    """The files that TLS needs; `authority` is what clients are to trust."""

    authority: Path
    certificate: Path
    key: Path


def ensure(folder: Path, addresses: tuple[str, ...] = ()) -> Certificates:
    """Give the files, made if they are not there or no longer good."""
    files = Certificates(folder / "ca.crt", folder / "server.crt", folder / "server.key")
    authority_key = folder / _AUTHORITY_KEY
    if not (files.authority.exists() and authority_key.exists()):
        _make_authority(files.authority, authority_key)
        files.certificate.unlink(missing_ok=True)
    if not _good(files, addresses):
        names = (*PUBLIC_NAMES, *LOOPBACK_NAMES)
        issue(folder, files, names, ("127.0.0.1", "::1", *addresses))
    return files


def issue(
    folder: Path, files: Certificates, names: Sequence[str], addresses: Sequence[str] = ()
) -> None:
    """Let a folder's authority issue a certificate for a server, and write it and its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
    signer = load_pem_private_key((folder / _AUTHORITY_KEY).read_bytes(), password=None)
    assert isinstance(signer, EllipticCurvePrivateKey)
    key = _new_key()
    held: list[x509.GeneralName] = [x509.DNSName(name) for name in names]
    for address in addresses:
        held.append(x509.IPAddress(ipaddress.ip_address(address)))
    certificate = (
        _builder(_name("azurelocal"), authority.subject, key, _YEAR)
        .add_extension(x509.SubjectAlternativeName(held), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(
            x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
        )
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
        .sign(signer, hashes.SHA256())
    )
    write_secret(files.key, _pem(key))
    _write_public(files.certificate, certificate)


def _good(files: Certificates, addresses: tuple[str, ...]) -> bool:
    from cryptography import x509

    if not (files.certificate.exists() and files.key.exists()):
        return False
    certificate = x509.load_pem_x509_certificate(files.certificate.read_bytes())
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    held = set(names.get_values_for_type(x509.DNSName))
    held |= {str(address) for address in names.get_values_for_type(x509.IPAddress)}
    soon = datetime.datetime.now(datetime.UTC) + _YEAR / 12
    wanted = {*PUBLIC_NAMES, *LOOPBACK_NAMES, "127.0.0.1", *addresses}
    return wanted <= held and certificate.not_valid_after_utc > soon


def _make_authority(path: Path, key_path: Path) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes

    key = _new_key()
    name = _name("azurelocal certificate authority")
    usage = x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=True,
        crl_sign=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
    certificate = (
        _builder(name, name, key, 10 * _YEAR)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .sign(key, hashes.SHA256())
    )
    write_secret(key_path, _pem(key))
    _write_public(path, certificate)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, life: datetime.timedelta
) -> x509.CertificateBuilder:
    from cryptography import x509

    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _HOUR)
        .not_valid_after(now + life)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _name(text: str) -> x509.Name:
    from cryptography import x509

    return x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, text)])


def _new_key() -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def _pem(key: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write_public(path: Path, certificate: x509.Certificate) -> None:
    from cryptography.hazmat.primitives.serialization import Encoding

    aside = path.with_name(f".{path.name}.new")
    aside.write_bytes(certificate.public_bytes(Encoding.PEM))
    aside.replace(path)


def write_secret(path: Path, content: bytes) -> None:
    """Write a file that only its owner reads, all of it or nothing."""
    aside = path.with_name(f".{path.name}.new")
    aside.unlink(missing_ok=True)
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb") as file:
        file.write(content)
    aside.replace(path)
