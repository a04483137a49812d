"""Certificates, each with a key and a secret of its name."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key, pkcs12

from tests.unit.azurelocal.vault.conftest import inner

if TYPE_CHECKING:
    from tests.unit.azurelocal.vault.conftest import Vault

PKCS12 = "application/x-pkcs12"
PEM = "application/x-pem-file"


def policy(content_type: str = PKCS12, **properties: Any) -> dict[str, Any]:
    return {
        "policy": {
            "issuer": {"name": "Self"},
            "key_props": {"kty": "EC"},
            "secret_props": {"contentType": content_type},
            "x509_props": {
                "subject": "CN=test.example,O=Test",
                "sans": {"dns_names": ["test.example"]},
                "validity_months": 2,
            },
            **properties,
        }
    }


def make(vault: Vault, name: str = "c", content_type: str = PKCS12) -> None:
    answer = vault.post(f"certificates/{name}/create", policy(content_type))
    assert answer.status == 202, answer.content


def test_a_certificate_is_made_by_an_operation(vault: Vault) -> None:
    begun = vault.post("certificates/c/create", policy())

    assert (begun.status, begun.json["status"]) == (202, "inProgress")
    assert begun.headers["location"].startswith(f"{vault.url}/certificates/c/pending")
    ended = vault.get("certificates/c/pending").json
    assert (ended["status"], ended["target"]) == ("completed", f"{vault.url}/certificates/c")


def test_a_certificate_is_what_its_policy_says(vault: Vault) -> None:
    make(vault)

    answer = vault.get("certificates/c").json

    read = x509.load_der_x509_certificate(base64.b64decode(answer["cer"]))
    names = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert read.subject.rfc4514_string() == "CN=test.example,O=Test"
    assert names.get_values_for_type(x509.DNSName) == ["test.example"]
    version = answer["id"].rpartition("/")[2]
    assert answer["kid"] == f"{vault.url}/keys/c/{version}"
    assert answer["sid"] == f"{vault.url}/secrets/c/{version}"
    assert answer["attributes"]["exp"] == int(read.not_valid_after_utc.timestamp())


def test_the_secret_is_what_programs_load(vault: Vault) -> None:
    make(vault)

    secret = vault.get("secrets/c").json

    key, certificate, _ = pkcs12.load_key_and_certificates(base64.b64decode(secret["value"]), b"")
    assert key is not None
    assert certificate is not None
    assert key.public_key() == certificate.public_key()
    assert (secret["managed"], secret["contentType"]) == (True, PKCS12)
    assert secret["kid"] == vault.get("keys/c").json["key"]["kid"]


def test_the_secret_is_pem_where_that_is_wanted(vault: Vault) -> None:
    make(vault, content_type=PEM)

    secret = vault.get("secrets/c").json

    pem = secret["value"].encode()
    key = load_pem_private_key(pem, None)
    assert key.public_key() == x509.load_pem_x509_certificate(pem).public_key()
    assert secret["contentType"] == PEM


@pytest.mark.parametrize("content_type", [PEM, PKCS12])
def test_what_a_secret_has_can_be_imported(vault: Vault, content_type: str) -> None:
    make(vault, content_type=content_type)
    value = vault.get("secrets/c").json["value"]

    imported = vault.post("certificates/d/import", {"value": value})

    assert imported.status == 200
    assert imported.json["cer"] == vault.get("certificates/c").json["cer"]
    assert vault.get("secrets/d").json["contentType"] == content_type


@pytest.mark.parametrize(
    "body", [{}, {"value": "AAAA"}, {"value": 1}, {"value": "-----BEGIN X-----"}, {"value": "%"}]
)
def test_what_is_no_certificate_is_not_imported(vault: Vault, body: Any) -> None:
    assert vault.post("certificates/c/import", body).status == 400


def test_all_three_go_and_come_back_together(vault: Vault) -> None:
    make(vault)

    vault.delete("certificates/c")
    gone = [vault.get(f"{kind}/c").status for kind in ("certificates", "keys", "secrets")]
    vault.post("deletedcertificates/c/recover")
    back = [vault.get(f"{kind}/c").status for kind in ("certificates", "keys", "secrets")]

    assert (gone, back) == ([404] * 3, [200] * 3)


def test_all_three_are_purged_together(vault: Vault) -> None:
    make(vault)
    vault.delete("certificates/c")

    vault.delete("deletedcertificates/c")

    for kind in ("certificates", "keys", "secrets"):
        assert vault.get(f"deleted{kind}/c").status == 404
    make(vault)


def test_what_belongs_to_a_certificate_is_not_changed_by_itself(vault: Vault) -> None:
    make(vault)

    assert vault.delete("secrets/c").status == 403
    assert vault.put("secrets/c", {"value": "x"}).status == 403
    assert vault.post("keys/c/rotate").status == 403


def test_a_name_that_somebody_has_is_not_a_certificates(vault: Vault) -> None:
    vault.secret("c")
    assert vault.post("certificates/c/create", policy()).status == 403

    vault.delete("secrets/c")
    assert inner(vault.post("certificates/c/create", policy())) == "ObjectIsDeletedButRecoverable"


def test_a_policy_can_be_read_and_changed(vault: Vault) -> None:
    make(vault)

    vault.ask("PATCH", "certificates/c/policy", {"x509_props": {"subject": "CN=next"}})

    read = vault.get("certificates/c/policy").json
    assert read["x509_props"] == {"subject": "CN=next"}
    assert read["issuer"] == {"name": "Self"}


@pytest.mark.parametrize(
    "properties",
    [
        {"issuer": {"name": "DigiCert"}},
        {"issuer": None},
        {"issuer": "Self"},
        {"x509_props": {}},
        {"x509_props": {"subject": "nothing"}},
        {"x509_props": {"subject": 1}},
        {"x509_props": {"subject": "CN=a", "validity_months": 0.5}},
        {"x509_props": {"subject": "CN=a", "key_usage": ["dance"]}},
        {"x509_props": {"subject": "CN=a", "ekus": ["x"]}},
        {"x509_props": {"subject": "CN=a", "sans": {"upns": ["x"]}}},
        {"key_props": {"kty": "RSA", "key_size": 1}},
        {"secret_props": {"contentType": "text/plain"}},
    ],
)
def test_a_policy_that_cannot_be_followed_is_refused(
    vault: Vault, properties: dict[str, Any]
) -> None:
    answer = vault.post("certificates/c/create", policy(**properties))

    assert (answer.status, answer.code) == (400, "BadParameter")
    assert vault.get("certificates").json["value"] == []
