"""What `destroy infra` takes away: what was made for one cluster, and nothing else.

Groups that `create infra` makes go whole. In a group that somebody else has made, or that is to
stay, go the resources whose tags or names say that they are the cluster's. Identities and public
DNS zones outlive clusters wherever they are.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hypershift.azure.component_roles import unwanted_assignments
from hypershift.azure.ownership import is_owned, somebody_elses
from hypershift.azure.problems import found
from hypershift.azure.resources.groups import UnwantedResourceGroup
from hypershift.azure.resources.leftovers import UnwantedResource, Versions, resources_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azure.mgmt.resource.resources.models import GenericResourceExpanded as Model

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step

_ZONES = "microsoft.network/privatednszones"
_LINKS = f"{_ZONES}/virtualnetworklinks"
_MACHINES = "microsoft.compute/virtualmachines"
_SCALE_SETS = "microsoft.compute/virtualmachinescalesets"
_DISKS = "microsoft.compute/disks"
_INTERFACES = "microsoft.network/networkinterfaces"
_ENDPOINTS = "microsoft.network/privateendpoints"
_SERVICES = "microsoft.network/privatelinkservices"
_BALANCERS = "microsoft.network/loadbalancers"
_ADDRESSES = "microsoft.network/publicipaddresses"
_NAT_GATEWAYS = "microsoft.network/natgateways"
_NETWORKS = "microsoft.network/virtualnetworks"
_SECURITY_GROUPS = "microsoft.network/networksecuritygroups"

_NOT_BEFORE = {
    _ZONES: {_LINKS},
    _DISKS: {_MACHINES, _SCALE_SETS},
    "microsoft.compute/availabilitysets": {_MACHINES},
    # Azure deletes the interfaces of private endpoints and private link services with these.
    _INTERFACES: {_MACHINES, _ENDPOINTS, _SERVICES},
    _SERVICES: {_ENDPOINTS},
    _BALANCERS: {_INTERFACES, _SCALE_SETS, _SERVICES},
    _ADDRESSES: {_BALANCERS, _INTERFACES, _NAT_GATEWAYS},
    _NAT_GATEWAYS: {_NETWORKS},
    _NETWORKS: {_LINKS, _INTERFACES, _SCALE_SETS, _ENDPOINTS, _SERVICES, _BALANCERS},
    _SECURITY_GROUPS: {_INTERFACES, _SCALE_SETS, _NETWORKS},
    "microsoft.network/routetables": {_NETWORKS},
}
"""What cannot go while things of other types use it."""

_OUTLIVE_CLUSTERS = {
    "microsoft.managedidentity/userassignedidentities",
    "microsoft.network/dnszones",
}


@dataclass(frozen=True, kw_only=True)
class RemovalSpec:
    """Whose infrastructure is to go."""

    name: str
    infra_id: str
    group: str = ""
    """The resource group that was named when it was made."""
    preserve_group: bool = False

    @property
    def made_group(self) -> str:
        """The group that is made if none is named."""
        return f"{self.name}-{self.infra_id}"

    @property
    def network_group(self) -> str:
        """The group that is made for the network."""
        return f"{self.name}-vnet-{self.infra_id}"

    @property
    def security_group(self) -> str:
        """The group that is made for the network security group."""
        return f"{self.name}-nsg-{self.infra_id}"

    @property
    def main_group(self) -> str:
        """The cluster's group."""
        return self.group or self.made_group

    @property
    def takes_group(self) -> bool:
        """Whether the cluster's group goes whole: only one that was made for it does."""
        return not self.preserve_group and self.main_group.lower() == self.made_group.lower()

    def is_ours(self, resource: Model) -> bool:
        """Tell whether a resource is the cluster's, by its tags or by its name."""
        if str(resource.type).lower() in _OUTLIVE_CLUSTERS:
            return False
        tags = resource.tags
        provider = f"sigs.k8s.io_cluster-api-provider-azure_cluster_{self.infra_id}"
        if is_owned(tags, self.infra_id) or (tags or {}).get(provider) == "owned":
            return True
        return not somebody_elses(tags, self.infra_id) and self._is_named_so(resource)

    def _is_named_so(self, resource: Model) -> bool:
        """Clusters of other programs, and of older ones, have no tags."""
        name = str(resource.name).lower()
        if re.search(rf"(?<![a-z0-9]){re.escape(self.infra_id.lower())}(?![a-z0-9])", name):
            return True
        is_zone = str(resource.type).lower() in (_ZONES, _LINKS)
        return is_zone and name.startswith((f"{self.name}.", f"{self.name}-azurecluster."))


async def removal_steps(azure: Access, spec: RemovalSpec) -> list[Step]:
    """Look at what there is, and plan what is to go."""
    inside, beside = await asyncio.gather(_inside(azure, spec), _look_beside(azure, spec))
    steps = [*inside, *_beside(azure, spec, inside, beside)]
    whole = [step.name for step in steps if isinstance(step, UnwantedResourceGroup)]
    groups = [spec.main_group, spec.network_group, spec.security_group]
    roles = await unwanted_assignments(azure, spec.infra_id, groups, leave_to=whole)
    return [*steps, *roles]


async def _inside(azure: Access, spec: RemovalSpec) -> list[Step]:
    """The cluster's group, or what is the cluster's in it."""
    if spec.takes_group:
        return [UnwantedResourceGroup(azure, spec.main_group, spec.infra_id)]
    listed = await resources_in(azure, spec.main_group)
    return [*in_order(azure, [one for one in listed if spec.is_ours(one)], spec.infra_id)]


def in_order(azure: Access, listed: list[Model], infra_id: str) -> list[UnwantedResource]:
    """Plan that resources go, each after those that use it, and else side by side."""
    versions = Versions(azure)
    steps = [UnwantedResource(azure, one, versions, infra_id) for one in listed]
    for step in steps:
        users = _NOT_BEFORE.get(step.type, set())
        step.after = tuple(other for other in steps if other.type in users)
    return steps


@dataclass(frozen=True)
class _Beside:
    """What is in the groups that were made for the network and for its security group."""

    network: Model | None
    """The virtual network, if it is ours to delete."""
    network_is_used: bool
    security_group_is_used: bool
    """By interfaces themselves, and not only by the network."""


async def _look_beside(azure: Access, spec: RemovalSpec) -> _Beside:
    name = f"{spec.name}-{spec.infra_id}"
    networks, groups = azure.network.virtual_networks, azure.network.network_security_groups
    group, listed, network, security = await asyncio.gather(
        found(azure.groups.get(spec.network_group)),
        resources_in(azure, spec.network_group),
        found(networks.get(spec.network_group, name)),
        found(groups.get(spec.security_group, f"{name}-nsg")),
    )
    is_ours = group is not None and not somebody_elses(group.tags, spec.infra_id)
    ours = [one for one in listed if str(one.type).lower() == _NETWORKS and one.name == name]
    subnets: list[Any] = network.as_dict()["properties"].get("subnets") or [] if network else []
    users = security.as_dict()["properties"].get("networkInterfaces") if security else None
    return _Beside(
        network=ours[0] if ours and is_ours else None,
        network_is_used=any(
            one["properties"].get(use)
            for one in subnets
            for use in ("ipConfigurations", "privateEndpoints")
        ),
        security_group_is_used=bool(users),
    )


def _beside(
    azure: Access, spec: RemovalSpec, inside: list[Step], beside: _Beside
) -> Iterable[Step]:
    """Both groups go at once as soon as the network has gone, which keeps the other one from going.

    Mostly nothing uses the network any more, and neither waits for the cluster's group.
    """
    before = inside if beside.network_is_used else []
    if beside.network:
        network = UnwantedResource(
            azure, beside.network, Versions(azure), spec.infra_id, after=before
        )
        yield network
        before = [network]
    yield UnwantedResourceGroup(azure, spec.network_group, spec.infra_id, after=before)
    if beside.security_group_is_used:
        before = [*before, *inside]
    yield UnwantedResourceGroup(azure, spec.security_group, spec.infra_id, after=before)
