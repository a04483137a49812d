"""Keys, and what is computed with them."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from tests.unit.azurelocal.vault.conftest import inner

if TYPE_CHECKING:
    from tests.unit.azurelocal.vault.conftest import Vault

PLAIN = base64.urlsafe_b64encode(b"plain text").decode().rstrip("=")


@pytest.mark.parametrize("algorithm", ["RSA1_5", "RSA-OAEP", "RSA-OAEP-256"])
@pytest.mark.parametrize(("there", "back"), [("encrypt", "decrypt"), ("wrapkey", "unwrapkey")])
def test_what_is_encrypted_can_be_decrypted(
    vault: Vault, algorithm: str, there: str, back: str
) -> None:
    version = vault.key("k")

    encrypted = vault.post(f"keys/k/{version}/{there}", {"alg": algorithm, "value": PLAIN}).json
    body = {"alg": algorithm, "value": encrypted["value"]}
    decrypted = vault.post(f"keys/k/{version}/{back}", body).json

    assert decrypted == {"kid": f"{vault.url}/keys/k/{version}", "value": PLAIN}
    assert encrypted["kid"] == decrypted["kid"]
    assert encrypted["value"] != PLAIN


def test_without_a_version_the_newest_is_used_and_named(vault: Vault) -> None:
    vault.key("k")
    newest = vault.key("k")

    answer = vault.post("keys/k//encrypt", {"alg": "RSA-OAEP-256", "value": PLAIN})

    assert answer.json["kid"] == f"{vault.url}/keys/k/{newest}"


@pytest.mark.parametrize(
    ("kind", "algorithm", "hash"),
    [
        ({"kty": "RSA"}, "RS256", "sha256"),
        ({"kty": "RSA"}, "PS512", "sha512"),
        ({"kty": "EC"}, "ES256", "sha256"),
        ({"kty": "EC", "crv": "P-384"}, "ES384", "sha384"),
        ({"kty": "EC", "crv": "P-521"}, "ES512", "sha512"),
    ],
)
def test_a_signature_is_good_for_what_was_signed(
    vault: Vault, kind: dict[str, str], algorithm: str, hash: str
) -> None:
    vault.key("k", **kind)
    digest, other = (encoded(hashlib.new(hash, text).digest()) for text in (b"one", b"two"))

    signature = vault.post("keys/k/sign", {"alg": algorithm, "value": digest}).json["value"]

    body = {"alg": algorithm, "value": signature}
    assert vault.post("keys/k/verify", body | {"digest": digest}).json == {"value": True}
    assert vault.post("keys/k/verify", body | {"digest": other}).json == {"value": False}


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def number(value: int) -> str:
    return encoded(value.to_bytes((value.bit_length() + 7) // 8, "big"))


def test_a_key_shows_its_public_part_only(vault: Vault) -> None:
    version = vault.key("k", key_size=3072)

    key = vault.get("keys/k").json["key"]

    assert set(key) == {"kid", "kty", "n", "e", "key_ops"}
    assert key["kid"] == f"{vault.url}/keys/k/{version}"
    assert len(base64.urlsafe_b64decode(key["n"] + "==")) == 3072 // 8


def test_an_imported_key_is_the_clients(vault: Vault) -> None:
    private = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    numbers = private.private_numbers()
    public = numbers.public_numbers
    jwk = {"kty": "RSA", "n": number(public.n), "e": number(public.e), "d": number(numbers.d)}
    jwk |= {"p": number(numbers.p), "q": number(numbers.q)}

    imported = vault.put("keys/k", {"key": jwk})

    assert imported.json["key"]["n"] == jwk["n"]
    curve = ec.generate_private_key(ec.SECP256R1()).private_numbers()
    point = curve.public_numbers
    jwk = {"kty": "EC", "crv": "P-256", "x": number(point.x), "y": number(point.y)}
    second = vault.put("keys/e", {"key": jwk | {"d": number(curve.private_value)}})
    assert second.json["key"]["crv"] == "P-256"


def test_a_rotated_key_is_another_of_its_kind(vault: Vault) -> None:
    first = vault.key("k", key_size=3072)

    rotated = vault.post("keys/k/rotate").json["key"]

    assert rotated["kid"] != f"{vault.url}/keys/k/{first}"
    assert len(base64.urlsafe_b64decode(rotated["n"] + "==")) == 3072 // 8
    assert len(vault.get("keys/k/versions").json["value"]) == 2


def test_a_key_does_what_it_is_for(vault: Vault) -> None:
    vault.key("k", key_ops=["sign"])

    answer = vault.post("keys/k/encrypt", {"alg": "RSA-OAEP", "value": PLAIN})

    assert (answer.status, inner(answer)) == (403, "KeyOperationForbidden")


def test_an_expired_key_decrypts_and_encrypts_no_more(vault: Vault) -> None:
    body = {"alg": "RSA-OAEP", "value": PLAIN}
    expiry = int(vault.azure.clock.now) + 60
    vault.key("k", attributes={"exp": expiry})
    encrypted = vault.post("keys/k/encrypt", body).json["value"]

    vault.azure.clock.now += 61

    assert inner(vault.post("keys/k/encrypt", body)) == "KeyExpired"
    decrypted = vault.post("keys/k/decrypt", body | {"value": encrypted})
    assert decrypted.json["value"] == PLAIN


def test_a_key_that_is_off_does_nothing(vault: Vault) -> None:
    vault.key("k")
    vault.ask("PATCH", "keys/k", {"attributes": {"enabled": False}})

    answer = vault.post("keys/k/encrypt", {"alg": "RSA-OAEP", "value": PLAIN})

    assert (answer.status, inner(answer)) == (403, "KeyDisabled")


@pytest.mark.parametrize(
    "body",
    [
        {"alg": "RSA-OAEP"},
        {"alg": "RSA-OAEP", "value": 1},
        {"alg": "RSA-OAEP", "value": "!"},
        {"alg": "RSA-OAEP", "value": "AAAA"},
        {"alg": "A256GCM", "value": PLAIN},
        {"value": PLAIN},
        [],
    ],
)
def test_what_cannot_be_decrypted_is_refused(vault: Vault, body: Any) -> None:
    vault.key("k")

    assert vault.post("keys/k/decrypt", body).status == 400


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"kty": "oct"},
        {"kty": "RSA", "key_size": 512},
        {"kty": "RSA", "key_size": "big"},
        {"kty": "EC", "crv": "P-1"},
        {"kty": "RSA", "key_ops": "sign"},
        {"kty": "RSA", "key_ops": ["dance"]},
        {"kty": ["RSA"]},
    ],
)
def test_a_key_that_cannot_be_is_refused(vault: Vault, body: Any) -> None:
    assert vault.post("keys/k/create", body).status == 400


@pytest.mark.parametrize(
    "jwk", [None, {}, {"kty": "RSA", "n": "AA"}, {"kty": "EC", "crv": 1, "d": "AA"}, "key"]
)
def test_a_key_that_is_none_is_not_imported(vault: Vault, jwk: Any) -> None:
    assert vault.put("keys/k", {"key": jwk}).status == 400


def test_when_a_key_is_rotated_is_the_clients_business(vault: Vault) -> None:
    vault.key("k")
    notify = {"trigger": {"timeBeforeExpiry": "P30D"}, "action": {"type": "Notify"}}
    rotate = {"trigger": {"timeAfterCreate": "P30D"}, "action": {"type": "Rotate"}}
    attributes = {"expiryTime": "P90D"}

    kept = vault.put(
        "keys/k/rotationpolicy", {"lifetimeActions": [notify], "attributes": attributes}
    )

    assert kept.json["attributes"]["expiryTime"] == "P90D"
    assert vault.get("keys/k/rotationpolicy").json == kept.json
    assert vault.put("keys/k/rotationpolicy", {"lifetimeActions": [rotate]}).status == 400
