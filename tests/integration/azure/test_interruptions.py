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
from tests.integration.azure.office import Desk, opened
from tests.integration.azurelocal.names import installed_az

if TYPE_CHECKING:
    from collections.abc import Generator

SCALE = "0.05"
ISSUER = "https://issuer.blob.core.windows.net/issuer"
CREDENTIALS = {
    f"{component.suffix}/{account.credential}"
    for component in CLUSTER_COMPONENTS
    for account in component.accounts
}


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Generator[Desk]:
    """An Azure that takes its time."""
    folder = tmp_path_factory.mktemp("slow")
    with opened(folder, installed_az(), "--latency", "azure", "--scale", SCALE) as desk:
        yield desk


def command(desk: Desk, name: str) -> str:
    return (
        f"create iam azure --name {name} --infra-id {name}-x7k2p --resource-group-name {name}-ids"
        f" --oidc-issuer-url {ISSUER} --azure-creds {desk.credentials} --output-file {name}.json"
    )


def made(desk: Desk, name: str) -> dict[str, Any]:
    """What there is, as the log of a second look says: what, and how many times it was written."""
    identities = desk.az(f"identity list -g {name}-ids")
    credentials = {
        f"{identity['name'].removeprefix(name).removesuffix(f'-{name}-x7k2p')}/"
        f"{one['name'].removeprefix(name)}"
        for identity in identities
        for one in desk.az(
            f"identity federated-credential list -g {name}-ids --identity-name {identity['name']}"
        )
    }
    return {"identities": len(identities), "credentials": credentials}


def test_a_command_that_is_killed_anywhere_goes_on_when_it_is_run_again(slow: Desk) -> None:
    chance = random.Random(20)
    began = time.monotonic()
    slow.hypershift(command(slow, "whole"))
    whole = time.monotonic() - began

    for number in range(10):
        process = slow.start(command(slow, "killed"))
        try:
            process.wait(chance.uniform(0.2, whole / 4))
        except subprocess.TimeoutExpired:
            process.send_signal(chance.choice([signal.SIGKILL, signal.SIGINT]))
        _, said = process.communicate(timeout=60)
        assert "Traceback" not in said, (number, said)
        assert process.returncode in (0, 130, -signal.SIGKILL), (number, said)
    report = json.loads(slow.hypershift(command(slow, "killed"), "-o", "json"))

    assert {one["outcome"] for one in report["steps"]} <= {"created", "unchanged"}
    assert made(slow, "killed") == {
        "identities": len(CLUSTER_COMPONENTS),
        "credentials": CREDENTIALS,
    }
    file = json.loads((slow.folder / "killed.json").read_text())
    assert set(file) == {component.key for component in CLUSTER_COMPONENTS}


def test_one_call_in_five_that_is_throttled_only_takes_longer(slow: Desk) -> None:
    plan = slow.folder / "throttled.json"
    rules = [
        {"service": "arm", "chance": 0.2, "answer": {"status": 429, "retry_after": 1}},
        {"service": "arm", "chance": 0.05, "drop": "after"},
    ]
    plan.write_text(json.dumps(rules))
    slow.in_azurelocal("faults set", str(plan))
    try:
        slow.hypershift(command(slow, "throttled"))
    finally:
        slow.in_azurelocal("faults clear")

    assert made(slow, "throttled") == {
        "identities": len(CLUSTER_COMPONENTS),
        "credentials": CREDENTIALS,
    }
