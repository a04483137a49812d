"""The records of the zones, as somebody who answers questions about names needs them.

`public_zones` and `private_zones` tell which zones there are, `records` what is in one: names are
whole, in lower case and without a dot at their end; a wildcard is a first label `*`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.arm.providers.network.dns import names, private, public, registration
from azurelocal.arm.providers.network.dns.recordsets import record_sets
from azurelocal.arm.providers.network.dns.recordtypes import PUBLIC, Data
from azurelocal.arm.types import reference

if TYPE_CHECKING:
    from azurelocal.store import Resource, Store

_BY_NAME = {kind.name.lower(): kind for kind in PUBLIC}
_LONGEST_CHAIN = 8
"""How many aliases of aliases are followed."""


@dataclass(frozen=True)
class Record:
    """One record. `data` has what the record says in the order of its wire form."""

    name: str
    type: str
    ttl: int
    data: Data


def public_zones(store: Store) -> list[Resource]:
    """The zones that the Internet asks for."""
    return store.resources(type=public.ZONE)


def private_zones(store: Store, network: str) -> list[Resource]:
    """The zones that a virtual network asks for, by the ID of the network."""
    links = [store.get(link.source.lower()) for link in store.links_to(network, private.NETWORK)]
    zones = [store.get(link.id.parent.key) for link in links if link and link.id.parent]
    return [zone for zone in zones if zone is not None]


def records(store: Store, zone: Resource) -> list[Record]:
    """All records of a zone."""
    written = record_sets(store, zone.id)
    known = {one.key for one in written}
    if zone.id.type == private.ZONE:
        written += [one for one in registration.registered(store, zone.id) if one.key not in known]
    return [record for one in written for record in _of_set(store, zone, one)]


def _of_set(store: Store, zone: Resource, found: Resource) -> list[Record]:
    kind = _BY_NAME[found.id.types[-1].lower()]
    is_private = zone.id.type == private.ZONE
    name = names.full(found.name, zone.name).lower()
    ttl = int(found.properties["ttl" if is_private else "TTL"])
    target = reference(found.properties.get("targetResource"), "targetResource")
    if target:
        return [Record(name, kind.name, ttl, data) for data in _alias(store, target)]
    value = found.properties.get(kind.property(private=is_private))
    return [Record(name, kind.name, ttl, kind.data(one)) for one in kind.records(value)]


def _alias(store: Store, target: str) -> list[Data]:
    """What a record set says that names the one who has the address."""
    for _ in range(_LONGEST_CHAIN):
        found = store.get(target.lower())
        if found is None:
            return []
        if found.id.type == public.ADDRESS:
            address = found.properties.get("ipAddress")
            return [(address,)] if address else []
        target = reference(found.properties.get("targetResource"), "targetResource")
        if not target:
            kind = _BY_NAME[found.id.types[-1].lower()]
            return [kind.data(one) for one in kind.records(found.properties.get(kind.public))]
    return []
