"""Network interfaces: what joins a virtual machine to a subnet."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from azurelocal.arm.providers.network.addresses import place
from azurelocal.arm.providers.network.common import NetworkType, backlinks, references
from azurelocal.arm.providers.network.machines import machine_of
from azurelocal.arm.providers.network.publicips import refuse_second_uses
from azurelocal.arm.types import (
    Body,
    Part,
    an_object,
    invalid,
    new_etag,
    objects,
    part_ids,
    reference,
)
from azurelocal.errors import AzureError
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

CONFIGURATIONS = Part("ipConfigurations", alone=False)
_NETWORK = "Microsoft.Network"
_GUARD = f"{_NETWORK}/networkSecurityGroups"
_ONE = {
    "subnet": f"{_NETWORK}/virtualNetworks/subnets",
    "publicIPAddress": f"{_NETWORK}/publicIPAddresses",
}
_SEVERAL = {
    "loadBalancerBackendAddressPools": f"{_NETWORK}/loadBalancers/backendAddressPools",
    "loadBalancerInboundNatRules": f"{_NETWORK}/loadBalancers/inboundNatRules",
    "applicationSecurityGroups": f"{_NETWORK}/applicationSecurityGroups",
}
"""What a configuration refers to: the types of what stands there."""


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
        refuse_second_uses(call, new, _public_addresses(configurations))
        for shown in ("virtualMachine", "primary", "privateEndpoint"):
            properties.pop(shown, None)
        properties["macAddress"] = (
            old.properties["macAddress"] if old else _mac_address(properties["resourceGuid"])
        )
        settings = an_object(properties.setdefault("dnsSettings", {}), "properties.dnsSettings")
        settings.setdefault("dnsServers", [])
        properties.setdefault("enableAcceleratedNetworking", False)
        properties.setdefault("enableIPForwarding", False)

    def _place(self, call: Call, new: Resource, configuration: Body, was: Body | None) -> None:
        if not reference(configuration["properties"].get("subnet"), "subnet"):
            raise invalid(
                f"IP configuration {configuration['name']} must have a subnet.", "SubnetRequired"
            )
        place(call, new, configuration, was, new.properties["ipConfigurations"])

    def links(self, resource: Resource) -> Iterable[Link]:
        group = reference(resource.properties.get("networkSecurityGroup"), "networkSecurityGroup")
        if group:
            yield _join(str(resource.id), "networkSecurityGroup", group, _GUARD)
        for id, configuration in part_ids(resource, CONFIGURATIONS):
            properties = configuration["properties"]
            for kind, type in _ONE.items():
                target = reference(properties.get(kind), kind)
                if target:
                    detail = properties["privateIPAddress"] if kind == "subnet" else ""
                    yield _join(str(id), kind, target, type, detail)
            for kind, type in _SEVERAL.items():
                for target in references(properties.get(kind), kind):
                    yield _join(str(id), kind, target, type)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        endpoints = backlinks(call, str(resource.id), "networkInterfaces")
        if endpoints:
            raise AzureError(
                400,
                "CannotDeleteNetworkInterfaceOfPrivateEndpoint",
                f"Network Interface {resource.id} belongs to the private endpoint"
                f" {endpoints[0]['id']} and goes with it.",
            )
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
        endpoints = backlinks(call, str(resource.id), "networkInterfaces")
        if endpoints:
            body["properties"]["privateEndpoint"] = endpoints[0]
        found = machine_of(call.store, str(resource.id))
        if found is not None:
            machine, primary = found
            body["properties"] |= {"virtualMachine": {"id": str(machine.id)}, "primary": primary}


def _join(source: str, kind: str, target: str, type: str, detail: str = "") -> Link:
    """A link that whoever writes it must have the right to."""
    named = type.endswith("/applicationSecurityGroups")
    action = f"{type}/{'joinIpConfiguration' if named else 'join'}/action"
    return Link(source, kind, target, detail, action, type=type, near=True)


def leave(call: Call, interface: str, targets: set[str]) -> None:
    """Take an interface out of what no longer exists: pools and rules of a load balancer."""
    found = call.store.get(interface)
    if found is None:
        return
    for configuration in found.properties["ipConfigurations"]:
        for kind in ("loadBalancerBackendAddressPools", "loadBalancerInboundNatRules"):
            entries = objects(configuration["properties"].get(kind), kind)
            kept = [one for one in entries if reference(one, kind).lower() not in targets]
            if len(kept) < len(entries):
                configuration["properties"][kind] = kept
    found.etag = new_etag()
    call.store.put(found, NetworkInterface().links(found))


def _public_addresses(configurations: list[Body]) -> list[tuple[str, str]]:
    pairs = [
        (str(one["id"]), reference(one["properties"].get("publicIPAddress"), "publicIPAddress"))
        for one in configurations
    ]
    return [(source, address) for source, address in pairs if address]


def _mac_address(guid: str) -> str:
    """An address of Azure's own block."""
    number = zlib.crc32(guid.encode()) & 0xFFFFFF
    digits = f"000D3A{number:06X}"
    return "-".join(digits[position : position + 2] for position in range(0, 12, 2))


TYPES = (NetworkInterface,)
