"""What the types of Microsoft.Network share: addresses, and who refers to whom."""

from __future__ import annotations

import ipaddress
import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.arm.types import Body, ResourceType, invalid, objects, reference
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class NetworkType(ResourceType):
    """What every type of this provider has: an etag in the body, and a GUID that stays."""

    has_etag = True

    def keep_guid(self, new: Resource, old: Resource | None) -> None:
        """Give a new resource its GUID; it keeps it."""
        guid = old.properties.get("resourceGuid") if old else None
        new.properties["resourceGuid"] = guid or str(uuid.uuid4())


def references(value: Any, what: str) -> list[str]:
    """Read a list of `{"id": …}`."""
    found = [reference(entry, what) for entry in objects(value, what)]
    return [id for id in found if id]


def strip(entries: Iterable[Body], names: Iterable[str]) -> None:
    """Take out of a list's entries what clients send back but what is never stored."""
    for entry in entries:
        for name in names:
            entry["properties"].pop(name, None)


def choice(entry: Body, name: str, words: Sequence[str], default: str = "") -> None:
    """Check that a property is one of a few words, in any case; it keeps the case it came in."""
    properties = entry["properties"]
    value = properties.get(name)
    if value is None and default:
        properties[name] = default
    elif not isinstance(value, str) or value.lower() not in (word.lower() for word in words):
        raise invalid(
            f"The value '{value}' of '{name}' in '{entry['name']}' must be one of"
            f" {', '.join(words)}."
        )


def number(entry: Body, name: str, low: int, high: int, default: int | None = None) -> None:
    """Check that a property is a whole number within its bounds."""
    properties = entry["properties"]
    value = properties.get(name)
    if value is None and default is not None:
        properties[name] = default
    elif not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise invalid(
            f"The value '{value}' of '{name}' in '{entry['name']}' must be a whole number from"
            f" {low} to {high}."
        )


def within(id: str, resource: Resource) -> bool:
    """Tell whether an ID is that of a resource or of a part of it."""
    low = id.lower()
    return low == resource.key or low.startswith(resource.key + "/")


def network(value: Any, what: str) -> Network:
    """Read an address range in CIDR form."""
    try:
        return ipaddress.ip_network(value if isinstance(value, str) else "", strict=True)
    except ValueError:
        raise AzureError(
            400, "InvalidAddressPrefixFormat", f"Address prefix '{value}' of '{what}' is invalid."
        ) from None


def prefixes(properties: Body, what: str) -> list[Network]:
    """Read addressPrefixes, or addressPrefix where there is one alone."""
    several: Any = properties.get("addressPrefixes")
    one: Any = properties.get("addressPrefix")
    if isinstance(several, list) and several:
        return [network(value, what) for value in several]  # pyright: ignore[reportUnknownVariableType]
    if one:
        return [network(one, what)]
    raise invalid(f"'{what}' must have an address prefix.", "InvalidRequestFormat")


def backlinks(call: Call, id: str, kind: str) -> list[Body]:
    """Who refers to a resource, in the form in which Azure shows it."""
    return [{"id": link.source} for link in call.store.links_to(id, kind)]


def in_use(code: str, resource: Resource, users: list[Body], what: str) -> AzureError:
    """What Azure answers to the deletion of something that is in use."""
    names = ", ".join(user["id"] for user in users)
    return AzureError(
        400,
        code,
        f"{what} {resource.id} cannot be deleted because it is in use by the following resources:"
        f" {names}.",
    )
