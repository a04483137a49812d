"""Federated identity credentials of applications."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.azurelocal.graph.conftest import Graph

TRUSTED = {
    "name": "pipeline",
    "issuer": "https://issuer.example/",
    "subject": "repo:a/b:ref:refs/heads/main",
    "audiences": ["api://AzureADTokenExchange"],
    "description": "of the pipeline",
}


@pytest.fixture
def place(graph: Graph) -> str:
    return f"/applications/{graph.register()['id']}/federatedIdentityCredentials"


@pytest.mark.parametrize("by", ["id", "name"])
def test_one_that_was_made_is_found(graph: Graph, place: str, by: str) -> None:
    made = graph("POST", place, TRUSTED)

    found = graph("GET", f"{place}/{made.json[by]}")
    listed = graph("GET", place)

    assert made.status == 201
    assert {name: found.json[name] for name in TRUSTED} == TRUSTED
    assert [one["id"] for one in listed.json["value"]] == [made.json["id"]]


def test_one_is_changed_and_removed(graph: Graph, place: str) -> None:
    graph("POST", place, TRUSTED)

    changed = graph("PATCH", f"{place}/pipeline", {"subject": "other", "description": None})
    found = graph("GET", f"{place}/pipeline").json
    removed = graph("DELETE", f"{place}/pipeline")
    again = graph("DELETE", f"{place}/pipeline")

    assert (changed.status, removed.status) == (204, 204)
    assert (found["subject"], found["issuer"], found["description"]) == (
        "other",
        TRUSTED["issuer"],
        None,
    )
    assert (again.status, again.code) == (404, "Request_ResourceNotFound")


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "x"},
        {"name": "a b c"},
        {"name": None},
        {"issuer": "http://issuer.example"},
        {"issuer": None},
        {"subject": ""},
        {"audiences": []},
        {"audiences": ["a", "b"]},
        {"audiences": "a"},
        {"claimsMatchingExpression": {"value": "x"}},
    ],
)
def test_what_is_wrong_is_refused(graph: Graph, place: str, changes: dict[str, Any]) -> None:
    answer = graph("POST", place, {**TRUSTED, **changes})

    assert (answer.status, answer.code) == (400, "Request_BadRequest")
    assert graph("GET", place).json["value"] == []


@pytest.mark.parametrize("changes", [{"subject": "other"}, {"name": "other"}])
def test_names_and_pairs_of_issuer_and_subject_are_there_once(
    graph: Graph, place: str, changes: dict[str, str]
) -> None:
    graph("POST", place, TRUSTED)

    answer = graph("POST", place, {**TRUSTED, **changes})

    assert (answer.status, answer.code) == (409, "Request_MultipleObjectsWithSameKeyValue")
    assert len(graph("GET", place).json["value"]) == 1


def test_there_can_be_twenty(graph: Graph, place: str) -> None:
    for number in range(20):
        made = graph("POST", place, {**TRUSTED, "name": f"n-{number}", "subject": str(number)})
        assert made.status == 201

    answer = graph("POST", place, TRUSTED)

    assert (answer.status, answer.code) == (400, "Request_BadRequest")
