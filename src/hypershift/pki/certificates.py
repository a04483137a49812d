"""Certificates with their private keys: made and read."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID

from hypershift.pki import keys
from hypershift.pki.policy import CLOCK_SKEW, SIGNER_VALIDITY
from hypershift.pki.subjects import subject

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime, timedelta

    from hypershift.pki.entries import Keys, Leaf, Names, Signer, Usage
    from hypershift.pki.keys import PrivateKey
    from hypershift.pki.policy import Policy

USAGES: Mapping[Usage, tuple[x509.ObjectIdentifier, ...]] = {
    "client": (ExtendedKeyUsageOID.CLIENT_AUTH,),
    "server": (ExtendedKeyUsageOID.SERVER_AUTH,),
    "both": (ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH),
}


class UnusableError(ValueError):
    """What a Secret holds is no certificate with its key; the text says why."""


@dataclass(frozen=True)
class Pair:
    """A certificate and its private key, as they are read and as they are written."""

    certificate: x509.Certificate
    key: PrivateKey = field(repr=False)
    pem: bytes = field(repr=False)
    key_pem: bytes = field(repr=False)

    @classmethod
    def of(cls, certificate: x509.Certificate, key: PrivateKey) -> Pair:
        """Write down what has been made."""
        return cls(certificate, key, certificate.public_bytes(Encoding.PEM), keys.write(key))


def read_pair(data: Mapping[str, bytes], where: Keys) -> Pair:
    """Read what a Secret holds; what cannot be used is an `UnusableError`."""
    pem, key_pem = data.get(where.certificate), data.get(where.private)
    for name, value in ((where.certificate, pem), (where.private, key_pem)):
        if not value:
            raise UnusableError(f"{name} is missing")
    assert pem
    assert key_pem
    try:
        certificate = x509.load_pem_x509_certificate(pem)
        public = certificate.public_key()
    except Exception as error:
        raise UnusableError(f"{where.certificate} cannot be read") from error
    try:
        key = keys.read(key_pem)
    except ValueError as error:
        raise UnusableError(f"{where.private} {error}") from error
    if key.public_key() != public:
        raise UnusableError(f"{where.private} does not belong to {where.certificate}")
    return Pair(certificate, key, pem, key_pem)


def make_signer(entry: Signer, key: PrivateKey, now: datetime) -> Pair:
    """Make the certificate of an authority, which its own key signs."""
    name = subject(entry.common_name, unit=entry.unit)
    begin = now.replace(microsecond=0) - CLOCK_SKEW
    certificate = (
        _builder(name, name, key, begin, SIGNER_VALIDITY)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(_key_usage(signs=True), critical=True)
        .add_extension(_authority(key), critical=False)
        .sign(key, hashes.SHA256())
    )
    return Pair.of(certificate, key)


def renew_signer(held: Pair, now: datetime) -> Pair:
    """Give an authority more time.

    It keeps its key and its name, so that all that it has signed stays good, and who knows but the
    old certificate, as nodes may, trusts what it signs from now on.
    """
    name, key = held.certificate.subject, held.key
    begin = now.replace(microsecond=0) - CLOCK_SKEW
    builder = _builder(name, name, key, begin, SIGNER_VALIDITY, identified=False)
    for extension in held.certificate.extensions:
        if not isinstance(extension.value, x509.AuthorityKeyIdentifier):
            builder = builder.add_extension(extension.value, extension.critical)
    return Pair.of(builder.sign(key, hashes.SHA256()), key)


def sign(entry: Leaf, key: PrivateKey, signer: Pair, now: datetime, policy: Policy) -> Pair:
    """Let a signer sign a certificate."""
    begin = now.replace(microsecond=0) - policy.skew
    name = subject(entry.common_name, entry.organizations)
    builder = (
        _builder(name, signer.certificate.subject, key, begin, policy.validity)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage(USAGES[entry.usage]), critical=False)
        .add_extension(_authority(signer.key), critical=False)
    )
    if names := _general(entry.names):
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return Pair.of(builder.sign(signer.key, hashes.SHA256()), key)


def _builder(
    name: x509.Name,
    issuer: x509.Name,
    key: PrivateKey,
    begin: datetime,
    validity: timedelta,
    *,
    identified: bool = True,
) -> x509.CertificateBuilder:
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + validity)
    )
    if not identified:
        return builder
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    return builder.add_extension(identifier, critical=False)


def _authority(key: PrivateKey) -> x509.AuthorityKeyIdentifier:
    return x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key())


def _general(names: Names) -> list[x509.GeneralName]:
    found: list[x509.GeneralName] = []
    for each in names.dns:
        try:
            found.append(x509.DNSName(each))
        except ValueError as error:
            raise ValueError(f"the host {each!r} is no DNS name: write it in ASCII") from error
    found += [x509.IPAddress(ipaddress.ip_address(each)) for each in names.addresses]
    return found


def _key_usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_encipherment=True,
        key_cert_sign=signs,
        content_commitment=False,
        data_encipherment=False,
        key_agreement=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
