"""Work that goes on after the answer, on a day as slow as Azure's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from azurelocal.cloud import Cloud
from azurelocal.durations import AZURE
from azurelocal.endpoints import Endpoints
from azurelocal.faults import Rule, parse_plan
from azurelocal.store import Store
from azurelocal.weather import Limits

if TYPE_CHECKING:
    from azurelocal.http import Request
    from tests.unit.azurelocal.conftest import Answer, Azure

NSGS = "providers/Microsoft.Network/networkSecurityGroups"
ARM = "https://management.azure.com"
A_BLINK = 1e-4
"""So much of Azure's time that nobody notices it, and that operations nevertheless go on."""


def follow(azure: Azure, answer: Answer, header: str = "azure-asyncoperation") -> str:
    """Poll an operation to its end, and tell how it ended."""
    path = answer.headers[header].removeprefix(ARM).partition("?")[0]
    states = ["InProgress"]
    while states[-1] == "InProgress":
        azure.loop.run_until_complete(asyncio.sleep(0.001))
        states.append(azure.owner.get(path).json["status"])
    return states[-1]


def test_a_slow_put_is_creating_and_then_succeeds(azure: Azure) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    azure.cloud.weather.scale = A_BLINK

    answer = azure.owner.put(id, {"location": "eastus"})

    assert answer.status == 201
    assert answer.json["properties"]["provisioningState"] == "Creating"
    assert "retry-after" not in answer.headers
    assert follow(azure, answer) == "Succeeded"
    assert azure.owner.get(id).json["properties"]["provisioningState"] == "Succeeded"


def test_polling_says_when_to_come_again(azure: Azure) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    azure.cloud.weather.scale = 1e-2
    answer = azure.owner.put(id, {"location": "eastus"})

    path = answer.headers["azure-asyncoperation"].removeprefix(ARM).partition("?")[0]
    polled = azure.owner.get(path)

    assert polled.json["status"] == "InProgress"
    assert polled.headers["retry-after"] == "1"


def test_a_slow_delete_is_deleting_and_then_gone(azure: Azure) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    azure.owner.put(id, {"location": "eastus"})
    azure.cloud.weather.scale = 2e-2

    answer = azure.owner.delete(id)
    azure.loop.run_until_complete(azure.cloud.operations.stop())
    azure.cloud.weather.scale = 0
    meanwhile = azure.owner.put(id, {"location": "eastus"})
    azure.loop.run_until_complete(resume(azure.cloud))

    assert answer.status == 202
    assert meanwhile.code == "OperationNotAllowed"
    assert follow(azure, answer) == "Succeeded"
    assert azure.owner.get(id).status == 404


def test_what_is_not_ready_cannot_be_used(azure: Azure) -> None:
    group = azure.group()
    azure.cloud.weather.scale = 1e-2
    azure.owner.put(f"{group}/{NSGS}/one", {"location": "eastus"})
    azure.cloud.weather.scale = 0
    subnet = {
        "name": "default",
        "properties": {
            "addressPrefix": "10.0.0.0/24",
            "networkSecurityGroup": {"id": f"{group}/{NSGS}/one"},
        },
    }
    space = {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}, "subnets": [subnet]}

    answer = azure.owner.put(
        f"{group}/providers/Microsoft.Network/virtualNetworks/net",
        {"location": "eastus", "properties": space},
    )

    assert (answer.status, answer.code) == (409, "ReferencedResourceNotProvisioned")


def test_work_goes_on_after_a_restart_and_its_address_still_answers(azure: Azure) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    azure.cloud.weather.scale = 1e-2
    answer = azure.owner.put(id, {"location": "eastus"})
    azure.loop.run_until_complete(azure.cloud.operations.stop())
    azure.cloud.store.close()

    store = Store(azure.folder / "state.sqlite")
    azure.cloud = Cloud(store, Endpoints.public(), clock=azure.clock)
    azure.owner.azure = azure
    azure.services = type(azure.services)(azure.cloud)
    azure.clock.now += 60
    azure.loop.run_until_complete(resume(azure.cloud))

    assert follow(azure, answer) == "Succeeded"
    assert azure.owner.get(id).json["properties"]["provisioningState"] == "Succeeded"
    azure.loop.run_until_complete(azure.cloud.operations.stop())
    store.close()


async def resume(cloud: Cloud) -> None:
    cloud.operations.resume()


def test_an_operation_can_be_planned_to_fail(azure: Azure) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    azure.cloud.weather.plan.set(
        parse_plan(
            b'[{"path": "*/one", "times": 1, "fail": {"code": "NoRoom", "message": "Full."}}]'
        )
    )

    failed = azure.owner.put(id, {"location": "eastus"})
    ended = follow(azure, failed)
    state = azure.owner.get(id).json["properties"]["provisioningState"]
    again = azure.owner.put(id, {"location": "eastus"})

    assert (ended, state) == ("Failed", "Failed")
    path = failed.headers["azure-asyncoperation"].removeprefix(ARM).partition("?")[0]
    assert azure.owner.get(path).json["error"] == {"code": "NoRoom", "message": "Full."}
    assert again.json["properties"]["provisioningState"] == "Succeeded"


@pytest.mark.parametrize(
    ("rule", "statuses"),
    [
        ({"nth": 2, "answer": {"status": 500}}, [200, 500, 200, 200]),
        ({"every": 2, "answer": {"status": 429}}, [200, 429, 200, 429]),
        ({"times": 2, "answer": {"status": 503}}, [503, 503, 200, 200]),
        ({"operation": "*/write", "answer": {"status": 500}}, [200, 200, 200, 200]),
        ({"operation": "microsoft.resources/*/READ", "answer": {"status": 500}}, [500] * 4),
        ({"service": "graph", "answer": {"status": 500}}, [200] * 4),
        ({"chance": 1.0, "answer": {"status": 502}}, [502] * 4),
        ({"delay": 0.0001}, [200] * 4),
    ],
)
def test_requests_go_wrong_as_planned(
    azure: Azure, rule: dict[str, object], statuses: list[int]
) -> None:
    import msgspec

    group = azure.group()
    azure.cloud.weather.plan.set([msgspec.convert(rule, Rule)])

    assert [azure.owner.get(group).status for _ in statuses] == statuses


def test_a_share_of_requests_fails_the_same_way_each_time(azure: Azure) -> None:
    group = azure.group()

    def run() -> list[int]:
        azure.cloud.weather.plan.set(
            parse_plan(b'[{"chance": 0.5, "seed": 3, "answer": {"status": 429, "retry_after": 1}}]')
        )
        return [azure.owner.get(group).status for _ in range(20)]

    first = run()

    assert first == run()
    assert set(first) == {200, 429}


@pytest.mark.parametrize(
    "text",
    [
        b"{}",
        b"[1]",
        b'[{"operation": "*"}]',
        b'[{"nth": 1, "every": 2, "delay": 1}]',
        b'[{"dealy": 1}]',
        b'[{"drop": "never"}]',
        b"[",
    ],
)
def test_a_plan_that_says_nothing_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_plan(text)


def test_who_asks_too_much_has_to_wait(azure: Azure) -> None:
    group = azure.group()
    azure.cloud.weather.limits = Limits(reads=(2, 0.5))

    def ask() -> tuple[int, str]:
        answer = azure.owner.get(group)
        return answer.status, answer.headers.get("retry-after", "")

    assert [ask(), ask(), ask()] == [(200, ""), (200, ""), (429, "2")]
    azure.clock.now += 2
    assert ask() == (200, "")
    other = azure.client(("Reader", group))
    assert other.get(group).status == 200


def test_every_duration_is_of_a_type_that_there_is(azure: Azure) -> None:
    names = {name.rpartition("/")[0] for name in AZURE} - {"microsoft.resources/resourcegroups"}

    assert [name for name in sorted(names) if azure.cloud.registry.get(name) is None] == []


@pytest.mark.parametrize("name", ["networkSecurityGroups/two", "networkSecurityGroups/one"])
def test_nothing_is_written_into_a_group_that_is_being_deleted(azure: Azure, name: str) -> None:
    group = azure.group()
    azure.owner.put(f"{group}/{NSGS}/one", {"location": "eastus"})
    azure.cloud.weather.scale = 1e-2
    azure.owner.delete(group)

    answer = azure.owner.put(f"{group}/providers/Microsoft.Network/{name}", {"location": "eastus"})

    assert (answer.status, answer.code) == (409, "ResourceGroupBeingDeleted")


def test_the_deletion_of_a_group_that_has_come_into_use_fails_and_leaves_it_usable(
    azure: Azure,
) -> None:
    group, other = azure.group(), azure.group("other")
    azure.owner.put(f"{group}/{NSGS}/one", {"location": "eastus"})
    azure.cloud.weather.scale = A_BLINK
    deleted = azure.owner.delete(group)
    azure.cloud.weather.scale = 0
    subnet = {
        "name": "default",
        "properties": {
            "addressPrefix": "10.0.0.0/24",
            "networkSecurityGroup": {"id": f"{group}/{NSGS}/one"},
        },
    }
    space = {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}, "subnets": [subnet]}
    id = f"{other}/providers/Microsoft.Network/virtualNetworks/net"
    azure.owner.put(id, {"location": "eastus", "properties": space})

    path = deleted.headers["location"].removeprefix(ARM).partition("?")[0]
    statuses = [202]
    while statuses[-1] == 202:
        azure.loop.run_until_complete(asyncio.sleep(0.001))
        statuses.append(azure.owner.get(path).status)

    assert statuses[-1] == 409
    assert azure.owner.get(path).code == "ResourceGroupDeletionBlocked"
    assert azure.owner.get(group).json["properties"] == {"provisioningState": "Succeeded"}
    assert azure.owner.get(f"{group}/{NSGS}/one").status == 200


def test_a_fault_of_ours_ends_an_operation_and_is_told(
    azure: Azure, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def stumble(_: object) -> None:
        raise ZeroDivisionError

    id = f"{azure.group()}/{NSGS}/one"
    azure.cloud.weather.scale = A_BLINK
    monkeypatch.setattr(azure.cloud.engine, "realise", stumble)

    answer = azure.owner.put(id, {"location": "eastus"})

    assert follow(azure, answer) == "Failed"
    assert azure.owner.get(id).json["properties"]["provisioningState"] == "Failed"
    assert "ZeroDivisionError" in caplog.text


def test_operations_that_ended_long_ago_are_forgotten(azure: Azure) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    azure.cloud.weather.scale = A_BLINK
    old = azure.owner.put(id, {"location": "eastus"})
    assert follow(azure, old) == "Succeeded"
    azure.clock.now += 2 * 86400
    new = azure.owner.put(id, {"location": "eastus"})
    assert follow(azure, new) == "Succeeded"

    azure.loop.run_until_complete(resume(azure.cloud))

    paths = [
        one.headers["azure-asyncoperation"].removeprefix(ARM).partition("?")[0]
        for one in (old, new)
    ]
    assert [azure.owner.get(path).status for path in paths] == [404, 200]


def test_a_second_deletion_does_not_take_what_is_made_after_the_first(azure: Azure) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    azure.owner.put(id, {"location": "eastus"})
    azure.cloud.weather.scale = 0.01
    first = azure.owner.delete(id)
    azure.cloud.weather.scale = 0.02
    second = azure.owner.delete(id)
    azure.cloud.weather.scale = 0
    assert follow(azure, first) == "Succeeded"
    azure.clock.now += 1
    assert azure.owner.put(id, {"location": "eastus"}).status == 201

    assert follow(azure, second) == "Succeeded"

    assert azure.owner.get(id).status == 200


def test_the_end_of_an_old_operation_changes_nothing_that_was_made_anew(azure: Azure) -> None:
    id = f"{azure.group()}/{NSGS}/one"
    azure.cloud.weather.scale = 0.02
    old = azure.owner.put(id, {"location": "eastus"})
    azure.cloud.weather.scale = 0
    assert azure.owner.delete(id).status == 200
    azure.clock.now += 1
    azure.cloud.weather.scale = 0.03
    azure.owner.put(id, {"location": "eastus"})
    azure.cloud.weather.scale = 0

    follow(azure, old)

    assert azure.owner.get(id).json["properties"]["provisioningState"] == "Creating"


def test_credentials_of_one_identity_are_written_one_after_another(azure: Azure) -> None:
    group = azure.group()
    identities = f"{group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities"
    for name in ("one", "two"):
        azure.owner.put(f"{identities}/{name}", {"location": "eastus"})
    azure.cloud.weather.scale = 1e-2

    def write(identity: str, name: str) -> Request:
        properties = {"issuer": "https://i", "subject": name, "audiences": ["openshift"]}
        path = f"{identities}/{identity}/federatedIdentityCredentials/{name}"
        return azure.owner.request("PUT", path, {"properties": properties}, version="2023-01-31")

    answers = azure.send_together(write("one", "a"), write("two", "b"), write("one", "c"))

    assert [answer.status for answer in answers] == [201, 201, 409]
    assert answers[2].code == "ConcurrentFederatedIdentityCredentialsWritesForSingleManagedIdentity"
    assert azure.send(write("one", "c")).status == 201
