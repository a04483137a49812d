"""Commands that are killed go on where they were; throttled ones and broken connections delay them.

Azure is as slow here as the real one, scaled down, so that there is something to interrupt.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest

from hypershift.azure.components import CLUSTER_COMPONENTS
from tests.integration.azure.clusters import ZONE_GROUP, Cluster, base_domain, groups, resources
from tests.integration.azure.office import Desk, opened
from tests.integration.azurelocal.names import installed_az

if TYPE_CHECKING:
    from collections.abc import Generator

SCALE = "0.03"
ROLES = ("--assign-identity-roles", "--dns-zone-rg-name", ZONE_GROUP)


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Generator[Desk]:
    """An Azure that takes its time."""
    folder = tmp_path_factory.mktemp("slow")
    with opened(folder, installed_az(), "--latency", "azure", "--scale", SCALE) as desk:
        base_domain(desk)
        yield desk


@pytest.fixture(scope="module")
def undisturbed(slow: Desk) -> tuple[dict[str, Any], float]:
    """What there is of a cluster when nothing went wrong, and how many seconds that took."""
    cluster = Cluster(slow, "quiet")
    began = time.monotonic()
    cluster.create_iam()
    cluster.create_infra(*ROLES)
    return made(cluster), time.monotonic() - began


def made(cluster: Cluster) -> dict[str, Any]:
    """What there is of a cluster, under names that do not tell which."""
    desk, ids = cluster.desk, f"{cluster.name}-ids"
    identities = desk.az(f"identity list -g {ids}")
    principals = {one["principalId"]: one["name"] for one in identities}
    credentials = [
        (identity["name"], one["name"], one["subject"])
        for identity in identities
        for one in desk.az(
            f"identity federated-credential list -g {ids} --identity-name {identity['name']}"
        )
    ]
    roles = [
        (principals[one["principalId"]], one["roleDefinitionName"], one["scope"])
        for one in desk.az("role assignment list --all")
        if one["principalId"] in principals
    ]
    there = {
        "groups": [name for name in groups(desk) if name.startswith(f"{cluster.name}-")],
        "resources": [one for group in cluster.groups for one in resources(desk, group)],
        "credentials": credentials,
        "roles": roles,
    }
    renamed = json.loads(json.dumps(there).replace(cluster.name, "NAME"))
    return {kind: sorted(ones) for kind, ones in renamed.items()}


def test_an_undisturbed_run_makes_all_there_is(undisturbed: tuple[dict[str, Any], float]) -> None:
    there, _ = undisturbed

    assert len(there["groups"]) == 4
    assert len(there["credentials"]) == sum(len(one.accounts) for one in CLUSTER_COMPONENTS)
    assert len(there["roles"]) == sum(len(one.scopes) for one in CLUSTER_COMPONENTS)


def test_commands_that_are_killed_anywhere_go_on_when_they_are_run_again(
    slow: Desk, undisturbed: tuple[dict[str, Any], float]
) -> None:
    expected, seconds = undisturbed
    cluster, chance = Cluster(slow, "fell"), random.Random(20)
    for number in range(10):
        words = [cluster.create_iam_words] if number < 5 else [cluster.create_infra_words, *ROLES]
        process = slow.start(*words)
        try:
            process.wait(chance.uniform(0.3, seconds / 2))
        except subprocess.TimeoutExpired:
            process.send_signal(chance.choice([signal.SIGKILL, signal.SIGINT]))
        _, said = process.communicate(timeout=60)
        assert "Traceback" not in said, (number, said)
        # It dies of SIGINT itself only before its first word and after its last one.
        ends = (0, 130, -signal.SIGKILL, -signal.SIGINT)
        assert process.returncode in ends, (number, said)
        if number == 4:
            cluster.create_iam()
    cluster.create_infra(*ROLES)

    assert made(cluster) == expected
    assert cluster.create_infra(*ROLES).startswith("Nothing to do")
    assert not list(slow.folder.glob(".fell*"))  # no half-written file


def test_one_call_in_five_that_is_throttled_only_takes_longer(
    slow: Desk, undisturbed: tuple[dict[str, Any], float]
) -> None:
    cluster, plan = Cluster(slow, "slow"), slow.folder / "throttled.json"
    rules = [
        {"service": "arm", "chance": 0.2, "answer": {"status": 429, "retry_after": 1}},
        {"service": "arm", "chance": 0.05, "drop": "after"},
    ]
    plan.write_text(json.dumps(rules))
    slow.in_azurelocal("faults set", str(plan))
    try:
        cluster.create_iam()
        cluster.create_infra(*ROLES)
    finally:
        slow.in_azurelocal("faults clear")

    assert made(cluster) == undisturbed[0]
