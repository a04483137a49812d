"""Public addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network.common import NetworkType, backlinks
from azurelocal.arm.types import Body, an_object
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

_COLLECTION = "publicAddresses"
_BLOCKS = (("203.0.113", range(10, 250)), ("198.51.100", range(10, 250)))
"""Addresses that documentation may use: they are nobody's."""


class PublicIPAddress(NetworkType):
    """An address that the Internet knows. A static one exists as soon as the resource does."""

    name = "Microsoft.Network/publicIPAddresses"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        properties = new.properties
        sku = an_object(new.body.setdefault("sku", {}), "sku")
        sku.setdefault("name", "Basic")
        sku.setdefault("tier", "Regional")
        static = "Static" if sku["name"] == "Standard" else "Dynamic"
        properties.setdefault("publicIPAllocationMethod", static)
        if sku["name"] == "Standard" and properties["publicIPAllocationMethod"] != "Static":
            raise AzureError(
                400,
                "PublicIPAndLBSkuDoNotMatch",
                f"Standard sku publicIp {new.id} must have AllocationMethod set to Static.",
            )
        properties.setdefault("publicIPAddressVersion", "IPv4")
        properties.setdefault("idleTimeoutInMinutes", 4)
        properties.pop("ipConfiguration", None)
        properties["ipAddress"] = old.properties["ipAddress"] if old else _take(call, new)
        self._name(new)

    def _name(self, new: Resource) -> None:
        settings: Any = new.properties.get("dnsSettings")
        label = an_object(settings, "properties.dnsSettings").get("domainNameLabel")
        if label:
            settings["fqdn"] = f"{label}.{new.location}.cloudapp.azure.com"

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
        call.store.remove(_COLLECTION, resource.properties["ipAddress"])

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        users = backlinks(call, str(resource.id), "publicIPAddress")
        if users:
            body["properties"]["ipConfiguration"] = users[0]


def refuse_second_use(call: Call, address: str, source: str) -> None:
    """An address can be in one place only."""
    for user in call.store.links_to(address, "publicIPAddress"):
        if user.source.lower() != source.lower():
            raise AzureError(
                400,
                "PublicIPAddressInUse",
                f"Resource {source} is referencing public IP address {address} that is already"
                f" allocated to resource {user.source}.",
            )


def _take(call: Call, new: Resource) -> str:
    for block, numbers in _BLOCKS:
        for number in numbers:
            address = f"{block}.{number}"
            if call.store.read(_COLLECTION, address) is None:
                call.store.write(_COLLECTION, address, str(new.id))
                return address
    raise AzureError(
        400,
        "PublicIPCountLimitReached",
        "Cannot create more than 480 public IP addresses for this subscription in this region.",
    )


TYPES = (PublicIPAddress,)
