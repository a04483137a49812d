"""What the tests of networks have in common: bodies that are right, and IDs of what they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

NETWORK = "providers/Microsoft.Network"
Body = dict[str, Any]


def make(azure: Azure, id: str, properties: Body, **rest: Any) -> str:
    """Make something, and give its ID."""
    body = {"location": "eastus", "properties": properties, **rest}
    answer = azure.owner.put(id, body)
    assert answer.status == 201, answer.content
    return id


def network(azure: Azure, group: str, name: str = "net", space: str = "10.0") -> str:
    """Make a virtual network with one subnet, and give the ID of the subnet."""
    subnet = {"name": "default", "properties": {"addressPrefix": f"{space}.0.0/24"}}
    properties = {"addressSpace": {"addressPrefixes": [f"{space}.0.0/16"]}, "subnets": [subnet]}
    return make(azure, f"{group}/{NETWORK}/virtualNetworks/{name}", properties) + "/subnets/default"


def address(azure: Azure, group: str, name: str = "ip", sku: str = "Standard") -> str:
    """Make a public address."""
    return make(azure, f"{group}/{NETWORK}/publicIPAddresses/{name}", {}, sku={"name": sku})


def interface(azure: Azure, group: str, subnet: str, name: str = "nic", **more: Any) -> str:
    """Make an interface; `more` are further properties of its one configuration."""
    configuration = {"name": "one", "properties": {"subnet": {"id": subnet}, **more}}
    id = f"{group}/{NETWORK}/networkInterfaces/{name}"
    return make(azure, id, {"ipConfigurations": [configuration]})


def balancer_body(id: str, front: Body, **lists: list[Body]) -> Body:
    """A load balancer with the frontend `front`, the pool `pool` and the probe `probe`."""
    probe = {"protocol": "Http", "port": 10256, "requestPath": "/healthz", "intervalInSeconds": 5}
    properties = {
        "frontendIPConfigurations": [{"name": "front", "properties": front}],
        "backendAddressPools": [{"name": "pool"}],
        "probes": [{"name": "probe", "properties": probe}],
        **lists,
    }
    return {"location": "eastus", "sku": {"name": "Standard"}, "properties": properties}


def rule(balancer: str, name: str = "rule", **more: Any) -> Body:
    """A rule from the frontend to the pool."""
    properties = {
        "frontendIPConfiguration": {"id": f"{balancer}/frontendIPConfigurations/front"},
        "backendAddressPool": {"id": f"{balancer}/backendAddressPools/pool"},
        "probe": {"id": f"{balancer}/probes/probe"},
        "protocol": "Tcp",
        "frontendPort": 443,
        "backendPort": 443,
        "enableFloatingIP": True,
        "disableOutboundSnat": True,
        **more,
    }
    return {"name": name, "properties": properties}


def outbound_rule(balancer: str, **more: Any) -> Body:
    """A rule for what leaves the pool."""
    properties = {
        "frontendIPConfigurations": [{"id": f"{balancer}/frontendIPConfigurations/front"}],
        "backendAddressPool": {"id": f"{balancer}/backendAddressPools/pool"},
        "protocol": "All",
        "allocatedOutboundPorts": 1024,
        "enableTcpReset": True,
        "idleTimeoutInMinutes": 4,
        **more,
    }
    return {"name": "out", "properties": properties}


def balancer(azure: Azure, group: str, name: str = "lb", front: Body | None = None) -> str:
    """Make a load balancer with a rule and an outbound rule on a public address of its own."""
    id = f"{group}/{NETWORK}/loadBalancers/{name}"
    given = front or {"publicIPAddress": {"id": address(azure, group, f"{name}-ip")}}
    body = balancer_body(id, given, loadBalancingRules=[rule(id)])
    answer = azure.owner.put(id, body)
    assert answer.status == 201, answer.content
    return id


def without_etags(value: Any) -> Any:
    """A body without what changes with every write."""
    if isinstance(value, dict):
        return {name: without_etags(one) for name, one in value.items() if name != "etag"}
    return [without_etags(one) for one in value] if isinstance(value, list) else value
