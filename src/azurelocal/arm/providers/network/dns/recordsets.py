"""Record sets: all records of one type that one name of a zone has.

What public and private zones have in common; they differ in how they spell the properties.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from azurelocal.arm.providers.network.dns import names, paging
from azurelocal.arm.providers.network.dns.recordtypes import (
    CNAME,
    NS,
    PUBLIC,
    SOA,
    RecordType,
    bad_request,
)
from azurelocal.arm.types import Body, ResourceType, new_etag
from azurelocal.errors import AzureError
from azurelocal.store import Resource

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.ids import ArmId
    from azurelocal.store import Store

_LISTS = {spelling.lower(): kind for kind in PUBLIC for spelling in (kind.public, kind.private)}


class RecordSet(ResourceType):
    """The records of one type and name."""

    has_location = False
    has_etag = True
    kind: ClassVar[RecordType]
    private: ClassVar[bool]

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        zone = zone_of(new.id)
        names.check_relative(new.name, zone.name)
        self._spell(new)
        _check_ttl(new.properties, "ttl" if self.private else "TTL")
        self._check_records(new, old)
        if self.kind is SOA and (old is None or new.name != names.APEX):
            raise bad_request("A zone has one SOA record set, which is made and deleted with it.")
        self._refuse_beside_cname(call, new)

    def _spell(self, new: Resource) -> None:
        """Write the properties as this API spells them, and leave out what is only shown."""
        spelled = {"ttl": "ttl" if self.private else "TTL", "metadata": "metadata"}
        spelled |= {"targetresource": "targetResource", "provisioningstate": "provisioningState"}
        written: Body = {}
        for name, value in new.properties.items():
            low = name.lower()
            kind = _LISTS.get(low)
            if low in spelled:
                written[spelled[low]] = value
            elif kind is not None and kind is self.kind:
                written[kind.property(private=self.private)] = value
            elif kind is not None and value:
                raise bad_request(
                    f"A record set of type {self.kind.name} cannot have the property '{name}'."
                )
        new.body["properties"] = written

    def _check_records(self, new: Resource, old: Resource | None) -> None:
        name = self.kind.property(private=self.private)
        records = self.kind.records(new.properties.get(name))
        for record in records:
            self.kind.data(record)
        written = [self.kind.written(record, private=self.private) for record in records]
        if not self.kind.alone:
            new.properties[name] = written
        elif written:
            new.properties[name] = written[0]
        if self.kind is CNAME and new.name == names.APEX:
            raise bad_request("A CNAME record set cannot have the name of the zone itself, '@'.")
        if self.kind is NS and new.name == names.APEX and old is not None:
            _refuse_lost_servers(records, old)

    def _refuse_beside_cname(self, call: Call, new: Resource) -> None:
        """Where there is a CNAME there is nothing else."""
        zone = zone_of(new.id)
        if self.kind is CNAME:
            others = [one.name for one in PUBLIC if one is not CNAME]
            if any(call.store.exists(zone.child(one, new.name).key) for one in others):
                raise AzureError(
                    409,
                    "Conflict",
                    "The CNAME record could not be created because another record with the same"
                    " name already exists in this zone.",
                )
        elif call.store.exists(zone.child(CNAME.name, new.name).key):
            raise AzureError(
                409,
                "Conflict",
                "The record could not be created because a CNAME record with the same name already"
                " exists in this zone.",
            )

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        if self.kind is SOA or (self.kind is NS and resource.name == names.APEX):
            raise bad_request(
                f"The record set of type {self.kind.name} with the name '{resource.name}' cannot be"
                " deleted: it is deleted with its zone."
            )

    def absent(self, id: ArmId) -> AzureError:
        return AzureError(
            404,
            "NotFound",
            f"The resource record '{id.name}' of type '{self.kind.name}' does not exist in zone"
            f" '{zone_of(id).name}' in resource group '{id.group}' of subscription"
            f" '{id.subscription}'.",
        )

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        name = names.full(resource.name, zone_of(resource.id).name)
        body["properties"]["fqdn"] = f"{name}."

    def page(self, call: Call, found: list[Body]) -> Body:
        return paging.record_sets(call, found)


def zone_of(id: ArmId) -> ArmId:
    """The zone of a record set."""
    assert id.parent is not None
    return id.parent


def record_sets(store: Store, zone: ArmId) -> list[Resource]:
    """All record sets of a zone, in the order of their types and names."""
    kinds = [kind.name.lower() for kind in PUBLIC]
    found = store.resources(parent=zone.key)
    return [one for one in found if one.id.types[-1].lower() in kinds]


def make(call: Call, zone: Resource, kind: RecordType, properties: Body) -> None:
    """Make one of the record sets that a zone has from its beginning."""
    resource = Resource(
        zone.id.child(kind.name, names.APEX), {"properties": properties}, new_etag()
    )
    resource.created = resource.changed = call.now
    call.store.put(resource)


def _check_ttl(properties: Body, name: str) -> None:
    ttl: Any = properties.get(name)
    if not isinstance(ttl, int) or isinstance(ttl, bool) or not 0 <= ttl <= 2_147_483_647:
        raise bad_request(f"The value '{ttl}' of '{name}' must be a whole number of seconds.")


def _refuse_lost_servers(records: list[Body], old: Resource) -> None:
    """Others may be added to the name servers of a zone; the zone's own stay."""
    own = {
        str(one["nsdname"]).lower()
        for one in old.properties.get("NSRecords", [])
        if ".azure-dns." in one["nsdname"]
    }
    if not own <= {str(one["nsdname"]).lower() for one in records}:
        raise bad_request("The name servers of the zone itself cannot be removed.")
