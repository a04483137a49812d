"""Private link services: what stands behind a load balancer, for networks that cannot reach it.

The connections of private endpoints are kept here, with what was decided about each; an endpoint
makes its connection and takes it away. A client can approve, reject and remove connections.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network.addresses import place
from azurelocal.arm.providers.network.common import NetworkType, choice, references
from azurelocal.arm.providers.network.virtualnetworks import subnet_of
from azurelocal.arm.types import (
    Body,
    Part,
    an_object,
    invalid,
    new_etag,
    objects,
    part_ids,
    position,
    reference,
)
from azurelocal.errors import AzureError
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.ids import ArmId
    from azurelocal.store import Resource, Store

_NETWORK = "Microsoft.Network"
NAME = f"{_NETWORK}/privateLinkServices"
CONFIGURATIONS = Part("ipConfigurations", alone=False)
CONNECTIONS = Part("privateEndpointConnections")
FRONTENDS = "loadBalancerFrontendIpConfigurations"
_STATES = ("Approved", "Rejected", "Pending", "Disconnected")


class PrivateLinkService(NetworkType):
    """Offers the frontends of a load balancer to private endpoints."""

    name = NAME
    parts = (CONFIGURATIONS, CONNECTIONS)

    def combine(self, old: Resource, body: Body) -> Body:
        """Who writes the service says nothing about its connections."""
        properties = an_object(body.get("properties"), "properties")
        kept = old.copy().properties[CONNECTIONS.name]
        return {**body, "properties": {**properties, CONNECTIONS.name: kept}}

    def merge(self, old: Resource, patch: Body) -> Body:
        return self.combine(old, super().merge(old, patch))

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        properties = new.properties
        self._check_frontends(call, new)
        configurations = objects(properties.get(CONFIGURATIONS.name), CONFIGURATIONS.name)
        if not configurations:
            raise invalid("A private link service must have an IP configuration.")
        known = {id.key: entry for id, entry in part_ids(old, CONFIGURATIONS)} if old else {}
        for number, configuration in enumerate(configurations):
            _check_subnet(call, configuration)
            place(call, new, configuration, known.get(configuration["id"].lower()), configurations)
            configuration["properties"].setdefault("primary", number == 0)
        for name in ("visibility", "autoApproval"):
            rule = an_object(properties.setdefault(name, {}), f"properties.{name}")
            rule.setdefault("subscriptions", [])
        properties.setdefault("fqdns", [])
        properties.setdefault("enableProxyProtocol", False)
        properties["alias"] = old.properties["alias"] if old else _alias(new)
        self._check_connections(new, old)

    def _check_frontends(self, call: Call, new: Resource) -> None:
        frontends = references(new.properties.get(FRONTENDS), f"properties.{FRONTENDS}")
        if not frontends:
            raise invalid(f"A private link service must have '{FRONTENDS}'.")
        for frontend in frontends:
            owner = parse(frontend).parent
            balancer = call.store.get(owner.key) if owner else None
            if balancer and str(balancer.body["sku"]["name"]).lower() != "standard":
                raise invalid(
                    f"Private link service {new.id} needs a load balancer of the sku Standard.",
                    "PrivateLinkServiceRequiresStandardLoadBalancer",
                )

    def _check_connections(self, new: Resource, old: Resource | None) -> None:
        """Connections are made by endpoints; all that can be changed is what is decided."""
        known = {id.key: entry for id, entry in part_ids(old, CONNECTIONS)} if old else {}
        kept: list[Body] = []
        for connection in objects(new.properties.get(CONNECTIONS.name), CONNECTIONS.name):
            was = known.get(str(connection.get("id", "")).lower())
            if old is not None and was is None:
                raise AzureError(
                    404,
                    "NotFound",
                    f"Private endpoint connection {connection.get('name')} of {new.id} not found.",
                )
            if was is not None:
                kept.append({**was, "properties": _decided(was["properties"], connection)})
        new.properties[CONNECTIONS.name] = kept

    def links(self, resource: Resource) -> Iterable[Link]:
        for frontend in references(resource.properties.get(FRONTENDS), FRONTENDS):
            type = f"{_NETWORK}/loadBalancers/frontendIPConfigurations"
            action = f"{type}/join/action"
            yield Link(str(resource.id), FRONTENDS, frontend, action=action, type=type, near=True)
        for id, configuration in part_ids(resource, CONFIGURATIONS):
            properties = configuration["properties"]
            subnet = reference(properties.get("subnet"), "subnet")
            type = f"{_NETWORK}/virtualNetworks/subnets"
            address = properties["privateIPAddress"]
            yield Link(str(id), "subnet", subnet, address, f"{type}/join/action", type=type)

    def refuse_delete(self, call: Call, resource: Resource) -> None:
        connections = list(part_ids(resource, CONNECTIONS))
        if connections:
            raise AzureError(
                400,
                "PrivateLinkServiceCannotBeDeletedWhenPrivateEndpointConnectionsExist",
                f"Private link service {resource.id} cannot be deleted because it has private"
                f" endpoint connections: {', '.join(str(id) for id, _ in connections)}.",
            )


def _check_subnet(call: Call, configuration: Body) -> None:
    subnet = reference(configuration["properties"].get("subnet"), "subnet")
    if not subnet:
        raise invalid(f"IP configuration {configuration['name']} must have a subnet.")
    _, found = subnet_of(call, subnet)
    if str(found["properties"]["privateLinkServiceNetworkPolicies"]).lower() != "disabled":
        raise AzureError(
            400,
            "PrivateLinkServiceCannotBeCreatedInSubnetThatHasNetworkPoliciesEnabled",
            f"Private link service cannot be created in the subnet {subnet} since it has private"
            " link service network policies enabled.",
        )


def _alias(service: Resource) -> str:
    guid = service.properties["resourceGuid"]
    return f"{service.name}.{guid}.{service.location}.azure.privatelinkservice"


def _decided(was: Body, connection: Body) -> Body:
    """What a connection is after somebody has decided about it."""
    name = "privateLinkServiceConnectionState"
    given = an_object(connection["properties"].get(name), name)
    state = {**was[name], **{key: value for key, value in given.items() if value is not None}}
    choice({"name": connection["name"], "properties": state}, "status", _STATES)
    return {**was, name: state}


# What private endpoints do with a service


def connect(call: Call, service: Resource, endpoint: ArmId, state: Body) -> None:
    """Note the connection of an endpoint, unless there is one already."""
    if connection_of(service, endpoint) is not None:
        return
    name = f"{endpoint.name}.{zlib.crc32(endpoint.key.encode()):08x}"
    service.properties[CONNECTIONS.name].append(
        {
            "name": name,
            "id": str(service.id.child(CONNECTIONS.kind, name)),
            "type": f"{NAME}/{CONNECTIONS.kind}",
            "properties": {
                "provisioningState": "Succeeded",
                "privateEndpoint": {"id": str(endpoint)},
                "privateLinkServiceConnectionState": state,
                "linkIdentifier": str(zlib.crc32(endpoint.key.encode())),
            },
        }
    )
    _save(call, service)


def disconnect(call: Call, service: Resource, endpoint: ArmId) -> None:
    """Take the connection of an endpoint away."""
    found = connection_of(service, endpoint)
    if found is not None:
        connections: list[Body] = service.properties[CONNECTIONS.name]
        place = position(connections, found["name"])
        assert place is not None
        del connections[place]
        _save(call, service)


def connection_of(service: Resource, endpoint: ArmId) -> Body | None:
    """The connection that an endpoint has."""
    for _, connection in part_ids(service, CONNECTIONS):
        if connection["properties"]["privateEndpoint"]["id"].lower() == endpoint.key:
            return connection
    return None


def with_alias(store: Store, alias: str) -> Resource | None:
    """Find the service that has an alias."""
    for service in store.resources(type=NAME):
        if service.properties["alias"].lower() == alias.lower():
            return service
    return None


def trusts(service: Resource, rule: str, subscription: str) -> bool:
    """Tell whether a service names a subscription, in its `visibility` or its `autoApproval`."""
    named: list[Any] = service.properties[rule]["subscriptions"]
    return "*" in named or subscription.lower() in [str(one).lower() for one in named]


def _save(call: Call, service: Resource) -> None:
    service.etag = new_etag()
    for connection in service.properties[CONNECTIONS.name]:
        connection["etag"] = service.etag
    call.store.put(service, PrivateLinkService().links(service))


TYPES = (PrivateLinkService,)
