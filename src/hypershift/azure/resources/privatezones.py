"""Private DNS zones, and their links to virtual networks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypershift.azure.problems import found
from hypershift.azure.resources.arm import Resource, id_in, refers_to, same

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypershift.azure.access import Access
    from hypershift.azure.plan.steps import Step
    from hypershift.azure.resources.arm import Body
    from hypershift.azure.resources.groups import ResourceGroup

ZONE_TYPE = "Microsoft.Network/privateDnsZones"
LINK_TYPE = f"{ZONE_TYPE}/virtualNetworkLinks"
# Zones are in no region.
_EVERYWHERE = "global"


class PrivateZone(Resource):
    """A private DNS zone. Its records are the cluster's."""

    kind = "private DNS zone"
    type = ZONE_TYPE

    def __init__(
        self, azure: Access, name: str, group: ResourceGroup, *, tags: dict[str, str]
    ) -> None:
        """Tags are for a new one."""
        super().__init__(azure, name, group, location=_EVERYWHERE, tags=tags)

    @property
    def api(self) -> Any:
        """Private DNS zones."""
        return self.azure.private_dns.private_zones

    def properties(self) -> Body:
        """It is empty."""
        return {}


class NetworkLink(Resource):
    """That a virtual network asks a private DNS zone, by whatever name."""

    kind = "virtual network link"
    type = LINK_TYPE

    def __init__(
        self,
        azure: Access,
        name: str,
        zone: PrivateZone,
        *,
        network: str,
        tags: dict[str, str],
        after: Iterable[Step] = (),
    ) -> None:
        """`network` is the ID of the virtual network."""
        group = zone.group
        super().__init__(
            azure, name, group, location=_EVERYWHERE, tags=tags, inside=zone, after=after
        )
        self.zone, self.network = zone, network

    @property
    def id(self) -> str:
        """Its resource ID."""
        return f"{self.zone.id}/virtualNetworkLinks/{self.name}"

    @property
    def path(self) -> tuple[str, ...]:
        """Links are asked for by their zone."""
        return (*self.zone.path, self.name)

    @property
    def api(self) -> Any:
        """Links of private DNS zones."""
        return self.azure.private_dns.virtual_network_links

    def properties(self) -> Body:
        """Machines do not register themselves."""
        return {"virtualNetwork": {"id": self.network}, "registrationEnabled": False}

    async def read(self) -> Body | None:
        """Ask for it, or for another one to the same network: Azure allows no second one."""
        return await super().read() or await self._by_another_name()

    async def _by_another_name(self) -> Body | None:
        async for one in self.api.list(*self.zone.path):
            link = one.as_dict()
            if self._is_to_our_network(link):
                return link
        return None

    def problems(self, there: Body) -> Sequence[str]:
        """Look where it leads. What one of another name does beside that is not ours to say."""
        if self._is_to_our_network(there):
            registers = there["properties"].get("registrationEnabled") is True
            is_ours = same(there["name"], self.name)
            return ["machines registered themselves"] if registers and is_ours else []
        return [f"it led to {id_in(there['properties'], 'virtualNetwork') or 'nothing'}"]

    def amend(self, there: Body) -> None:
        """Machines do not register themselves."""
        there["properties"]["registrationEnabled"] = False

    async def write(self, found: Body | None) -> Body:
        """Make it. One that leads elsewhere is made anew, as Azure does not let links move."""
        if found is not None and not self._is_to_our_network(found):
            await self._delete()
            found = None
        return await super().write(found)

    async def _delete(self) -> None:
        poller = await found(self.api.begin_delete(*self.path))
        if poller is not None:
            await found(poller.result())

    def _is_to_our_network(self, link: Body) -> bool:
        return refers_to(link, "virtualNetwork", self.network)
