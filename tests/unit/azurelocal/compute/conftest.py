"""A resource group with a network, and short ways to make what Microsoft.Compute has."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Answer, Azure

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHNvbWVib2R5IGVsc2UncyBrZXkgZm9yIHRlc3Rz"
IMAGE = {
    "publisher": "azureopenshift",
    "offer": "aro4",
    "sku": "419-v2",
    "version": "419.6.20250523",
}
CUSTOM_DATA = base64.b64encode(b'{"ignition": {"version": "3.2.0"}}').decode()


@dataclass
class Compute:
    """One resource group."""

    azure: Azure
    group: str

    def id(self, type: str, name: str) -> str:
        return f"{self.group}/providers/Microsoft.Compute/{type}/{name}"

    def nic(self, name: str = "nic") -> str:
        """Make a network interface, and give its ID."""
        id = f"{self.group}/providers/Microsoft.Network/networkInterfaces/{name}"
        network = f"{self.group}/providers/Microsoft.Network/virtualNetworks/net"
        if self.azure.owner.get(network).status == 404:
            subnets = [{"name": "default", "properties": {"addressPrefix": "10.0.0.0/24"}}]
            space = {"addressPrefixes": ["10.0.0.0/16"]}
            properties = {"addressSpace": space, "subnets": subnets}
            body = {"location": "eastus", "properties": properties}
            assert self.azure.owner.put(network, body).status == 201
        subnet = {"subnet": {"id": f"{network}/subnets/default"}}
        properties = {"ipConfigurations": [{"name": "pipConfig", "properties": subnet}]}
        answer = self.azure.owner.put(id, {"location": "eastus", "properties": properties})
        assert answer.status in (200, 201), answer.content
        return id

    def body(self, name: str = "vm", nic: str = "", **properties: Any) -> dict[str, Any]:
        """What a machine is made with."""
        return {
            "location": "eastus",
            "tags": {"Name": name},
            "properties": {
                "hardwareProfile": {"vmSize": "Standard_D4s_v3"},
                "storageProfile": {
                    "imageReference": dict(IMAGE),
                    "osDisk": {
                        "name": f"{name}_OSDisk",
                        "osType": "",
                        "createOption": "FromImage",
                        "diskSizeGB": 64,
                        "caching": "None",
                        "managedDisk": {"storageAccountType": "Premium_LRS"},
                    },
                },
                "osProfile": {
                    "computerName": name,
                    "adminUsername": "capi",
                    "customData": CUSTOM_DATA,
                    "linuxConfiguration": {
                        "disablePasswordAuthentication": True,
                        "ssh": {
                            "publicKeys": [
                                {"path": "/home/capi/.ssh/authorized_keys", "keyData": KEY}
                            ]
                        },
                    },
                },
                "networkProfile": {
                    "networkInterfaces": [
                        {
                            "id": nic or self.nic(f"{name}-nic"),
                            "properties": {"primary": True},
                        }
                    ]
                },
                **properties,
            },
        }

    def machine(self, name: str = "vm", **properties: Any) -> str:
        """Make a machine, and give its ID."""
        id = self.id("virtualMachines", name)
        answer = self.azure.owner.put(id, self.body(name, **properties))
        assert answer.status == 201, answer.content
        return id

    def disk(self, name: str = "disk", **more: Any) -> str:
        """Make an empty disk of 32 GiB, and give its ID."""
        id = self.id("disks", name)
        answer = self.put_disk(name, **more)
        assert answer.status == 200, answer.content
        return id

    def put_disk(
        self, name: str = "disk", sku: str = "Premium_LRS", zones: Any = None, **properties: Any
    ) -> Answer:
        body: dict[str, Any] = {
            "location": "eastus",
            "sku": {"name": sku},
            "properties": {
                "creationData": {"createOption": "Empty"},
                "diskSizeGB": 32,
                **properties,
            },
        }
        if zones:
            body["zones"] = zones
        return self.azure.owner.put(self.id("disks", name), body)

    def attach(self, machine: str, *disks: str, **more: Any) -> Answer:
        """Write the list of a machine's data disks, as the disk driver does."""
        entries = [
            {
                "lun": lun,
                "name": disk.rpartition("/")[2],
                "createOption": "Attach",
                "managedDisk": {"id": disk},
                **more,
            }
            for lun, disk in enumerate(disks)
        ]
        properties = {"storageProfile": {"dataDisks": entries}}
        return self.azure.owner.put(machine, {"location": "eastus", "properties": properties})

    def get(self, id: str, **options: Any) -> Any:
        answer = self.azure.owner.get(id, **options)
        assert answer.status == 200, answer.content
        return answer.json

    def act(self, id: str, action: str, body: Any = None) -> Answer:
        return self.azure.owner.post(f"{id}/{action}", body)

    def power(self, machine: str) -> str:
        """The power state of a machine."""
        view = self.get(f"{machine}/instanceView")
        codes = [status["code"] for status in view["statuses"]]
        return next(code for code in codes if code.startswith("PowerState/"))


@pytest.fixture
def compute(azure: Azure) -> Compute:
    return Compute(azure, azure.group())
