"""Secrets, and what they have in common with keys and certificates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.unit.azurelocal.vault.conftest import inner

if TYPE_CHECKING:
    from tests.unit.azurelocal.vault.conftest import Vault

DAY = 86400


def test_a_secret_has_versions(vault: Vault) -> None:
    first, second = vault.secret("s", "one"), vault.secret("s", "two")

    assert vault.get("secrets/s").json["value"] == "two"
    assert vault.get(f"secrets/s/{first}").json["value"] == "one"
    assert vault.get(f"secrets/s/{first}").json["id"] == f"{vault.url}/secrets/s/{first}"
    listed = vault.get("secrets/s/versions").json["value"]
    assert {one["id"].rpartition("/")[2] for one in listed} == {first, second}
    assert all("value" not in one for one in listed)


@pytest.mark.parametrize("path", ["secrets/s/", "secrets//s", "/secrets/s"])
def test_slashes_too_many_do_no_harm(vault: Vault, path: str) -> None:
    vault.secret("s")

    assert vault.get(path).status == 200


def test_what_is_said_of_a_secret_is_kept(vault: Vault) -> None:
    body = {
        "value": "x",
        "contentType": "text/plain",
        "tags": {"a": "b"},
        "attributes": {"enabled": True, "exp": 1_900_000_000},
    }

    set = vault.put("secrets/s", body).json

    read = vault.get("secrets/s").json
    assert read == set
    assert (read["contentType"], read["tags"]) == ("text/plain", {"a": "b"})
    assert read["attributes"] == {
        "enabled": True,
        "exp": 1_900_000_000,
        "created": 1_800_000_000,
        "updated": 1_800_000_000,
        "recoveryLevel": "Recoverable+Purgeable",
        "recoverableDays": 90,
    }


def test_a_secret_that_is_off_is_not_given(vault: Vault) -> None:
    vault.secret("s")
    vault.ask("PATCH", "secrets/s", {"attributes": {"enabled": False}})

    answer = vault.get("secrets/s")

    assert (answer.status, answer.code, inner(answer)) == (403, "Forbidden", "SecretDisabled")


def test_a_secret_that_is_not_there_says_so(vault: Vault) -> None:
    version = vault.secret("s")

    assert vault.get("secrets/t").code == "SecretNotFound"
    assert vault.get(f"secrets/s/{version[::-1]}").code == "SecretNotFound"
    assert vault.delete("secrets/t").code == "SecretNotFound"


def test_lists_have_pages(vault: Vault) -> None:
    for number in range(5):
        vault.secret(f"s{number}")

    first = vault.get("secrets", query="api-version=7.4&maxresults=3").json
    link = first["nextLink"].removeprefix(f"{vault.url}/")
    path, _, query = link.partition("?")
    second = vault.get(path, query=query).json

    names = [one["id"].rpartition("/")[2] for page in (first, second) for one in page["value"]]
    assert names == [f"s{number}" for number in range(5)]
    assert second["nextLink"] is None


def test_a_deleted_secret_comes_back_with_all_its_versions(vault: Vault) -> None:
    first = vault.secret("s", "one")
    vault.secret("s", "two")

    deleted = vault.delete("secrets/s").json
    assert deleted["recoveryId"] == f"{vault.url}/deletedsecrets/s"
    assert deleted["scheduledPurgeDate"] - deleted["deletedDate"] == 90 * DAY
    assert vault.get("secrets/s").code == "SecretNotFound"
    again = vault.put("secrets/s", {"value": "x"})
    assert (again.status, inner(again)) == (409, "ObjectIsDeletedButRecoverable")
    vault.post("deletedsecrets/s/recover")

    assert vault.get(f"secrets/s/{first}").json["value"] == "one"
    assert vault.get("deletedsecrets/s").status == 404


def test_a_purged_secret_is_gone_for_good(vault: Vault) -> None:
    vault.secret("s")
    vault.delete("secrets/s")

    assert vault.delete("deletedsecrets/s").status == 204

    assert vault.get("deletedsecrets").json["value"] == []
    assert vault.post("deletedsecrets/s/recover").status == 404
    vault.secret("s")


def test_a_deleted_secret_is_purged_when_its_time_is_up(vault: Vault) -> None:
    vault.secret("s")
    vault.delete("secrets/s")

    vault.azure.clock.now += 91 * DAY

    assert vault.get("deletedsecrets/s").status == 404
    assert vault.get("deletedsecrets").json["value"] == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"value": 1},
        {"value": "x" * 26000},
        {"value": "x", "attributes": "on"},
        {"value": "x", "attributes": {"enabled": "yes"}},
        {"value": "x", "attributes": {"exp": -1}},
        {"value": "x", "tags": ["a"]},
        {"value": "x", "tags": {"a": 1}},
        {"value": "x", "contentType": 7},
        [],
    ],
)
def test_a_body_that_makes_no_sense_is_refused(vault: Vault, body: Any) -> None:
    assert vault.put("secrets/s", body).status == 400


@pytest.mark.parametrize("name", ["a_b", "a.b", "a%20b", "x" * 128, "%2e%2e"])
def test_a_name_that_cannot_be_is_refused(vault: Vault, name: str) -> None:
    assert vault.put(f"secrets/{name}", {"value": "x"}).status == 400


def test_a_version_of_the_api_has_to_be_named(vault: Vault) -> None:
    assert vault.get("secrets", query="").status == 400
    assert vault.get("secrets", query="api-version=latest").status == 400


@pytest.mark.parametrize(("method", "path"), [("GET", "nothing"), ("POST", "secrets"), ("PUT", "")])
def test_what_there_is_no_operation_for_is_refused(vault: Vault, method: str, path: str) -> None:
    assert vault.ask(method, path, {}).status in (404, 405)
