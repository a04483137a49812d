"""Network security groups and virtual networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.resources.arm import Resource, id_in, named, part, put_named, refers_to, same

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step
    from hypershift.azure.resources.arm import Body
    from hypershift.azure.resources.groups import ResourceGroup

NETWORK_TYPE = "Microsoft.Network/virtualNetworks"
SECURITY_GROUP_TYPE = "Microsoft.Network/networkSecurityGroups"

ADDRESSES = "10.0.0.0/16"
SUBNET = "default"
SUBNET_ADDRESSES = "10.0.0.0/24"


class SecurityGroup(Resource):
    """A network security group. Its rules are those that the cluster and its owner add."""

    kind = "network security group"
    type = SECURITY_GROUP_TYPE

    @property
    def api(self) -> Any:
        """Network security groups."""
        return self.azure.network.network_security_groups

    def properties(self) -> Body:
        """It has no rules of ours."""
        return {}


class VirtualNetwork(Resource):
    """A virtual network with a subnet that is bound to a network security group."""

    kind = "virtual network"
    type = NETWORK_TYPE

    def __init__(
        self,
        azure: Access,
        name: str,
        group: ResourceGroup,
        *,
        security_group: str,
        location: str,
        tags: dict[str, str],
        after: Iterable[Step] = (),
    ) -> None:
        """`security_group` is an ID."""
        super().__init__(azure, name, group, location=location, tags=tags, after=after)
        self.security_group = security_group

    @property
    def subnet_id(self) -> str:
        """The ID of the subnet."""
        return f"{self.id}/subnets/{SUBNET}"

    @property
    def api(self) -> Any:
        """Virtual networks."""
        return self.azure.network.virtual_networks

    def properties(self) -> Body:
        """One subnet, and room for more."""
        return {
            "addressSpace": {"addressPrefixes": [ADDRESSES]},
            "subnets": [self._subnet({})],
        }

    def problems(self, there: Body) -> Sequence[str]:
        """Look at the subnet, but not at its addresses: who owns the network may choose them."""
        subnet = named(there["properties"].get("subnets"), SUBNET)
        if subnet is None:
            return [f"the subnet {SUBNET} was missing"]
        if refers_to(subnet, "networkSecurityGroup", self.security_group):
            return []
        bound = id_in(subnet["properties"], "networkSecurityGroup")
        was = bound.rpartition("/")[2] or "no security group"
        return [f"the subnet {SUBNET} was bound to {was}"]

    def amend(self, there: Body) -> None:
        """Add or bind the subnet; other subnets stay as they are."""
        properties = there["properties"]
        subnet = named(properties.get("subnets"), SUBNET)
        if subnet is None:
            space: Body = properties.setdefault("addressSpace", {})
            prefixes: list[str] = space.setdefault("addressPrefixes", [])
            if not any(same(prefix, ADDRESSES) for prefix in prefixes):
                prefixes.append(ADDRESSES)
        put_named(properties, "subnets", self._subnet(subnet or {}))

    def _subnet(self, there: Body) -> Body:
        properties: Body = {"addressPrefix": SUBNET_ADDRESSES, **part(there, "properties")}
        if "addressPrefixes" in properties:  # Azure takes only one of the two forms
            del properties["addressPrefix"]
        properties["networkSecurityGroup"] = {"id": self.security_group}
        return {"name": SUBNET, **there, "properties": properties}
