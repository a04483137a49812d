"""Plans of faults: which rules are taken, and which requests they meet."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.accesslog import AccessLog, parse
from azurelocal.faults import lines, parse_plan
from azurelocal.http import Request, read_query
from azurelocal.services import Services
from azurelocal.weather import DroppedError

if TYPE_CHECKING:
    from tests.unit.azurelocal.conftest import Azure

NSGS = "providers/Microsoft.Network/networkSecurityGroups"
ARM = "https://management.azure.com"


def plan(azure: Azure, *rules: dict[str, Any]) -> None:
    azure.cloud.weather.plan.set(parse_plan(json.dumps(rules).encode()))


@pytest.mark.parametrize(
    "rule",
    [
        {},
        {"operation": "*"},
        {"delay": -1},
        {"delay": 86400},
        {"dealy": 1},
        {"nth": -1, "delay": 1},
        {"nth": 1, "every": 2, "delay": 1},
        {"chance": 1.5, "delay": 1},
        {"drop": "never"},
        {"answer": {"status": 200}},
        {"answer": {"status": 500, "retry_after": -1}},
        {"answer": {"status": 500}, "drop": "after"},
        {"answer": {"status": 500}, "fail": {}},
        {"drop": "before", "fail": {}},
        {"service": "armm", "delay": 1},
    ],
)
def test_a_rule_that_cannot_work_is_refused(rule: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_plan(json.dumps([rule]).encode())


def test_a_star_stands_for_any_text_and_nothing_else_is_special(azure: Azure) -> None:
    group = azure.group("a(b")
    plan(azure, {"path": "/*/A(B", "answer": {"status": 503, "code": "Busy"}})

    assert azure.owner.get(group).code == "Busy"
    assert azure.owner.get(azure.subscription).status == 200


def test_the_first_rule_whose_turn_it_is_decides_and_all_that_fit_count(azure: Azure) -> None:
    group = azure.group()
    plan(
        azure,
        {"nth": 2, "answer": {"status": 501, "code": "One"}},
        {"every": 2, "answer": {"status": 502, "code": "Two"}},
    )

    codes = [azure.owner.get(group).code for _ in range(4)]

    assert codes == ["", "One", "", "Two"]
    counts = [(one["met"], one["done"]) for one in azure.cloud.weather.plan.shown()]
    assert counts == [(4, 1), (4, 1)]


def test_only_requests_that_begin_work_use_up_a_planned_failure(azure: Azure) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    plan(azure, {"path": "*/one", "times": 1, "fail": {"code": "NoRoom"}})

    before = azure.owner.get(id)
    failed = azure.owner.put(id, {"location": "eastus"})

    assert before.code == "ResourceNotFound"
    assert failed.json["properties"]["provisioningState"] == "Creating"
    assert azure.owner.get(id).json["properties"]["provisioningState"] == "Failed"


def test_a_planned_failure_is_over_with_the_request_that_was_refused(azure: Azure) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    plan(azure, {"path": "*/one", "nth": 1, "fail": {"code": "NoRoom"}})

    refused = azure.owner.put(id, {"properties": {}})
    later = azure.owner.put(id, {"location": "eastus"})

    assert refused.code == "LocationRequired"
    assert later.json["properties"]["provisioningState"] == "Succeeded"


@pytest.mark.parametrize(("drop", "status"), [("before", 404), ("after", 200)])
def test_a_dropped_request_is_done_or_not_as_planned_and_stands_in_the_log(
    azure: Azure, drop: str, status: int
) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    log = AccessLog(azure.folder / "access.jsonl")
    azure.services = Services(azure.cloud, log)
    plan(azure, {"operation": "*/write", "drop": drop})

    with pytest.raises(DroppedError):
        azure.owner.put(id, {"location": "eastus"})

    entry = parse((azure.folder / "access.jsonl").read_bytes().splitlines()[-1])
    assert (entry.status, entry.code, entry.path) == (0, "connection closed", id)
    assert azure.owner.get(id).status == status
    log.close()


def test_a_delay_is_waited_for(azure: Azure, monkeypatch: pytest.MonkeyPatch) -> None:
    group = azure.group()
    waited: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        await real(0)

    monkeypatch.setattr("azurelocal.services.asyncio.sleep", sleep)
    plan(azure, {"delay": 2.5})

    answer = azure.owner.get(group)

    assert answer.status == 200
    assert 2.5 in waited


def test_a_plan_is_shown_with_what_was_given_and_what_was_met(azure: Azure) -> None:
    plan(azure, {"nth": 1, "answer": {"status": 500}})

    shown = list(lines(azure.cloud.weather.plan.shown()))

    assert len(shown) == 1
    assert shown[0].startswith("met     0  done     0  {")
    assert '"nth":1' in shown[0]
    assert "delay" not in shown[0]
    assert list(lines([])) == ["no faults are planned"]


def test_the_log_never_has_what_stands_in_a_query(azure: Azure) -> None:
    log = AccessLog(azure.folder / "access.jsonl")
    services = Services(azure.cloud, log)
    query = "sv=2024-05-04&sp=r&sig=SIGNATURE&code=CODE"
    for host in (
        "account.blob.core.windows.net",
        "management.azure.com",
        "login.microsoftonline.com",
        "graph.microsoft.com",
        "vault.vault.azure.net",
    ):
        request = Request(
            "GET",
            host,
            "/container/blob",
            read_query(query),
            {"authorization": "SharedKey a:KEY", "x-ms-copy-source": f"https://a/?{query}"},
            raw_query=query,
        )
        azure.loop.run_until_complete(services.answer(request))
    log.close()

    written = (azure.folder / "access.jsonl").read_text()

    assert written.count("\n") == 5
    for secret in ("SIGNATURE", "CODE", "KEY"):
        assert secret not in written
