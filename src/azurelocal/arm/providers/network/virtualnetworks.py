"""Virtual networks and their subnets."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network import peerings
from azurelocal.arm.providers.network.common import NetworkType, backlinks, prefixes, strip
from azurelocal.arm.providers.network.peerings import PEERINGS
from azurelocal.arm.types import Body, Part, invalid, objects, part_ids, reference
from azurelocal.errors import AzureError
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

RESERVED_ADDRESSES = 4
"""Azure keeps the first addresses of each subnet: network, router and two for DNS."""

SUBNETS = Part("subnets")
_LINKS = {
    "networkSecurityGroup": "Microsoft.Network/networkSecurityGroups",
    "routeTable": "Microsoft.Network/routeTables",
    "natGateway": "Microsoft.Network/natGateways",
}


class VirtualNetwork(NetworkType):
    """A network of its own, divided into subnets."""

    name = "Microsoft.Network/virtualNetworks"
    parts = (SUBNETS, PEERINGS)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        space: Any = new.properties.get("addressSpace")
        if not isinstance(space, dict):
            raise invalid("A virtual network must have an address space.", "InvalidRequestFormat")
        networks = prefixes(space, "addressSpace")  # pyright: ignore[reportUnknownArgumentType]
        new.properties.setdefault("subnets", [])
        new.properties.setdefault("enableDdosProtection", False)
        subnets = objects(new.properties["subnets"], "properties.subnets")
        strip(subnets, ("ipConfigurations", "privateEndpoints"))
        self._complete(subnets, old)
        self._check_ranges(subnets, networks)
        self._check_missing(call, new, old)
        peerings.shape(call, new, old)

    def _complete(self, subnets: list[Body], old: Resource | None) -> None:
        """A subnet that is only named keeps what it was."""
        known = {id.key: entry for id, entry in part_ids(old, SUBNETS)} if old else {}
        for subnet in subnets:
            properties = subnet["properties"]
            if not properties.get("addressPrefix") and not properties.get("addressPrefixes"):
                was = known.get(str(subnet["id"]).lower())
                if was is not None:
                    subnet["properties"] = {**was["properties"], **properties}
            subnet["properties"].setdefault("privateEndpointNetworkPolicies", "Disabled")
            subnet["properties"].setdefault("privateLinkServiceNetworkPolicies", "Enabled")

    def _check_ranges(self, subnets: list[Body], networks: Iterable[Any]) -> None:
        seen: list[tuple[str, Any]] = []
        for subnet in subnets:
            for own in prefixes(subnet["properties"], subnet["name"]):
                if not any(own.version == one.version and own.subnet_of(one) for one in networks):
                    raise AzureError(
                        400,
                        "NetcfgSubnetRangeOutsideVnet",
                        f"Subnet '{subnet['name']}' is not valid because its IP address range is"
                        " outside the IP address range of the virtual network.",
                    )
                for other, taken in seen:
                    if own.version == taken.version and own.overlaps(taken):
                        raise AzureError(
                            400,
                            "NetcfgSubnetRangesOverlap",
                            f"Subnet '{subnet['name']}' is not valid because its IP address range"
                            f" overlaps with that of an existing subnet '{other}'.",
                        )
                seen.append((subnet["name"], own))

    def _check_missing(self, call: Call, new: Resource, old: Resource | None) -> None:
        """A subnet that the list no longer has goes, unless something stands in it."""
        kept = {id.key for id, _ in part_ids(new, SUBNETS)}
        for id, _ in part_ids(old, SUBNETS) if old else ():
            if id.key not in kept:
                self._refuse_used(call, str(id))
        for id, subnet in part_ids(new, SUBNETS):
            _refuse_lost_addresses(call, str(id), prefixes(subnet["properties"], str(id)))

    def links(self, resource: Resource) -> Iterable[Link]:
        for id, subnet in part_ids(resource, SUBNETS):
            for kind, type in _LINKS.items():
                action = f"{type}/join/action"
                target = reference(subnet["properties"].get(kind), kind)
                if target:
                    yield Link(str(id), kind, target, action=action, type=type, near=True)
        yield from peerings.links(resource)

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        peerings.written(call, new, old)

    def removed(self, call: Call, resource: Resource) -> None:
        peerings.removed(call, resource)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        for id, _ in part_ids(resource, SUBNETS):
            self._refuse_used(call, str(id))

    def _refuse_used(self, call: Call, subnet: str) -> None:
        users = call.store.links_to(subnet, "subnet")
        if users:
            raise AzureError(
                400,
                "InUseSubnetCannotBeDeleted",
                f"Subnet {subnet.rpartition('/')[2]} is in use by {users[0].source} and cannot be"
                " deleted. In order to delete the subnet, delete all the resources within the"
                " subnet.",
            )

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        for subnet in body["properties"]["subnets"]:
            users = backlinks(call, subnet["id"], "subnet")
            if users:
                subnet["properties"]["ipConfigurations"] = users
            endpoints = backlinks(call, subnet["id"], "privateEndpoints")
            if endpoints:
                subnet["properties"]["privateEndpoints"] = endpoints
        peerings.show(call, body)


def _refuse_lost_addresses(call: Call, subnet: str, ranges: list[Any]) -> None:
    """A subnet keeps the ranges in which something has an address."""
    for address in sorted(taken_addresses(call, subnet)):
        if not any(ipaddress.ip_address(address) in one for one in ranges):
            raise AzureError(
                400,
                "InUsePrefixCannotBeDeleted",
                f"IpPrefix on Subnet {subnet.rpartition('/')[2]} has active allocations and cannot"
                f" be deleted: {address} is in use.",
            )


def subnet_of(call: Call, id: str) -> tuple[Resource, Body]:
    """Read a subnet and the network that it is in."""
    owner = parse(id).parent
    found = call.store.get(owner.key) if owner else None
    for part, entry in part_ids(found, SUBNETS) if found else ():
        if found is not None and part.key == id.lower():
            return found, entry
    raise AzureError(
        400, "InvalidResourceReference", f"Resource {id} was not found. It must be a subnet."
    )


def free_address(
    call: Call,
    subnet_id: str,
    wanted: str = "",
    *,
    own: str = "",
    others: Collection[str] = (),
    version: int = 4,
) -> str:
    """Take an address of a subnet: the wanted one if it is free, or the lowest free one.

    `own` is the ID of who asks; what it holds already does not count as taken, but for `others`.
    """
    _, subnet = subnet_of(call, subnet_id)
    ranges = prefixes(subnet["properties"], subnet_id)
    taken = taken_addresses(call, subnet_id, besides=own) | set(others)
    if wanted:
        _check_wanted(wanted, ranges, taken)
        return wanted
    for own_range in ranges:
        if own_range.version != version:
            continue
        first = int(own_range.network_address) + RESERVED_ADDRESSES
        for number in range(first, int(own_range.broadcast_address)):
            address = str(ipaddress.ip_address(number))
            if address not in taken:
                return address
    raise AzureError(
        400, "SubnetIsFull", f"Subnet {subnet_id} does not have enough capacity for 1 IP address."
    )


def taken_addresses(call: Call, subnet_id: str, *, besides: str = "") -> set[str]:
    """The addresses of a subnet that something has."""
    own = besides.lower() + "/"
    return {
        link.detail
        for link in call.store.links_to(subnet_id, "subnet")
        if link.detail and not (besides and link.source.lower().startswith(own))
    }


def _check_wanted(wanted: str, ranges: list[Any], taken: set[str]) -> None:
    try:
        address = ipaddress.ip_address(wanted)
    except ValueError:
        raise invalid(f"'{wanted}' is not an IP address.", "InvalidRequestFormat") from None
    for own in ranges:
        if address in own:
            first = int(own.network_address) + RESERVED_ADDRESSES
            if not first <= int(address) < int(own.broadcast_address):
                raise AzureError(
                    400,
                    "PrivateIPAddressInReservedRange",
                    f"Private static IP address {wanted} falls within reserved IP range of subnet"
                    f" prefix {own}.",
                )
            if wanted in taken:
                raise AzureError(
                    400,
                    "PrivateIPAddressIsAllocated",
                    f"IP configuration cannot use {wanted}: the address is already allocated.",
                )
            return
    raise AzureError(
        400,
        "PrivateIPAddressNotInSubnet",
        f"Private static IP address {wanted} does not belong to the range of the subnet.",
    )


TYPES = (VirtualNetwork,)
