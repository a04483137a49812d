"""Logging in with a secret, and what every request for a token has to be like."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import jwt
import pytest

from azurelocal.accesslog import AccessLog, parse
from azurelocal.services import Services

if TYPE_CHECKING:
    from pathlib import Path

    from azurelocal.entra.directory import Application, ServicePrincipal
    from tests.unit.azurelocal.conftest import Answer, Azure
    from tests.unit.azurelocal.entra.conftest import Entra, Identity

SCOPE = "https://management.azure.com/.default"


def claims_of(answer: Answer) -> dict[str, Any]:
    return jwt.decode(answer.json["access_token"], options={"verify_signature": False})


def owner(entra: Entra) -> tuple[str, str]:
    return entra.credentials["clientId"], entra.credentials["clientSecret"]


def objects(entra: Entra) -> tuple[Application, ServicePrincipal]:
    """The owner's application and service principal."""
    directory = entra.azure.cloud.directory
    client_id = entra.credentials["clientId"]
    application = directory.application_of(client_id)
    principal = directory.principal_of(client_id)
    assert application is not None
    assert principal is not None
    return application, principal


def test_the_owner_gets_a_token_that_resource_manager_takes(azure: Azure, entra: Entra) -> None:
    token = entra.log_in(*owner(entra)).json["access_token"]

    headers = {"authorization": f"Bearer {token}"}
    answer = azure.owner.get("/subscriptions", headers=headers)

    assert [one["id"] for one in answer.json["value"]] == [azure.subscription]


def test_a_token_says_who_bears_it_and_what_for(entra: Entra) -> None:
    answer = entra.log_in(*owner(entra), scope="https://management.core.windows.net//.default")

    _, principal = objects(entra)
    claims = claims_of(answer)
    assert answer.headers["cache-control"] == "no-store, no-cache"
    assert (answer.json["expires_in"], answer.json["ext_expires_in"]) == (3599, 3599)
    assert claims | {"uti": "", "xms_cc": []} == {
        "aud": "https://management.core.windows.net/",
        "iss": f"https://sts.windows.net/{entra.tenant}/",
        "iat": 1_800_000_000,
        "nbf": 1_800_000_000,
        "exp": 1_800_003_599,
        "appid": principal.app_id,
        "app_displayname": "azurelocal-owner",
        "appidacr": "1",
        "idp": f"https://sts.windows.net/{entra.tenant}/",
        "idtyp": "app",
        "oid": principal.id,
        "sub": principal.id,
        "tid": entra.tenant,
        "uti": "",
        "ver": "1.0",
        "xms_cc": [],
    }


def test_what_openid_connect_adds_to_the_scope_means_nothing(entra: Entra) -> None:
    answer = entra.log_in(*owner(entra), scope=f"{SCOPE} openid offline_access profile")

    assert claims_of(answer)["aud"] == "https://management.azure.com"


def test_the_first_version_takes_a_resource_and_answers_in_texts(entra: Entra) -> None:
    client_id, secret = owner(entra)
    form = {
        "grant_type": "client_credentials",
        "client_id": client_id,
        "client_secret": secret,
        "resource": "https://vault.azure.net",
    }

    answer = entra.post(form, f"/{entra.tenant}/oauth2/token")

    assert {**answer.json, "access_token": ""} == {
        "token_type": "Bearer",
        "access_token": "",
        "expires_in": "3599",
        "ext_expires_in": "3599",
        "expires_on": "1800003599",
        "not_before": "1800000000",
        "resource": "https://vault.azure.net",
    }
    assert claims_of(answer)["aud"] == "https://vault.azure.net"


def test_a_secret_may_come_in_the_header(entra: Entra) -> None:
    client_id, secret = owner(entra)
    basic = base64.b64encode(f"{client_id}:{quote(secret, safe='')}".encode()).decode()

    answer = entra.post(
        {"grant_type": "client_credentials", "scope": SCOPE},
        headers={"authorization": f"Basic {basic}"},
    )

    assert answer.status == 200


def test_a_wrong_secret_is_refused_and_not_repeated(entra: Entra) -> None:
    answer = entra.log_in(owner(entra)[0], "wrong-secret")

    assert (answer.status, answer.json["error"]) == (401, "invalid_client")
    assert answer.json["error_codes"] == [7000215]
    assert "wrong-secret" not in answer.content.decode()


def test_a_secret_expires(azure: Azure, entra: Entra) -> None:
    application, _ = objects(entra)
    application.passwords[0].ends = azure.clock() + 10
    azure.cloud.directory.save_application(application)
    assert entra.log_in(*owner(entra)).status == 200

    azure.clock.now += 11
    answer = entra.log_in(*owner(entra))

    assert (answer.status, answer.json["error_codes"]) == (401, [7000222])


def test_who_is_disabled_gets_nothing(azure: Azure, entra: Entra) -> None:
    _, principal = objects(entra)
    principal.enabled = False
    azure.cloud.directory.save_principal(principal)

    answer = entra.log_in(*owner(entra))

    assert (answer.status, answer.json["error"]) == (400, "unauthorized_client")
    assert answer.json["error_codes"] == [7000112]


def test_an_application_without_a_service_principal_cannot_log_in(
    azure: Azure, entra: Entra
) -> None:
    _, principal = objects(entra)
    azure.cloud.directory.remove_principal(principal)

    answer = entra.log_in(*owner(entra))

    assert (answer.status, answer.json["error_codes"]) == (401, [7000229])


def test_a_managed_identity_has_no_secret(entra: Entra, identity: Identity) -> None:
    answer = entra.log_in(identity.client_id, "x")

    assert (answer.status, answer.json["error_codes"]) == (401, [7000232])


@pytest.mark.parametrize("client", ["11111111-1111-1111-1111-111111111111", "nobody"])
def test_a_client_that_is_not_known_is_named(entra: Entra, client: str) -> None:
    answer = entra.log_in(client, "x")

    assert (answer.status, answer.json["error"]) == (400, "unauthorized_client")
    assert answer.json["error_codes"] == [700016]
    assert f"Application with identifier '{client}'" in answer.json["error_description"]


@pytest.mark.parametrize(
    ("tenant", "number"),
    [
        ("11111111-1111-1111-1111-111111111111", 90002),
        ("common", 50059),
        ("organizations", 50059),
        ("x%20y", 900023),
    ],
)
def test_the_tenant_must_be_ours(entra: Entra, tenant: str, number: int) -> None:
    answer = entra.post({}, f"/{tenant}/oauth2/v2.0/token")

    assert (answer.status, answer.json["error"]) == (400, "invalid_request")
    assert answer.json["error_codes"] == [number]


@pytest.mark.parametrize(
    ("scope", "error", "number"),
    [
        ("https://management.azure.com/user_impersonation", "invalid_scope", 1002012),
        ("openid profile", "invalid_scope", 70011),
        ("/.default", "invalid_scope", 70011),
        (f"{SCOPE} https://vault.azure.net/.default", "invalid_scope", 28000),
        ("https://nothing.example/.default", "invalid_resource", 500011),
        ("https://[/.default", "invalid_resource", 500011),
        (" ", "invalid_request", 900144),
    ],
)
def test_what_the_token_is_for_must_be_known(
    entra: Entra, scope: str, error: str, number: int
) -> None:
    answer = entra.log_in(*owner(entra), scope=scope)

    assert (answer.status, answer.json["error"]) == (400, error)
    assert answer.json["error_codes"] == [number]


@pytest.mark.parametrize(
    "resource",
    [
        "https://management.azure.com/",
        "https://graph.microsoft.com",
        "https://storage.azure.com",
        "https://account.blob.core.windows.net",
        "https://vault.azure.net",
    ],
)
def test_every_service_can_be_asked_for(entra: Entra, resource: str) -> None:
    answer = entra.log_in(*owner(entra), scope=f"{resource}/.default")

    assert claims_of(answer)["aud"] == resource


def test_an_application_can_be_asked_for_by_its_id_or_address(azure: Azure, entra: Entra) -> None:
    application, _ = objects(entra)
    application.extra["identifierUris"] = ["https://ours.example"]
    azure.cloud.directory.save_application(application)

    for resource in (application.app_id, f"api://{application.app_id}", "https://ours.example"):
        answer = entra.log_in(*owner(entra), scope=f"{resource}/.default")
        assert claims_of(answer)["aud"] == resource


@pytest.mark.parametrize(
    ("without", "number"),
    [("grant_type", 900144), ("client_id", 900144), ("scope", 900144), ("client_secret", 7000216)],
)
def test_what_is_missing_is_named(entra: Entra, without: str, number: int) -> None:
    client_id, secret = owner(entra)
    form = {
        "grant_type": "client_credentials",
        "client_id": client_id,
        "client_secret": secret,
        "scope": SCOPE,
    }

    answer = entra.post({name: value for name, value in form.items() if name != without})

    assert answer.json["error_codes"] == [number]
    assert without in answer.json["error_description"]


@pytest.mark.parametrize(
    ("body", "number"),
    [
        (b"", 900144),
        (b'{"grant_type": "client_credentials"}', 900144),
        (b"\xff=\xff", 90013),
        (b"grant_type=password&client_id=x", 70003),
        (b"grant_type=refresh_token", 70003),
        (b"grant_type=client_credentials&grant_type=password", 9000411),
        (urlencode({"grant_type": "client_credentials", "client_id": "x", "scope": SCOPE,
                    "client_assertion_type": "saml", "client_assertion": "x"}).encode(), 90013),
    ],
)  # fmt: skip
def test_a_request_that_is_malformed_is_refused_in_json(
    entra: Entra, body: bytes, number: int
) -> None:
    answer = entra.post(body)

    assert (answer.status, answer.json["error_codes"]) == (400, [number])
    assert answer.json["error_description"].startswith(f"AADSTS{number}: ")


def test_a_header_that_cannot_be_read_is_refused(entra: Entra) -> None:
    answer = entra.post(
        {"grant_type": "client_credentials", "scope": SCOPE},
        headers={"authorization": "Basic !"},
    )

    assert (answer.status, answer.json["error_codes"]) == (400, [90013])


def test_tokens_are_posted_for(entra: Entra) -> None:
    answer = entra.get(f"/{entra.tenant}/oauth2/v2.0/token")

    assert (answer.status, answer.json["error_codes"]) == (400, [900561])


def test_the_access_log_tells_who_logged_in_and_why_not(
    azure: Azure, entra: Entra, tmp_path: Path
) -> None:
    log = AccessLog(tmp_path / "access.jsonl")
    azure.services = Services(azure.cloud, log)

    entra.log_in(*owner(entra))
    entra.log_in(owner(entra)[0], "wrong-secret")

    content = (tmp_path / "access.jsonl").read_bytes()
    good, bad = [parse(line) for line in content.splitlines()]
    _, principal = objects(entra)
    assert (good.service, good.status, good.code, good.object_id) == (
        "entra",
        200,
        "",
        principal.id,
    )
    assert (bad.status, bad.code, bad.app_id) == (401, "AADSTS7000215", principal.app_id)
    assert json.loads(content.splitlines()[0])["name"] == "azurelocal-owner"
    assert owner(entra)[1].encode() not in content
    log.close()
