"""What is done with secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from azurelocal.http import Response
from azurelocal.vault import attributes, lifecycle
from azurelocal.vault.bodies import Body, a_text
from azurelocal.vault.refusals import bad_parameter, is_disabled

if TYPE_CHECKING:
    from azurelocal.vault.call import VaultCall
    from azurelocal.vault.items import Item, Version

KIND = "secrets"
_LARGEST = 25 * 1024  # bytes


def put(call: VaultCall, name: str) -> Response:
    """Answer PUT of a secret: a new version."""
    body = call.request.json_object()
    value: Any = body.get("value")
    if not isinstance(value, str):
        raise bad_parameter("The parameter value is missing, or is no string.")
    if len(value.encode()) > _LARGEST:
        raise bad_parameter("The secret value is larger than 25 kB.")
    content = {"value": value, "contentType": a_text(body, "contentType") or None}
    item, version = lifecycle.new_version(call, KIND, name, body, content)
    return Response(200, _with_value(call, item, version))


def get(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer GET of the value of a secret."""
    item, found = lifecycle.find_version(call, KIND, name, version)
    if not found.enabled:
        raise is_disabled(KIND, "get")
    return Response(200, _with_value(call, item, found))


def update(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer PATCH of what is said of a secret."""
    lifecycle.require_unmanaged(call, KIND, name, "update")
    item, changed, body = lifecycle.update(call, KIND, name, version)
    if "contentType" in body:
        changed.content["contentType"] = a_text(body, "contentType") or None
        call.items(KIND).save(item)
    return Response(200, show(call, item, changed))


def delete(call: VaultCall, name: str) -> Response:
    """Answer DELETE of a secret."""
    lifecycle.require_unmanaged(call, KIND, name, "delete")
    return Response(200, show_deleted(call, lifecycle.delete(call, KIND, name)))


def get_deleted(call: VaultCall, name: str) -> Response:
    """Answer GET of a deleted secret."""
    return Response(200, show_deleted(call, lifecycle.find_deleted(call, KIND, name)))


def recover(call: VaultCall, name: str) -> Response:
    """Answer the wish to have a deleted secret back."""
    item = lifecycle.recover(call, KIND, name)
    return Response(200, show(call, item, item.newest))


def purge(call: VaultCall, name: str) -> Response:
    """Answer DELETE of a deleted secret."""
    return lifecycle.purge(call, KIND, name)


def list_all(call: VaultCall) -> Response:
    """Answer GET of all secrets."""
    return lifecycle.list_items(call, KIND, _entry)


def list_deleted(call: VaultCall) -> Response:
    """Answer GET of all deleted secrets."""
    return lifecycle.list_items(
        call,
        KIND,
        lambda call, item, version: (
            _entry(call, item, version) | attributes.show_deleted(call, KIND, item)
        ),
        deleted=True,
    )


def list_versions(call: VaultCall, name: str) -> Response:
    """Answer GET of all versions of a secret."""
    return lifecycle.list_versions(call, KIND, name, show)


def show(call: VaultCall, item: Item, version: Version) -> Body:
    """A version without its value."""
    shown: Body = {"id": call.id(KIND, item.name, version.id)}
    if version.content.get("contentType") is not None:
        shown["contentType"] = version.content["contentType"]
    if item.managed:
        shown["kid"] = call.id("keys", item.name, version.id)
        shown["managed"] = True
    shown["attributes"] = attributes.show(call, version)
    return shown | attributes.show_tags(version)


def _entry(call: VaultCall, item: Item, version: Version) -> Body:
    """A secret in a list, where no version is named."""
    return show(call, item, version) | {"id": call.id(KIND, item.name)}


def _with_value(call: VaultCall, item: Item, version: Version) -> Body:
    return {"value": version.content["value"]} | show(call, item, version)


def show_deleted(call: VaultCall, item: Item) -> Body:
    """A deleted secret."""
    return show(call, item, item.newest) | attributes.show_deleted(call, KIND, item)
