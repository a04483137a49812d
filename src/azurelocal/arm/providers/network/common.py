"""What the types of Microsoft.Network share: addresses, and who refers to whom."""

from __future__ import annotations

import ipaddress
import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.arm.types import Body, ResourceType, invalid
from azurelocal.errors import AzureError

if TYPE_CHECKING:
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
