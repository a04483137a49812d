"""Network interfaces: what joins a virtual machine to a subnet."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network.common import NetworkType, backlinks
from azurelocal.arm.providers.network.publicips import refuse_second_use
from azurelocal.arm.providers.network.virtualnetworks import free_address
from azurelocal.arm.types import Body, Part, invalid, objects, part_ids, reference
from azurelocal.errors import AzureError
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

CONFIGURATIONS = Part("ipConfigurations", alone=False)
_NETWORK = "Microsoft.Network"
_ONE = {
    "subnet": f"{_NETWORK}/virtualNetworks/subnets/join/action",
    "publicIPAddress": f"{_NETWORK}/publicIPAddresses/join/action",
}
_SEVERAL = {
    "loadBalancerBackendAddressPools": f"{_NETWORK}/loadBalancers/backendAddressPools/join/action",
    "applicationSecurityGroups": (
        f"{_NETWORK}/applicationSecurityGroups/joinIpConfiguration/action"
    ),
}


class NetworkInterface(NetworkType):
    """An interface with one or more addresses, of a virtual machine or of none yet."""

    name = f"{_NETWORK}/networkInterfaces"
    parts = (CONFIGURATIONS,)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        properties = new.properties
        configurations = objects(properties.get("ipConfigurations"), "properties.ipConfigurations")
        if not configurations:
            raise invalid(
                "A network interface must have an IP configuration.", "InvalidRequestFormat"
            )
        known = {id.key: entry for id, entry in part_ids(old, CONFIGURATIONS)} if old else {}
        for position, configuration in enumerate(configurations):
            self._place(call, new, configuration, known.get(configuration["id"].lower()))
            configuration["properties"].setdefault("primary", position == 0)
        properties.pop("virtualMachine", None)
        properties["macAddress"] = (
            old.properties["macAddress"] if old else _mac_address(properties["resourceGuid"])
        )
        properties.setdefault("dnsSettings", {}).setdefault("dnsServers", [])
        properties.setdefault("enableAcceleratedNetworking", False)
        properties.setdefault("enableIPForwarding", False)

    def _place(self, call: Call, new: Resource, configuration: Body, was: Body | None) -> None:
        """Give a configuration its address in its subnet. It keeps the one it has."""
        properties = configuration["properties"]
        subnet = reference(properties.get("subnet"), "subnet")
        if not subnet:
            raise invalid(
                f"IP configuration {configuration['name']} must have a subnet.", "SubnetRequired"
            )
        properties.setdefault("privateIPAllocationMethod", "Dynamic")
        properties.setdefault("privateIPAddressVersion", "IPv4")
        held: Any = None
        if was and reference(was["properties"].get("subnet"), "subnet").lower() == subnet.lower():
            held = was["properties"].get("privateIPAddress")
        if properties["privateIPAllocationMethod"] == "Static":
            held = properties.get("privateIPAddress") or held
        others = {
            entry["properties"].get("privateIPAddress")
            for entry in new.properties["ipConfigurations"]
            if entry is not configuration
        }
        properties["privateIPAddress"] = free_address(
            call, subnet, held or "", own=str(new.id), others=others
        )
        public = reference(properties.get("publicIPAddress"), "publicIPAddress")
        if public:
            refuse_second_use(call, public, configuration["id"])

    def links(self, resource: Resource) -> Iterable[Link]:
        group = reference(resource.properties.get("networkSecurityGroup"), "networkSecurityGroup")
        if group:
            action = f"{_NETWORK}/networkSecurityGroups/join/action"
            yield Link(str(resource.id), "networkSecurityGroup", group, action=action)
        for id, configuration in part_ids(resource, CONFIGURATIONS):
            properties = configuration["properties"]
            for kind, action in _ONE.items():
                target = reference(properties.get(kind), kind)
                if target:
                    detail = properties["privateIPAddress"] if kind == "subnet" else ""
                    yield Link(str(id), kind, target, detail, action)
            for kind, action in _SEVERAL.items():
                for entry in objects(properties.get(kind), kind):
                    target = reference(entry, kind)
                    if target:
                        yield Link(str(id), kind, target, action=action)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        machines = backlinks(call, str(resource.id), "networkInterface")
        if machines:
            machine = machines[0]["id"]
            raise AzureError(
                400,
                "NicInUse",
                f"Network Interface {resource.id} is used by existing resource {machine}. In order"
                " to delete the network interface, it must be dissociated from the resource.",
            )

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        machines = backlinks(call, str(resource.id), "networkInterface")
        if machines:
            body["properties"]["virtualMachine"] = machines[0]
            body["properties"]["primary"] = True


def _mac_address(guid: str) -> str:
    """An address of Azure's own block."""
    number = zlib.crc32(guid.encode()) & 0xFFFFFF
    digits = f"000D3A{number:06X}"
    return "-".join(digits[position : position + 2] for position in range(0, 12, 2))


TYPES = (NetworkInterface,)
