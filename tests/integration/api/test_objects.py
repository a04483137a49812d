"""The API server takes and refuses objects as the schema says, and says why."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.api.cases import CASES, NOT_REFUSED
from tests.integration.api.rules import CelRule, cel_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.apiserver import Answer, Client
    from tests.integration.api.table import Case

NOT_CHECKED = "some validation rules were not checked because the object was invalid"


def answer_to(case: Case, cluster: Client) -> Answer:
    """Send the object as whoever writes it would, without a trace if it is a new one."""
    if case.old is None and not case.path.startswith("status."):
        return cluster.create(case.object, dry_run=True)
    stored = cluster.create(case.stored)
    assert stored.ok, stored.message
    version = stored.body["metadata"]["resourceVersion"]
    changed = case.object
    changed["metadata"]["resourceVersion"] = version
    subresource = "status" if case.path.startswith("status.") else ""
    return cluster.update(changed, subresource, dry_run=True)


def causes(answer: Answer) -> set[tuple[str, str]]:
    """Where and why an object was refused, without numbers of list entries.

    What the definition says of scaling makes the API server write paths that begin with a dot.
    """
    found = answer.body.get("details", {}).get("causes", [])
    return {
        (re.sub(r"\[[^]]*\]", "[]", cause["field"]).lstrip("."), cause["message"])
        for cause in found
        if NOT_CHECKED not in cause["message"]
    }


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_api_server_judges_an_object(cluster: Client, case: Case) -> None:
    answer = answer_to(case, cluster)

    if not case.refusal:
        assert answer.ok, answer.message
    else:
        found = causes(answer)
        assert any(place == case.at and case.refusal in message for place, message in found), found
        # Nothing else is wrong, unless it is what the field is a part of.
        assert {place for place, _ in found if not case.at.startswith(place)} <= {"<nil>"}


def kind_of(case: Case) -> str:
    """The kind of the object."""
    return case.builder()["kind"]


@cache
def refused() -> set[tuple[str, str, str]]:
    """Every refusal that the table has, by kind and place."""
    return {(kind_of(case), case.at, case.refusal) for case in CASES if case.refusal}


def is_refused(rule: CelRule) -> bool:
    """Whether some object of the table is refused by the rule."""
    return any(
        kind == rule.kind and place == rule.place and text in rule.message
        for kind, place, text in refused()
    )


def filled(place: str, value: Any) -> Iterator[str]:
    """Every place of an object that has a value."""
    yield place or "<nil>"
    if isinstance(value, dict):
        for name, child in value.items():
            yield from filled(f"{place}.{name}".lstrip("."), child)
    elif isinstance(value, list):
        for child in value:
            yield from filled(f"{place}[]", child)


def met() -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """The places of accepted objects by kind: of all of them, and of those that replace another."""
    created: set[tuple[str, str]] = set()
    replaced: set[tuple[str, str]] = set()
    for case in CASES:
        if not case.refusal:
            new = {(kind_of(case), place) for place in filled("", case.object)}
            created |= new
            if case.old is not None:
                replaced |= new & {(kind_of(case), place) for place in filled("", case.stored)}
    return created, replaced


def test_every_rule_refuses_an_object_of_the_table() -> None:
    missing = {rule for rule in cel_rules() if not is_refused(rule)}

    excused = {rule for rule in missing for row in NOT_REFUSED if row.excuses(rule)}
    assert sorted(missing - excused) == []
    assert [row for row in NOT_REFUSED if not any(row.excuses(rule) for rule in missing)] == []


def test_every_rule_lets_an_object_of_the_table_pass() -> None:
    created, replaced = met()

    missing = {
        rule
        for rule in cel_rules()
        if (rule.kind, rule.place) not in (replaced if "oldSelf" in rule.expression else created)
    }

    assert sorted(missing) == []
