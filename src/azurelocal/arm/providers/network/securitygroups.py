"""Network security groups and their rules."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network.common import NetworkType, backlinks, in_use, references
from azurelocal.arm.types import Body, Part, invalid, objects, part_ids
from azurelocal.errors import AzureError
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

RULES = Part("securityRules")
DEFAULT_RULES = Part("defaultSecurityRules", writable=False)
_NAMED_GROUP = "Microsoft.Network/applicationSecurityGroups"
_JOIN = f"{_NAMED_GROUP}/joinNetworkSecurityRule/action"

_SERVICE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
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
        for shown in ("subnets", "networkInterfaces"):
            new.properties.pop(shown, None)
        new.properties["defaultSecurityRules"] = _default_rules()

    def links(self, resource: Resource) -> Iterable[Link]:
        for id, rule in part_ids(resource, RULES):
            for name in ("sourceApplicationSecurityGroups", "destinationApplicationSecurityGroups"):
                for target in references(rule["properties"].get(name), name):
                    yield Link(str(id), name, target, action=_JOIN, type=_NAMED_GROUP, near=True)

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
    for side in ("source", "destination"):
        _check_ports(rule, side)
        _check_addresses(rule, side)


def _check_ports(rule: Body, side: str) -> None:
    values = _one_or_several(rule, f"{side}PortRange", f"{side}PortRanges")
    for value in values:
        low, dash, high = value.partition("-")
        numbers = [low, high] if dash else [low]
        fits = all(one.isascii() and one.isdigit() and int(one) <= 65535 for one in numbers)
        if value != "*" and not (fits and int(numbers[0]) <= int(numbers[-1])):
            raise AzureError(
                400,
                "SecurityRuleInvalidPortRange",
                f"Security rule has invalid Port range. Value provided: {value}. Value should be an"
                " integer OR integer range with '-' delimiter. Valid range 0-65535.",
            )
    if not values:
        raise _incomplete(rule, f"{side}PortRange")


def _check_addresses(rule: Body, side: str) -> None:
    values = _one_or_several(rule, f"{side}AddressPrefix", f"{side}AddressPrefixes")
    for value in values:
        # What is neither an address nor a range is the name of a service, such as Internet.
        if value != "*" and not _SERVICE.fullmatch(value):
            try:
                ipaddress.ip_network(value, strict=False)
            except ValueError:
                raise AzureError(
                    400,
                    "SecurityRuleInvalidAddressPrefix",
                    f"Security rule {rule['name']} has an invalid address prefix. Value provided:"
                    f" {value}.",
                ) from None
    if not values and not rule["properties"].get(f"{side}ApplicationSecurityGroups"):
        raise _incomplete(rule, f"{side}AddressPrefix")


def _one_or_several(rule: Body, one: str, several: str) -> list[str]:
    """Read a property that has a form for one value and a form for several."""
    properties = rule["properties"]
    first: Any = properties.get(one)
    rest: Any = properties.get(several) or []
    values: list[Any] = [*([first] if first else []), *(rest if isinstance(rest, list) else [rest])]
    if not all(isinstance(value, str) for value in values):
        raise invalid(f"The values of '{one}' in rule {rule['name']} must be texts.")
    return values


def _incomplete(rule: Body, name: str) -> AzureError:
    return invalid(
        f"Required security rule parameters are missing for security rule {rule['name']}. Security"
        f" rule must specify {name}.",
        "SecurityRuleParameterNotSpecified",
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
