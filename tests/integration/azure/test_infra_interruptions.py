"""`create infra` and `destroy infra` that are killed go on where they were; bad weather delays.

Azure is as slow here as the real one, scaled down, so that there is something to interrupt.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from tests.integration.azure.clusters import ZONE_GROUP, Cluster, base_domain, groups, resources
from tests.integration.azure.office import Desk, opened
from tests.integration.azurelocal.names import installed_az

if TYPE_CHECKING:
    from collections.abc import Generator

SCALE = "0.05"
ROLES = ("--assign-identity-roles", "--dns-zone-rg-name", ZONE_GROUP)
ASSIGNMENTS = 18


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Generator[Desk]:
    """An Azure that takes its time."""
    folder = tmp_path_factory.mktemp("slow")
    with opened(folder, installed_az(), "--latency", "azure", "--scale", SCALE) as desk:
        base_domain(desk)
        yield desk


def made(cluster: Cluster) -> dict[str, set[str]]:
    """What there is, with the cluster's name taken out."""
    return {
        group.replace(cluster.name, "X"): {
            one.replace(cluster.name, "X") for one in resources(cluster.desk, group)
        }
        for group in cluster.groups & groups(cluster.desk)
    }


def assigned(cluster: Cluster) -> int:
    """How many roles the cluster's identities have."""
    desk = cluster.desk
    ours = {one["principalId"] for one in desk.az(f"identity list -g {cluster.name}-ids")}
    listed = desk.az("role assignment list --all --fill-principal-name false")
    return len([one for one in listed if one["principalId"] in ours])


def break_off(desk: Desk, command: str, *more: str, seconds: float, how: signal.Signals) -> None:
    """Begin a command, and end it in the middle if it takes so long."""
    process = desk.start(command, *more)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(how)
    _, said = process.communicate(timeout=60)
    assert "Traceback" not in said, said
    assert process.returncode in (0, 130, -signal.SIGKILL), said


def test_commands_that_are_killed_anywhere_go_on_when_they_are_run_again(slow: Desk) -> None:
    chance = random.Random(6)
    whole, killed = Cluster(slow, "whole"), Cluster(slow, "killed")
    for cluster in (whole, killed):
        cluster.create_iam()
    began = time.monotonic()
    whole.create_infra(*ROLES)
    took = time.monotonic() - began

    for number in range(10):
        break_off(
            slow,
            killed.create_infra_words,
            *ROLES,
            # Later and later, as there is less and less to do.
            seconds=chance.uniform(0.2, 0.5 + took * (number + 1) / 10),
            how=chance.choice([signal.SIGKILL, signal.SIGINT]),
        )
    report = json.loads(killed.create_infra(*ROLES, "-o", "json"))

    assert {one["outcome"] for one in report["steps"]} <= {"created", "unchanged"}
    assert made(killed) == made(whole)
    assert assigned(killed) == assigned(whole) == ASSIGNMENTS
    assert killed.create_infra(*ROLES) == "Nothing to do: everything is as it should be.\n"

    for _ in range(5):
        break_off(
            slow,
            killed.destroy_infra_words,
            seconds=chance.uniform(0.2, 2.5),
            how=chance.choice([signal.SIGKILL, signal.SIGINT]),
        )
    killed.destroy_infra()
    assert made(killed) == {}
    assert assigned(killed) == 0
    assert made(whole).keys() == {"X-X-x7k2p", "X-vnet-X-x7k2p", "X-nsg-X-x7k2p"}


def test_one_call_in_five_that_is_throttled_only_takes_longer(slow: Desk) -> None:
    cluster = Cluster(slow, "throttled")
    cluster.create_iam()
    plan = slow.folder / "throttled.json"
    rules = [
        {"service": "arm", "chance": 0.2, "answer": {"status": 429, "retry_after": 1}},
        {"service": "arm", "chance": 0.05, "drop": "after"},
        {
            "operation": "Microsoft.Network/publicIPAddresses/write",
            "times": 2,
            "answer": {"status": 409, "code": "AnotherOperationInProgress"},
        },
    ]
    plan.write_text(json.dumps(rules))
    slow.in_azurelocal("faults set", str(plan))
    try:
        cluster.create_infra(*ROLES)
    finally:
        slow.in_azurelocal("faults clear")

    assert assigned(cluster) == ASSIGNMENTS
    assert cluster.create_infra(*ROLES) == "Nothing to do: everything is as it should be.\n"


def test_what_azure_began_and_could_not_do_is_done_again(slow: Desk) -> None:
    cluster = Cluster(slow, "failing")
    plan = slow.folder / "failing.json"
    rules = [{"path": "*/virtualNetworks/*", "times": 1, "fail": {"code": "InternalServerError"}}]
    plan.write_text(json.dumps(rules))
    slow.in_azurelocal("faults set", str(plan))
    try:
        said = cluster.refused()
    finally:
        slow.in_azurelocal("faults clear")

    assert said.startswith(f"Error: virtual network {cluster.group}: InternalServerError: ")
    assert cluster.outcomes() == {
        f"virtual network {cluster.group}": "changed",
        f"virtual network link {cluster.group}": "created",
    }
