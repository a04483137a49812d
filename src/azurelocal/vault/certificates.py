"""What is done with certificates. Each brings a key and a secret of the same name and versions.

They are signed by themselves; there is no issuer to ask, and none is renewed by itself.
"""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from azurelocal.http import Response
from azurelocal.vault import attributes, crypto, issuing, lifecycle
from azurelocal.vault.bodies import Body, an_object
from azurelocal.vault.issuing import PEM, PKCS12, Bundle
from azurelocal.vault.items import Item, Version
from azurelocal.vault.keys import read_spec
from azurelocal.vault.refusals import bad_parameter, is_deleted, is_managed, not_found

if TYPE_CHECKING:
    from azurelocal.vault.call import VaultCall
    from azurelocal.vault.crypto import KeySpec

KIND = "certificates"
_PARTS = ("keys", "secrets")


def spec(call: VaultCall, name: str) -> KeySpec:
    """What key a certificate is to have."""
    policy = _policy(call.request.json_object())
    _refuse_taken(call, name)
    return read_spec(policy["key_props"])


def create(call: VaultCall, name: str) -> Response:
    """Answer the wish for a certificate: it is there as soon as somebody looks."""
    body = call.request.json_object()
    policy = _policy(body)
    certificate = issuing.self_signed(call.made, policy, call.now)
    item = _add(call, name, body, policy, Bundle(call.made, certificate))
    item.settings["pending"] = str(uuid.uuid4())
    call.items(KIND).save(item)
    address = f"{call.id(KIND, name)}/pending"
    headers = {"location": f"{address}?request_id={item.settings['pending']}", "retry-after": "1"}
    return Response(202, _operation(call, item, "inProgress"), headers)


def get_pending(call: VaultCall, name: str) -> Response:
    """Answer GET of how the making of a certificate goes on."""
    item = _pending(call, name)
    return Response(200, _operation(call, item, "completed"))


def delete_pending(call: VaultCall, name: str) -> Response:
    """Answer DELETE of the operation that made a certificate, which stays."""
    item = _pending(call, name)
    answer = _operation(call, item, "completed")
    del item.settings["pending"]
    call.items(KIND).save(item)
    return Response(200, answer)


def _pending(call: VaultCall, name: str) -> Item:
    item = call.items(KIND).find(name, call.now)
    if item is None or item.deleted is not None or "pending" not in item.settings:
        raise not_found(KIND, f"{name}/pending")
    return item


def _operation(call: VaultCall, item: Item, status: str) -> Body:
    answer: Body = {
        "id": f"{call.id(KIND, item.name)}/pending",
        "issuer": {"name": "Self"},
        "cancellation_requested": False,
        "status": status,
        "request_id": item.settings["pending"],
    }
    if status == "completed":
        return answer | {"target": call.id(KIND, item.name)}
    return answer | {
        "status_details": "Pending certificate created. Certificate request is in progress."
    }


def import_certificate(call: VaultCall, name: str) -> Response:
    """Answer the import of a certificate that the client has."""
    body = call.request.json_object()
    bundle, kind = issuing.read(body.get("value"), body.get("pwd"))
    given = an_object(body, "policy")
    found = crypto.spec_of(bundle.key)
    key: Body = {"kty": found.type, "exportable": True, "reuse_key": False}
    key |= {"key_size": found.size} if found.type == "RSA" else {"crv": found.curve}
    told = {"subject": issuing.facts(bundle.certificate)["subject"]}
    policy: Body = {
        **given,
        "key_props": key | an_object(given, "key_props"),
        "secret_props": {"contentType": kind} | an_object(given, "secret_props"),
        "x509_props": told | an_object(given, "x509_props"),
        "issuer": {"name": "Unknown"},
    }
    _check_content_type(policy)
    _refuse_taken(call, name)
    item = _add(call, name, body, policy, bundle)
    return Response(200, show(call, item, item.newest))


def _policy(body: Body) -> Body:
    """Read the policy that a new certificate is made by."""
    policy = an_object(body, "policy")
    for part in ("key_props", "secret_props", "x509_props", "issuer"):
        policy[part] = an_object(policy, part)
    if policy["issuer"].get("name") != "Self":
        raise bad_parameter("The issuer must be Self: nobody else issues certificates here.")
    if not policy["x509_props"].get("subject") and not policy["x509_props"].get("sans"):
        raise bad_parameter("Property policy has neither subject nor sans.")
    policy["key_props"] = {
        "exportable": True,
        "kty": "RSA",
        "reuse_key": False,
    } | policy["key_props"]
    policy["secret_props"].setdefault("contentType", PKCS12)
    policy["x509_props"].setdefault("validity_months", 12)
    _check_content_type(policy)
    return policy


def _check_content_type(policy: Body) -> None:
    if policy["secret_props"]["contentType"] not in (PKCS12, PEM):
        raise bad_parameter(f"contentType must be {PKCS12} or {PEM}.")


def _refuse_taken(call: VaultCall, name: str) -> None:
    """Refuse a name that is a deleted certificate's, or somebody's who has no certificate."""
    for kind in (KIND, *_PARTS):
        item = call.items(kind).find(name, call.now)
        if item is not None and item.deleted is not None:
            raise is_deleted(kind, name)
        if item is not None and kind != KIND and not item.managed:
            raise is_managed(kind, name, "create")


def _add(call: VaultCall, name: str, body: Body, policy: Body, bundle: Bundle) -> Item:
    """Add a version of a certificate, and the same of its key and its secret."""
    told = issuing.facts(bundle.certificate)
    content = {"pem": bundle.certificate}
    item, version = lifecycle.new_version(call, KIND, name, body, content)
    version.expires, version.begins = told["exp"], told["nbf"]
    item.settings["policy"] = policy
    call.items(KIND).save(item)
    uses = ["sign", "verify"]
    if crypto.spec_of(bundle.key).type == "RSA":
        uses += ["encrypt", "decrypt", "wrapKey", "unwrapKey"]
    content_type = policy["secret_props"]["contentType"]
    _add_part(call, "keys", name, version, {"pem": bundle.key, "uses": uses})
    value = issuing.write(bundle, content_type)
    _add_part(call, "secrets", name, version, {"value": value, "contentType": content_type})
    return item


def _add_part(call: VaultCall, kind: str, name: str, like: Version, content: Body) -> None:
    items = call.items(kind)
    item = items.find(name, call.now) or Item(name=name, versions=[], managed=True)
    item.versions.append(
        Version(
            id=like.id,
            created=like.created,
            updated=like.updated,
            enabled=like.enabled,
            expires=like.expires,
            begins=like.begins,
            tags=like.tags,
            content=content,
        )
    )
    items.save(item)


def get(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer GET of a certificate."""
    return Response(200, show(call, *lifecycle.find_version(call, KIND, name, version)))


def update(call: VaultCall, name: str, version: str = "") -> Response:
    """Answer PATCH of what is said of a certificate; its key and its secret go with it."""
    item, changed, body = lifecycle.update(call, KIND, name, version)
    if body.get("policy"):
        item.settings["policy"] |= _changes(an_object(body, "policy"))
        call.items(KIND).save(item)
    for kind in _PARTS:
        part = lifecycle.find(call, kind, name)
        same = part.version(changed.id)
        if same is not None:
            same.enabled, same.tags, same.updated = changed.enabled, changed.tags, changed.updated
            call.items(kind).save(part)
    return Response(200, show(call, item, changed))


def delete(call: VaultCall, name: str) -> Response:
    """Answer DELETE of a certificate, with its key and its secret."""
    item = lifecycle.delete(call, KIND, name)
    for kind in _PARTS:
        lifecycle.delete(call, kind, name)
    return Response(200, show_deleted(call, item))


def get_deleted(call: VaultCall, name: str) -> Response:
    """Answer GET of a deleted certificate."""
    return Response(200, show_deleted(call, lifecycle.find_deleted(call, KIND, name)))


def recover(call: VaultCall, name: str) -> Response:
    """Answer the wish to have a deleted certificate back."""
    item = lifecycle.recover(call, KIND, name)
    for kind in _PARTS:
        lifecycle.recover(call, kind, name)
    return Response(200, show(call, item, item.newest))


def purge(call: VaultCall, name: str) -> Response:
    """Answer DELETE of a deleted certificate."""
    answer = lifecycle.purge(call, KIND, name)
    for kind in _PARTS:
        call.items(kind).remove(name)
    return answer


def list_all(call: VaultCall) -> Response:
    """Answer GET of all certificates."""
    return lifecycle.list_items(call, KIND, _entry)


def list_deleted(call: VaultCall) -> Response:
    """Answer GET of all deleted certificates."""
    return lifecycle.list_items(
        call,
        KIND,
        lambda call, item, version: (
            _entry(call, item, version) | attributes.show_deleted(call, KIND, item)
        ),
        deleted=True,
    )


def list_versions(call: VaultCall, name: str) -> Response:
    """Answer GET of all versions of a certificate."""
    return lifecycle.list_versions(
        call,
        KIND,
        name,
        lambda call, item, version: (
            _entry(call, item, version) | {"id": call.id(KIND, item.name, version.id)}
        ),
    )


def get_policy(call: VaultCall, name: str) -> Response:
    """Answer GET of what a certificate is made by."""
    return Response(200, _shown_policy(call, lifecycle.find(call, KIND, name)))


def update_policy(call: VaultCall, name: str) -> Response:
    """Answer PATCH of what the next version of a certificate is made by."""
    item = lifecycle.find(call, KIND, name)
    item.settings["policy"] |= _changes(call.request.json_object())
    call.items(KIND).save(item)
    return Response(200, _shown_policy(call, item))


def _changes(given: Body) -> Body:
    """What of a policy can be written; the next version is checked when it is made."""
    return {name: value for name, value in given.items() if name not in ("id", "attributes")}


def _shown_policy(call: VaultCall, item: Item) -> Body:
    times = {"created": int(item.versions[0].created), "updated": int(item.newest.updated)}
    return {
        **item.settings["policy"],
        "id": f"{call.id(KIND, item.name)}/policy",
        "attributes": {"enabled": True, **times},
    }


def show(call: VaultCall, item: Item, version: Version) -> Body:
    """A certificate with where its key and its secret are."""
    told = issuing.facts(version.content["pem"])
    return {
        "id": call.id(KIND, item.name, version.id),
        "kid": call.id("keys", item.name, version.id),
        "sid": call.id("secrets", item.name, version.id),
        "x5t": told["x5t"],
        "cer": told["cer"],
        "attributes": attributes.show(call, version),
        "policy": _shown_policy(call, item),
        **attributes.show_tags(version),
    }


def _entry(call: VaultCall, item: Item, version: Version) -> Body:
    told = issuing.facts(version.content["pem"])
    return {
        "id": call.id(KIND, item.name),
        "x5t": told["x5t"],
        "subject": told["subject"],
        "attributes": attributes.show(call, version),
        **attributes.show_tags(version),
    }


def show_deleted(call: VaultCall, item: Item) -> Body:
    """A deleted certificate."""
    return show(call, item, item.newest) | attributes.show_deleted(call, KIND, item)
