"""The marketplace's lists: what publishers, offers, SKUs and versions of images there are.

Unlike other lists of ARM they are bare arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute import extensionimages, marketplace
from azurelocal.arm.providers.compute.skus import require_region
from azurelocal.arm.route import Route
from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from collections.abc import Iterable

    from azurelocal.arm.call import Call
    from azurelocal.arm.types import Body

_PUBLISHERS = "/subscriptions/{s}/providers/Microsoft.Compute/locations/{l}/publishers"
_OFFERS = _PUBLISHERS + "/{p}/artifacttypes/vmimage/offers"
_SKUS = _OFFERS + "/{o}/skus"
_VERSIONS = _SKUS + "/{k}/versions"


def _publishers(call: Call, subscription: str, location: str) -> Response:
    base = _base(call, subscription, location)
    names = {one.publisher for one in marketplace.SKUS} | set(extensionimages.OFFERED)
    return Response(200, [_entry(base, location, name) for name in sorted(names)])


def _offers(call: Call, subscription: str, location: str, publisher: str) -> Response:
    base = _base(call, subscription, location, publisher)
    names = {one.offer for one in marketplace.find(publisher)}
    if not names and not extensionimages.offered_by(publisher):
        _found(publisher)
    return Response(200, [_entry(base, location, name) for name in sorted(names)])


def _skus(call: Call, subscription: str, location: str, publisher: str, offer: str) -> Response:
    base = _base(call, subscription, location, publisher, offer)
    found = _found(publisher, offer)
    return Response(200, [_entry(base, location, one.name) for one in found])


def _versions(
    call: Call, subscription: str, location: str, publisher: str, offer: str, sku: str
) -> Response:
    base = _base(call, subscription, location, publisher, offer, sku)
    found, query = _found(publisher, offer, sku)[0], call.request.query
    names: Iterable[str] = found.versions
    if query.get("$orderby", "").lower().endswith(" desc"):
        names = reversed(tuple(names))
    whole = query.get("$expand", "").lower().startswith("properties")
    entries = [
        _entry(base, location, name)
        | ({"properties": _described(marketplace.Image(found, name))} if whole else {})
        for name in names
    ]
    top = query.get("$top", "")
    return Response(200, entries[: int(top)] if top.isdigit() else entries)


def _version(
    call: Call,
    subscription: str,
    location: str,
    publisher: str,
    offer: str,
    sku: str,
    version: str,
) -> Response:
    base = _base(call, subscription, location, publisher, offer, sku)
    image = marketplace.resolve(publisher, offer, sku, version)
    entry = _entry(base, location, image.version)
    return Response(200, entry | {"properties": _described(image)})


def _described(image: marketplace.Image) -> Body:
    properties: Body = {
        "osDiskImage": {"operatingSystem": "Linux", "sizeInGb": image.size},
        "dataDiskImages": [],
        "automaticOSUpgradeProperties": {"automaticOSUpgradeSupported": False},
        "hyperVGeneration": image.generation,
        "architecture": image.sku.architecture,
        "features": [{"name": "IsAcceleratedNetworkSupported", "value": "True"}],
        "imageDeprecationStatus": {"imageState": "Active"},
    }
    if image.sku.plan:
        properties["plan"] = {
            "publisher": image.sku.publisher.lower(),
            "product": image.sku.offer,
            "name": image.sku.name,
        }
    return properties


def _base(call: Call, subscription: str, location: str, *names: str) -> str:
    """Check who asks and where, and give the ID that the entries of the list lie below."""
    call.authorize_member(subscription, "Microsoft.Compute/locations/publishers/read")
    region = require_region(location)
    base = f"/Subscriptions/{subscription}/Providers/Microsoft.Compute/Locations/{region}"
    kinds = ("Publishers", "ArtifactTypes/VMImage/Offers", "Skus", "Versions")
    for kind, name in zip(kinds, names, strict=False):
        base += f"/{kind}/{name}"
    return f"{base}/{kinds[len(names)]}"


def _found(*names: str) -> list[marketplace.Sku]:
    found = marketplace.find(*names)
    if not found:
        raise AzureError(
            404, "NotFound", f"Artifact: VMImage was not found: there is no {':'.join(names)}."
        )
    return found


def _entry(base: str, location: str, name: str) -> Body:
    return {"id": f"{base}/{name}", "location": location, "name": name}


ROUTES = [
    Route("GET", _PUBLISHERS, _publishers),
    Route("GET", _OFFERS, _offers),
    Route("GET", _SKUS, _skus),
    Route("GET", _VERSIONS, _versions),
    Route("GET", f"{_VERSIONS}/{{v}}", _version),
]
