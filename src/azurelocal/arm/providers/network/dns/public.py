"""Public DNS zones and their record sets. Their type has small letters, as Azure writes it."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from azurelocal.arm.providers.network.dns import paging, recordsets
from azurelocal.arm.providers.network.dns.recordsets import RecordSet
from azurelocal.arm.providers.network.dns.recordtypes import (
    AAAA,
    CNAME,
    NS,
    PUBLIC,
    SOA,
    A,
    RecordType,
    bad_request,
)
from azurelocal.arm.providers.network.dns.zones import Zone
from azurelocal.arm.types import Body, reference
from azurelocal.http import Response
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import View
    from azurelocal.store import Resource

ZONE = "Microsoft.Network/dnszones"
ADDRESS = "Microsoft.Network/publicIPAddresses"
_SERVER_SETS = 9
_TWO_DAYS = 172_800


class PublicZone(Zone):
    """A zone that the Internet asks for."""

    name = ZONE
    has_state = False
    # External DNS lists the zones of a group, and guides give it roles at its own zone alone.
    listed_by_members = True

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        super().shape(call, new, old)
        kind = str(new.properties.get("zoneType") or "Public")
        if kind.lower() != "public":
            raise bad_request("Private zones are of the type Microsoft.Network/privateDnsZones.")
        servers = old.properties["nameServers"] if old else _name_servers(call, new)
        new.body["properties"] = {
            "maxNumberOfRecordSets": 10000,
            "maxNumberOfRecordsPerRecordSet": None,
            "nameServers": servers,
            "zoneType": "Public",
        }

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        """A new zone has its name servers and its start of authority."""
        if old is not None:
            return
        servers = new.properties["nameServers"]
        recordsets.make(
            call,
            new,
            NS,
            {"TTL": _TWO_DAYS, "NSRecords": [{"nsdname": server} for server in servers]},
        )
        authority: Body = {
            "host": servers[0],
            "email": "azuredns-hostmaster.microsoft.com",
            "serialNumber": 1,
            "refreshTime": 3600,
            "retryTime": 300,
            "expireTime": 2_419_200,
            "minimumTTL": 300,
        }
        recordsets.make(call, new, SOA, {"TTL": 3600, "SOARecord": authority})

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        found = recordsets.record_sets(call.store, resource.id)
        body["properties"]["numberOfRecordSets"] = len(found)

    @property
    def views(self) -> Mapping[str, View]:
        return {"all": _all, "recordsets": _all}


class PublicRecordSet(RecordSet):
    """Records of a public zone. Instead of records it may name what has the address."""

    private = False

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        super().shape(call, new, old)
        new.properties["provisioningState"] = "Succeeded"
        target = reference(new.properties.get("targetResource"), "targetResource")
        if target:
            self._check_alias(new, target)
        else:
            new.properties["targetResource"] = {}

    def _check_alias(self, new: Resource, target: str) -> None:
        if new.properties.get(self.kind.public):
            raise bad_request("A record set has either records or a target resource.")
        found = parse(target)
        allowed = [f"{ZONE}/{self.kind.name}".lower()]
        if self.kind is A or self.kind is AAAA:
            allowed.append(ADDRESS.lower())
        known = self.kind is A or self.kind is AAAA or self.kind is CNAME
        if not known or found.type.lower() not in allowed or found.is_collection:
            raise bad_request(
                f"The target resource '{target}' of a record set of type {self.kind.name} must be a"
                " public IP address or a record set of the same type; others are not emulated."
            )

    def links(self, resource: Resource) -> Iterable[Link]:
        target = reference(resource.properties.get("targetResource"), "targetResource")
        if target:
            type = parse(target).type
            yield Link(str(resource.id), "~targetResource", target, action=f"{type}/read")


def _all(call: Call, zone: Resource) -> Response:
    engine = call.cloud.engine
    found = recordsets.record_sets(call.store, zone.id)
    return Response(200, paging.record_sets(call, [engine.answer(call, one) for one in found]))


def _name_servers(call: Call, zone: Resource) -> list[str]:
    """Four name servers that no other zone of the same name has."""
    same = [one for one in call.store.resources(type=ZONE) if _is_same(one, zone)]
    taken = [one.properties["nameServers"][0] for one in same]
    first = zlib.crc32(zone.name.lower().encode())
    for step in range(_SERVER_SETS):
        number = f"{(first + step) % _SERVER_SETS + 1:02}"
        if f"ns1-{number}.azure-dns.com." not in taken:
            return [
                f"ns{place}-{number}.azure-dns.{end}."
                for place, end in enumerate(("com", "net", "org", "info"), 1)
            ]
    raise bad_request(
        f"The zone '{zone.name}' is not available. All name servers have a zone of this name."
    )


def _is_same(one: Resource, zone: Resource) -> bool:
    return one.name.lower() == zone.name.lower() and one.key != zone.key


def _type_of(of: RecordType) -> type[PublicRecordSet]:
    class Records(PublicRecordSet):
        name = f"{ZONE}/{of.name}"
        kind = of

    return Records


TYPES = (PublicZone, *(_type_of(kind) for kind in PUBLIC))
