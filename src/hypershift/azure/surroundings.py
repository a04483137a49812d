"""What must be there before a cluster's infrastructure is made: looked up first, all at once.

A wrong base domain or an absent network is told before anything has been made.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hypershift.azure.component_roles import roles_of
from hypershift.azure.problems import Problem, found
from hypershift.azure.resource_ids import parse_resource_id
from hypershift.azure.resources.arm import same
from hypershift.azure.resources.groups import ExistingResourceGroup
from hypershift.azure.resources.principals import principals_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from hypershift.azure.access import Access
    from hypershift.azure.components import Component
    from hypershift.azure.infra_plan import InfraSpec


@dataclass(frozen=True)
class Surroundings:
    """What was found."""

    public_zone: str
    """The ID of the public DNS zone of the base domain."""
    subnet: str = ""
    """The ID of the subnet to use, if there is a network already."""
    principals: dict[str, str] = field(default_factory=dict[str, str])
    """By client IDs in lower case."""
    roles: dict[Component, str] = field(default_factory=dict["Component", str])


async def look_around(azure: Access, spec: InfraSpec) -> Surroundings:
    """Look up everything, or say what is not as it must be."""
    assignees = spec.assignees
    lookups: list[Coroutine[Any, Any, Any]] = [
        _public_zone(azure, spec.base_domain, spec.zone_group),
        _subnet(azure, spec),
        _security_group(azure, spec),
        _groups(azure, spec),
        principals_of(azure, {one.client_id for one in assignees}),
        roles_of(azure, assignees, custom=spec.custom_roles),
    ]
    answers: list[Any] = await asyncio.gather(*lookups, return_exceptions=True)
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    zone, subnet, _, _, principals, roles = answers
    return Surroundings(zone, subnet, principals, roles)


async def _public_zone(azure: Access, domain: str, group: str) -> str:
    """Find the zone in the subscription. Several groups may have one of the same name."""
    found = [
        str(zone.id)
        async for zone in azure.dns.zones.list()
        if same(str(zone.name).rstrip("."), domain)
    ]
    preferred = [id for id in found if same(parse_resource_id(id).resource_group, group)]
    match preferred or found:
        case [zone]:
            return zone
        case []:
            raise Problem(
                f"there is no public DNS zone {domain} in the subscription {azure.subscription};"
                " correct --base-domain, or make the zone with 'az network dns zone create'"
            )
        case several:
            groups = ", ".join(sorted(parse_resource_id(id).resource_group for id in several))
            raise Problem(
                f"there are several public DNS zones {domain}, in the resource groups {groups};"
                " say with --dns-zone-rg-name which one is meant"
            )


async def _subnet(azure: Access, spec: InfraSpec) -> str:
    """Find the subnet to use in the network that is there, if there is one."""
    if not spec.network_id:
        return ""
    id = parse_resource_id(spec.network_id)
    api = azure.network.virtual_networks
    network = await found(api.get(id.resource_group, id.names[0]))
    if network is None:
        raise Problem(
            f"there is no virtual network {spec.network_id}; correct --vnet-id, or leave it out to"
            " have one made"
        )
    _check_region(f"virtual network {id.names[0]}", str(network.location), spec.location)
    there: list[Any] = network.as_dict()["properties"].get("subnets") or []
    subnets = [str(one["id"]) for one in there]
    return _choose(subnets, spec.subnet_id, id.names[0])


def _choose(subnets: list[str], wanted: str, network: str) -> str:
    chosen = [id for id in subnets if same(id, wanted)] if wanted else subnets
    match chosen:
        case [subnet]:
            return subnet
        case [] if wanted:
            raise Problem(
                f"there is no subnet {wanted}; correct --subnet-id: the virtual network {network}"
                f" has {', '.join(id.rpartition('/')[2] for id in subnets) or 'no subnets'}"
            )
        case []:
            raise Problem(
                f"the virtual network {network} has no subnet; make one with 'az network vnet"
                " subnet create'"
            )
        case several:
            raise Problem(
                f"the virtual network {network} has several subnets,"
                f" {', '.join(id.rpartition('/')[2] for id in several)}; choose one with"
                " --subnet-id"
            )


async def _security_group(azure: Access, spec: InfraSpec) -> None:
    if not spec.security_group_id:
        return
    id = parse_resource_id(spec.security_group_id)
    group = await found(azure.network.network_security_groups.get(id.resource_group, id.names[0]))
    if group is None:
        raise Problem(
            f"there is no network security group {spec.security_group_id}; correct"
            " --network-security-group-id, or leave it out to have one made"
        )
    _check_region(f"network security group {id.names[0]}", str(group.location), spec.location)


def _check_region(what: str, region: str, wanted: str) -> None:
    if not same(region, wanted):
        raise Problem(
            f"the {what} is in {region}, and the cluster is to be in {wanted}; correct --location,"
            " or use what is in that region"
        )


async def _groups(azure: Access, spec: InfraSpec) -> None:
    """Demand the resource groups that somebody else has to have made."""
    names = {spec.group, *([spec.zone_group] if spec.assignees else [])} - {""}
    await asyncio.gather(*(ExistingResourceGroup(azure, name).read() for name in names))
