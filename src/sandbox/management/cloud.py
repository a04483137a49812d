"""What the management cluster is made of in Azure. All of it is there, or is made by `ensure`."""

from __future__ import annotations

import base64
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sandbox.management import shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.management.arm import Arm, Body
    from sandbox.management.shape import Node

    Ended = Callable[[Callable[[], object]], Body]

_IMAGE = {"publisher": "Debian", "offer": "debian-12", "sku": "12-gen2", "version": "latest"}
# Machines are entered with 'azurelocal exec'. Azure does not make one without a way to log in, so
# this is a key whose other half nobody has.
_NOBODY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA nobody"
_IDENTITIES = "Microsoft.ManagedIdentity/userAssignedIdentities"
_NETWORK, _COMPUTE = "Microsoft.Network", "Microsoft.Compute"
_ACTIONS = (
    f"{_COMPUTE}/virtualMachines/read",
    f"{_COMPUTE}/availabilitySets/read",
    f"{_COMPUTE}/virtualMachineScaleSets/read",
    f"{_NETWORK}/loadBalancers/read",
    f"{_NETWORK}/loadBalancers/write",
    f"{_NETWORK}/loadBalancers/delete",
    f"{_NETWORK}/loadBalancers/backendAddressPools/*",
    f"{_NETWORK}/networkInterfaces/read",
    f"{_NETWORK}/networkInterfaces/write",
    f"{_NETWORK}/networkSecurityGroups/read",
    f"{_NETWORK}/networkSecurityGroups/write",
    f"{_NETWORK}/networkSecurityGroups/join/action",
    f"{_NETWORK}/privateLinkServices/read",
    f"{_NETWORK}/publicIPAddresses/read",
    f"{_NETWORK}/publicIPAddresses/write",
    f"{_NETWORK}/publicIPAddresses/delete",
    f"{_NETWORK}/publicIPAddresses/join/action",
    f"{_NETWORK}/routeTables/read",
    f"{_NETWORK}/routeTables/write",
    f"{_NETWORK}/routeTables/join/action",
    f"{_NETWORK}/routeTables/routes/*",
    f"{_NETWORK}/virtualNetworks/read",
    f"{_NETWORK}/virtualNetworks/subnets/read",
    f"{_NETWORK}/virtualNetworks/subnets/join/action",
)
"""What the cloud provider does for Services of type LoadBalancer, for routes and for nodes."""


@dataclass
class Cloud:
    """The cluster's resource group and what is in it."""

    arm: Arm

    @property
    def group(self) -> str:
        """The ID of the resource group."""
        return f"{self.arm.subscription}/resourceGroups/{shape.NAME}"

    def machine(self, node: Node) -> str:
        """The ID of a virtual machine."""
        return self._path(f"{_COMPUTE}/virtualMachines", node.name)

    def exists(self, node: Node) -> bool:
        """Whether a machine has been made. What is left of one that could not be is removed."""
        found = self.arm.find(self.machine(node))
        if found and found["properties"].get("provisioningState") == "Failed":
            self.arm.delete(self.machine(node))(lambda: None)
            return False
        return found is not None

    def lay(self, label: str) -> None:
        """Make everything but the machines."""
        for name in (shape.PERSISTENT, shape.NAME):
            id = f"{self.arm.subscription}/resourceGroups/{name}"
            self.arm.ensure(id, {"location": shape.LOCATION, "tags": {"purpose": name}})
        subnet = self._network()
        for node in shape.NODES:
            self._interface(node, subnet, label)
        self._allow(self._identity())

    def settings(self) -> Body:
        """What the cloud provider has to know. It holds no secret: the machine is the identity."""
        owner = self.arm.owner
        return {
            "cloud": "AzurePublicCloud",
            "tenantId": owner.tenant_id,
            "subscriptionId": owner.subscription_id,
            "resourceGroup": shape.NAME,
            "location": shape.LOCATION,
            "vmType": "standard",
            "vnetName": shape.NAME,
            "vnetResourceGroup": shape.NAME,
            "subnetName": "nodes",
            "securityGroupName": shape.NAME,
            "routeTableName": shape.NAME,
            "loadBalancerSku": "standard",
            "disableOutboundSNAT": True,
            "excludeMasterFromStandardLB": False,
            "routeUpdateIntervalInSeconds": 1,
            "routeUpdateWaitingInSeconds": 1,
            "useInstanceMetadata": True,
            "useManagedIdentityExtension": True,
            "userAssignedIdentityID": self._identity()["properties"]["clientId"],
        }

    def begin(self, node: Node, ignition: bytes) -> Ended:
        """Begin to make a machine: a function that waits for it."""
        identity: Body = {self._path(_IDENTITIES, shape.NAME): {}}
        key = {"path": "/home/core/.ssh/authorized_keys", "keyData": _NOBODY}
        return self.arm.begin(
            self.machine(node),
            {
                "location": shape.LOCATION,
                "identity": {"type": "UserAssigned", "userAssignedIdentities": identity},
                "properties": {
                    "hardwareProfile": {"vmSize": shape.SIZE},
                    "storageProfile": {
                        "imageReference": _IMAGE,
                        "osDisk": {"createOption": "FromImage", "deleteOption": "Delete"},
                    },
                    "osProfile": {
                        "computerName": node.name,
                        "adminUsername": "core",
                        "linuxConfiguration": {
                            "disablePasswordAuthentication": True,
                            "ssh": {"publicKeys": [key]},
                        },
                        "customData": base64.b64encode(ignition).decode(),
                    },
                    "networkProfile": {
                        "networkInterfaces": [
                            {"id": self._path(f"{_NETWORK}/networkInterfaces", node.name)}
                        ]
                    },
                },
            },
        )

    def api_server(self) -> str:
        """The public address of the API server."""
        found = self.arm.find(self._path(f"{_NETWORK}/publicIPAddresses", "api")) or {}
        return str(found.get("properties", {}).get("ipAddress", ""))

    def _network(self) -> str:
        """The network with its subnet, whose ID is given."""
        gateway = {"publicIpAddresses": [{"id": self._public("way-out")}]}
        subnet = {
            "addressPrefix": shape.SUBNET,
            "networkSecurityGroup": self._made(
                f"{_NETWORK}/networkSecurityGroups", shape.NAME, {"securityRules": _rules()}
            ),
            "routeTable": self._made(f"{_NETWORK}/routeTables", shape.NAME),
            "natGateway": self._made(
                f"{_NETWORK}/natGateways", shape.NAME, gateway, sku={"name": "Standard"}
            ),
        }
        space = {"addressPrefixes": [shape.NETWORK]}
        properties = {
            "addressSpace": space,
            "subnets": [{"name": "nodes", "properties": subnet}],
        }
        network = self._made(f"{_NETWORK}/virtualNetworks", shape.NAME, properties)
        return f"{network['id']}/subnets/nodes"

    def _interface(self, node: Node, subnet: str, label: str) -> None:
        properties: Body = {
            "subnet": {"id": subnet},
            "privateIPAddress": node.address,
            "privateIPAllocationMethod": "Static",
        }
        if node == shape.CONTROL:
            settings = {"dnsSettings": {"domainNameLabel": label}}
            properties["publicIPAddress"] = {"id": self._public("api", settings)}
        configuration = {"name": "main", "properties": properties}
        self._made(
            f"{_NETWORK}/networkInterfaces",
            node.name,
            {"ipConfigurations": [configuration], "enableIPForwarding": True},
        )

    def _public(self, name: str, more: Body | None = None) -> str:
        properties = {"publicIPAllocationMethod": "Static", **(more or {})}
        sku = {"name": "Standard"}
        made = self._made(f"{_NETWORK}/publicIPAddresses", name, properties, sku=sku)
        return str(made["id"])

    def _identity(self) -> Body:
        return self.arm.ensure(self._path(_IDENTITIES, shape.NAME), {"location": shape.LOCATION})

    def _allow(self, identity: Body) -> None:
        """Let the cloud provider do what it has to, in this group and nowhere else."""
        authorization = f"{self.group}/providers/Microsoft.Authorization"
        role = f"{authorization}/roleDefinitions/{self._guid('role')}"
        self.arm.ensure(
            role,
            {
                "properties": {
                    "roleName": f"Cloud provider of {shape.NAME}",
                    "permissions": [{"actions": list(_ACTIONS)}],
                    "assignableScopes": [self.group],
                }
            },
        )
        principal = identity["properties"]["principalId"]
        self.arm.ensure(
            f"{authorization}/roleAssignments/{self._guid(principal)}",
            {
                "properties": {
                    "roleDefinitionId": role,
                    "principalId": principal,
                    "principalType": "ServicePrincipal",
                }
            },
        )

    def _guid(self, name: str) -> str:
        """Always the same one for the same thing, so that it is made once."""
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self.group}/{name}"))

    def _made(
        self, kind: str, name: str, properties: Body | None = None, **more: Any
    ) -> dict[str, str]:
        """Let there be something in the group: a reference to it."""
        body = {"location": shape.LOCATION, "properties": properties or {}, **more}
        id = self._path(kind, name)
        self.arm.ensure(id, body)
        return {"id": id}

    def _path(self, kind: str, name: str) -> str:
        return f"{self.group}/providers/{kind}/{name}"


def _rules() -> list[Body]:
    """Who may reach the machines, besides what load balancers are for."""
    return [
        _rule("api-server", 100, "Inbound", protocol="Tcp", destinationPortRange=str(shape.PORT)),
        _rule("from-pods", 110, "Inbound", sourceAddressPrefix=shape.PODS),
        _rule("to-pods", 120, "Inbound", destinationAddressPrefix=shape.PODS,
              sourceAddressPrefix="VirtualNetwork"),
        _rule("pods-out", 100, "Outbound", destinationAddressPrefix=shape.PODS),
        _rule("pods-answer", 110, "Outbound", sourceAddressPrefix=shape.PODS),
    ]  # fmt: skip


def _rule(name: str, priority: int, direction: str, **more: str) -> Body:
    properties = {
        "priority": priority,
        "direction": direction,
        "access": "Allow",
        "protocol": "*",
        "sourceAddressPrefix": "*",
        "sourcePortRange": "*",
        "destinationAddressPrefix": "*",
        "destinationPortRange": "*",
    }
    return {"name": name, "properties": properties | more}
