"""Tokens of other issuers as proof: what is taken, and how each mismatch is refused."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.accesslog import AccessLog, parse
from azurelocal.entra.directory import Application, FederatedCredential, ServicePrincipal
from azurelocal.faults import Rule
from azurelocal.services import Services

if TYPE_CHECKING:
    from pathlib import Path

    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    from tests.unit.azurelocal.conftest import Answer, Azure
    from tests.unit.azurelocal.entra.conftest import Entra, Identity, Issuer


def refused(answer: Answer) -> tuple[int, str, int]:
    """The status, OAuth's word and the number of a refusal."""
    body = answer.json
    (number,) = body["error_codes"]
    assert body["error_description"].startswith(f"AADSTS{number}: ")
    return answer.status, body["error"], number


def test_a_token_that_is_trusted_gets_an_access_token_of_the_identity(
    azure: Azure, entra: Entra, trusting: Identity, issuer: Issuer
) -> None:
    answer = entra.present(trusting.client_id, issuer.token())

    assert (answer.status, answer.json["token_type"]) == (200, "Bearer")
    who = azure.cloud.tokens.check(
        answer.json["access_token"], ["https://management.azure.com"], entra.tenant
    )
    assert (who.object_id, who.app_id) == (trusting.principal.id, trusting.client_id)


def test_tokens_of_identities_are_good_for_a_day(
    entra: Entra, trusting: Identity, issuer: Issuer
) -> None:
    answer = entra.present(trusting.client_id, issuer.token())

    assert (answer.json["expires_in"], answer.json["refresh_in"]) == (86399, 43199)


def test_one_of_several_audiences_is_enough(
    entra: Entra, trusting: Identity, issuer: Issuer
) -> None:
    answer = entra.present(trusting.client_id, issuer.token(aud=["kubernetes", "openshift"]))

    assert answer.status == 200


def test_applications_take_tokens_of_other_issuers_too(
    azure: Azure, entra: Entra, issuer: Issuer
) -> None:
    application = Application(
        id="00000000-0000-0000-0000-00000000000a",
        app_id="00000000-0000-0000-0000-00000000000b",
        display_name="app",
        federated=[
            FederatedCredential(
                id="1", name="one", issuer=issuer.url, subject="someone", audiences=["openshift"]
            )
        ],
    )
    principal = ServicePrincipal(id="c", app_id=application.app_id, display_name="app")
    with azure.cloud.store.transaction():
        azure.cloud.directory.save_application(application)
        azure.cloud.directory.save_principal(principal)

    answer = entra.present(application.app_id, issuer.token(sub="someone"))

    assert (answer.status, answer.json["expires_in"]) == (200, 3599)


@pytest.mark.parametrize(
    ("changes", "status", "error", "number"),
    [
        ({"iss": "https://issuer.blob.core.windows.net/other"}, 401, "invalid_client", 700211),
        ({"iss": "https://issuer.blob.core.windows.net/oidc/"}, 401, "invalid_client", 700211),
        ({"sub": "system:serviceaccount:kube-system:other"}, 401, "invalid_client", 700213),
        (
            {"sub": "system:serviceaccount:kube-system:Azure-Cloud-Provider"},
            401,
            "invalid_client",
            7002138,
        ),
        ({"aud": "api://AzureADTokenExchange"}, 401, "invalid_client", 700212),
        ({"aud": "OpenShift"}, 401, "invalid_client", 700212),
        ({"exp": 1_800_000_000 - 301, "iat": 1_800_000_000 - 900}, 401, "invalid_client", 700024),
        ({"nbf": 1_800_000_000 + 301}, 401, "invalid_client", 700024),
        ({"iat": None}, 401, "invalid_client", 70023),
        ({"exp": 1_800_000_000 + 26 * 3600}, 401, "invalid_client", 70023),
        ({"exp": None}, 400, "invalid_request", 90014),
        ({"sub": None}, 400, "invalid_request", 90014),
        ({"aud": None}, 400, "invalid_request", 90014),
        ({"iss": None}, 400, "invalid_request", 90014),
        ({"aud": [{"x": 1}]}, 400, "invalid_request", 50027),
        ({"exp": "tomorrow"}, 400, "invalid_request", 50027),
        ({"kid": "removed"}, 401, "invalid_client", 7000272),
        ({"kid": None}, 401, "invalid_client", 5002723),
        ({"signed_by": "x" * 40, "algorithm": "HS256"}, 401, "invalid_client", 5002738),
        ({"algorithm": "PS256"}, 401, "invalid_client", 5002738),
    ],
)
def test_each_mismatch_has_a_refusal_of_its_own(
    entra: Entra,
    trusting: Identity,
    issuer: Issuer,
    changes: dict[str, Any],
    status: int,
    error: str,
    number: int,
) -> None:
    token = issuer.token(**changes)

    answer = entra.present(trusting.client_id, token)

    assert refused(answer) == (status, error, number)
    assert token not in answer.content.decode()


def test_clocks_may_differ_by_five_minutes(
    entra: Entra, trusting: Identity, issuer: Issuer
) -> None:
    now = issuer.azure.clock()

    late = entra.present(trusting.client_id, issuer.token(iat=now - 900, exp=now - 299))
    early = entra.present(trusting.client_id, issuer.token(nbf=now + 299))

    assert (late.status, early.status) == (200, 200)


def test_who_looks_for_the_usual_sentences_finds_them(
    entra: Entra, trusting: Identity, issuer: Issuer
) -> None:
    answer = entra.present(trusting.client_id, issuer.token(sub="someone"))

    said = answer.json["error_description"]
    assert (
        "No matching federated identity record found for presented assertion subject 'someone'."
        " Please check your federated identity credential Subject, Audience and Issuer against the"
        " presented assertion."
    ) in said
    assert f"Trace ID: {answer.json['trace_id']} Correlation ID: " in said
    assert said.endswith(f"Timestamp: {answer.json['timestamp']}")


def test_a_signature_of_another_key_is_refused(
    entra: Entra, trusting: Identity, issuer: Issuer, another_key: RSAPrivateKey
) -> None:
    answer = entra.present(trusting.client_id, issuer.token(signed_by=another_key))

    assert refused(answer) == (401, "invalid_client", 50013)


def test_an_identity_that_trusts_nobody_says_so(
    entra: Entra, identity: Identity, issuer: Issuer
) -> None:
    answer = entra.present(identity.client_id, issuer.token())

    assert refused(answer) == (401, "invalid_client", 70025)


@pytest.mark.parametrize("others", [True, False])
def test_a_credential_that_was_deleted_counts_no_more(
    azure: Azure, entra: Entra, identity: Identity, issuer: Issuer, others: bool
) -> None:
    credential = identity.trust(issuer.url, issuer.subject, issuer.audience)
    if others:
        identity.trust(issuer.url, "another", issuer.audience, name="two")
    assert entra.present(identity.client_id, issuer.token()).status == 200

    azure.owner.delete(credential)
    answer = entra.present(identity.client_id, issuer.token())

    assert refused(answer) == (401, "invalid_client", 700213 if others else 70025)


def test_a_credential_is_known_after_a_while_where_latency_is_wanted(
    azure: Azure, entra: Entra, identity: Identity, issuer: Issuer
) -> None:
    identity.trust(issuer.url, issuer.subject, issuer.audience)
    client_id = identity.client_id
    azure.cloud.weather.scale = 1.0

    before = entra.present(client_id, issuer.token())
    azure.clock.now += 5
    after = entra.present(client_id, issuer.token())

    assert refused(before)[2] == 70025
    assert after.status == 200


def test_an_identity_that_was_deleted_is_unknown(
    azure: Azure, entra: Entra, trusting: Identity, issuer: Issuer
) -> None:
    client_id = trusting.client_id

    azure.owner.delete(trusting.id)
    answer = entra.present(client_id, issuer.token())

    assert refused(answer) == (400, "unauthorized_client", 700016)


def test_tokens_of_entra_itself_are_not_taken(
    azure: Azure, entra: Entra, identity: Identity, issuer: Issuer
) -> None:
    sts = azure.cloud.endpoints.sts(entra.tenant)
    identity.trust(sts, issuer.subject, issuer.audience)

    answer = entra.present(identity.client_id, issuer.token(iss=sts))

    assert refused(answer) == (401, "invalid_client", 700222)


def test_an_issuer_whose_documents_nobody_may_read_is_unreachable(
    entra: Entra, trusting: Identity, issuer: Issuer
) -> None:
    issuer.hide()

    answer = entra.present(trusting.client_id, issuer.token())

    assert refused(answer) == (400, "invalid_request", 90061)
    assert "Request to External OIDC endpoint failed" in answer.json["error_description"]


def test_keys_that_are_not_there_are_told_apart(
    entra: Entra, trusting: Identity, issuer: Issuer
) -> None:
    issuer.publish("first", jwks_uri=f"{issuer.url}/nothing")

    answer = entra.present(trusting.client_id, issuer.token())

    assert refused(answer) == (400, "invalid_request", 501661)


@pytest.mark.parametrize(
    "document",
    [b"<html>", b"[]", {"issuer": "https://someone.else", "jwks_uri": "https://x"}, {}],
)
def test_a_document_that_is_not_the_issuers_is_of_no_use(
    entra: Entra, trusting: Identity, issuer: Issuer, document: Any
) -> None:
    issuer.write(".well-known/openid-configuration", document)

    answer = entra.present(trusting.client_id, issuer.token())

    assert refused(answer) == (400, "invalid_request", 50166)


@pytest.mark.parametrize(
    "keys", [{}, {"keys": "x"}, {"keys": [1, {"kty": "RSA", "kid": "first", "n": "!", "e": "!"}]}]
)
def test_keys_that_cannot_be_read_are_no_fault_of_ours(
    entra: Entra, trusting: Identity, issuer: Issuer, keys: Any
) -> None:
    issuer.write("jwks", keys)

    answer = entra.present(trusting.client_id, issuer.token())

    expected = 7000272 if isinstance(keys.get("keys"), list) else 50166
    assert refused(answer)[2] == expected


def test_a_new_key_is_found_at_once(
    azure: Azure, entra: Entra, trusting: Identity, issuer: Issuer
) -> None:
    assert entra.present(trusting.client_id, issuer.token()).status == 200

    issuer.publish("first", "second")
    azure.clock.now += 1
    answer = entra.present(trusting.client_id, issuer.token(kid="second"))

    assert answer.status == 200


def test_a_key_that_was_removed_is_forgotten_within_a_minute(
    azure: Azure, entra: Entra, trusting: Identity, issuer: Issuer
) -> None:
    assert entra.present(trusting.client_id, issuer.token()).status == 200
    issuer.publish("second")

    azure.clock.now += 59
    kept = entra.present(trusting.client_id, issuer.token())
    azure.clock.now += 2
    forgotten = entra.present(trusting.client_id, issuer.token())

    assert kept.status == 200
    assert refused(forgotten) == (401, "invalid_client", 7000272)


@pytest.mark.parametrize(
    "issuer_url",
    [
        "https://169.254.169.254/metadata",
        "https://168.63.129.16",
        "https://[fe80::1]/x",
        "https://[::ffff:169.254.169.254]",
        "https://0.0.0.0",
        "https://user@issuer.example",
        "https://issuer.example:99999",
    ],
)
def test_addresses_of_the_platform_are_never_asked(
    entra: Entra, identity: Identity, issuer: Issuer, issuer_url: str
) -> None:
    identity.trust(issuer_url, issuer.subject, issuer.audience)

    answer = entra.present(identity.client_id, issuer.token(iss=issuer_url))

    assert refused(answer) == (400, "invalid_request", 90061)


@pytest.mark.parametrize("assertion", ["", "x", "a.b", "a.b.c", "..", "e30.e30.", "e30.W10.e30"])
def test_what_is_no_token_is_refused(entra: Entra, trusting: Identity, assertion: str) -> None:
    answer = entra.present(trusting.client_id, assertion)

    assert refused(answer)[0] in (400, 401)
    assert refused(answer)[2] in (50027, 7000218, 90014)


@pytest.mark.parametrize("reachable", [True, False])
def test_many_logins_at_once_read_an_issuer_once(
    azure: Azure, entra: Entra, trusting: Identity, issuer: Issuer, tmp_path: Path, reachable: bool
) -> None:
    if not reachable:
        issuer.hide()
    log = AccessLog(tmp_path / "access.jsonl")
    services = Services(azure.cloud, log)
    azure.cloud.weather.plan.set([Rule(service="blob", delay=0.01)])
    request = entra.request(trusting.client_id, issuer.token())

    async def log_in_often() -> list[int]:
        answers = await asyncio.gather(*(services.answer(request) for _ in range(5)))
        return [answer.status for answer in answers]

    statuses = azure.loop.run_until_complete(log_in_often())

    read = [parse(line) for line in log.path.read_bytes().splitlines()]
    paths = [entry.path for entry in read if entry.service == "blob"]
    configuration = "/oidc/.well-known/openid-configuration"
    assert statuses == ([200] if reachable else [400]) * 5
    assert paths == ([configuration, "/oidc/jwks"] if reachable else [configuration])
    log.close()
