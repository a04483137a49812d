"""Certificates of applications, as clients send them."""

from __future__ import annotations

import base64
import datetime
from dataclasses import replace
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

GRAPH = "graph.microsoft.com"


def test_a_certificate_may_have_the_line_breaks_of_a_pem_file(azure: Azure) -> None:
    owner = replace(azure.owner, audience=f"https://{GRAPH}")
    key = base64.encodebytes(certificate()).decode()

    answer = owner.post(
        "/v1.0/applications",
        {
            "displayName": "certified",
            "keyCredentials": [{"type": "AsymmetricX509Cert", "usage": "Verify", "key": key}],
        },
        host=GRAPH,
        version=None,
    )

    assert answer.status == 201, answer.content
    assert [one["usage"] for one in answer.json["keyCredentials"]] == ["Verify"]


def certificate() -> bytes:
    key = rsa.generate_private_key(65537, 2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "certified")])
    start = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, start, start.replace(year=2036))
    return made.sign(key, hashes.SHA256()).public_bytes(Encoding.DER)
