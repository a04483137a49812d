"""The commands that destroy check what they are given before they change anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.azure_world import SUBSCRIPTION

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("azure_files")

CLUSTER = "destroy cluster azure --name demo --azure-creds azure-credentials.json"
INFRA = "destroy infra azure --name demo --infra-id demo-x7k2p --azure-creds azure-credentials.json"
IAM = (
    "destroy iam azure --name demo --infra-id demo-x7k2p --azure-creds azure-credentials.json"
    " --resource-group-name identities --dns-zone-rg-name dns"
    " --workload-identities-file workload-identities.json"
)


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        (
            CLUSTER,
            "use kubectl delete hostedcluster demo -n clusters, then `az group delete` for the"
            " cluster's resource groups",
        ),
        (
            f"{CLUSTER} --namespace prod --dns-zone-rg-name dns --preserve-resource-group"
            " --cluster-grace-period 1h --destroy-cloud-resources=false --force",
            "use kubectl delete hostedcluster demo -n prod, then `az group delete` for the"
            " cluster's resource groups",
        ),
        ("destroy nodepool --name workers", "use kubectl delete nodepool workers -n clusters"),
    ],
)
def test_right_flags_end_with_what_this_version_cannot_do(
    hypershift: Run, words: str, instead: str
) -> None:
    command = words.partition(" --")[0]

    result = hypershift(*words.split())

    assert (result.code, result.out) == (1, "")
    assert result.err == (
        f"Error: '{command}' is not available in this version yet; nothing was changed: {instead}\n"
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            f"{CLUSTER} --cluster-grace-period -1m",
            "--cluster-grace-period must not be negative",
        ),
        *(
            (
                f"{words} --azure-creds absent.json",
                "--azure-creds: absent.json cannot be read (No such file or directory): name a"
                " file that exists and that you may read",
            )
            for words in (CLUSTER, INFRA, IAM)
        ),
        (
            f"{IAM} --workload-identities-file absent.json",
            "--workload-identities-file: absent.json cannot be read (No such file or directory):"
            " name a file that exists and that you may read",
        ),
    ],
)
def test_wrong_flags_are_refused(hypershift: Run, words: str, sentence: str) -> None:
    result = hypershift(*words.split())

    assert (result.code, result.out, result.err) == (2, "", f"Error: {sentence}\n")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("{}", "the key 'subscriptionId' is missing: add it"),
        ('{"subscriptionId": "a", "tenantId": "b"}', "subscriptionId must be a UUID"),
    ],
)
def test_a_file_without_credentials_is_refused(
    hypershift: Run, azure_files: Path, content: str, problem: str
) -> None:
    (azure_files / "azure-credentials.json").write_text(content)

    result = hypershift(*CLUSTER.split())

    assert (result.code, result.out) == (2, "")
    assert result.err == f"Error: --azure-creds: azure-credentials.json: {problem}\n"


def test_a_broken_file_of_credentials_is_refused_without_showing_it(
    hypershift: Run, azure_files: Path
) -> None:
    (azure_files / "azure-credentials.json").write_text('{"clientSecret": "not-to-be-shown"')

    result = hypershift(*INFRA.split())

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: --azure-creds: azure-credentials.json is neither JSON")
    assert "not-to-be-shown" not in result.err


@pytest.mark.parametrize("words", [INFRA, IAM])
def test_right_flags_lead_to_azure(hypershift: Run, asked: list[str], words: str) -> None:
    result = hypershift(*words.split(), "--cloud", "AzureGermanCloud")

    assert (result.code, result.out, result.err) == (0, "", "")
    assert asked == [f"{SUBSCRIPTION} AzureGermanCloud"]


def test_what_the_file_of_identities_says_does_not_matter_when_they_are_destroyed(
    hypershift: Run, azure_files: Path, asked: list[str]
) -> None:
    (azure_files / "workload-identities.json").write_text('{"disk": {}}')

    result = hypershift(*IAM.split())

    assert result.code == 0
    assert len(asked) == 1
