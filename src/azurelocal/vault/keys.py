"""What is done with keys: their making, and all that is computed with them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from azurelocal.errors import AzureError
from azurelocal.http import Response
from azurelocal.vault import attributes, crypto, lifecycle
from azurelocal.vault.bodies import Body, a_number, a_text, an_object, objects, texts
from azurelocal.vault.crypto import KeySpec
from azurelocal.vault.refusals import bad_parameter, is_disabled

if TYPE_CHECKING:
    from collections.abc import Callable

    from azurelocal.vault.call import VaultCall
    from azurelocal.vault.items import Item, Version

KIND = "keys"
_RSA_USES = ("encrypt", "decrypt", "sign", "verify", "wrapKey", "unwrapKey")
_EC_USES = ("sign", "verify")
_MAKING = ("encrypt", "wrapKey", "sign")
"""What is refused outside of a key's time; what was made with it can always be undone."""
_PERIOD = re.compile(r"P(?=\d)(\d+Y)?(\d+M)?(\d+D)?")


def spec(call: VaultCall) -> KeySpec:
    """What key a request to create one asks for."""
    return read_spec(call.request.json_object())


def read_spec(body: Body) -> KeySpec:
    """Read of what kind a key is to be."""
    match body.get("kty"):
        case "RSA" | "RSA-HSM":
            size = a_number(body, "key_size") or 2048
            if size not in crypto.SIZES:
                raise bad_parameter("key_size of an RSA key must be 2048, 3072 or 4096.")
            return KeySpec("RSA", size=size)
        case "EC" | "EC-HSM":
            curve = a_text(body, "crv") or "P-256"
            if curve not in crypto.CURVES:
                raise bad_parameter(f"crv must be one of {', '.join(crypto.CURVES)}.")
            return KeySpec("EC", curve=curve)
        case other:
            raise bad_parameter(f"Keys of the type {str(other)[:40]!r} are not made here.")


def rotation_spec(call: VaultCall, name: str) -> KeySpec:
    """A key that is rotated is followed by one of its kind."""
    lifecycle.require_unmanaged(call, KIND, name, "rotate")
    item = lifecycle.find(call, KIND, name)
    return crypto.spec_of(item.newest.content["pem"])


def create(call: VaultCall, name: str) -> Response:
    """Answer the wish for a new key, or for a new version of one."""
    body = call.request.json_object()
    content = {"pem": call.made, "uses": _uses(body, call.made), "hsm": _is_hsm(body)}
    item, version = lifecycle.new_version(call, KIND, name, body, content)
    return Response(200, show(call, item, version))


def import_key(call: VaultCall, name: str) -> Response:
    """Answer PUT of a key that the client has made."""
    body = call.request.json_object()
    given = an_object(body, "key")
    pem = crypto.from_jwk(given)
    content = {"pem": pem, "uses": _uses(given, pem), "hsm": bool(body.get("Hsm"))}
    item, version = lifecycle.new_version(call, KIND, name, body, content)
    return Response(200, show(call, item, version))


def _is_hsm(body: Body) -> bool:
    return str(body.get("kty")).endswith("-HSM")


def _uses(body: Body, pem: str) -> list[str]:
    known = _RSA_USES if crypto.spec_of(pem).type == "RSA" else _EC_USES
    if body.get("key_ops") is None:
        return list(known)
    given = texts(body, "key_ops")
    if any(use not in (*_RSA_USES, "import", "export") for use in given):
        raise bad_parameter("Property key_ops names what is no operation.")
    return given


def get(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer GET of the public part of a key."""
    return Response(200, show(call, *lifecycle.find_version(call, KIND, name, version)))


def update(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer PATCH of what is said of a key, and of what it may be used for."""
    lifecycle.require_unmanaged(call, KIND, name, "update")
    item, changed, body = lifecycle.update(call, KIND, name, version)
    if body.get("key_ops") is not None:
        changed.content["uses"] = _uses(body, changed.content["pem"])
        call.items(KIND).save(item)
    return Response(200, show(call, item, changed))


def delete(call: VaultCall, name: str) -> Response:
    """Answer DELETE of a key."""
    lifecycle.require_unmanaged(call, KIND, name, "delete")
    return Response(200, show_deleted(call, lifecycle.delete(call, KIND, name)))


def get_deleted(call: VaultCall, name: str) -> Response:
    """Answer GET of a deleted key."""
    return Response(200, show_deleted(call, lifecycle.find_deleted(call, KIND, name)))


def recover(call: VaultCall, name: str) -> Response:
    """Answer the wish to have a deleted key back."""
    item = lifecycle.recover(call, KIND, name)
    return Response(200, show(call, item, item.newest))


def purge(call: VaultCall, name: str) -> Response:
    """Answer DELETE of a deleted key."""
    return lifecycle.purge(call, KIND, name)


def list_all(call: VaultCall) -> Response:
    """Answer GET of all keys."""
    return lifecycle.list_items(call, KIND, _entry)


def list_deleted(call: VaultCall) -> Response:
    """Answer GET of all deleted keys."""
    return lifecycle.list_items(
        call,
        KIND,
        lambda call, item, version: (
            _entry(call, item, version) | attributes.show_deleted(call, KIND, item)
        ),
        deleted=True,
    )


def list_versions(call: VaultCall, name: str) -> Response:
    """Answer GET of all versions of a key."""
    return lifecycle.list_versions(
        call,
        KIND,
        name,
        lambda call, item, version: (
            _entry(call, item, version) | {"kid": call.id(KIND, item.name, version.id)}
        ),
    )


# What is computed


def encrypt(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer the wish to have something encrypted."""
    return _compute(call, name, version, "encrypt", crypto.encrypt)


def decrypt(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer the wish to have something decrypted."""
    return _compute(call, name, version, "decrypt", crypto.decrypt)


def wrap(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer the wish to have a key encrypted."""
    return _compute(call, name, version, "wrapKey", crypto.encrypt)


def unwrap(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer the wish to have a key decrypted."""
    return _compute(call, name, version, "unwrapKey", crypto.decrypt)


def sign(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer the wish to have a digest signed."""
    return _compute(call, name, version, "sign", crypto.sign)


def _compute(
    call: VaultCall,
    name: str,
    version: str,
    use: str,
    function: Callable[[str, str, bytes], bytes],
) -> Response:
    item, found = _usable(call, name, version, use)
    body = call.request.json_object()
    value = function(found.content["pem"], _algorithm(body), crypto.decode(body.get("value")))
    return Response(200, {"kid": call.id(KIND, item.name, found.id), "value": crypto.encode(value)})


def verify(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer the question whether a signature is of a key."""
    _, found = _usable(call, name, version, "verify")
    body = call.request.json_object()
    digest = crypto.decode(body.get("digest"), "digest")
    signature = crypto.decode(body.get("value"))
    good = crypto.verify(found.content["pem"], _algorithm(body), digest, signature)
    return Response(200, {"value": good})


def _algorithm(body: Body) -> str:
    algorithm: Any = body.get("alg")
    if not isinstance(algorithm, str):
        raise bad_parameter("Property alg is missing.")
    return algorithm


def _usable(call: VaultCall, name: str, version: str, use: str) -> tuple[Item, Version]:
    """Find a version that may be used in a way, now."""
    item, found = lifecycle.find_version(call, KIND, name, version)
    if not found.enabled:
        raise is_disabled(KIND, use)
    if use not in found.content["uses"]:
        raise AzureError(
            403,
            "Forbidden",
            f"Operation {use} is not permitted on this key.",
            inner="KeyOperationForbidden",
        )
    if use in _MAKING and found.begins is not None and call.now < found.begins:
        raise AzureError(403, "Forbidden", "The key is not valid yet.", inner="KeyNotYetValid")
    if use in _MAKING and found.expires is not None and call.now >= found.expires:
        raise AzureError(403, "Forbidden", "The key has expired.", inner="KeyExpired")
    return item, found


# Rotation


def rotate(call: VaultCall, name: str) -> Response:
    """Answer the wish for a new version of the same kind."""
    old = lifecycle.find(call, KIND, name).newest
    body: Body = {"tags": old.tags}
    content = old.content | {"pem": call.made}
    item, version = lifecycle.new_version(call, KIND, name, body, content)
    return Response(200, show(call, item, version))


def get_rotation(call: VaultCall, name: str) -> Response:
    """Answer GET of when a key is to be rotated."""
    item = lifecycle.find(call, KIND, name)
    return Response(200, _rotation(call, item))


def put_rotation(call: VaultCall, name: str) -> Response:
    """Answer PUT of when a key is to be rotated, which nobody but the client does here."""
    item = lifecycle.find(call, KIND, name)
    body = call.request.json_object()
    actions = objects(body, "lifetimeActions")
    if any(a_text(an_object(one, "action"), "type").lower() != "notify" for one in actions):
        raise bad_parameter("Keys are not rotated by themselves here: only Notify is taken.")
    expiry = a_text(an_object(body, "attributes"), "expiryTime")
    if expiry and not _PERIOD.fullmatch(expiry):
        raise bad_parameter("Property attributes.expiryTime is no period such as P90D.")
    created = an_object(item.settings, "rotation").get("created", int(call.now))
    item.settings["rotation"] = {
        "actions": actions,
        "expiry": expiry,
        "created": created,
        "updated": int(call.now),
    }
    call.items(KIND).save(item)
    return Response(200, _rotation(call, item))


def _rotation(call: VaultCall, item: Item) -> Body:
    kept: Body = item.settings.get("rotation") or {}
    said: Body = {}
    if kept.get("expiry"):
        said["expiryTime"] = kept["expiry"]
    if kept:
        said |= {"created": kept["created"], "updated": kept["updated"]}
    return {
        "id": call.id(KIND, f"{item.name}/rotationpolicy"),
        "lifetimeActions": kept.get("actions")
        or [{"trigger": {"timeBeforeExpiry": "P30D"}, "action": {"type": "Notify"}}],
        "attributes": said,
    }


# Answers


def show(call: VaultCall, item: Item, version: Version) -> Body:
    """A key: its public part, and what is said of it."""
    jwk: Body = {"kid": call.id(KIND, item.name, version.id)}
    jwk |= crypto.public_jwk(version.content["pem"])
    if version.content.get("hsm"):
        jwk["kty"] += "-HSM"
    jwk["key_ops"] = version.content["uses"]
    shown: Body = {"key": jwk, "attributes": attributes.show(call, version)}
    if item.managed:
        shown["managed"] = True
    return shown | attributes.show_tags(version)


def _entry(call: VaultCall, item: Item, version: Version) -> Body:
    shown: Body = {
        "kid": call.id(KIND, item.name),
        "attributes": attributes.show(call, version),
    }
    if item.managed:
        shown["managed"] = True
    return shown | attributes.show_tags(version)


def show_deleted(call: VaultCall, item: Item) -> Body:
    """A deleted key."""
    return show(call, item, item.newest) | attributes.show_deleted(call, KIND, item)
