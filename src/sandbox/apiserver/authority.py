"""A certificate authority, and what it issues. Its own key is nowhere but in memory.

A `KeptAuthority` is for what outlives the process: its key is a file beside its certificate.
"""

from __future__ import annotations

import datetime
import ipaddress
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

VALIDITY = datetime.timedelta(days=30)
KEPT = datetime.timedelta(days=365)
CLOCK_SKEW = datetime.timedelta(minutes=5)


@dataclass(frozen=True)
class KeyPair:
    """The files of a certificate and of its private key."""

    certificate: Path
    key: Path


class Authority:
    """Issues certificates into a directory."""

    validity = VALIDITY

    def __init__(self, directory: Path, name: str = "sandbox") -> None:
        """Make the authority, and write its certificate."""
        self._directory = directory
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        certificate = (
            self._builder(self._name, self._key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_signs_certificates(), critical=True)
            .sign(self._key, hashes.SHA256())
        )
        self.certificate = directory / "ca.crt"
        write_private(self.certificate, certificate.public_bytes(serialization.Encoding.PEM))

    def issue(
        self,
        file: str,
        name: str,
        groups: Sequence[str] = (),
        addresses: Sequence[str] = (),
        names: Sequence[str] = ("localhost",),
    ) -> KeyPair:
        """Issue a certificate for a client, or for a server at addresses, with names besides."""
        key = ec.generate_private_key(ec.SECP256R1())
        organizations = [x509.NameAttribute(NameOID.ORGANIZATION_NAME, group) for group in groups]
        subject = x509.Name([*organizations, x509.NameAttribute(NameOID.COMMON_NAME, name)])
        uses = [ExtendedKeyUsageOID.CLIENT_AUTH]
        builder = self._builder(subject, key.public_key())
        if addresses:
            uses.append(ExtendedKeyUsageOID.SERVER_AUTH)
            builder = builder.add_extension(_alternative_names(addresses, names), critical=False)
        certificate = builder.add_extension(x509.ExtendedKeyUsage(uses), critical=False).sign(
            self._key, hashes.SHA256()
        )
        pair = KeyPair(self._directory / f"{file}.crt", self._directory / f"{file}.key")
        write_private(pair.certificate, certificate.public_bytes(serialization.Encoding.PEM))
        write_private(pair.key, _private_bytes(key))
        return pair

    def _builder(
        self, subject: x509.Name, key: ec.EllipticCurvePublicKey
    ) -> x509.CertificateBuilder:
        now = datetime.datetime.now(datetime.UTC)
        identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - CLOCK_SKEW)
            .not_valid_after(now + self.validity)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
            .add_extension(identifier, critical=False)
        )


class KeptAuthority(Authority):
    """An authority for a year, whose key is a file: others may issue in its name."""

    validity = KEPT

    def __init__(self, directory: Path, name: str = "sandbox") -> None:
        """Make the authority, and write its certificate and its key."""
        super().__init__(directory, name)
        self.key = directory / "ca.key"
        write_private(self.key, _private_bytes(self._key))


def new_keys(directory: Path, file: str) -> tuple[Path, Path]:
    """Write a private key and its public key, which no certificate binds to a name."""
    key = ec.generate_private_key(ec.SECP256R1())
    private, public = directory / f"{file}.key", directory / f"{file}.pub"
    write_private(private, _private_bytes(key))
    write_private(
        public,
        key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        ),
    )
    return private, public


def _private_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def write_private(path: Path, content: bytes) -> None:
    """Write a new file that its owner alone can read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb") as file:
        file.write(content)


def _alternative_names(
    addresses: Sequence[str], names: Sequence[str]
) -> x509.SubjectAlternativeName:
    held: list[x509.GeneralName] = [x509.DNSName(name) for name in names]
    held += [x509.IPAddress(ipaddress.ip_address(at)) for at in addresses]
    return x509.SubjectAlternativeName(held)


def _signs_certificates() -> x509.KeyUsage:
    return x509.KeyUsage(
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
