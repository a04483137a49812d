"""What is done with containers. They are resources of ARM, and written through its engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.blob import policies
from azurelocal.blob.conditions import check_container
from azurelocal.blob.errors import XML, invalid_header, unsupported_header
from azurelocal.blob.policies import Policy
from azurelocal.blob.properties import given_metadata, metadata_headers, version_headers
from azurelocal.blob.times import from_iso
from azurelocal.blob.xml import document, element, group, invalid, read
from azurelocal.errors import AzureError
from azurelocal.http import Response

if TYPE_CHECKING:
    from azurelocal.blob.call import BlobCall
    from azurelocal.store import Resource

_LEVELS = {"": "None", "blob": "Blob", "container": "Container"}


def create(call: BlobCall) -> Response:
    """Answer PUT of a container."""
    if call.find_container(call.target.container) is not None:
        raise AzureError(409, "ContainerAlreadyExists", "The specified container already exists.")
    if call.header("x-ms-default-encryption-scope"):
        raise unsupported_header("x-ms-default-encryption-scope")
    made = _write(call, {"publicAccess": _level(call), "metadata": given_metadata(call)})
    return Response(201, b"", version_headers(made))


def get(call: BlobCall) -> Response:
    """Answer GET and HEAD of the properties of a container."""
    container = call.container()
    told = {
        **version_headers(container),
        **metadata_headers(container.properties.get("metadata") or {}),
        **_level_header(container),
        "x-ms-lease-status": "unlocked",
        "x-ms-lease-state": "available",
        "x-ms-has-immutability-policy": "false",
        "x-ms-has-legal-hold": "false",
        "x-ms-immutable-storage-with-versioning-enabled": "false",
        "x-ms-default-encryption-scope": "$account-encryption-key",
        "x-ms-deny-encryption-scope-override": "false",
    }
    return Response(200, b"", told)


def get_metadata(call: BlobCall) -> Response:
    """Answer GET of the metadata of a container."""
    container = call.container()
    metadata: Any = container.properties.get("metadata") or {}
    return Response(200, b"", version_headers(container) | metadata_headers(metadata))


def set_metadata(call: BlobCall) -> Response:
    """Answer PUT of the metadata of a container."""
    container = call.container()
    check_container(call, container)
    changed = _write(call, container.properties | {"metadata": given_metadata(call)})
    return Response(200, b"", version_headers(changed))


def get_acl(call: BlobCall) -> Response:
    """Answer GET of what is public, and of the stored access policies."""
    container = call.container()
    entries: list[str] = []
    for policy in policies.find_all(call.store, call.account.name, container.name):
        given = {"Start": policy.start, "Expiry": policy.expiry, "Permission": policy.permissions}
        said = [element(name, value) for name, value in given.items() if value]
        entries.append(
            group("SignedIdentifier", element("Id", policy.id), group("AccessPolicy", *said))
        )
    headers = {"content-type": XML, **version_headers(container), **_level_header(container)}
    return Response(200, document("SignedIdentifiers", *entries), headers)


def set_acl(call: BlobCall) -> Response:
    """Answer PUT of what is public, and of the stored access policies."""
    container = call.container()
    check_container(call, container)
    given = _policies(call)
    changed = _write(call, container.properties | {"publicAccess": _level(call)})
    policies.save(call.store, call.account.name, container.name, given)
    return Response(200, b"", version_headers(changed))


def delete(call: BlobCall) -> Response:
    """Answer DELETE of a container, which goes at once with all that is in it."""
    container = call.container()
    check_container(call, container)
    call.cloud.engine.remove(call.cloud.own_call(), container)
    return Response(202)


def _write(call: BlobCall, properties: dict[str, Any]) -> Resource:
    id = call.container_id(call.target.container)
    return call.cloud.engine.write(call.cloud.own_call(), id, {"properties": properties})


def _level(call: BlobCall) -> str:
    level = _LEVELS.get(call.header("x-ms-blob-public-access").lower())
    if level is None:
        raise invalid_header("x-ms-blob-public-access", "It must be blob or container.")
    return level


def _level_header(container: Resource) -> dict[str, str]:
    level = container.properties.get("publicAccess", "None")
    return {} if level == "None" else {"x-ms-blob-public-access": level.lower()}


def _policies(call: BlobCall) -> list[Policy]:
    if not call.request.body.strip():
        return []
    found: list[Policy] = []
    for entry in read(call.request.body, "SignedIdentifiers").iterfind("SignedIdentifier"):
        start, expiry, permissions = (
            (entry.findtext(f"AccessPolicy/{name}") or "").strip()
            for name in ("Start", "Expiry", "Permission")
        )
        id = (entry.findtext("Id") or "").strip()
        if not 1 <= len(id) <= 64:
            raise invalid("An Id has from 1 to 64 characters.")
        if any(text and from_iso(text) is None for text in (start, expiry)):
            raise invalid("A Start or an Expiry is no time.")
        found.append(Policy(id=id, start=start, expiry=expiry, permissions=permissions))
    if len(found) > policies.MOST:
        raise invalid(f"A container has at most {policies.MOST} policies.")
    return found
