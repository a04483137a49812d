"""What is asked of the Blob service of an account as a whole."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from azurelocal.blob.access import Way
from azurelocal.blob.delegation import LONGEST, Delegation
from azurelocal.blob.errors import XML
from azurelocal.blob.times import from_iso, iso
from azurelocal.blob.xml import document, element, group, invalid, read
from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from azurelocal.blob.call import BlobCall

_OFF = ("Enabled", "Read", "Write", "Delete", "IncludeAPIs")
"""Switches of services that are all off here, and stay so."""
_SERVICES = ("Logging", "HourMetrics", "MinuteMetrics", "DeleteRetentionPolicy", "StaticWebsite")


def get_properties(call: BlobCall) -> Response:
    """Answer GET of the properties of the service, none of which can be switched on."""
    off = group("RetentionPolicy", element("Enabled", "false"))
    verbs = [element(name, "false") for name in ("Delete", "Read", "Write")]
    metrics = [element("Version", "1.0"), element("Enabled", "false"), off]
    body = document(
        "StorageServiceProperties",
        group("Logging", element("Version", "1.0"), *verbs, off),
        group("HourMetrics", *metrics),
        group("MinuteMetrics", *metrics),
        group("Cors"),
        group("DeleteRetentionPolicy", element("Enabled", "false")),
        group("StaticWebsite", element("Enabled", "false")),
    )
    return Response(200, body, {"content-type": XML})


def set_properties(call: BlobCall) -> Response:
    """Answer PUT of the properties of the service: what would switch something on is refused."""
    top = read(call.request.body, "StorageServiceProperties")
    for part in top:
        if part.tag == "Cors" and len(part):
            raise _unsupported("Cors")
        if part.tag in _SERVICES and _switches_on(part):
            raise _unsupported(part.tag)
        if part.tag not in (*_SERVICES, "Cors", "DefaultServiceVersion"):
            raise _unsupported(part.tag)
    return Response(202)


def _switches_on(part: Element) -> bool:
    return any(
        one.tag in _OFF and (one.text or "").strip().lower() == "true" for one in part.iter()
    )


def _unsupported(name: str) -> AzureError:
    return AzureError(
        400,
        "UnsupportedXmlNode",
        f"The XML node {name[:80]} asks for what this Blob service does not do.",
    )


def get_account(call: BlobCall) -> Response:
    """Answer GET of what kind of account it is."""
    resource = call.store.get(call.account.id.lower())
    assert resource is not None
    hierarchical = bool(call.account_properties.get("isHnsEnabled"))
    told = {
        "x-ms-sku-name": resource.body["sku"]["name"],
        "x-ms-account-kind": resource.body["kind"],
        "x-ms-is-hns-enabled": "true" if hierarchical else "false",
    }
    return Response(200, b"", told)


def delegate(call: BlobCall) -> Response:
    """Answer the wish for a user delegation key, which only who has a token can have."""
    if call.caller.way is not Way.TOKEN:
        raise AzureError(
            403,
            "AuthorizationFailure",
            "This request is not authorized to perform this operation.",
        )
    info = read(call.request.body, "KeyInfo")
    if info.find("DelegatedUserTid") is not None:
        raise _unsupported("DelegatedUserTid")
    starts = from_iso((info.findtext("Start") or "").strip() or iso(call.now))
    ends = from_iso((info.findtext("Expiry") or "").strip())
    if starts is None or ends is None:
        raise invalid("Start or Expiry is no time.")
    if not starts < ends or not call.now < ends <= call.now + LONGEST + 60:
        raise invalid("Expiry must be behind Start, and at most seven days from now.")
    given = Delegation(
        object_id=call.caller.principal.object_id,
        tenant=call.tenant,
        start=iso(starts),
        expiry=iso(ends),
        service="b",
        version=call.header("x-ms-version"),
    )
    body = document(
        "UserDelegationKey",
        element("SignedOid", given.object_id),
        element("SignedTid", given.tenant),
        element("SignedStart", given.start),
        element("SignedExpiry", given.expiry),
        element("SignedService", given.service),
        element("SignedVersion", given.version),
        element("Value", base64.b64encode(given.key(call.account)).decode()),
    )
    return Response(200, body, {"content-type": XML})
