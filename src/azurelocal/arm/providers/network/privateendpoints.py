"""Private endpoints: an interface in one's own network that leads to a private link service.

Endpoints of other services, such as storage accounts, are not emulated and are refused.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network import privatelinkservices as services
from azurelocal.arm.providers.network.common import NetworkType
from azurelocal.arm.types import (
    Body,
    Part,
    an_object,
    invalid,
    merge_patch,
    objects,
    part_ids,
    reference,
)
from azurelocal.errors import AzureError
from azurelocal.ids import parse
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

_NETWORK = "Microsoft.Network"
NAME = f"{_NETWORK}/privateEndpoints"
AUTOMATIC = Part("privateLinkServiceConnections", alone=False)
MANUAL = Part("manualPrivateLinkServiceConnections", alone=False)
_APPROVE = f"{services.NAME}/privateEndpointConnectionsApproval/action"
_STATE = "privateLinkServiceConnectionState"
_SUBNET = f"{_NETWORK}/virtualNetworks/subnets"


class PrivateEndpoint(NetworkType):
    """Has an address in a subnet, behind which a service stands."""

    name = NAME
    parts = (AUTOMATIC, MANUAL)

    def shape(self, call: Call, new: Resource, old: Resource | None) -> None:
        self.keep_guid(new, old)
        properties = new.properties
        subnet = reference(properties.get("subnet"), "properties.subnet")
        if not subnet:
            raise invalid("A private endpoint must have a subnet.", "SubnetRequired")
        for part in self.parts:
            properties.setdefault(part.name, [])
        connections = [entry for part in self.parts for entry in properties[part.name]]
        if len(connections) != 1:
            raise invalid(
                "A private endpoint must have exactly one connection.",
                "PrivateEndpointMustHaveOneConnection",
            )
        own = connections[0]["properties"]
        by_id = str(own.get("privateLinkServiceId", "")).startswith("/")
        service = _service(call, new, own.get("privateLinkServiceId"))
        own["privateLinkServiceId"] = str(service.id)
        if old is None:
            may_approve = bool(properties[AUTOMATIC.name]) and by_id
            own[_STATE] = self._decide(call, new, service, own, may_approve=may_approve)
        else:
            self._refuse_move(old, new)
        properties["networkInterfaces"] = (
            old.properties["networkInterfaces"] if old else [{"id": _interface_id(new)}]
        )
        properties.setdefault("ipConfigurations", [])
        properties.setdefault("customNetworkInterfaceName", "")
        properties.pop("customDnsConfigs", None)

    def _decide(
        self, call: Call, new: Resource, service: Resource, own: Body, *, may_approve: bool
    ) -> Body:
        """Let an endpoint in at once if its maker may decide that, or the service trusts it."""
        trusted = services.trusts(service, "autoApproval", new.id.subscription)
        if may_approve and not trusted:
            call.authorize_link(_APPROVE, str(service.id), f"{self.name}/write", str(new.id))
        return {
            "status": "Approved" if trusted or may_approve else "Pending",
            "description": "Auto-Approved" if trusted else str(own.get("requestMessage") or ""),
            "actionsRequired": "None",
        }

    def _refuse_move(self, old: Resource, new: Resource) -> None:
        """What an endpoint joins is decided when it is made."""
        was, now = (
            (
                reference(one.properties["subnet"], "subnet").lower(),
                service_id(one).lower(),
            )
            for one in (old, new)
        )
        if was != now:
            raise AzureError(
                400,
                "PrivateEndpointCannotBeUpdated",
                f"The subnet and the private link service of {new.id} cannot be changed.",
            )

    def links(self, resource: Resource) -> Iterable[Link]:
        id, properties = str(resource.id), resource.properties
        subnet = reference(properties["subnet"], "subnet")
        action = f"{_SUBNET}/join/action"
        yield Link(id, "privateEndpoints", subnet, "", action, type=_SUBNET, near=True)
        yield Link(id, "privateLinkService", service_id(resource), type=services.NAME)
        for interface in objects(properties["networkInterfaces"], "networkInterfaces"):
            # It is made after the endpoint, and goes with it.
            yield Link(id, "networkInterfaces", interface["id"], may_dangle=True)

    def written(self, call: Call, new: Resource, old: Resource | None) -> None:
        """A new endpoint makes its interface, and its connection to the service."""
        if old is not None:
            return
        service = call.store.get(service_id(new).lower())
        assert service is not None
        services.connect(call, service, new.id, _connection(new)["properties"][_STATE])
        call.cloud.engine.write(
            call, parse(_interface_of(new)), _interface(new), action=f"{self.name}/write"
        )

    def removed(self, call: Call, resource: Resource) -> None:
        service = call.store.get(service_id(resource).lower())
        if service is not None:
            services.disconnect(call, service, resource.id)
        interface = call.store.get(_interface_of(resource).lower())
        if interface is not None:
            call.cloud.engine.remove(call, interface)

    def show(self, call: Call, resource: Resource, body: Body) -> None:
        properties = body["properties"]
        service = call.store.get(service_id(resource).lower())
        found = services.connection_of(service, resource.id) if service else None
        state: Body = {"status": "Disconnected", "description": "", "actionsRequired": "None"}
        if found is not None:
            state = found["properties"][_STATE]
        for part in self.parts:
            for connection in properties[part.name]:
                connection["properties"][_STATE] = state
        properties["customDnsConfigs"] = dns_names(call, resource)
        if "networkinterfaces" in call.request.query.get("$expand", "").lower():
            interface = call.store.get(_interface_of(resource).lower())
            if interface is not None:
                properties["networkInterfaces"] = [call.cloud.engine.answer(call, interface)]


def _service(call: Call, endpoint: Resource, given: Any) -> Resource:
    """Find what an endpoint leads to, by its ID or its alias."""
    text = given if isinstance(given, str) else ""
    if not text.startswith("/"):
        found = services.with_alias(call.store, text)
        if found is None or not services.trusts(found, "visibility", endpoint.id.subscription):
            raise AzureError(
                400,
                "PrivateLinkServiceIdIsNotFound",
                f"There is no private link service '{text}' that subscription"
                f" '{endpoint.id.subscription}' may see.",
            )
        return found
    id = parse(text)
    if id.type.lower() != services.NAME.lower():
        raise invalid(
            f"A private endpoint of '{text}' is not emulated: only those of private link services"
            " are.",
            "PrivateEndpointTargetNotSupported",
        )
    found = call.store.get(id.key)
    if found is None:
        raise AzureError(
            400,
            "InvalidResourceReference",
            f"Resource {text} referenced by resource {endpoint.id} was not found. Please make sure"
            " that the referenced resource exists.",
        )
    return found


def service_id(endpoint: Resource) -> str:
    """The ID of the service that an endpoint leads to."""
    return str(_connection(endpoint)["properties"]["privateLinkServiceId"])


def _connection(endpoint: Resource) -> Body:
    """The one connection of an endpoint."""
    return next(entry for part in (AUTOMATIC, MANUAL) for _, entry in part_ids(endpoint, part))


def address_of(call: Call, endpoint: Resource) -> str:
    """The address that an endpoint has."""
    interface = call.store.get(_interface_of(endpoint).lower())
    if interface is None:
        return ""
    return str(interface.properties["ipConfigurations"][0]["properties"]["privateIPAddress"])


def dns_names(call: Call, endpoint: Resource) -> list[Body]:
    """The names that lead to the service, with the address that they should have here."""
    service = call.store.get(service_id(endpoint).lower())
    address = address_of(call, endpoint)
    names: list[str] = service.properties["fqdns"] if service else []
    return [{"fqdn": name, "ipAddresses": [address]} for name in names if address]


def _interface_id(endpoint: Resource) -> str:
    given = endpoint.properties.get("customNetworkInterfaceName")
    name = given or f"{endpoint.name}.nic.{uuid.uuid4()}"
    return f"{endpoint.id.scope}/providers/{_NETWORK}/networkInterfaces/{name}"


def _interface_of(endpoint: Resource) -> str:
    return str(endpoint.properties["networkInterfaces"][0]["id"])


def _interface(endpoint: Resource) -> Body:
    """The interface of an endpoint. Its address may be one that was asked for."""
    wanted = objects(endpoint.properties["ipConfigurations"], "properties.ipConfigurations")
    configuration: Body = {
        "name": "privateEndpointIpConfig",
        "properties": {"subnet": endpoint.properties["subnet"]},
    }
    if wanted:
        address = an_object(wanted[0].get("properties"), "ipConfigurations").get("privateIPAddress")
        static = {"privateIPAllocationMethod": "Static", "privateIPAddress": address}
        configuration = merge_patch(configuration, {"properties": static if address else {}})
    return {
        "location": endpoint.location,
        "properties": {"ipConfigurations": [configuration]},
    }


TYPES = (PrivateEndpoint,)
