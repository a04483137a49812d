"""Applications: made, found, changed, removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.graph.conftest import Graph

NOBODY = "11111111-1111-1111-1111-111111111111"


def test_an_application_that_was_made_is_found(graph: Graph) -> None:
    made = graph.register("workload", signInAudience="AzureADMyOrg", tags=["a"])

    found = graph("GET", f"/applications/{made['id']}").json

    assert found == made
    assert made["@odata.context"] == (
        "https://graph.microsoft.com/v1.0/$metadata#applications/$entity"
    )
    assert {name: made[name] for name in ("displayName", "tags", "passwordCredentials")} == {
        "displayName": "workload",
        "tags": ["a"],
        "passwordCredentials": [],
    }
    assert made["id"] != made["appId"]


def test_it_is_found_by_the_id_that_it_logs_in_with(graph: Graph) -> None:
    made = graph.register()

    found = graph("GET", f"/applications(appId='{made['appId']}')").json

    assert found["id"] == made["id"]


def test_what_is_changed_leaves_the_rest(graph: Graph) -> None:
    made = graph.register("before", notes="kept")
    principal = graph.principal_for(made)

    answer = graph("PATCH", f"/applications/{made['id']}", {"displayName": "after"})

    changed = graph("GET", f"/applications/{made['id']}").json
    assert (answer.status, answer.content) == (204, b"")
    assert changed == made | {"displayName": "after"}
    renamed = graph("GET", f"/servicePrincipals/{principal['id']}").json
    assert renamed["displayName"] == "after"


def test_removing_it_removes_its_service_principal(graph: Graph) -> None:
    made = graph.register()
    principal = graph.principal_for(made)

    removed = graph("DELETE", f"/applications/{made['id']}")

    gone = graph("GET", f"/servicePrincipals/{principal['id']}")
    again = graph("DELETE", f"/applications/{made['id']}")
    assert removed.status == 204
    assert (gone.status, gone.code) == (404, "Request_ResourceNotFound")
    assert (again.status, again.code) == (404, "Request_ResourceNotFound")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"displayName": ""},
        {"displayName": 1},
        {"displayName": "x" * 257},
        {"displayName": "x", "shape": "round"},
        {"displayName": "x", "appId": NOBODY},
        {"displayName": "x", "passwordCredentials": [{"displayName": "a"}]},
        {"displayName": "x", "keyCredentials": "a"},
        {"displayName": "x", "keyCredentials": [{"type": "Symmetric", "usage": "Sign"}]},
        {"displayName": "x", "identifierUris": [1]},
        [],
        b"{",
    ],
)
def test_what_is_wrong_is_refused(graph: Graph, body: Any) -> None:
    answer = graph("POST", "/applications", body)

    assert (answer.status, answer.code) == (400, "Request_BadRequest")
    assert graph.names("applications") == ["azurelocal-owner"]


def test_two_applications_cannot_have_the_same_address(graph: Graph) -> None:
    graph.register("one", identifierUris=["api://mine"])

    answer = graph(
        "POST", "/applications", {"displayName": "two", "identifierUris": ["api://mine"]}
    )

    assert (answer.status, answer.code) == (409, "Request_MultipleObjectsWithSameKeyValue")


def test_a_password_is_shown_once_and_kept_as_a_hash(graph: Graph) -> None:
    made = graph.register()
    graph.principal_for(made)
    wanted = {"displayName": "rbac", "endDateTime": "2027-02-15T08:00:00.1234567Z"}

    answer = graph(
        "POST", f"/applications/{made['id']}/addPassword", {"passwordCredential": wanted}
    )

    secret = answer.json["secretText"]
    (shown,) = graph("GET", f"/applications/{made['id']}").json["passwordCredentials"]
    assert answer.status == 200
    assert shown == {
        "customKeyIdentifier": None,
        "displayName": "rbac",
        "endDateTime": "2027-02-15T08:00:00Z",
        "hint": secret[:3],
        "keyId": answer.json["keyId"],
        "secretText": None,
        "startDateTime": "2027-01-15T08:00:00Z",
    }
    assert graph.log_in(made["appId"], secret).status == 200
    graph.azure.cloud.store.close()
    for file in graph.azure.folder.iterdir():
        assert secret.encode() not in file.read_bytes()


def test_a_password_that_was_removed_logs_nobody_in(graph: Graph) -> None:
    made = graph.register()
    graph.principal_for(made)
    place = f"/applications/{made['id']}"
    added = graph("POST", f"{place}/addPassword", {"passwordCredential": {}}).json

    removed = graph("POST", f"{place}/removePassword", {"keyId": added["keyId"]})

    again = graph("POST", f"{place}/removePassword", {"keyId": added["keyId"]})
    assert removed.status == 204
    assert (again.status, again.code) == (400, "Request_BadRequest")
    assert graph.log_in(made["appId"], added["secretText"]).status == 401


@pytest.mark.parametrize(
    "times",
    [
        {"startDateTime": "2030-01-02T00:00:00Z", "endDateTime": "2030-01-01T00:00:00Z"},
        {"endDateTime": "9999-12-31T23:59:59-14:00"},
        {"startDateTime": "0001-01-01T00:00:00+14:00"},
        {"startDateTime": "9999-12-31"},
        {"startDateTime": "tomorrow"},
        {"startDateTime": 1},
    ],
)
def test_the_times_of_a_password_make_sense(graph: Graph, times: dict[str, Any]) -> None:
    made = graph.register()

    answer = graph("POST", f"/applications/{made['id']}/addPassword", {"passwordCredential": times})

    assert (answer.status, answer.code) == (400, "Request_BadRequest")


def test_whoever_made_it_is_its_owner(graph: Graph) -> None:
    made = graph.register()

    answer = graph("GET", f"/applications/{made['id']}/owners")

    assert [one["id"] for one in answer.json["value"]] == [graph.principal.id]


def test_an_application_that_is_not_there_is_named(graph: Graph) -> None:
    answer = graph("GET", f"/applications/{NOBODY}", headers={"client-request-id": "mine"})

    assert (answer.status, answer.code) == (404, "Request_ResourceNotFound")
    assert NOBODY in answer.message
    assert answer.json["error"]["innerError"]["client-request-id"] == "mine"
