"""`create infra` and `destroy infra` that are killed go on where they were; bad weather delays.

Azure is as slow here as the real one, scaled down, so that there is something to interrupt.
"""

from __future__ import annotations

import json
import random
import time
from typing import TYPE_CHECKING

import pytest

from tests.integration.azure.clusters import ZONE_GROUP, Cluster, base_domain, groups, resources
from tests.integration.azure.office import THROTTLED, Desk, opened
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


def test_commands_that_are_killed_anywhere_go_on_when_they_are_run_again(slow: Desk) -> None:
    chance = random.Random(6)
    whole, killed = Cluster(slow, "whole"), Cluster(slow, "killed")
    for cluster in (whole, killed):
        cluster.create_iam()
    began = time.monotonic()
    whole.create_infra(*ROLES)
    took = time.monotonic() - began

    for number in range(10):
        # Later and later, as there is less and less to do.
        within = 0.5 + took * (number + 1) / 10
        slow.break_off(killed.create_infra_words, *ROLES, chance=chance, within=within)
    report = json.loads(killed.create_infra(*ROLES, "-o", "json"))

    assert {one["outcome"] for one in report["steps"]} <= {"created", "unchanged"}
    assert made(killed) == made(whole)
    assert assigned(killed) == assigned(whole) == ASSIGNMENTS
    assert killed.create_infra(*ROLES) == "Nothing to do: everything is as it should be.\n"

    for _ in range(5):
        slow.break_off(killed.destroy_infra_words, chance=chance, within=2.5)
    killed.destroy_infra()
    assert made(killed) == {}
    assert assigned(killed) == 0
    assert made(whole).keys() == {"X-X-x7k2p", "X-vnet-X-x7k2p", "X-nsg-X-x7k2p"}


def test_one_call_in_five_that_is_throttled_only_takes_longer(slow: Desk) -> None:
    cluster = Cluster(slow, "throttled")
    cluster.create_iam()
    busy = {
        "operation": "Microsoft.Network/publicIPAddresses/write",
        "times": 2,
        "answer": {"status": 409, "code": "AnotherOperationInProgress"},
    }

    with slow.faults(*THROTTLED, busy):
        cluster.create_infra(*ROLES)

    assert assigned(cluster) == ASSIGNMENTS
    assert cluster.create_infra(*ROLES) == "Nothing to do: everything is as it should be.\n"


def test_what_azure_began_and_could_not_do_is_done_again(slow: Desk) -> None:
    cluster = Cluster(slow, "failing")
    failing = {
        "path": "*/virtualNetworks/*",
        "times": 1,
        "fail": {"code": "InternalServerError"},
    }

    with slow.faults(failing):
        said = cluster.refused()

    assert said.startswith(f"Error: virtual network {cluster.group}: InternalServerError: ")
    assert cluster.outcomes() == {
        f"virtual network {cluster.group}": "changed",
        f"virtual network link {cluster.group}": "created",
    }
