"""Issuers, zones and credentials of External DNS: commands that are killed, throttled or cut off.

Azure is as slow here as the real one, scaled down, so that there is something to interrupt.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.azure.office import THROTTLED, Desk, opened
from tests.integration.azurelocal.names import installed_az

if TYPE_CHECKING:
    from collections.abc import Generator

TRIES = 10
LONGEST = 2.5  # seconds after which a command is killed, at the latest


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Generator[Desk]:
    """An Azure that takes its time."""
    folder = tmp_path_factory.mktemp("slow")
    with opened(folder, installed_az(), "--latency", "azure", "--scale", "0.03") as desk:
        desk.az("group create -n parents -l eastus")
        desk.az("network dns zone create -g parents -n example.com")
        yield desk


def commands(desk: Desk, name: str) -> list[str]:
    """The commands that set up all there is by a name."""
    desk.azure.lead_here(f"{name}.blob.core.windows.net")
    credentials = f"--azure-creds {desk.credentials}"
    return [
        f"create key-pair --output-dir {name}",
        f"create oidc-issuer azure --name {name} --region eastus {credentials} --output-dir {name}"
        f" --public-key-file {name}/serviceaccount-signer.public",
        f"create dns-zone azure --name {name}.example.com --resource-group-name {name}-zones"
        f" {credentials}",
        "create external-dns-credentials azure"
        f" --dns-zone-name {name}.example.com --dns-zone-rg-name {name}-zones"
        f" --output-file {name}/azure_mgmt.json {credentials}",
    ]


def made(desk: Desk, name: str) -> dict[str, Any]:
    """What there is by a name, under one that does not tell which."""
    delegations = desk.az("network dns record-set ns list -g parents -z example.com")
    apps = desk.az(f"ad app list --display-name external-dns-{name}.example.com")
    there = {
        "resources": [
            (one["resourceGroup"], one["type"], one["name"])
            for one in desk.az("resource list")
            if name in one["resourceGroup"]
        ],
        "delegations": [one["name"] for one in delegations if one["name"] == name],
        "applications": [one["displayName"] for one in apps],
        "principals": [
            len(desk.az("ad sp list --filter", f"appId eq '{one['appId']}'")) for one in apps
        ],
        "roles": [
            one["roleDefinitionName"]
            for app in apps
            for one in desk.az("role assignment list --all --assignee", app["appId"])
        ],
        "keys": len(json.loads((desk.folder / name / "jwks").read_text())["keys"]),
        "files": sorted(one.name for one in (desk.folder / name).rglob("*") if one.is_file()),
    }
    return json.loads(json.dumps(there).replace(name, "NAME"))


@pytest.fixture(scope="module")
def undisturbed(slow: Desk) -> dict[str, Any]:
    """What there is when nothing went wrong."""
    for command in commands(slow, "quietone"):
        slow.hypershift(command)
    return made(slow, "quietone")


def test_an_undisturbed_run_makes_one_of_each(undisturbed: dict[str, Any]) -> None:
    assert len(undisturbed["resources"]) == 2
    assert undisturbed["delegations"] == ["NAME"]
    assert undisturbed["applications"] == ["external-dns-NAME.example.com"]
    assert (undisturbed["principals"], undisturbed["roles"]) == ([1], ["DNS Zone Contributor"])
    assert undisturbed["keys"] == 1


def test_commands_that_are_killed_anywhere_go_on_when_they_are_run_again(
    slow: Desk, undisturbed: dict[str, Any]
) -> None:
    chance, words = random.Random(7), commands(slow, "killedone")
    slow.hypershift(words[0])
    for number in range(TRIES):
        command = words[1 + number * 3 // TRIES]
        code, said = slow.break_off(command, chance=chance, within=LONGEST)
        if code == 1:  # what an earlier command makes is not there yet
            assert number * 3 // TRIES == 2, said
    for command in words:
        slow.hypershift(command)

    assert made(slow, "killedone") == undisturbed
    for command in words[1:]:
        assert slow.hypershift(command, "--dry-run").endswith(
            "Nothing to do: everything is as it should be.\n"
        )


def test_one_call_in_five_that_is_throttled_only_takes_longer(
    slow: Desk, undisturbed: dict[str, Any]
) -> None:
    others = (
        {"service": "graph", "chance": 0.2, "answer": {"status": 429, "retry_after": 1}},
        {"service": "blob", "chance": 0.2, "answer": {"status": 503, "code": "ServerBusy"}},
    )

    with slow.faults(*THROTTLED, *others):
        for command in commands(slow, "throttled"):
            slow.hypershift(command)

    assert made(slow, "throttled") == undisturbed


@pytest.mark.parametrize(
    "operation", ["POST */applications", "POST */servicePrincipals", "POST */addPassword"]
)
def test_an_answer_of_the_directory_that_is_lost_makes_no_second_application(
    slow: Desk, operation: str, undisturbed: dict[str, Any]
) -> None:
    name = f"lost{operation.rpartition('/')[2].lower()}"
    *others, last = commands(slow, name)
    for command in others:
        slow.hypershift(command)

    with slow.faults({"operation": operation, "times": 1, "drop": "after"}):
        said = slow.refused(last)

    assert "Azure cannot be reached" in said
    slow.hypershift(last)
    assert made(slow, name) == undisturbed
