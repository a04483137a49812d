"""Private DNS zones, their links to virtual networks, and their record sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network.common import NetworkType
from azurelocal.arm.providers.network.dns import paging, recordsets, registration
from azurelocal.arm.providers.network.dns.recordsets import RecordSet, zone_of
from azurelocal.arm.providers.network.dns.recordtypes import (
    PRIVATE,
    SOA,
    A,
    RecordType,
    bad_request,
)
from azurelocal.arm.providers.network.dns.zones import Zone, check_global
from azurelocal.arm.types import Body, reference
from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.ids import parse_segments
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import View
    from azurelocal.ids import ArmId
    from azurelocal.store import Resource

ZONE = "Microsoft.Network/privateDnsZones"
LINK = f"{ZONE}/virtualNetworkLinks"
NETWORK = "~virtualNetwork"
"""The kind of the links to networks. They keep no network alive."""


class PrivateZone(Zone):
    """A zone that only virtual networks with a link to it ask for."""

    name = ZONE

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        super().shape(call, new, old)
        new.body["properties"] = {
            "maxNumberOfRecordSets": 25000,
            "maxNumberOfVirtualNetworkLinks": 1000,
            "maxNumberOfVirtualNetworkLinksWithRegistration": 100,
            "provisioningState": "Succeeded",
        }

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        """A new zone has its start of authority."""
        if old is not None:
            return
        authority: Body = {
            "host": "azureprivatedns.net",
            "email": "azureprivatedns-host.microsoft.com",
            "serialNumber": 1,
            "refreshTime": 3600,
            "retryTime": 300,
            "expireTime": 2_419_200,
            "minimumTtl": 10,
        }
        recordsets.make(call, new, SOA, {"ttl": 3600, "soaRecord": authority})

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        links = registration.links_of(call.store, resource.id)
        if links:
            nested = ", ".join(f"'{link.id}'" for link in links)
            raise AzureError(
                409,
                "CannotDeleteResource",
                "Cannot delete resource while nested resources exist. Some existing nested resource"
                f" IDs include: {nested}. Please delete all nested resources before deleting this"
                " resource.",
            )

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        links = registration.links_of(call.store, resource.id)
        registering = [one for one in links if one.properties["registrationEnabled"]]
        found = recordsets.record_sets(call.store, resource.id)
        body["properties"] |= {
            "numberOfRecordSets": len(found),
            "numberOfVirtualNetworkLinks": len(links),
            "numberOfVirtualNetworkLinksWithRegistration": len(registering),
        }

    @property
    def views(self) -> Mapping[str, View]:
        return {"all": _all}


class VirtualNetworkLink(NetworkType):
    """Lets a virtual network ask for a private zone."""

    name = LINK
    default_location = "global"

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        check_global(self.name, new)
        properties = new.properties
        network = _network(new)
        if not network:
            raise bad_request("A virtual network link must have a virtual network.")
        if old is not None and _network(old).lower() != network.lower():
            raise bad_request("The virtual network of a virtual network link cannot be changed.")
        registering: Any = properties.setdefault("registrationEnabled", False)
        if not isinstance(registering, bool):
            raise bad_request("The value of 'registrationEnabled' must be true or false.")
        properties["virtualNetworkLinkState"] = "Completed"
        for other in _links_to(call, new, network):
            self._refuse_beside(new, other)

    def _refuse_beside(self, new: Resource, other: Resource) -> None:
        """A network has one zone of each name, and registers its machines in one."""
        own, others = zone_of(new.id).name, zone_of(other.id).name
        if own.lower() == others.lower():
            raise bad_request(
                "A virtual network cannot be linked to multiple zones with overlapping namespaces."
                f" You tried to link virtual network with '{own}' and '{others}' zones."
            )
        if new.properties["registrationEnabled"] and other.properties["registrationEnabled"]:
            raise AzureError(
                409,
                "Conflict",
                "A virtual network can only be linked to 1 Private DNS zone(s) with"
                f" auto-registration enabled; conflicting Private DNS zone is '{others}'.",
            )

    def links(self, resource: Resource) -> Iterable[Link]:
        yield Link(
            str(resource.id),
            NETWORK,
            _network(resource),
            action="Microsoft.Network/virtualNetworks/join/action",
            type="Microsoft.Network/virtualNetworks",
        )


class PrivateRecordSet(RecordSet):
    """Records of a private zone."""

    private = True
    has_state = False

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        super().shape(call, new, old)
        if new.properties.pop("targetResource", None):
            raise bad_request("A record set of a private zone cannot have a target resource.")
        new.properties.pop("provisioningState", None)

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        super().show(call, resource, body)
        body["properties"].setdefault("isAutoRegistered", False)


class PrivateAddresses(PrivateRecordSet):
    """Addresses, of which some are those of machines that registered themselves."""

    name = f"{ZONE}/{A.name}"
    kind = A

    def catalogue(self, call: Call, id: ArmId) -> Body | None:
        if call.store.exists(id.key):
            return None
        call.cloud.engine.require_scope(id)
        for one in registration.registered(call.store, zone_of(id)):
            if one.name.lower() == id.name.lower():
                return call.cloud.engine.answer(call, one)
        return None

    def page(self, call: Call, found: list[Body]) -> Body:
        zone = zone_of(parse_segments(call.request.segments))
        return super().page(call, found + _registered(call, zone, found))


def _all(call: Call, zone: Resource) -> Response:
    engine = call.cloud.engine
    found = [engine.answer(call, one) for one in recordsets.record_sets(call.store, zone.id)]
    return Response(200, paging.record_sets(call, found + _registered(call, zone.id, found)))


def _registered(call: Call, zone: ArmId, found: list[Body]) -> list[Body]:
    """What machines registered, but for names that somebody wrote records for."""
    written = {str(one["id"]).lower() for one in found}
    engine = call.cloud.engine
    return [
        engine.answer(call, one)
        for one in registration.registered(call.store, zone)
        if one.key not in written
    ]


def _network(link: Resource) -> str:
    return reference(link.properties.get("virtualNetwork"), "properties.virtualNetwork")


def _links_to(call: Call, own: Resource, network: str) -> list[Resource]:
    sources = [link.source.lower() for link in call.store.links_to(network, NETWORK)]
    found = [call.store.get(source) for source in sources if source != own.key]
    return [one for one in found if one is not None]


def _type_of(of: RecordType) -> type[PrivateRecordSet]:
    class Records(PrivateRecordSet):
        name = f"{ZONE}/{of.name}"
        kind = of

    return Records


TYPES = (
    PrivateZone,
    VirtualNetworkLink,
    PrivateAddresses,
    *(_type_of(kind) for kind in PRIVATE if kind is not A),
)
