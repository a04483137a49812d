"""How many addresses, networks and load balancers a subscription has in a region, and may have.

The numbers are for clients that look before they make something: nothing is refused by them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.inventory import require_region
from azurelocal.arm.route import Route
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.arm.call import Call

_LIMITS = {
    "virtualNetworks": ("VirtualNetworks", "Virtual Networks", 1000),
    "networkSecurityGroups": ("NetworkSecurityGroups", "Network Security Groups", 5000),
    "publicIPAddresses": ("PublicIPAddresses", "Public IP Addresses", 1000),
    "loadBalancers": ("LoadBalancers", "Load Balancers", 1000),
    "natGateways": ("NatGateways", "NAT Gateways", 1000),
}


def _usages(call: Call, subscription: str, location: str) -> Response:
    call.authorize_member(subscription, "Microsoft.Network/locations/usages/read")
    region = require_region(location, "Microsoft.Network")
    place = f"/subscriptions/{subscription}/providers/Microsoft.Network/locations/{region}/usages"
    entries = [
        {
            "id": f"{place}/{name}",
            "unit": "Count",
            "currentValue": _count(call, subscription, region, type),
            "limit": limit,
            "name": {"value": name, "localizedValue": shown},
        }
        for type, (name, shown, limit) in _LIMITS.items()
    ]
    standard = dict(entries[2], name={"value": "StandardSkuPublicIpAddresses"})
    return Response(200, {"value": [*entries, standard]})


def _count(call: Call, subscription: str, region: str, type: str) -> int:
    found = call.store.resources(type=f"Microsoft.Network/{type}", subscription=subscription)
    return sum(one.location == region for one in found)


ROUTES = [
    Route("GET", "/subscriptions/{s}/providers/Microsoft.Network/locations/{l}/usages", _usages)
]
