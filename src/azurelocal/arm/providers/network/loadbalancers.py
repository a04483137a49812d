"""Load balancers: frontends, pools of interfaces, probes, and rules between them.

Frontends, probes and rules are written with the load balancer. Pools and inbound NAT rules can be
written by themselves, too. Who refers to a frontend, a pool or a probe is shown, never stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.network import interfaces, loadbalancerrules
from azurelocal.arm.providers.network.addresses import place
from azurelocal.arm.providers.network.common import (
    NetworkType,
    backlinks,
    choice,
    strip,
)
from azurelocal.arm.providers.network.publicips import PREFIX_JOIN, refuse_second_uses, sku
from azurelocal.arm.types import Body, Part, an_object, invalid, objects, part_ids, reference
from azurelocal.errors import AzureError
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.ids import ArmId
    from azurelocal.store import Resource

_NETWORK = "Microsoft.Network"
FRONTENDS = Part("frontendIPConfigurations", writable=False)
POOLS = Part("backendAddressPools")
PROBES = Part("probes", writable=False)
RULES = Part("loadBalancingRules", writable=False)
OUTBOUND_RULES = Part("outboundRules", writable=False)
NAT_RULES = Part("inboundNatRules")

MEMBERS = "loadBalancerBackendAddressPools"
FORWARDED = "loadBalancerInboundNatRules"
SERVICES = "loadBalancerFrontendIpConfigurations"
"""The kinds of links to a load balancer: of interfaces in its pools and behind its NAT rules, and
of private link services behind its frontends."""

_RULE_LISTS = (RULES, OUTBOUND_RULES, NAT_RULES)
_SHOWN = {
    FRONTENDS.name: ("loadBalancingRules", "outboundRules", "inboundNatRules", "inboundNatPools"),
    POOLS.name: (
        "loadBalancingRules",
        "outboundRules",
        "outboundRule",
        "inboundNatRules",
        "backendIPConfigurations",
    ),
    PROBES.name: ("loadBalancingRules",),
    NAT_RULES.name: ("backendIPConfiguration",),
}
_FRONTEND_LINKS = {
    "publicIPAddress": (
        f"{_NETWORK}/publicIPAddresses",
        f"{_NETWORK}/publicIPAddresses/join/action",
    ),
    "publicIPPrefix": (f"{_NETWORK}/publicIPPrefixes", PREFIX_JOIN),
    "subnet": (
        f"{_NETWORK}/virtualNetworks/subnets",
        f"{_NETWORK}/virtualNetworks/subnets/join/action",
    ),
}
_BACKEND_LINKS = {
    "virtualNetwork": (
        f"{_NETWORK}/virtualNetworks",
        f"{_NETWORK}/virtualNetworks/joinLoadBalancer/action",
    ),
    "subnet": (
        f"{_NETWORK}/virtualNetworks/subnets",
        f"{_NETWORK}/virtualNetworks/subnets/joinLoadBalancer/action",
    ),
}


class LoadBalancer(NetworkType):
    """Spreads what arrives at its frontends over the interfaces in its pools."""

    name = f"{_NETWORK}/loadBalancers"
    parts = (FRONTENDS, POOLS, RULES, PROBES, NAT_RULES, OUTBOUND_RULES)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        properties = new.properties
        kind = sku(new)
        for part in self.parts:
            if properties.get(part.name) is None:
                properties[part.name] = []
            strip(properties[part.name], _SHOWN.get(part.name, ()))
        if objects(properties.setdefault("inboundNatPools", []), "properties.inboundNatPools"):
            raise invalid("Inbound NAT pools are not emulated.", "InboundNatPoolsNotSupported")
        known = {id.key: entry for id, entry in part_ids(old, FRONTENDS)} if old else {}
        for frontend in properties[FRONTENDS.name]:
            self._front(call, new, frontend, known.get(frontend["id"].lower()))
        refuse_second_uses(call, new, _public_addresses(properties[FRONTENDS.name]))
        self._check_skus(call, new, kind)
        for pool in properties[POOLS.name]:
            _complete_pool(pool)
        loadbalancerrules.check(new)
        if old is not None:
            self._refuse_lost_frontends(call, new, old)

    def _front(self, call: Call, new: Resource, frontend: Body, was: Body | None) -> None:
        """Give a frontend its address. Clients may send the whole public address along."""
        properties = frontend["properties"]
        targets = {
            name: reference(properties.get(name), f"{frontend['name']}.{name}")
            for name in _FRONTEND_LINKS
        }
        given = [name for name, target in targets.items() if target]
        if len(given) != 1:
            raise invalid(
                f"Frontend IP configuration {frontend['id']} must have either a subnet or a public"
                " IP address or prefix.",
                "LoadBalancerFrontendIPConfigurationMustHaveSubnetOrPublicIP",
            )
        properties[given[0]] = {"id": targets[given[0]]}
        if given[0] == "subnet":
            place(call, new, frontend, was, new.properties[FRONTENDS.name])
        else:
            choice(frontend, "privateIPAllocationMethod", ("Dynamic", "Static"), "Dynamic")
            properties.pop("privateIPAddress", None)

    def _check_skus(self, call: Call, new: Resource, kind: str) -> None:
        """A balancer and its public addresses are of the same SKU."""
        for _, id in _public_addresses(new.properties[FRONTENDS.name]):
            address = call.store.get(id.lower())
            found = str(address.body["sku"]["name"]) if address else kind
            if found.lower() != kind:
                raise AzureError(
                    400,
                    "PublicIPAndLBSkuDoNotMatch",
                    f"{kind.capitalize()} sku load balancer {new.id} cannot reference"
                    f" {found.capitalize()} sku publicIP {id}.",
                )

    def _refuse_lost_frontends(self, call: Call, new: Resource, old: Resource) -> None:
        kept = {id.key for id, _ in part_ids(new, FRONTENDS)}
        for id, _ in part_ids(old, FRONTENDS):
            if id.key not in kept:
                self._refuse_serving(call, id)

    def _refuse_serving(self, call: Call, frontend: ArmId) -> None:
        services = backlinks(call, str(frontend), SERVICES)
        if services:
            raise AzureError(
                400,
                "InUseFrontendIPConfigurationCannotBeDeleted",
                f"Frontend IP configuration {frontend} cannot be deleted because it is in use by"
                f" the private link service {services[0]['id']}.",
            )

    def links(self, resource: Resource) -> Iterable[Link]:
        for id, frontend in part_ids(resource, FRONTENDS):
            for kind, (type, action) in _FRONTEND_LINKS.items():
                target = reference(frontend["properties"].get(kind), kind)
                if target:
                    detail = frontend["properties"].get("privateIPAddress", "")
                    yield Link(str(id), kind, target, detail, action, type=type, near=True)
        for id, pool in part_ids(resource, POOLS):
            yield from _backend_links(id, pool["properties"])
            for address in objects(pool["properties"].get("loadBalancerBackendAddresses"), ""):
                yield from _backend_links(id, address["properties"])
        for part in _RULE_LISTS:
            for id, rule in part_ids(resource, part):
                for target in dict.fromkeys(loadbalancerrules.targets(rule)):
                    yield Link(str(id), part.name, target)

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        """What is no longer there has no members."""
        if old is None:
            return
        kept = {id.key for part in (POOLS, NAT_RULES) for id, _ in part_ids(new, part)}
        gone = {id.key for part in (POOLS, NAT_RULES) for id, _ in part_ids(old, part)} - kept
        _release(call, new, gone)

    def refuse_part_delete(self, call: Call, resource: Resource, part: ArmId) -> None:
        rules = [
            user["id"] for rules in _RULE_LISTS for user in backlinks(call, str(part), rules.name)
        ]
        if rules:
            raise AzureError(
                400,
                "InUseBackendAddressPoolCannotBeDeleted",
                f"Backend address pool {part} cannot be deleted because it is in use by"
                f" {', '.join(rules)}.",
            )

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        for id, _ in part_ids(resource, FRONTENDS):
            self._refuse_serving(call, id)

    def removed(self, call: Call, resource: Resource) -> None:
        parts = {id.key for part in (POOLS, NAT_RULES) for id, _ in part_ids(resource, part)}
        _release(call, resource, parts)

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        for part in (FRONTENDS, POOLS, PROBES):
            for entry in body["properties"][part.name]:
                for kind in ("loadBalancingRules", "outboundRules", "inboundNatRules"):
                    users = backlinks(call, entry["id"], kind)
                    if users:
                        entry["properties"][kind] = users
        for pool in body["properties"][POOLS.name]:
            _show_members(pool, backlinks(call, pool["id"], MEMBERS))
        for rule in body["properties"][NAT_RULES.name]:
            for user in backlinks(call, rule["id"], FORWARDED):
                rule["properties"]["backendIPConfiguration"] = user


def _public_addresses(frontends: list[Body]) -> list[tuple[str, str]]:
    pairs = [
        (str(one["id"]), reference(one["properties"].get("publicIPAddress"), "publicIPAddress"))
        for one in frontends
    ]
    return [(source, address) for source, address in pairs if address]


def _complete_pool(pool: Body) -> None:
    """Keep the addresses of a pool that are given as such; the others come from interfaces."""
    what = f"{pool['name']}.loadBalancerBackendAddresses"
    addresses = objects(pool["properties"].get("loadBalancerBackendAddresses"), what)
    kept: list[Body] = []
    for address in addresses:
        properties = an_object(address.setdefault("properties", {}), what)
        if properties.get("networkInterfaceIPConfiguration"):
            continue
        if not address.get("name") or not properties.get("ipAddress"):
            raise invalid(f"Every entry of '{what}' must have a name and an ipAddress.")
        networks = (pool["properties"], properties)
        if not any(one.get("virtualNetwork") or one.get("subnet") for one in networks):
            raise invalid(
                f"The address '{address['name']}' of '{what}' must have a virtualNetwork or a"
                " subnet.",
                "LoadBalancerBackendAddressMustHaveVirtualNetwork",
            )
        kept.append(address)
    pool["properties"]["loadBalancerBackendAddresses"] = kept


def _backend_links(pool: ArmId, properties: Body) -> Iterable[Link]:
    for kind, (type, action) in _BACKEND_LINKS.items():
        target = reference(properties.get(kind), kind)
        if target:
            yield Link(str(pool), "loadBalancerBackendAddresses", target, "", action, type=type)


def _show_members(pool: Body, members: list[Body]) -> None:
    if not members:
        return
    pool["properties"]["backendIPConfigurations"] = members
    for member in members:
        id = parse(member["id"])
        pool["properties"]["loadBalancerBackendAddresses"].append(
            {
                "name": "_".join((id.group, *id.names)),
                "properties": {"networkInterfaceIPConfiguration": member},
            }
        )


def _release(call: Call, balancer: Resource, parts: set[str]) -> None:
    """Take the interfaces out of pools and NAT rules that are gone."""
    owners = {
        owner
        for owner, link in call.store.links_below(balancer.key + "/")
        if link.kind in (MEMBERS, FORWARDED) and link.target in parts
    }
    for owner in sorted(owners):
        interfaces.leave(call, owner, parts)


TYPES = (LoadBalancer,)
