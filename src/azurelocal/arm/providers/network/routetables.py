"""Route tables and their routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.network.common import (
    NetworkType,
    backlinks,
    choice,
    in_use,
    network,
)
from azurelocal.arm.types import Body, Part, invalid, objects
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

ROUTES = Part("routes")
_HOPS = ("VirtualNetworkGateway", "VnetLocal", "Internet", "VirtualAppliance", "None")


class RouteTable(NetworkType):
    """Where the packets of a subnet go."""

    name = "Microsoft.Network/routeTables"
    parts = (ROUTES,)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        new.properties.setdefault("disableBgpRoutePropagation", False)
        new.properties.pop("subnets", None)
        if new.properties.get("routes") is None:
            new.properties["routes"] = []
        seen: dict[str, str] = {}
        for route in objects(new.properties["routes"], "properties.routes"):
            _check(route)
            prefix = route["properties"]["addressPrefix"].lower()
            if prefix in seen:
                raise AzureError(
                    400,
                    "RouteConflict",
                    f"Route {route['name']} conflicts with route {seen[prefix]}. Routes cannot have"
                    " the same AddressPrefix.",
                )
            seen[prefix] = route["name"]

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        users = backlinks(call, str(resource.id), "routeTable")
        if users:
            raise in_use("InUseRouteTableCannotBeDeleted", resource, users, "Route table")

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        users = backlinks(call, str(resource.id), "routeTable")
        if users:
            body["properties"]["subnets"] = users


def _check(route: Body) -> None:
    properties = route["properties"]
    prefix = properties.get("addressPrefix")
    if not isinstance(prefix, str) or "/" in prefix or not prefix[:1].isalpha():
        # What is no range of addresses may be the name of a service, such as Storage.
        network(prefix, route["name"])
    choice(route, "nextHopType", _HOPS)
    appliance = properties["nextHopType"].lower() == "virtualappliance"
    if appliance != bool(properties.get("nextHopIpAddress")):
        raise invalid(
            f"Route {route['name']} must have a nextHopIpAddress exactly if its nextHopType is"
            " VirtualAppliance.",
            "RouteNextHopIpAddressInvalid",
        )
    properties.setdefault("hasBgpOverride", False)


TYPES = (RouteTable,)
