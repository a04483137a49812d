"""NAT gateways: the public addresses with which a subnet goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.network.common import (
    NetworkType,
    backlinks,
    in_use,
    number,
    references,
)
from azurelocal.arm.providers.network.publicips import PREFIX_JOIN, refuse_second_uses, sku
from azurelocal.arm.types import Body, invalid
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

_NETWORK = "Microsoft.Network"
_ADDRESSES, _PREFIXES = "publicIpAddresses", "publicIpPrefixes"


class NatGateway(NetworkType):
    """Translates what leaves its subnets."""

    name = f"{_NETWORK}/natGateways"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        new.properties.pop("subnets", None)
        if sku(new, "Standard") != "standard":
            raise invalid(f"NAT gateway {new.id} must have the sku Standard.", "InvalidSku")
        number({"name": new.name, "properties": new.properties}, "idleTimeoutInMinutes", 4, 120, 4)
        addresses = references(new.properties.get(_ADDRESSES), _ADDRESSES)
        refuse_second_uses(call, new, [(str(new.id), address) for address in addresses])

    def links(self, resource: Resource) -> Iterable[Link]:
        for address in references(resource.properties.get(_ADDRESSES), _ADDRESSES):
            action = f"{_NETWORK}/publicIPAddresses/join/action"
            type = f"{_NETWORK}/publicIPAddresses"
            yield Link(
                str(resource.id), "publicIPAddress", address, action=action, type=type, near=True
            )
        for prefix in references(resource.properties.get(_PREFIXES), _PREFIXES):
            type = f"{_NETWORK}/publicIPPrefixes"
            yield Link(
                str(resource.id), "publicIPPrefix", prefix, action=PREFIX_JOIN, type=type, near=True
            )

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        users = backlinks(call, str(resource.id), "natGateway")
        if users:
            raise in_use("InUseNatGatewayCannotBeDeleted", resource, users, "NAT gateway")

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        users = backlinks(call, str(resource.id), "natGateway")
        if users:
            body["properties"]["subnets"] = users


TYPES = (NatGateway,)
