"""Logging in with a certificate, in each form that Microsoft's libraries write."""

from __future__ import annotations

import base64
import datetime
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import jwt
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from azurelocal.entra.directory import Credential

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    from tests.unit.azurelocal.conftest import Answer
    from tests.unit.azurelocal.entra.conftest import Entra

NOW = datetime.datetime.fromtimestamp(1_800_000_000, datetime.UTC)
DAY = datetime.timedelta(days=1)


def make_certificate(
    key: RSAPrivateKey, ends: datetime.datetime = NOW + DAY, name: str = "client"
) -> bytes:
    subject = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, name)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - 2 * DAY)
        .not_valid_after(ends)
        .sign(key, hashes.SHA256())
    )
    return certificate.public_bytes(Encoding.DER)


@dataclass
class Holder:
    """The owner, who has a certificate as well."""

    entra: Entra
    key: RSAPrivateKey
    certificate: bytes

    @property
    def client_id(self) -> str:
        return self.entra.credentials["clientId"]

    @property
    def short(self) -> str:
        return _url(hashlib.sha1(self.certificate, usedforsecurity=False).digest())

    def register(self, certificate: bytes) -> None:
        directory = self.entra.azure.cloud.directory
        application = directory.application_of(self.client_id)
        assert application is not None
        content = base64.b64encode(certificate).decode()
        application.certificates = [Credential(key_id="1", certificate=content)]
        directory.save_application(application)

    def assertion(
        self,
        headers: dict[str, Any] | None = None,
        *,
        algorithm: str = "RS256",
        signed_by: RSAPrivateKey | str | None = None,
        **changes: Any,
    ) -> str:
        claims = {
            "aud": f"https://login.microsoftonline.com/{self.entra.tenant}/oauth2/v2.0/token",
            "iss": self.client_id,
            "sub": self.client_id,
            "jti": "1",
            "nbf": 1_800_000_000.5,
            "exp": 1_800_000_600.5,
            **changes,
        }
        headers = {"x5t": self.short} if headers is None else headers
        return jwt.encode(claims, signed_by or self.key, algorithm, headers=headers)

    def present(self, assertion: str) -> Answer:
        return self.entra.present(self.client_id, assertion)


def _url(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


@pytest.fixture
def holder(entra: Entra, key: RSAPrivateKey) -> Holder:
    holder = Holder(entra, key, make_certificate(key))
    holder.register(holder.certificate)
    return holder


def test_python_names_the_certificate_by_its_short_hash(holder: Holder) -> None:
    answer = holder.present(holder.assertion())

    claims = jwt.decode(answer.json["access_token"], options={"verify_signature": False})
    assert (answer.status, claims["appidacr"]) == (200, "2")


def test_go_signs_in_the_newer_way_and_names_it_by_its_long_hash(holder: Holder) -> None:
    long = base64.b64encode(hashlib.sha256(holder.certificate).digest()).decode()
    chain = [base64.b64encode(holder.certificate).decode()]

    answer = holder.present(holder.assertion({"x5t#S256": long, "x5c": chain}, algorithm="PS256"))

    assert answer.status == 200


@pytest.mark.parametrize("as_list", [True, False])
def test_the_certificate_itself_may_be_the_name(holder: Holder, as_list: bool) -> None:
    leaf = base64.b64encode(holder.certificate).decode()

    answer = holder.present(holder.assertion({"x5c": [leaf] if as_list else leaf}))

    assert answer.status == 200


@pytest.mark.parametrize("path", ["/oauth2/v2.0/token", "/oauth2/token", "/v2.0", "/", ""])
def test_the_audience_is_any_address_of_the_tenant(holder: Holder, path: str) -> None:
    audience = f"https://login.microsoftonline.com/{holder.entra.tenant}{path}"

    answer = holder.present(holder.assertion(aud=audience))

    assert answer.status == 200


@pytest.mark.parametrize(
    ("changes", "number"),
    [
        ({"aud": "https://login.microsoftonline.com/common/oauth2/v2.0/token"}, 700023),
        ({"iss": "11111111-1111-1111-1111-111111111111"}, 700021),
        ({"sub": "11111111-1111-1111-1111-111111111111"}, 700021),
        ({"exp": 1_800_000_000 - 301}, 700024),
        ({"nbf": 1_800_000_000 + 301}, 700024),
        ({"headers": {}}, 5002723),
        ({"headers": {"x5t": "AAAA"}}, 700027),
        ({"headers": {"x5t": "!"}}, 50027),
        ({"headers": {"x5c": ["AAAA"]}}, 700027),
        ({"signed_by": "x" * 40, "algorithm": "HS256"}, 5002738),
    ],
)
def test_each_mismatch_has_a_refusal_of_its_own(
    holder: Holder, changes: dict[str, Any], number: int
) -> None:
    answer = holder.present(holder.assertion(**changes))

    assert answer.status in (400, 401)
    assert answer.json["error_codes"] == [number]


def test_a_signature_of_another_key_is_refused(holder: Holder, another_key: RSAPrivateKey) -> None:
    answer = holder.present(holder.assertion(signed_by=another_key))

    assert (answer.status, answer.json["error_codes"]) == (401, [700027])
    assert "did not match the expected signature value" in answer.json["error_description"]


def test_a_certificate_that_is_not_registered_is_named(
    holder: Holder, another_key: RSAPrivateKey
) -> None:
    holder.register(make_certificate(another_key))

    answer = holder.present(holder.assertion())

    thumbprint = hashlib.sha1(holder.certificate, usedforsecurity=False).hexdigest().upper()
    assert answer.json["error_codes"] == [700027]
    assert thumbprint in answer.json["error_description"]


def test_a_certificate_that_has_expired_proves_nothing(holder: Holder) -> None:
    holder.certificate = make_certificate(holder.key, ends=NOW - DAY)
    holder.register(holder.certificate)

    answer = holder.present(holder.assertion())

    assert answer.json["error_codes"] == [700027]
    assert "expired" in answer.json["error_description"]
