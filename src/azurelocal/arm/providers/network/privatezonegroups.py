"""Private DNS zone groups: the private zones that know the names of a private endpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.network import privateendpoints
from azurelocal.arm.providers.network.common import NetworkType
from azurelocal.arm.types import Body, an_object, invalid, objects, reference
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

_ZONE = "Microsoft.Network/privateDnsZones"
_TTL = 10
_CONFIGS = "privateDnsZoneConfigs"


class PrivateDnsZoneGroup(NetworkType):
    """Writes an address record for each name of the endpoint that a zone of it is for."""

    name = f"{privateendpoints.NAME}/privateDnsZoneGroups"
    has_location = False

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        endpoint = _endpoint(call, new)
        others = call.store.resources(type=self.name, parent=endpoint.key)
        if any(other.key != new.key for other in others):
            raise invalid(
                f"Private endpoint {endpoint.id} has a private DNS zone group already.",
                "OnlyOnePrivateDnsZoneGroupAllowedPerPrivateEndpoint",
            )
        if old is not None:
            _remove_records(call, old)
        for config in objects(new.properties.get(_CONFIGS), f"properties.{_CONFIGS}"):
            properties = an_object(config.get("properties"), "properties")
            zone = properties.get("privateDnsZoneId")
            if not config.get("name") or not reference({"id": zone}, "privateDnsZoneId"):
                raise invalid(f"Every entry of '{_CONFIGS}' must have a name and a zone.")
            properties["recordSets"] = [
                _record_set(str(entry["fqdn"]), str(zone), entry["ipAddresses"])
                for entry in privateendpoints.dns_names(call, endpoint)
                if _is_below(str(entry["fqdn"]), str(zone))
            ]

    def links(self, resource: Resource) -> Iterable[Link]:
        for config in objects(resource.properties.get(_CONFIGS), _CONFIGS):
            zone = str(config["properties"]["privateDnsZoneId"])
            action = f"{_ZONE}/join/action"
            yield Link(str(resource.id), "~privateDnsZone", zone, action=action, type=_ZONE)

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        for zone, entry in _records(new):
            addresses = [{"ipv4Address": one} for one in entry["ipAddresses"]]
            body: Body = {"properties": {"ttl": _TTL, "aRecords": addresses}}
            record = parse(zone).child("A", entry["recordSetName"])
            call.cloud.engine.write(call, record, body, action=f"{self.name}/write")

    def removed(self, call: Call, resource: Resource) -> None:
        _remove_records(call, resource)


def _endpoint(call: Call, group: Resource) -> Resource:
    assert group.id.parent is not None
    found = call.store.get(group.id.parent.key)
    assert found is not None
    return found


def _is_below(name: str, zone: str) -> bool:
    return name.lower().endswith("." + parse(zone).name.lower())


def _record_set(name: str, zone: str, addresses: list[str]) -> Body:
    return {
        "recordType": "A",
        "recordSetName": name[: -len(parse(zone).name) - 1],
        "fqdn": name,
        "ttl": _TTL,
        "ipAddresses": addresses,
        "provisioningState": "Succeeded",
    }


def _records(group: Resource) -> Iterable[tuple[str, Body]]:
    for config in objects(group.properties.get(_CONFIGS), _CONFIGS):
        properties = config["properties"]
        for entry in objects(properties.get("recordSets"), "recordSets"):
            yield str(properties["privateDnsZoneId"]), entry


def _remove_records(call: Call, group: Resource) -> None:
    for zone, entry in _records(group):
        record = call.store.get(parse(zone).child("A", entry["recordSetName"]).key)
        if record is not None:
            call.cloud.engine.remove(call, record)


TYPES = (PrivateDnsZoneGroup,)
