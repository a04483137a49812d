"""What anybody may read of Entra."""

from __future__ import annotations

import asyncio
import base64
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import jwt
import pytest
from cryptography.x509 import load_der_x509_certificate

from azurelocal.cloud import Cloud
from azurelocal.endpoints import Endpoints
from azurelocal.http import Request
from azurelocal.services import Services
from azurelocal.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.azurelocal.conftest import Azure
    from tests.unit.azurelocal.entra.conftest import Entra


@pytest.mark.parametrize("name", ["id", "domain"])
def test_the_issuer_has_the_host_of_the_authority(entra: Entra, azure: Azure, name: str) -> None:
    tenant = getattr(azure.cloud.tenancy.tenant, name).upper()

    answer = entra.get(f"/{tenant}/v2.0/.well-known/openid-configuration", "?")

    place = f"https://login.microsoftonline.com/{entra.tenant}"
    assert answer.status == 200
    assert {
        name: answer.json[name] for name in ("issuer", "token_endpoint", "jwks_uri", "msgraph_host")
    } == {
        "issuer": f"{place}/v2.0",
        "token_endpoint": f"{place}/oauth2/v2.0/token",
        "jwks_uri": f"{place}/discovery/v2.0/keys",
        "msgraph_host": "graph.microsoft.com",
    }


def test_the_first_version_names_the_issuer_of_access_tokens(entra: Entra) -> None:
    answer = entra.get(f"/{entra.tenant}/.well-known/openid-configuration")

    assert answer.json["issuer"] == f"https://sts.windows.net/{entra.tenant}/"
    assert answer.json["token_endpoint"].endswith(f"/{entra.tenant}/oauth2/token")


def test_before_anybody_has_logged_in_the_tenant_is_a_placeholder(entra: Entra) -> None:
    answer = entra.get("/common/v2.0/.well-known/openid-configuration")

    assert answer.json["issuer"] == "https://login.microsoftonline.com/{tenantid}/v2.0"
    assert answer.json["token_endpoint"].endswith("/common/oauth2/v2.0/token")


@pytest.mark.parametrize("host", ["localhost:8443", "127.0.0.1:8443"])
def test_on_loopback_the_authority_is_what_the_client_reached(tmp_path: Path, host: str) -> None:
    store = Store(tmp_path / "state")
    cloud = Cloud(store, Endpoints.loopback(8443))
    path = f"/{cloud.tenancy.tenant.id}/v2.0/.well-known/openid-configuration"

    response = asyncio.run(Services(cloud).answer(Request("GET", host, path)))

    assert urlsplit(response.body["issuer"]).netloc == host
    assert urlsplit(response.body["token_endpoint"]).netloc == host
    store.close()


@pytest.mark.parametrize("path", ["/v2.0/.well-known/openid-configuration", "/discovery/keys"])
@pytest.mark.parametrize(
    ("tenant", "number"),
    [("11111111-1111-1111-1111-111111111111", 90002), ("other.example", 90002), ("x y", 900023)],
)
def test_another_tenant_is_not_known(entra: Entra, tenant: str, path: str, number: int) -> None:
    answer = entra.get(f"/{tenant}{path}")

    assert (answer.status, answer.json["error_codes"]) == (400, [number])


@pytest.mark.parametrize("path", ["discovery/v2.0/keys", "discovery/keys"])
@pytest.mark.parametrize("tenant", ["common", ""])
def test_tokens_are_signed_with_the_key_that_is_published(
    azure: Azure, entra: Entra, tenant: str, path: str
) -> None:
    keys = entra.get(f"/{tenant or entra.tenant}/{path}").json["keys"]

    token = azure.owner.token
    published = next(one for one in keys if one["kid"] == jwt.get_unverified_header(token)["kid"])
    certificate = load_der_x509_certificate(base64.b64decode(published["x5c"][0]))
    public: Any = certificate.public_key()
    for key in (jwt.PyJWK(published).key, public):
        claims = jwt.decode(
            token,
            key,
            algorithms=["RS256"],
            options={
                "verify_aud": False,
                "verify_exp": False,
                "verify_nbf": False,
                "verify_iat": False,
            },
        )
        assert claims["tid"] == entra.tenant


def test_the_key_stays_when_we_are_started_again(azure: Azure) -> None:
    before = azure.cloud.tokens.jwks()

    after = Cloud(azure.cloud.store, Endpoints.public()).tokens.jwks()

    assert after == before


@pytest.mark.parametrize("host", ["login.microsoftonline.com", "login.windows.net"])
def test_an_instance_that_is_known_names_its_aliases(entra: Entra, host: str) -> None:
    asked = f"https://{host}/{entra.tenant}/oauth2/v2.0/authorize"

    answer = entra.get(
        "/common/discovery/instance", f"api-version=1.1&authorization_endpoint={asked}"
    )

    assert answer.status == 200
    assert answer.json["tenant_discovery_endpoint"] == (
        f"https://{host}/{entra.tenant}/v2.0/.well-known/openid-configuration"
    )
    (metadata,) = answer.json["metadata"]
    assert host in metadata["aliases"]
    assert metadata["preferred_network"] == "login.microsoftonline.com"


@pytest.mark.parametrize(
    ("query", "error", "number"),
    [
        ("authorization_endpoint=https://login.example/t/authorize", "invalid_instance", 50049),
        ("authorization_endpoint=https://[/t", "invalid_instance", 50049),
        ("api-version=1.1", "invalid_request", 900144),
    ],
)
def test_an_instance_that_is_not_known_is_refused(
    entra: Entra, query: str, error: str, number: int
) -> None:
    answer = entra.get("/common/discovery/instance", query)

    assert (answer.status, answer.json["error"]) == (400, error)
    assert answer.json["error_codes"] == [number]


@pytest.mark.parametrize("page", ["v2.0/authorize", "authorize", "v2.0/devicecode"])
def test_nobody_logs_in_with_a_browser(entra: Entra, page: str) -> None:
    answer = entra.get(f"/{entra.tenant}/oauth2/{page}")

    assert (answer.status, answer.json["error_codes"]) == (400, [50058])


def test_what_is_not_there_is_said_in_json(entra: Entra) -> None:
    answer = entra.get(f"/{entra.tenant}/saml2")

    assert (answer.status, answer.json["error"]) == (404, "not_found")
