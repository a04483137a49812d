"""Flags of `create cluster azure` that no cluster can have are refused, each in a sentence."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.azure_world import NETWORK
from tests.unit.cli.create.cluster_world import CREATE

if TYPE_CHECKING:
    from tests.unit.cli.create.cluster_world import Run

FILLED_IN = {
    "{NETWORK}": NETWORK,
    "{60 letters}": "a" * 60,
    "{64 letters}": "a" * 64,
    "{300 letters}": "a" * 300,
    "{21 labels}": ",".join(f"a{number}=b" for number in range(21)),
}
LINES = [
    line
    for line in Path(__file__).with_name("refusals.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
REFUSALS = list(zip(LINES[::2], LINES[1::2], strict=True))
WITHOUT_INFRA = [
    *("create", "cluster", "azure", "--render", "--name=demo", "--infra-json="),
    *("--pull-secret=pull-secret.json", "--azure-creds=azure-credentials.json"),
]


def filled_in(text: str) -> str:
    for name, value in FILLED_IN.items():
        text = text.replace(name, value)
    return text


@pytest.mark.parametrize(("flags", "sentence"), REFUSALS, ids=[flags for flags, _ in REFUSALS])
def test_flags_that_cannot_be_are_refused(
    create_cluster: Run, cluster_files: Path, flags: str, sentence: str
) -> None:
    before = sorted(cluster_files.iterdir())

    result = create_cluster("--render", *shlex.split(filled_in(flags)))

    assert (result.code, result.out) == (2, "")
    assert result.err == f"Error: {filled_in(sentence.strip())}\n"
    assert sorted(cluster_files.iterdir()) == before


def test_the_flags_that_every_cluster_needs_are_named_together(hypershift: Run) -> None:
    result = hypershift("create", "cluster", "azure")

    assert (result.code, result.out) == (2, "")
    assert result.err == "Error: --azure-creds, --name, --pull-secret are required\n"


@pytest.mark.parametrize("flag", ["--name", "--pull-secret", "--azure-creds"])
def test_a_flag_that_an_unset_variable_left_empty_counts_as_left_out(
    create_cluster: Run, flag: str
) -> None:
    result = create_cluster("--render", f"{flag}=")

    assert (result.code, result.err) == (2, f"Error: {flag} is required\n")


def test_secrets_are_asked_for_only_where_something_is_rendered(create_cluster: Run) -> None:
    result = create_cluster("--render-sensitive")

    assert result.code == 2
    assert result.err == "Error: --render-sensitive needs --render or --render-into\n"


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ([], "--base-domain is required: the applications' names lie below it"),
        (
            ["--base-domain=example.com"],
            "--workload-identities-file is required where --infra-json names no identities:"
            " `create iam azure` writes that file",
        ),
        (
            [
                "--base-domain=example.com",
                "--assign-service-principal-roles",
                "--external-dns-domain=x.example.com",
            ],
            "--assign-service-principal-roles needs --dns-zone-rg-name, since ingress gets a role"
            " on the DNS zone's resource group",
        ),
        (
            [
                "--base-domain=example.com",
                "--assign-custom-hcp-roles",
                "--external-dns-domain=x.example.com",
                "--dns-zone-rg-name= ",
            ],
            "--assign-custom-hcp-roles needs --dns-zone-rg-name, since ingress gets a role on the"
            " DNS zone's resource group",
        ),
        (
            [
                "--base-domain=example.com",
                "--assign-service-principal-roles",
                "--dns-zone-rg-name=",
            ],
            "--assign-service-principal-roles needs --dns-zone-rg-name, since ingress gets a role"
            " on the DNS zone's resource group",
        ),
        (
            [
                "--base-domain=example.com",
                "--external-dns-domain=example.com",
                "--workload-identities-file=workload-identities.json",
            ],
            "--external-dns-domain example.com must not contain the cluster's own domain"
            " demo.example.com: name a domain beside it, such as one below the base domain",
        ),
    ],
)
def test_what_is_wrong_is_said_before_what_this_version_cannot_do(
    hypershift: Run, cluster_files: Path, flags: list[str], sentence: str
) -> None:
    result = hypershift(*WITHOUT_INFRA, *flags)

    assert (result.code, result.out, result.err) == (2, "", f"Error: {sentence}\n")


def test_the_world_of_these_tests_is_in_order(create_cluster: Run) -> None:
    result = create_cluster("--render")

    assert result.code == 0
    assert "--render" not in CREATE
