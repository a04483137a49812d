"""`town`: a resource group of an Azure in this process, with networks and machines on paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.fabric.survey import survey
from tests.unit.azurelocal.fabric.packets import Came, Packet, PaperRouter

if TYPE_CHECKING:
    from azurelocal.fabric.wanted import Network, World
    from tests.unit.azurelocal.conftest import Azure

Body = dict[str, Any]
IMAGE = {"publisher": "Debian", "offer": "debian-12", "sku": "12-gen2", "version": "latest"}
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHNvbWVib2R5IGVsc2UncyBrZXkgZm9yIHRlc3Rz"


@dataclass
class Town:
    """What a test builds, and how it looks from the fabric."""

    azure: Azure
    group: str
    sick: set[str] = field(default_factory=set[str])
    """Addresses whose probes fail."""

    def path(self, kind: str, name: str) -> str:
        return f"{self.group}/providers/Microsoft.{kind}/{name}"

    def make(self, kind: str, name: str, properties: Body, **rest: Any) -> str:
        """Make something, and give its ID."""
        id = self.path(kind, name)
        answer = self.azure.owner.put(id, {"location": "eastus", "properties": properties, **rest})
        assert answer.status in (200, 201), answer.content
        return id

    def shown(self, id: str) -> Body:
        return self.azure.owner.get(id).json

    def network(self, name: str = "net", space: str = "10.0", **subnets: Body) -> str:
        """A virtual network; subnets are numbered. Without any, it has one named `default`."""
        listed = [
            {"name": each, "properties": {"addressPrefix": f"{space}.{number}.0/24", **properties}}
            for number, (each, properties) in enumerate((subnets or {"default": {}}).items())
        ]
        return self.make(
            "Network/virtualNetworks",
            name,
            {"addressSpace": {"addressPrefixes": [f"{space}.0.0/16"]}, "subnets": listed},
        )

    def machine(self, name: str, subnet: str, nic: Body | None = None, **configuration: Any) -> str:
        """A machine with an interface: the address of it. Its key is `nic_of` the name."""
        first = {"name": "one", "properties": {"subnet": {"id": subnet}, **configuration}}
        interface = self.make(
            "Network/networkInterfaces",
            f"{name}-nic",
            {"ipConfigurations": [first], **(nic or {})},
        )
        profile = {
            "computerName": name,
            "adminUsername": "core",
            "linuxConfiguration": {
                "disablePasswordAuthentication": True,
                "ssh": {
                    "publicKeys": [{"path": "/home/core/.ssh/authorized_keys", "keyData": KEY}]
                },
            },
        }
        self.make(
            "Compute/virtualMachines",
            name,
            {
                "hardwareProfile": {"vmSize": "Standard_D2s_v5"},
                "storageProfile": {
                    "imageReference": IMAGE,
                    "osDisk": {"createOption": "FromImage"},
                },
                "osProfile": profile,
                "networkProfile": {"networkInterfaces": [{"id": interface}]},
            },
        )
        shown = self.shown(interface)["properties"]["ipConfigurations"]
        return shown[0]["properties"]["privateIPAddress"]

    def nic_of(self, name: str) -> str:
        """The key of a machine's interface."""
        return self.path("Network/networkInterfaces", f"{name}-nic").lower()

    def guard(self, name: str, *rules: Body) -> Body:
        """A security group, as a reference."""
        id = self.make("Network/networkSecurityGroups", name, {"securityRules": list(rules)})
        return {"id": id}

    def public(self, name: str, **properties: Any) -> tuple[Body, str]:
        """A public address: a reference, and the address."""
        given = {"publicIPAllocationMethod": "Static", **properties}
        id = self.make("Network/publicIPAddresses", name, given, sku={"name": "Standard"})
        return {"id": id}, self.shown(id)["properties"]["ipAddress"]

    @property
    def world(self) -> World:
        """What has to be."""
        return survey(self.azure.cloud.store, lambda _, address: address not in self.sick)

    def seen(self, name: str = "net") -> Network:
        key = self.path("Network/virtualNetworks", name).lower()
        return next(one for one in self.world.networks if one.key == key)

    def router(self, name: str = "net", chance: int = 0) -> PaperRouter:
        return PaperRouter(self.seen(name), chance)

    def send(self, source: str, destination: str, dport: int = 80, **more: Any) -> Came:
        """Send a packet into the router of the network `net`."""
        return self.router().send(Packet(source, destination, dport, **more))


def rule(priority: int, access: str, direction: str = "Inbound", **more: Any) -> Body:
    """A rule of a security group; what is not said is everything."""
    properties = {
        "priority": priority,
        "access": access,
        "direction": direction,
        "protocol": "*",
        "sourceAddressPrefix": "*",
        "sourcePortRange": "*",
        "destinationAddressPrefix": "*",
        "destinationPortRange": "*",
        **more,
    }
    given = {name: value for name, value in properties.items() if value is not None}
    return {"name": f"{direction}-{priority}", "properties": given}


@pytest.fixture
def town(azure: Azure) -> Town:
    return Town(azure, azure.group())
