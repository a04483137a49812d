"""Whether a certificate that is there is good enough, and why not."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm

from hypershift.pki.certificates import USAGES
from hypershift.pki.policy import SIGNER_SHARE
from hypershift.pki.subjects import user

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from hypershift.pki.entries import Leaf
    from hypershift.pki.policy import Policy

_ROUNDING = timedelta(seconds=1)


def signed_by(certificate: x509.Certificate, signer: x509.Certificate) -> bool:
    """Whether a certificate is signed with the key of another, and in its name."""
    try:
        certificate.verify_directly_issued_by(signer)
    except (InvalidSignature, UnsupportedAlgorithm, ValueError, TypeError):
        return False
    return True


def signer_problem(certificate: x509.Certificate) -> str | None:
    """Say why others would not take a certificate for that of an authority."""
    try:
        if certificate.subject == certificate.issuer and not signed_by(certificate, certificate):
            return "is not as it was signed"
        constraints = certificate.extensions.get_extension_for_class(x509.BasicConstraints)
    except x509.ExtensionNotFound:
        return "may not sign others"
    except ValueError:
        return "cannot be read"
    return None if constraints.value.ca else "may not sign others"


def valid(certificate: x509.Certificate, now: datetime) -> bool:
    """Whether now is within the time of a certificate."""
    return certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc


def signer_due(certificate: x509.Certificate) -> datetime:
    """When an authority needs more time."""
    end = certificate.not_valid_after_utc
    return end - (end - certificate.not_valid_before_utc) * SIGNER_SHARE


def leaf_due(certificate: x509.Certificate, policy: Policy) -> datetime:
    """When a certificate has to be made anew."""
    return certificate.not_valid_after_utc - policy.ahead


def time_reason(certificate: x509.Certificate, due: datetime, now: datetime) -> str | None:
    """What is wrong with the time of a certificate that is due at a moment."""
    end = certificate.not_valid_after_utc
    if now < certificate.not_valid_before_utc:
        return f"it is not valid before {_moment(certificate.not_valid_before_utc)}"
    if now >= end:
        return f"it has expired at {_moment(end)}"
    if now >= due:
        return f"it expires at {_moment(end)}"
    return None


def leaf_reason(
    certificate: x509.Certificate, leaf: Leaf, policy: Policy, now: datetime
) -> str | None:
    """Why a certificate has to be made anew, apart from who has signed it."""
    try:
        reason = _subject(certificate, leaf) or _extensions(certificate, leaf)
    except ValueError:
        return "its names or usages cannot be read"
    return reason or _length(certificate, policy) or _time(certificate, policy, now)


def _subject(certificate: x509.Certificate, leaf: Leaf) -> str | None:
    name, organizations = user(certificate)
    if name != leaf.common_name:
        return f"its common name is {name!r}, not {leaf.common_name!r}"
    if organizations != sorted(leaf.organizations):
        return f"its organizations are {_list(organizations)}, not {_list(leaf.organizations)}"
    return None


def _extensions(certificate: x509.Certificate, leaf: Leaf) -> str | None:
    extensions = certificate.extensions
    dns, addresses, others = _alternatives(extensions)
    for what, held, wanted in (
        ("names", dns, leaf.names.dns),
        ("addresses", addresses, leaf.names.addresses),
        ("other names", others, ()),
    ):
        if set(held) != set(wanted):
            return f"its {what} are {_list(held)}, not {_list(wanted)}"
    try:
        usages = set(extensions.get_extension_for_class(x509.ExtendedKeyUsage).value)
    except x509.ExtensionNotFound:
        usages = set[x509.ObjectIdentifier]()
    if usages != set(USAGES[leaf.usage]):
        return f"its usages are not those of a {_USED_BY[leaf.usage]}"
    return None


_USED_BY = {"client": "client", "server": "server", "both": "client and server"}


def _alternatives(extensions: x509.Extensions) -> tuple[list[str], list[str], list[str]]:
    try:
        names = extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return [], [], []
    others = [each for each in names if not isinstance(each, x509.DNSName | x509.IPAddress)]
    return (
        names.get_values_for_type(x509.DNSName),
        [str(each) for each in names.get_values_for_type(x509.IPAddress)],
        [type(each).__name__ for each in others],
    )


def _length(certificate: x509.Certificate, policy: Policy) -> str | None:
    length = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    if abs(length - policy.validity) > _ROUNDING:
        return f"it is valid for {length}, not for {policy.validity}"
    return None


def _time(certificate: x509.Certificate, policy: Policy, now: datetime) -> str | None:
    return time_reason(certificate, leaf_due(certificate, policy), now)


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def _list(texts: Iterable[str]) -> str:
    return ", ".join(sorted(texts)) or "none"
