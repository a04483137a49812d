"""Forms that values have to have. Each check refuses in one sentence that says what is right.

`flag` is how the sentence begins: a flag, or a flag with the file and the key that it led to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypershift.cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import timedelta
    from ipaddress import IPv4Network, IPv6Network

    from hypershift.azure.resource_ids import ResourceID

_LABEL = r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"
_SUBDOMAIN = rf"{_LABEL}(\.{_LABEL})*"
_DOMAIN = r"([a-zA-Z0-9-]{1,63}\.)+[a-zA-Z]{2,63}|[a-zA-Z0-9-]{1,63}"
_LABEL_VALUE = r"([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?"
_LABEL_KEY = rf"({_SUBDOMAIN}/)?(?=.){_LABEL_VALUE}"
_QUANTITY = r"\+?([0-9]+(\.[0-9]*)?|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?"
_IMAGE = r"\w\S+"

_NAME_LENGTH = 253
_MOST_LABELS = 20


def one_of(flag: str, value: str, allowed: Sequence[str]) -> None:
    """Refuse a value that is not among the allowed ones."""
    if value not in allowed:
        *first, last = allowed
        words = f"{', '.join(first)} or {last}" if first else last
        raise UsageError(f"{flag} must be {words}, not {value!r}")


def matches(flag: str, value: str, pattern: str, form: str) -> None:
    """Refuse a value that does not have a form."""
    if not re.fullmatch(pattern, value):
        raise UsageError(f"{flag} must be {form}, not {value!r}")


def label(flag: str, value: str) -> None:
    """Demand a DNS label, as names of namespaces are."""
    matches(
        flag,
        value,
        _LABEL,
        "at most 63 lower-case letters, digits and dashes, beginning and ending with a letter or"
        " digit",
    )


def subdomain(flag: str, value: str) -> None:
    """Demand a DNS name in lower case, as names of most objects are."""
    _not_too_long(flag, value)
    matches(
        flag,
        value,
        _SUBDOMAIN,
        "a DNS name: lower-case letters, digits and dashes, in parts separated by dots",
    )


def domain(flag: str, value: str) -> None:
    """Demand a domain, whose last part is of letters if it has several parts."""
    _not_too_long(flag, value)
    matches(
        flag,
        value,
        _DOMAIN,
        "a domain such as example.com: parts of at most 63 letters, digits and dashes, the last of"
        " letters only",
    )


def _not_too_long(flag: str, value: str) -> None:
    if len(value) > _NAME_LENGTH:
        raise UsageError(f"{flag} must have at most {_NAME_LENGTH} characters, not {len(value)}")


def labels(flag: str, pairs: Mapping[str, str], most: int | None = _MOST_LABELS) -> None:
    """Demand keys and values that labels may have, and no more of them than the API takes."""
    if most is not None and len(pairs) > most:
        raise UsageError(f"{flag} may name at most {most} labels, not {len(pairs)}")
    for key, value in pairs.items():
        annotation_key(flag, key)
        matches(
            f"{flag}: the value of {key}",
            value,
            _LABEL_VALUE,
            "at most 63 letters, digits, dashes, dots and underscores",
        )


def annotation_key(flag: str, key: str) -> None:
    """Demand a key that labels and annotations may have."""
    matches(
        f"{flag}: the key",
        key,
        _LABEL_KEY,
        "at most 63 letters, digits, dashes, dots and underscores, with a DNS name and a slash"
        " before it if need be",
    )


def quantity(flag: str, value: str) -> None:
    """Demand an amount of storage, more than none."""
    form = "an amount such as 8Gi"
    matches(flag, value, _QUANTITY, form)
    if not re.search("[1-9]", re.split("[a-zA-Z]", value)[0]):
        raise UsageError(f"{flag} must be {form}, not {value!r}")


def network(flag: str, value: str) -> IPv4Network | IPv6Network:
    """Read a network. Bits beyond its prefix are taken as not said."""
    from ipaddress import ip_network

    try:
        if "/" not in value:
            raise ValueError("it has no prefix length")
        return ip_network(value, strict=False)
    except ValueError:
        raise UsageError(f"{flag} must be a network such as 10.0.0.0/16, not {value!r}") from None


def image(flag: str, value: str) -> None:
    """Demand what the API takes for the address of an image."""
    _not_too_long(flag, value)
    matches(flag, value, _IMAGE, "the address of an image, without white space")


def url(flag: str, value: str, *schemes: str, most: int = 255) -> None:
    """Demand an absolute URL."""
    matches(
        flag,
        value,
        rf"({'|'.join(schemes)})://[^\s/]+(/\S*)?",
        f"an address that begins with {' or '.join(f'{scheme}://' for scheme in schemes)}",
    )
    if len(value) > most:
        raise UsageError(f"{flag} must have at most {most} characters, not {len(value)}")


def uuid(flag: str, value: str) -> None:
    """Demand a UUID."""
    from hypershift.azure.uuids import is_uuid

    if not is_uuid(value):
        raise UsageError(
            f"{flag} must be a UUID such as 550e8400-e29b-41d4-a716-446655440000, not {value!r}"
        )


def subnet_id(flag: str, value: str) -> None:
    """Demand the ID of a subnet."""
    subnet = resource_id(flag, value, "Microsoft.Network/virtualNetworks/subnets")
    uuid(f"{flag}: the subscription", subnet.subscription)


def resource_id(flag: str, value: str, kind: str) -> ResourceID:
    """Read the ID of an Azure resource of a type, such as Microsoft.Network/virtualNetworks."""
    from hypershift.azure.resource_ids import parse_resource_id

    try:
        resource = parse_resource_id(value)
    except ValueError as error:
        raise UsageError(f"{flag}: {error}") from None
    if not resource.is_a(kind):
        raise UsageError(f"{flag} must be the ID of a resource of type {kind}, not {resource.type}")
    return resource


def not_negative(flag: str, value: timedelta) -> None:
    """Refuse a time that ends before it begins."""
    if value.total_seconds() < 0:
        raise UsageError(f"{flag} must not be negative")
