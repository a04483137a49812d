"""The load balancer by which machines reach the internet, and its public IP address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.problems import Problem
from hypershift.azure.resources.arm import Resource, named, part, put_named, refers_to, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypershift.azure.access import Access
    from hypershift.azure.resources.arm import Body
    from hypershift.azure.resources.groups import ResourceGroup

_STANDARD: Body = {"sku": {"name": "Standard"}}
_IDLE_MINUTES = 4
_PORTS_OF_A_MACHINE = 1024
_PROBE: Body = {
    # Routers of the cluster answer there.
    "protocol": "Http",
    "port": 30595,
    "requestPath": "/healthz",
    "intervalInSeconds": 5,
    "numberOfProbes": 2,
    "probeThreshold": 2,
}
# An older and a newer way to say the same.
_THRESHOLDS = ("numberOfProbes", "probeThreshold")


class _Standard(Resource):
    def extras(self) -> Body:
        """It is a standard one: basic ones cannot be used together with it."""
        return _STANDARD

    def problems(self, there: Body) -> Sequence[str]:
        """Refuse one that cannot be made a standard one."""
        sku = str(part(there, "sku").get("name") or "")
        if not same(sku, "Standard"):
            raise Problem(
                f"the {self} in {self.group} is of the SKU {sku or 'Basic'}, and a cluster needs a"
                " Standard one; delete it, then run the same command again"
            )
        return ()


class PublicAddress(_Standard):
    """A public IP address."""

    kind = "public IP address"
    type = "Microsoft.Network/publicIPAddresses"

    @property
    def api(self) -> Any:
        """Public IP addresses."""
        return self.azure.network.public_ip_addresses

    def properties(self) -> Body:
        """It stays the same."""
        return {
            "publicIPAddressVersion": "IPv4",
            "publicIPAllocationMethod": "Static",
            "idleTimeoutInMinutes": _IDLE_MINUTES,
        }


class LoadBalancer(_Standard):
    """A load balancer with a pool of machines and a rule that lets them out.

    The cloud controller manager adds frontends, probes and rules for services, which stay.
    """

    kind = "load balancer"
    type = "Microsoft.Network/loadBalancers"

    def __init__(
        self,
        azure: Access,
        name: str,
        group: ResourceGroup,
        *,
        address: PublicAddress,
        location: str,
        tags: dict[str, str],
    ) -> None:
        """All its parts have its own name."""
        super().__init__(azure, name, group, location=location, tags=tags, after=[address])
        self.address = address

    @property
    def api(self) -> Any:
        """Load balancers."""
        return self.azure.network.load_balancers

    def properties(self) -> Body:
        """One part of each kind."""
        return {key: [wanted] for key, wanted in self._parts().items()}

    def problems(self, there: Body) -> Sequence[str]:
        """Look at our parts."""
        super().problems(there)
        found = there["properties"]
        return [
            f"{_PART_NAMES[key]} {'was missing' if was is None else 'had been changed'}"
            for key in self._parts()
            if not self._is_right(key, was := named(found.get(key), self.name))
        ]

    def amend(self, there: Body) -> None:
        """Put our parts right; all others stay as they are."""
        properties = there["properties"]
        for key, wanted in self._parts().items():
            was = named(properties.get(key), self.name)
            if not self._is_right(key, was):
                put_named(properties, key, _merged(was or {}, wanted))

    def _parts(self) -> dict[str, Body]:
        frontend = {"id": f"{self.id}/frontendIPConfigurations/{self.name}"}
        pool = {"id": f"{self.id}/backendAddressPools/{self.name}"}
        properties: dict[str, Body] = {
            "frontendIPConfigurations": {
                "privateIPAllocationMethod": "Dynamic",
                "publicIPAddress": {"id": self.address.id},
            },
            "backendAddressPools": {},
            "probes": _PROBE,
            "outboundRules": {
                "protocol": "All",
                "allocatedOutboundPorts": _PORTS_OF_A_MACHINE,
                "enableTcpReset": True,
                "idleTimeoutInMinutes": _IDLE_MINUTES,
                "frontendIPConfigurations": [frontend],
                "backendAddressPool": pool,
            },
        }
        return {key: {"name": self.name, "properties": one} for key, one in properties.items()}

    def _is_right(self, key: str, there: Body | None) -> bool:
        return there is not None and all(
            _holds(there, name, wanted) for name, wanted in self._parts()[key]["properties"].items()
        )


_PART_NAMES = {
    "frontendIPConfigurations": "the frontend",
    "backendAddressPools": "the pool",
    "probes": "the probe",
    "outboundRules": "the outbound rule",
}


def _merged(there: Body, wanted: Body) -> Body:
    """What is wanted of a part, and what else it has."""
    return {**wanted, "properties": {**part(there, "properties"), **wanted["properties"]}}


def _holds(there: Body, name: str, wanted: Any) -> bool:
    """Tell whether a property of a part is as wanted."""
    value: Any = part(there, "properties").get(name)
    match wanted:
        case {"id": str(id)}:
            return refers_to(there, name, id)
        case [{"id": str(id)}]:
            ids = [str(one["id"]).lower() for one in value or ()]
            return ids == [id.lower()]
        case str():
            return same(str(value or ""), wanted)
        case _ if name in _THRESHOLDS:
            return any(part(there, "properties").get(one) == wanted for one in _THRESHOLDS)
        case _:
            return bool(value == wanted)
