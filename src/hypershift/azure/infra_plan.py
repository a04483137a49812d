"""The plan of a cluster's infrastructure: groups, network, names, the way out, and roles.

spec = InfraSpec(name="demo", infra_id="demo-x7k2p", location="eastus", …)
plan = await InfraPlan.prepare(azure, spec)
await carry_out(plan.steps, watcher)
plan.output()
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Self

from hypershift.azure.component_roles import (
    assignments,
    managed_assignees,
    node_assignees,
    workload_assignees,
)
from hypershift.azure.components import Scope
from hypershift.azure.identities import DataPlaneIdentitiesFile, ManagedIdentitiesFile
from hypershift.azure.infra import InfraOutput
from hypershift.azure.ownership import tags
from hypershift.azure.resource_ids import parse_resource_id
from hypershift.azure.resources.balancers import LoadBalancer, PublicAddress
from hypershift.azure.resources.groups import (
    ClusterResourceGroup,
    ExistingResourceGroup,
    ResourceGroup,
)
from hypershift.azure.resources.networks import SecurityGroup, VirtualNetwork
from hypershift.azure.resources.privatezones import NetworkLink, PrivateZone
from hypershift.azure.surroundings import look_around

if TYPE_CHECKING:
    from hypershift.azure.access import Access
    from hypershift.azure.component_roles import Assignee
    from hypershift.azure.identities import WorkloadIdentitiesFile
    from hypershift.azure.plan.steps import Step
    from hypershift.azure.surroundings import Surroundings


@dataclass(frozen=True, kw_only=True)
class InfraSpec:
    """What a cluster's infrastructure is to be like. What is empty is made, or not wanted."""

    name: str
    infra_id: str
    location: str
    base_domain: str
    group: str = ""
    """An existing resource group, for all resources."""
    group_tags: dict[str, str] = field(default_factory=dict[str, str])
    vnet_id: str = ""
    subnet_id: str = ""
    security_group_id: str = ""
    workload_identities: WorkloadIdentitiesFile | None = None
    managed_identities: ManagedIdentitiesFile | None = None
    node_identities: DataPlaneIdentitiesFile | None = None
    assign_roles: bool = False
    custom_roles: bool = False
    zone_group: str = ""
    """The resource group of the public DNS zone."""
    with_registry: bool = True

    @property
    def network_id(self) -> str:
        """The ID of the existing virtual network: that of the subnet, if only that is known."""
        return self.vnet_id or self.subnet_id.rpartition("/subnets/")[0]

    @property
    def nodes(self) -> DataPlaneIdentitiesFile:
        """The nodes' identities, from whichever file names them."""
        managed = self.managed_identities
        return self.node_identities or (managed and managed.dataPlane) or DataPlaneIdentitiesFile()

    @cached_property
    def assignees(self) -> list[Assignee]:
        """Who is to get roles."""
        if not self.assign_roles:
            return []
        workload, managed = self.workload_identities, self.managed_identities
        registry = self.with_registry
        return [
            *(workload_assignees(workload, with_registry=registry) if workload else []),
            *(managed_assignees(managed.controlPlane, with_registry=registry) if managed else []),
            *node_assignees(self.nodes),
        ]


class InfraPlan:
    """The infrastructure of one cluster."""

    def __init__(self, azure: Access, spec: InfraSpec, around: Surroundings) -> None:
        """`around` is what was found before anything is made."""
        self.azure, self.spec, self.around = azure, spec, around
        self._tags = tags(spec.infra_id, "create infra azure")
        self.group = self._group(f"{spec.name}-{spec.infra_id}")
        self.security_group = self._security_group()
        self.network = self._network()
        self.zone = PrivateZone(
            azure, f"{spec.name}.{spec.base_domain}", self.group, tags=self._tags
        )
        self.link = NetworkLink(
            azure,
            f"{spec.name}-{spec.infra_id}",
            self.zone,
            network=self.network_id,
            tags=self._tags,
            after=[self.network] if self.network else [],
        )
        location, made_by = spec.location, self._tags
        self.address = PublicAddress(
            azure, spec.infra_id, self.group, location=location, tags=made_by
        )
        self.balancer = LoadBalancer(
            azure,
            spec.infra_id,
            self.group,
            address=self.address,
            location=location,
            tags=made_by,
        )
        self.roles = self._roles()

    @classmethod
    async def prepare(cls, azure: Access, spec: InfraSpec) -> Self:
        """Look up what must be there, and plan the rest."""
        return cls(azure, spec, await look_around(azure, spec))

    @property
    def steps(self) -> list[Step]:
        """Everything that is to be there. What takes longest is begun first."""
        made = (self.security_group, self.network)
        groups = [self.group, *(one.group for one in made if one)]
        steps = [*groups, self.zone, *made, self.address, self.link, self.balancer, *self.roles]
        return list(dict.fromkeys(step for step in steps if step))

    @property
    def network_id(self) -> str:
        """The ID of the virtual network."""
        return self.network.id if self.network else self.spec.network_id

    @property
    def security_group_id(self) -> str:
        """The ID of the network security group."""
        return self.security_group.id if self.security_group else self.spec.security_group_id

    def output(self) -> InfraOutput:
        """What the next commands want to know, once the plan is carried out."""
        spec = self.spec
        managed, workload = spec.managed_identities, spec.workload_identities
        return InfraOutput(
            infraID=spec.infra_id,
            region=spec.location,
            resourceGroupName=self.group.name,
            vnetID=self.network_id,
            subnetID=self.network.subnet_id if self.network else self.around.subnet,
            securityGroupID=self.security_group_id,
            baseDomain=spec.base_domain,
            publicZoneID=self.around.public_zone,
            privateZoneID=self.zone.id,
            controlPlaneMIs=managed and ManagedIdentitiesFile(managed.controlPlane, spec.nodes),
            dataPlaneIdentities=spec.nodes,
            workloadIdentities=workload,
            kmsClientID=workload.kmsClientID if workload else "",
        )

    def _group(self, name: str) -> ResourceGroup:
        spec = self.spec
        if spec.group:
            return ExistingResourceGroup(self.azure, spec.group)
        return ClusterResourceGroup(
            self.azure, name, spec.location, infra_id=spec.infra_id, tags=spec.group_tags
        )

    def _group_beside(self, what: str) -> ResourceGroup:
        """A group of its own, unless all resources are to be in one."""
        if self.spec.group:
            return self.group
        return self._group(f"{self.spec.name}-{what}-{self.spec.infra_id}")

    def _security_group(self) -> SecurityGroup | None:
        spec = self.spec
        if spec.security_group_id:
            return None
        return SecurityGroup(
            self.azure,
            f"{spec.name}-{spec.infra_id}-nsg",
            self._group_beside("nsg"),
            location=spec.location,
            tags=self._tags,
        )

    def _network(self) -> VirtualNetwork | None:
        spec = self.spec
        if spec.network_id:
            return None
        return VirtualNetwork(
            self.azure,
            f"{spec.name}-{spec.infra_id}",
            self._group_beside("vnet"),
            security_group=self.security_group_id,
            location=spec.location,
            tags=self._tags,
            after=[self.security_group] if self.security_group else [],
        )

    def _roles(self) -> list[Step]:
        spec = self.spec
        if not spec.assignees:
            return []
        made, network = self.security_group, self.network
        return assignments(
            self.azure,
            spec.assignees,
            infra_id=spec.infra_id,
            groups={
                Scope.CLUSTER: self.group,
                Scope.SECURITY_GROUP: made.group if made else self._of(spec.security_group_id),
                Scope.NETWORK: network.group if network else self._of(spec.network_id),
                Scope.ZONE: ResourceGroup(self.azure, spec.zone_group, spec.location),
            },
            roles=self.around.roles,
            principals=self.around.principals,
        )

    def _of(self, id: str) -> ResourceGroup:
        """The group of a resource that is there already."""
        return ResourceGroup(self.azure, parse_resource_id(id).resource_group, self.spec.location)
