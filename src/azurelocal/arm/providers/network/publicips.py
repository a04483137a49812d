"""Public addresses, and blocks of them that are one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network import publicblocks
from azurelocal.arm.providers.network.common import NetworkType, backlinks, choice, number, within
from azurelocal.arm.types import Body, an_object, reference
from azurelocal.errors import AzureError
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

PREFIX_JOIN = "Microsoft.Network/publicIPPrefixes/join/action"
_SHOWN = ("ipConfiguration", "natGateway")


class PublicIPAddress(NetworkType):
    """An address that the Internet knows. It exists as soon as the resource does."""

    name = "Microsoft.Network/publicIPAddresses"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        properties = new.properties
        standard = sku(new) == "standard"
        entry: Body = {"name": new.name, "properties": properties}
        method = "Static" if standard else "Dynamic"
        choice(entry, "publicIPAllocationMethod", ("Static", "Dynamic"), method)
        if standard and properties["publicIPAllocationMethod"].lower() != "static":
            raise AzureError(
                400,
                "PublicIPAndLBSkuDoNotMatch",
                f"Standard sku publicIp {new.id} must have AllocationMethod set to Static.",
            )
        choice(entry, "publicIPAddressVersion", ("IPv4", "IPv6"), "IPv4")
        number(entry, "idleTimeoutInMinutes", 4, 30, 4)
        for shown in _SHOWN:
            properties.pop(shown, None)
        properties["ipAddress"] = old.properties["ipAddress"] if old else _take(call, new)
        _name(call, new)

    def links(self, resource: Resource) -> Iterable[Link]:
        prefix = reference(resource.properties.get("publicIPPrefix"), "publicIPPrefix")
        if prefix:
            yield Link(
                str(resource.id),
                "publicIPPrefix",
                prefix,
                action=PREFIX_JOIN,
                type=PublicIPPrefix.name,
                near=True,
            )

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        users = backlinks(call, str(resource.id), "publicIPAddress")
        if users:
            raise AzureError(
                400,
                "PublicIPAddressCannotBeDeleted",
                f"Public IP address {resource.id} can not be deleted since it is still allocated to"
                f" resource {users[0]['id']}. In order to delete the public IP, disassociate/detach"
                " the Public IP address from the resource.",
            )

    def removed(self, call: Call, resource: Resource) -> None:
        publicblocks.release(call.store, resource.properties["ipAddress"])

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        for user in backlinks(call, str(resource.id), "publicIPAddress"):
            gateway = "/natgateways/" in user["id"].lower()
            body["properties"]["natGateway" if gateway else "ipConfiguration"] = user


class PublicIPPrefix(NetworkType):
    """A block of public addresses, from which single ones are then taken."""

    name = "Microsoft.Network/publicIPPrefixes"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        if sku(new, "Standard") != "standard":
            raise AzureError(
                400,
                "PublicIpPrefixSkuNotSupported",
                f"Public IP prefix {new.id} must have the sku Standard.",
            )
        entry: Body = {"name": new.name, "properties": new.properties}
        choice(entry, "publicIPAddressVersion", ("IPv4",), "IPv4")
        number(entry, "prefixLength", 28, 31, old.properties["prefixLength"] if old else 28)
        new.properties.pop("publicIPAddresses", None)
        if old is None:
            length = new.properties["prefixLength"]
            new.properties["ipPrefix"] = publicblocks.take_block(call.store, length, str(new.id))
            return
        if new.properties["prefixLength"] != old.properties["prefixLength"]:
            raise AzureError(
                400,
                "PublicIpPrefixLengthCannotBeChanged",
                f"The length of public IP prefix {new.id} cannot be changed.",
            )
        new.properties["ipPrefix"] = old.properties["ipPrefix"]

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        users = call.store.links_to(str(resource.id))
        if users:
            raise AzureError(
                400,
                "PublicIpPrefixInUseCannotBeDeleted",
                f"Public IP prefix {resource.id} cannot be deleted because it is in use by"
                f" {users[0].source}.",
            )

    def removed(self, call: Call, resource: Resource) -> None:
        publicblocks.release(call.store, resource.properties["ipPrefix"])

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        users = call.store.links_to(str(resource.id), "publicIPPrefix")
        addresses = [one for one in users if "/publicipaddresses/" in one.source.lower()]
        if addresses:
            body["properties"]["publicIPAddresses"] = [{"id": one.source} for one in addresses]


def sku(resource: Resource, default: str = "Basic") -> str:
    """The name of a resource's SKU, in lower case; fills in what was left out."""
    found = an_object(resource.body.get("sku"), "sku")
    resource.body["sku"] = found
    found.setdefault("name", default)
    found.setdefault("tier", "Regional")
    return str(found["name"]).lower()


def refuse_second_uses(call: Call, new: Resource, uses: Iterable[tuple[str, str]]) -> None:
    """An address can be in one place only. `uses` are the places of `new`, and their addresses."""
    seen: dict[str, str] = {}
    for source, address in uses:
        elsewhere = [
            user.source
            for user in call.store.links_to(address, "publicIPAddress")
            if not within(user.source, new)
        ]
        for user in (*elsewhere, *([seen[address.lower()]] if address.lower() in seen else ())):
            raise AzureError(
                400,
                "PublicIPAddressInUse",
                f"Resource {source} is referencing public IP address {address} that is already"
                f" allocated to resource {user}.",
            )
        seen[address.lower()] = source


def _take(call: Call, new: Resource) -> str:
    id = reference(new.properties.get("publicIPPrefix"), "publicIPPrefix")
    prefix = call.store.get(id.lower()) if id else None
    block = prefix.properties["ipPrefix"] if prefix else ""
    version = new.properties["publicIPAddressVersion"].lower()
    return publicblocks.take(call.store, str(new.id), block, ipv6=version == "ipv6")


def _name(call: Call, new: Resource) -> None:
    """Give an address with a label its name in the region, which nobody else may have."""
    settings: Any = new.properties.get("dnsSettings")
    label = an_object(settings, "properties.dnsSettings").get("domainNameLabel")
    if not label:
        return
    name = f"{str(label).lower()}.{new.location}.cloudapp.azure.com"
    for other in call.store.resources(type=PublicIPAddress.name):
        known: Any = other.properties.get("dnsSettings") or {}
        if other.key != new.key and known.get("fqdn") == name:
            raise AzureError(
                400,
                "DnsRecordInUse",
                f"DNS record {name} is already used by another public IP.",
            )
    settings["fqdn"] = name


TYPES = (PublicIPAddress, PublicIPPrefix)
