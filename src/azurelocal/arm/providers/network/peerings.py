"""Peerings: one half of what joins two virtual networks. They are connected when both have theirs.

The state is kept in both networks, since it tells what has happened: a half that was connected and
has lost its other half is Disconnected until it is written anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.arm.providers.network.common import prefixes
from azurelocal.arm.types import Body, Part, invalid, new_etag, objects, part_ids, reference
from azurelocal.errors import AzureError
from azurelocal.ids import parse_segments
from azurelocal.store import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.store import Resource

PEERINGS = Part("virtualNetworkPeerings")
_KIND = "~remoteVirtualNetwork"
_NETWORK = "Microsoft.Network/virtualNetworks"
_DEFAULTS = {
    "allowVirtualNetworkAccess": True,
    "allowForwardedTraffic": False,
    "allowGatewayTransit": False,
    "useRemoteGateways": False,
    "doNotVerifyRemoteGateways": False,
}
_SHOWN = ("remoteAddressSpace", "remoteVirtualNetworkAddressSpace")


def shape(call: Call, new: Resource, old: Resource | None) -> None:
    """Check the peerings of a network. A network written without a list of them keeps them."""
    if new.properties.get(PEERINGS.name) is None:
        new.properties[PEERINGS.name] = old.copy().properties[PEERINGS.name] if old else []
    known = {id.key: entry for id, entry in part_ids(old, PEERINGS)} if old else {}
    seen: dict[str, str] = {}
    for peering in objects(new.properties[PEERINGS.name], PEERINGS.name):
        properties = peering.setdefault("properties", {})
        for name in _SHOWN:
            properties.pop(name, None)
        for name, default in _DEFAULTS.items():
            properties.setdefault(name, default)
        remote = _remote(peering)
        if not remote or remote.lower() == new.key:
            raise invalid(f"Peering {peering['name']} must have a remoteVirtualNetwork.")
        if remote.lower() in seen:
            raise AzureError(
                400,
                "AnotherPeeringAlreadyReferencesRemoteVnet",
                f"Peering {peering['id']} cannot be created or updated because virtual network"
                f" {new.id} already has another peering {seen[remote.lower()]} referencing remote"
                f" virtual network {remote}.",
            )
        seen[remote.lower()] = str(peering["id"])
        was = known.get(str(peering["id"]).lower())
        if was is not None and _remote(was).lower() != remote.lower():
            raise AzureError(
                400,
                "ChangingRemoteVirtualNetworkNotAllowed",
                f"The remote virtual network of peering {peering['id']} cannot be changed.",
            )
        properties["peeringState"] = _state(call, new, peering, was)
        properties["peeringSyncLevel"] = "FullyInSync"


def _state(call: Call, own: Resource, peering: Body, was: Body | None) -> str:
    state = str(was["properties"]["peeringState"]) if was else ""
    asked = parse_segments(call.request.segments).key == str(peering["id"]).lower()
    if state and not (asked and state == "Disconnected"):
        return state
    remote = call.store.get(_remote(peering).lower())
    if remote is None:
        return state or "Initiated"
    if was is None:
        _refuse_overlap(own, remote, peering)
    counterpart = _counterpart(remote, own.key)
    if counterpart is None:
        return "Initiated"
    if counterpart["properties"]["peeringState"] == "Disconnected":
        raise AzureError(
            400,
            "RemotePeeringIsDisconnected",
            f"Cannot create or update peering {peering['id']} because remote peering"
            f" {counterpart['id']} referencing parent virtual network {own.id} is in Disconnected"
            " state. Update or re-create the remote peering to get it back to Initiated state."
            " Peering gets Disconnected when remote vnet or remote peering is deleted and"
            " re-created.",
        )
    return "Connected"


def _refuse_overlap(own: Resource, remote: Resource, peering: Body) -> None:
    for mine in prefixes(own.properties["addressSpace"], "addressSpace"):
        for other in prefixes(remote.properties["addressSpace"], "addressSpace"):
            if mine.version == other.version and mine.overlaps(other):
                raise AzureError(
                    400,
                    "VnetAddressSpacesOverlap",
                    f"Cannot create or update peering {peering['id']}. Virtual networks {own.id}"
                    f" and {remote.id} cannot be peered because their address spaces overlap."
                    f" Overlapping address prefixes: {mine}, {other}.",
                )


def links(resource: Resource) -> Iterable[Link]:
    """The other networks. Nobody is kept alive by them."""
    for id, peering in part_ids(resource, PEERINGS):
        action = f"{_NETWORK}/peer/action"
        yield Link(str(id), _KIND, _remote(peering), action=action, type=_NETWORK)


def written(call: Call, new: Resource, old: Resource | None) -> None:
    """Tell the other networks what has become of their peerings."""
    kept = {id.key for id, _ in part_ids(new, PEERINGS)}
    for id, peering in part_ids(old, PEERINGS) if old else ():
        if id.key not in kept:
            _tell(call, _remote(peering), new.key, "Disconnected")
    for _, peering in part_ids(new, PEERINGS):
        if peering["properties"]["peeringState"] == "Connected":
            _tell(call, _remote(peering), new.key, "Connected")


def removed(call: Call, network: Resource) -> None:
    """The other halves of the peerings of a network that is gone are disconnected."""
    for _, peering in part_ids(network, PEERINGS):
        _tell(call, _remote(peering), network.key, "Disconnected")


def _tell(call: Call, remote: str, own: str, state: str) -> None:
    found = call.store.get(remote.lower())
    counterpart = _counterpart(found, own) if found else None
    if found is None or counterpart is None or counterpart["properties"]["peeringState"] == state:
        return
    counterpart["properties"]["peeringState"] = state
    found.etag = counterpart["etag"] = new_etag()
    call.store.put(found, call.cloud.registry.type_of(found.id).links(found))


def show(call: Call, body: Body) -> None:
    """Show the address spaces of the other networks, as far as they are there."""
    for peering in body["properties"][PEERINGS.name]:
        remote = call.store.get(_remote(peering).lower())
        if remote is not None:
            for name in _SHOWN:
                peering["properties"][name] = remote.properties["addressSpace"]


def _counterpart(network: Resource, other: str) -> Body | None:
    """The peering of a network with another one, given by its key."""
    for _, peering in part_ids(network, PEERINGS):
        if _remote(peering).lower() == other:
            return peering
    return None


def _remote(peering: Body) -> str:
    properties: Any = peering["properties"]
    return reference(properties.get("remoteVirtualNetwork"), "remoteVirtualNetwork")
