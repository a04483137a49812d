"""`create iam` that is killed goes on where it was; throttled calls and lost answers delay it.

Azure is as slow here as the real one, scaled down, so that there is something to interrupt.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest

from hypershift.azure.components import CLUSTER_COMPONENTS
from tests.integration.azure.clusters import Cluster
from tests.integration.azure.office import THROTTLED, Desk, opened
from tests.integration.azurelocal.names import installed_az

if TYPE_CHECKING:
    from collections.abc import Generator

WHOLE = 1.5  # seconds that it takes undisturbed, about


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Generator[Desk]:
    """An Azure that takes its time."""
    folder = tmp_path_factory.mktemp("slow")
    with opened(folder, installed_az(), "--latency", "azure", "--scale", "0.1") as desk:
        yield desk


def wanted(cluster: Cluster) -> set[tuple[str, str]]:
    """The identities and their credentials, by name."""
    return {
        (one.identity(cluster.name, cluster.infra_id), f"{cluster.name}{account.credential}")
        for one in CLUSTER_COMPONENTS
        for account in one.accounts
    }


def made(cluster: Cluster) -> list[tuple[str, str]]:
    """What there is of them."""
    az, group = cluster.desk.az, f"{cluster.name}-ids"
    return [
        (identity["name"], one["name"])
        for identity in az(f"identity list -g {group}")
        for one in az(
            f"identity federated-credential list -g {group} --identity-name {identity['name']}"
        )
    ]


def test_killed_anywhere_it_goes_on_when_it_is_run_again(slow: Desk) -> None:
    cluster, chance = Cluster(slow, "killed"), random.Random(20)
    for _ in range(10):
        slow.break_off(cluster.create_iam_words, chance=chance, within=WHOLE / 2)

    cluster.create_iam()

    assert sorted(made(cluster)) == sorted(wanted(cluster))
    file = json.loads((slow.folder / cluster.identities_file).read_text())
    assert set(file) == {component.key for component in CLUSTER_COMPONENTS}


def test_one_call_in_five_that_is_throttled_only_takes_longer(slow: Desk) -> None:
    cluster = Cluster(slow, "throttled")

    with slow.faults(*THROTTLED):
        cluster.create_iam()

    assert sorted(made(cluster)) == sorted(wanted(cluster))
