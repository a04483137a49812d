"""The subjects of certificates.

Users of Kubernetes have longer names than X.509 wants, and everybody takes them. The library would
refuse to write such a name, and warns of each that it reads.
"""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cryptography.x509 import Name, NameAttribute
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from cryptography.x509 import Certificate


def subject(common_name: str, organizations: Sequence[str] = (), unit: str = "") -> Name:
    """Put a subject together."""
    parts = [(NameOID.ORGANIZATION_NAME, each) for each in organizations]
    parts += [(NameOID.ORGANIZATIONAL_UNIT_NAME, unit)] if unit else []
    parts.append((NameOID.COMMON_NAME, common_name))
    with _any_length():
        return Name([NameAttribute(oid, value, _validate=False) for oid, value in parts])


def user(certificate: Certificate) -> tuple[str, list[str]]:
    """Whom a certificate is for: the common name, and the organizations in order."""
    with _any_length():
        name = certificate.subject
    common, organizations = (
        [str(each.value) for each in name.get_attributes_for_oid(oid)]
        for oid in (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME)
    )
    return ", ".join(common), sorted(organizations)


@contextmanager
def _any_length() -> Generator[None]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Attribute's length must be", UserWarning)
        yield
