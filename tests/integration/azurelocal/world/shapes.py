"""A resource group of a test's own, and the networks and machines that it makes there."""

from __future__ import annotations

import asyncio
import base64
import subprocess
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azurelocal.fabric import names
from azurelocal.machines.nspawn import Nspawn
from azurelocal.world.region import MACHINES
from tests.integration.azurelocal.world.raised import PATIENCE

if TYPE_CHECKING:
    from tests.integration.azurelocal.world.arm import Arm, Body
    from tests.integration.azurelocal.world.raised import Done, Raised

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHNvbWVib2R5IGVsc2UncyBrZXkgZm9yIHRlc3Rz"
IMAGE = {
    "publisher": "Debian",
    "offer": "debian-12",
    "sku": "12-gen2",
    "version": "latest",
}


@dataclass(frozen=True)
class Vm:
    """A virtual machine."""

    world: Raised
    id: str
    address: str

    @property
    def name(self) -> str:
        return self.id.rpartition("/")[2]

    @property
    def namespace(self) -> str:
        """The network namespace that it is in."""
        return names.machine(self.world.prefix, self.id)

    def run(self, *command: str, stdin: bytes | None = None) -> Done:
        """Run a command in it as root, whatever comes of it."""
        return asyncio.run(self._run(command, stdin))

    async def _run(self, command: tuple[str, ...], stdin: bytes | None) -> Done:
        driver = Nspawn(self.world.prefix, self.world.folder / MACHINES)
        process = await driver.execute(
            names.short(self.id), command, stdin=None if stdin is None else subprocess.PIPE
        )
        async with asyncio.timeout(PATIENCE):
            out, err = await process.communicate(stdin)
        code = process.returncode or 0
        return subprocess.CompletedProcess(command, code, out.decode(), err.decode())

    def says(self, *command: str, stdin: bytes | None = None) -> str:
        """Run a command that must succeed: what it prints."""
        done = self.run(*command, stdin=stdin)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout.strip()

    def sh(self, script: str) -> str:
        """Run a script that must succeed: what it prints."""
        return self.says("sh", "-euc", script)


@dataclass
class Group:
    """A resource group."""

    world: Raised
    id: str
    arm: Arm
    took: dict[str, float] = field(default_factory=dict[str, float])
    """Of each machine, seconds from the request until it was there."""

    def path(self, kind: str, name: str) -> str:
        """The ID of something in the group: `Network/virtualNetworks`, say."""
        return f"{self.id}/providers/Microsoft.{kind}/{name}"

    def make(self, kind: str, name: str, properties: Body | None = None, **rest: Any) -> str:
        """Make something and give its ID."""
        id = self.path(kind, name)
        self.arm.put(id, properties, **rest)
        return id

    def network(self, name: str = "net", space: str = "10.0", **subnet: Any) -> str:
        """Make a virtual network with one subnet, and give the ID of the subnet."""
        properties = {"addressPrefix": f"{space}.0.0/24", **subnet}
        id = self.make(
            "Network/virtualNetworks",
            name,
            {
                "addressSpace": {"addressPrefixes": [f"{space}.0.0/16"]},
                "subnets": [{"name": "default", "properties": properties}],
            },
        )
        return f"{id}/subnets/default"

    def security_group(self, name: str, *rules: Body) -> str:
        """Make a security group with rules as `rule` writes them."""
        return self.make("Network/networkSecurityGroups", name, {"securityRules": list(rules)})

    def public_ip(self, name: str, **properties: Any) -> tuple[str, str]:
        """Make a public address: its ID, and the address."""
        id = self.path("Network/publicIPAddresses", name)
        given = {"publicIPAllocationMethod": "Static", **properties}
        made = self.arm.put(id, given, sku={"name": "Standard"})
        return id, made.body["properties"]["ipAddress"]

    def nat_gateway(self, name: str) -> tuple[str, str]:
        """Make a NAT gateway: its ID, and the public address that it lends."""
        ip, address = self.public_ip(f"{name}-ip")
        properties = {"publicIpAddresses": [{"id": ip}]}
        return self.make("Network/natGateways", name, properties, sku={"name": "Standard"}), address

    def interface(
        self, name: str, subnet: str, *, forwards: bool = False, group: str = "", **more: Any
    ) -> tuple[str, str]:
        """Make an interface: its ID, and its address."""
        configuration = {"name": "main", "properties": {"subnet": {"id": subnet}, **more}}
        properties: Body = {"ipConfigurations": [configuration], "enableIPForwarding": forwards}
        if group:
            properties["networkSecurityGroup"] = {"id": group}
        id = self.path("Network/networkInterfaces", name)
        made = self.arm.put(id, properties)
        return id, made.body["properties"]["ipConfigurations"][0]["properties"]["privateIPAddress"]

    def machine(
        self,
        name: str,
        subnet: str,
        *,
        ignition: bytes = b"",
        size: str = "Standard_D2s_v5",
        key: str = KEY,
        nic: Body | None = None,
        properties: Body | None = None,
        **rest: Any,
    ) -> Vm:
        """Make a machine with an interface of its own, and wait until it is there."""
        made, answer, began = self.begin_machine(
            name,
            subnet,
            ignition=ignition,
            size=size,
            key=key,
            nic=nic,
            properties=properties,
            **rest,
        )
        self.arm.finished(answer, made.id)
        self.took[name] = time.monotonic() - began
        return made

    def begin_machine(
        self,
        name: str,
        subnet: str,
        *,
        ignition: bytes = b"",
        size: str = "Standard_D2s_v5",
        key: str = KEY,
        nic: Body | None = None,
        properties: Body | None = None,
        **rest: Any,
    ) -> tuple[Vm, Any, float]:
        """Begin to make a machine: what it will be, the first answer, and when it was asked for."""
        interface, address = self.interface(f"{name}-nic", subnet, **(nic or {}))
        profile: Body = {
            "computerName": name,
            "adminUsername": "core",
            "linuxConfiguration": {
                "disablePasswordAuthentication": True,
                "ssh": {
                    "publicKeys": [{"path": "/home/core/.ssh/authorized_keys", "keyData": key}]
                },
            },
        }
        if ignition:
            profile["customData"] = base64.b64encode(ignition).decode()
        id = self.path("Compute/virtualMachines", name)
        whole = {
            "hardwareProfile": {"vmSize": size},
            "storageProfile": {"imageReference": IMAGE, "osDisk": {"createOption": "FromImage"}},
            "osProfile": profile,
            "networkProfile": {"networkInterfaces": [{"id": interface}]},
            **(properties or {}),
        }
        began = time.monotonic()
        answer = self.arm.start(id, whole, **rest)
        assert answer.ok, answer.body
        return Vm(self.world, id, address), answer, began


def rule(name: str, priority: int, access: str, **more: Any) -> Body:
    """A rule of a security group; what is not said is everything, inbound."""
    properties = {
        "priority": priority,
        "access": access,
        "direction": "Inbound",
        "protocol": "*",
        "sourceAddressPrefix": "*",
        "sourcePortRange": "*",
        "destinationAddressPrefix": "*",
        "destinationPortRange": "*",
    }
    return {"name": name, "properties": properties | more}
