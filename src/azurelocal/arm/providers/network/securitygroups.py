"""Network security groups and their rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.network.common import NetworkType, backlinks, in_use
from azurelocal.arm.types import Body, Part, invalid, objects
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

RULES = Part("securityRules")
DEFAULT_RULES = Part("defaultSecurityRules")

_REQUIRED = {
    "protocol": ("*", "Tcp", "Udp", "Icmp", "Esp", "Ah"),
    "access": ("Allow", "Deny"),
    "direction": ("Inbound", "Outbound"),
}


class NetworkSecurityGroup(NetworkType):
    """Rules on what may come in and go out, for subnets and interfaces."""

    name = "Microsoft.Network/networkSecurityGroups"
    parts = (RULES, DEFAULT_RULES)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        rules = objects(new.properties.setdefault("securityRules", []), "properties.securityRules")
        used: dict[tuple[str, int], str] = {}
        for rule in rules:
            _check_rule(rule)
            properties = rule["properties"]
            place = (properties["direction"].lower(), properties["priority"])
            if place in used:
                raise AzureError(
                    400,
                    "SecurityRuleConflict",
                    f"Security rule {rule['name']} conflicts with rule {used[place]}. Rules cannot"
                    " have the same Priority and Direction.",
                )
            used[place] = rule["name"]
        new.properties["defaultSecurityRules"] = _default_rules()

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        users = backlinks(call, str(resource.id), "networkSecurityGroup")
        if users:
            raise in_use(
                "InUseNetworkSecurityGroupCannotBeDeleted",
                resource,
                users,
                "Network security group",
            )

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        users = backlinks(call, str(resource.id), "networkSecurityGroup")
        for kind, word in (("subnets", "/subnets/"), ("networkInterfaces", "/networkinterfaces/")):
            found = [user for user in users if word in user["id"].lower()]
            if found:
                body["properties"][kind] = found


def _check_rule(rule: Body) -> None:
    properties = rule["properties"]
    for name, words in _REQUIRED.items():
        value = properties.get(name)
        if not isinstance(value, str) or value.lower() not in (word.lower() for word in words):
            raise invalid(
                f"Security rule {rule['name']} has an invalid {name} '{value}'. It must be one of"
                f" {', '.join(words)}.",
                f"SecurityRuleInvalid{name.capitalize()}",
            )
    priority = properties.get("priority")
    if not isinstance(priority, int) or isinstance(priority, bool) or not 100 <= priority <= 4096:
        raise AzureError(
            400,
            "SecurityRuleInvalidPriority",
            f"Security rule has invalid Priority. Value provided: {priority}. Allowed range"
            " 100-4096.",
        )


def _default_rules() -> list[Body]:
    network, anywhere, balancer = "VirtualNetwork", "*", "AzureLoadBalancer"
    return [
        _rule("AllowVnetInBound", "Inbound", 65000, "Allow", network, network),
        _rule("AllowAzureLoadBalancerInBound", "Inbound", 65001, "Allow", balancer, anywhere),
        _rule("DenyAllInBound", "Inbound", 65500, "Deny", anywhere, anywhere),
        _rule("AllowVnetOutBound", "Outbound", 65000, "Allow", network, network),
        _rule("AllowInternetOutBound", "Outbound", 65001, "Allow", anywhere, "Internet"),
        _rule("DenyAllOutBound", "Outbound", 65500, "Deny", anywhere, anywhere),
    ]


def _rule(
    name: str, direction: str, priority: int, access: str, source: str, destination: str
) -> Body:
    return {
        "name": name,
        "properties": {
            "protocol": "*",
            "sourcePortRange": "*",
            "destinationPortRange": "*",
            "sourceAddressPrefix": source,
            "destinationAddressPrefix": destination,
            "access": access,
            "priority": priority,
            "direction": direction,
            "sourcePortRanges": [],
            "destinationPortRanges": [],
            "sourceAddressPrefixes": [],
            "destinationAddressPrefixes": [],
        },
    }


TYPES = (NetworkSecurityGroup,)
