"""Signers as they are now, and the certificates that they had before and that are still trusted.

A signer whose time is running out keeps its key, so nothing that it has signed is lost. One whose
key is lost gets a new one. What the old key has signed is in use until everybody has learned of the
new one, so the old certificate stays trusted until its end. It is taken from a Secret alone: from
the signer's own, or else from that of a certificate that it has signed, if the signer's ConfigMap
has it as well. So neither a foreign certificate that is put into one Secret by mistake, nor one in
a ConfigMap, is ever trusted. To trust an old key no more, delete the signer's Secret and its
ConfigMaps together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding

from hypershift.pki import certificates
from hypershift.pki.certificates import Pair, UnusableError, read_pair
from hypershift.pki.entries import CA_CERTIFICATE, PREVIOUS
from hypershift.pki.examination import signed_by, signer_due, signer_problem, time_reason, valid
from hypershift.pki.subjects import subject

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from hypershift.pki.entries import Leaf, Signer, Table
    from hypershift.pki.keys import PrivateKey
    from hypershift.pki.objects import Holdings

_END = b"-----END CERTIFICATE-----"


@dataclass(frozen=True)
class Authority:
    """A signer as it is now."""

    entry: Signer
    pair: Pair
    previous: tuple[x509.Certificate, ...] = ()

    @property
    def trusted(self) -> bytes:
        """What it takes to trust what the signer signs, and what it has signed before."""
        return unite([self.pair.pem, self.previous_pem])

    @property
    def previous_pem(self) -> bytes:
        """The certificates that it had before."""
        return b"".join(each.public_bytes(Encoding.PEM) for each in self.previous)


@dataclass(frozen=True)
class Found:
    """What is there of a signer, and why it cannot stay as it is."""

    entry: Signer
    pair: Pair | None
    reason: str | None
    previous: tuple[x509.Certificate, ...]

    def now(self, key: PrivateKey | None, now: datetime) -> Authority:
        """Give the signer as it has to be, with a new key if there is none."""
        pair = self.pair
        if pair is None:
            assert key
            pair = certificates.make_signer(self.entry, key, now)
        elif time_reason(pair.certificate, signer_due(pair.certificate), now):
            pair = certificates.renew_signer(pair, now)
        previous = dict.fromkeys(
            each
            for each in (*((self.pair.certificate,) if self.pair else ()), *self.previous)
            if each != pair.certificate and valid(each, now)
        )
        return Authority(self.entry, pair, tuple(previous))


def find(entry: Signer, table: Table, existing: Holdings, now: datetime) -> Found:
    """Look at what is there of a signer."""
    secret = existing.secrets.get(entry.secret)
    if secret is None:
        return Found(entry, None, "it is missing", (*_orphaned(entry, table, existing),))
    data = secret.data
    kept = read_certificates(data.get(PREVIOUS, b""))
    problems: list[str] = []
    for where in entry.keys:
        try:
            pair = read_pair(data, where)
        except UnusableError as error:
            problems.append(str(error))
            continue
        if problem := signer_problem(pair.certificate):
            problems.append(f"{where.certificate} {problem}")
            continue
        due = signer_due(pair.certificate)
        reason = time_reason(pair.certificate, due, now) or next(iter(problems), None)
        return Found(entry, pair, reason, (*kept, *_replaced(entry, pair, table, existing)))
    return Found(entry, None, problems[0], (*kept, *_orphaned(entry, table, existing)))


def _replaced(
    entry: Signer, pair: Pair, table: Table, existing: Holdings
) -> Iterator[x509.Certificate]:
    """Give what the signer was before somebody else put another certificate in its place."""
    key = pair.certificate.public_key()
    for each in _orphaned(entry, table, existing):
        if each.public_key() != key:
            yield each


def _orphaned(entry: Signer, table: Table, existing: Holdings) -> Iterator[x509.Certificate]:
    """Give authorities of its name that have signed what is in use, and are published as trusted.

    A ConfigMap may be that of several signers, who shall not take one another's place.
    """
    name = subject(entry.common_name, unit=entry.unit)
    published = {
        each
        for bundle in table.bundles
        if entry.secret in bundle.signers
        if (held := existing.config_maps.get(bundle.config_map))
        for each in read_certificates(held.data.get(bundle.key, "").encode())
        if not signer_problem(each) and each.subject == name
    }
    if not published:
        return
    for leaf in table.leaves:
        if leaf.signer == entry.secret:
            yield from (each for each in _authorities(leaf, existing) if each in published)


def _authorities(leaf: Leaf, existing: Holdings) -> Iterator[x509.Certificate]:
    """Give those, of the authorities beside a certificate, that have signed it."""
    secret = existing.secrets.get(leaf.secret)
    if not secret:
        return
    try:
        pair = read_pair(secret.data, leaf.keys)
    except UnusableError:
        return
    for each in read_certificates(secret.data.get(CA_CERTIFICATE, b"")):
        if signed_by(pair.certificate, each):
            yield each


def read_certificates(pem: bytes) -> list[x509.Certificate]:
    """Read the certificates of a bundle, and leave out what is none."""
    found: list[x509.Certificate] = []
    for block in _blocks(pem):
        try:
            found.append(x509.load_pem_x509_certificate(block))
        except ValueError:
            continue
    return found


def unite(bundles: Iterable[bytes]) -> bytes:
    """Make one bundle of several: each certificate once, and nothing that is none."""
    united: dict[bytes, bytes] = {}
    for pem in bundles:
        for each in read_certificates(pem):
            united.setdefault(each.fingerprint(SHA256()), each.public_bytes(Encoding.PEM))
    return b"".join(united.values())


def _blocks(pem: bytes) -> Iterator[bytes]:
    for part in pem.split(_END)[:-1]:
        begin = part.rfind(b"-----BEGIN CERTIFICATE-----")
        if begin >= 0:
            yield part[begin:] + _END + b"\n"
