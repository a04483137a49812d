"""Finds the records of a name, as one virtual network sees them, or as the internet does.

A network asks its private zones first. Then come the names that Azure has given, then public zones:
one at the top is known to everybody, one below another only if the upper one delegates to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from azurelocal.arm.providers.network.dns import reading
from azurelocal.arm.providers.network.dns.reading import Record
from azurelocal.dns.zone import Zone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.dns.services import Services
    from azurelocal.store import Resource, Store

_LONGEST_CHAIN = 8
_TTL = 10
"""How long the addresses of Azure's own services may be kept."""


class Outcome(Enum):
    """How a search ended."""

    FOUND = "found"
    NO_SUCH_NAME = "no such name"
    FAILED = "failed"
    """A zone delegates to somebody who knows nothing of it, or names lead in a circle."""
    NOT_OURS = "not ours"


@dataclass(frozen=True)
class Answer:
    """What is said of a name."""

    outcome: Outcome
    records: tuple[Record, ...] = ()
    authority: tuple[Record, ...] = ()
    """Why there are no records; or, of a name server, whom to ask instead."""


class Resolver:
    """Searches in the state. Zones are put together anew only when the state has changed."""

    def __init__(self, store: Store, services: Services) -> None:
        """Know nothing yet."""
        self._store, self._services = store, services
        self._version = -1
        self._zones: dict[str, tuple[Resource, Zone]] = {}

    def resolve(self, name: str, type: str, network: str = "") -> Answer:
        """Search for a name, for a virtual network or for the internet, following aliases."""
        records: tuple[Record, ...] = ()
        for _ in range(_LONGEST_CHAIN):
            answer = self._search(name, type, network)
            if answer.outcome is not Outcome.FOUND:
                return replace(answer, records=records)
            records += answer.records
            last = answer.records[-1] if answer.records else None
            if last is None or last.type == type or last.type != "CNAME":
                return replace(answer, records=records)
            name = str(last.data[0]).lower().rstrip(".")
        return Answer(Outcome.FAILED)

    def serve(self, name: str, type: str, server: str) -> Answer:
        """Answer as one of the name servers of public zones: only of the zones that it has."""
        own = [
            zone
            for resource, zone in self._public()
            if server in _servers(resource) and zone.covers(name)
        ]
        if not own:
            return Answer(Outcome.NOT_OURS)
        return self._ask(max(own, key=lambda zone: len(zone.name)), name, type)

    def _search(self, name: str, type: str, network: str) -> Answer:
        if network:
            private = [
                zone
                for resource in reading.private_zones(self._store, network)
                if (zone := self._zone(resource)).covers(name)
            ]
            if private:
                return self._ask(max(private, key=lambda zone: len(zone.name)), name, type)
        if self._services.owns(name):
            address = self._services.find(name)
            if not address:
                return Answer(Outcome.NO_SUCH_NAME)
            own = (Record(name, "A", _TTL, (address,)),) if type == "A" else ()
            return Answer(Outcome.FOUND, own)
        return self._from_the_top(name, type)

    def _from_the_top(self, name: str, type: str) -> Answer:
        """Begin with the zone that is above all others, and go where it says."""
        covering = [(one, zone) for one, zone in self._public() if zone.covers(name)]
        if not covering:
            return Answer(Outcome.NO_SUCH_NAME)
        _, zone = min(covering, key=lambda pair: (len(pair[1].name), pair[0].created))
        for _ in range(_LONGEST_CHAIN):
            found = zone.ask(name, type)
            if not found.referral:
                return self._ask(zone, name, type)
            cut = found.referral[0].name
            servers = {str(record.data[0]).lower().rstrip(".") for record in found.referral}
            below = [
                candidate
                for resource, candidate in covering
                if candidate.name == cut and servers & _servers(resource)
            ]
            if not below:
                return Answer(Outcome.FAILED)
            zone = below[0]
        return Answer(Outcome.FAILED)

    def _ask(self, zone: Zone, name: str, type: str) -> Answer:
        found = zone.ask(name, type)
        if found.referral:
            return Answer(Outcome.FOUND, authority=found.referral)
        if not found.exists:
            return Answer(Outcome.NO_SUCH_NAME, authority=zone.authority)
        return Answer(Outcome.FOUND, found.records, () if found.records else zone.authority)

    def _public(self) -> Iterable[tuple[Resource, Zone]]:
        return [(one, self._zone(one)) for one in reading.public_zones(self._store)]

    def _zone(self, resource: Resource) -> Zone:
        if self._version != self._store.version:
            self._version = self._store.version
            self._zones.clear()
        if resource.key not in self._zones:
            zone = Zone(resource.name, reading.records(self._store, resource))
            self._zones[resource.key] = (resource, zone)
        return self._zones[resource.key][1]


def _servers(zone: Resource) -> set[str]:
    listed: list[str] = zone.properties.get("nameServers") or []
    return {server.lower().rstrip(".") for server in listed}
