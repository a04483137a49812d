"""The extensions that publishers offer for machines, by publisher, type and version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute import marketplace
from azurelocal.arm.providers.compute.skus import require_region
from azurelocal.arm.route import Route
from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body

_TYPES = (
    "/subscriptions/{s}/providers/Microsoft.Compute/locations/{l}/publishers/{p}"
    "/artifacttypes/vmextension/types"
)
OFFERED = {
    "Microsoft.Azure.Extensions": {"CustomScript": ("2.1.10", "2.1.13")},
    "Microsoft.Azure.ContainerUpstream": {"CAPZ.Linux.Bootstrapping": ("1.0.0",)},
    "Microsoft.Azure.ActiveDirectory": {"AADSSHLoginForLinux": ("1.0.2791.1",)},
    "Microsoft.OSTCExtensions": {"VMAccessForLinux": ("1.5.20",)},
}


def _types(call: Call, subscription: str, location: str, publisher: str) -> Response:
    base, offered = _base(call, subscription, location, publisher)
    return Response(200, [_entry(base, location, name) for name in offered])


def _versions(call: Call, subscription: str, location: str, publisher: str, type: str) -> Response:
    base, offered = _base(call, subscription, location, publisher)
    for name, versions in offered.items():
        if name.lower() == type.lower():
            below = f"{base}/{name}/Versions"
            return Response(200, [_entry(below, location, version) for version in versions])
    raise _absent(publisher, type)


def _base(
    call: Call, subscription: str, location: str, publisher: str
) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Check who asks and where; give what the publisher offers, and what the IDs begin with."""
    call.authorize_member(subscription, "Microsoft.Compute/locations/publishers/read")
    region = require_region(location)
    offered = offered_by(publisher)
    if not offered and not marketplace.find(publisher):
        raise _absent(publisher)
    place = f"/Subscriptions/{subscription}/Providers/Microsoft.Compute/Locations/{region}"
    return f"{place}/Publishers/{publisher}/ArtifactTypes/VMExtension/Types", offered


def offered_by(publisher: str) -> dict[str, tuple[str, ...]]:
    """The types of a publisher, each with its versions; nothing of one who has none."""
    for name, offered in OFFERED.items():
        if name.lower() == publisher.lower():
            return offered
    return {}


def _entry(base: str, location: str, name: str) -> Body:
    return {"id": f"{base}/{name}", "location": location, "name": name}


def _absent(*names: str) -> AzureError:
    return AzureError(
        404, "NotFound", f"Artifact: VMExtension was not found: there is no {':'.join(names)}."
    )


ROUTES = [
    Route("GET", _TYPES, _types),
    Route("GET", f"{_TYPES}/{{t}}/versions", _versions),
]
