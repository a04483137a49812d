"""`hypershift create infra azure` checks what it is given before it asks Azure anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.azure_world import (
    CONTROL_PLANE_IDENTITIES,
    DATA_PLANE_IDENTITIES,
    NETWORK,
    SUBSCRIPTION,
    WORKLOAD_IDENTITIES,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

pytestmark = pytest.mark.usefixtures("azure_files")

NEEDED = (
    "create infra azure --name demo --infra-id demo-x7k2p --base-domain example.com"
    " --azure-creds azure-credentials.json"
)
WORKLOAD = "--workload-identities-file=workload-identities.json"
MANAGED = "--managed-identities-file=managed-identities.json"
DATA_PLANE = "--data-plane-identities-file=data-plane-identities.json"


@pytest.mark.parametrize(
    "flags",
    [
        [WORKLOAD],
        [MANAGED, DATA_PLANE],
        [MANAGED],
        [DATA_PLANE],
        [WORKLOAD, "--assign-identity-roles", "--dns-zone-rg-name=dns"],
        [WORKLOAD, "--assign-custom-hcp-roles", "--dns-zone-rg-name=dns"],
        [WORKLOAD, "--disable-cluster-capabilities=ImageRegistry", "-t", "a=1,b=2"],
        [WORKLOAD, "--cloud=AzureUSGovernmentCloud", "--location=usgovvirginia"],
        [WORKLOAD, "--output-file=infra.json"],
        [
            WORKLOAD,
            f"--vnet-id={NETWORK}/virtualNetworks/v",
            f"--subnet-id={NETWORK}/virtualNetworks/v/subnets/s",
            f"--network-security-group-id={NETWORK}/networkSecurityGroups/g",
        ],
    ],
)
def test_right_flags_lead_to_azure(
    hypershift: Run, azure_files: Path, asked: list[str], flags: list[str]
) -> None:
    before = sorted(azure_files.iterdir())

    result = hypershift(*NEEDED.split(), *flags)

    assert (result.code, result.out, result.err) == (0, "", "")
    assert asked == [f"{SUBSCRIPTION} {cloud_in(flags)}"]
    assert sorted(azure_files.iterdir()) == before


def cloud_in(flags: list[str]) -> str:
    named = [flag.partition("=")[2] for flag in flags if flag.startswith("--cloud=")]
    return named[0] if named else "AzurePublicCloud"


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ([], "--workload-identities-file is required: 'hypershift create iam azure' writes it"),
        (
            [WORKLOAD, MANAGED],
            "--workload-identities-file and --managed-identities-file exclude each other: a cluster"
            " has workload identities or managed ones",
        ),
        (
            [WORKLOAD, DATA_PLANE],
            "--workload-identities-file and --data-plane-identities-file exclude each other: a"
            " cluster has workload identities or managed ones",
        ),
        (
            [WORKLOAD, "--assign-identity-roles"],
            "--assign-identity-roles needs --dns-zone-rg-name: ingress gets a role on the public"
            " DNS zone",
        ),
        (
            [WORKLOAD, "--assign-custom-hcp-roles", "--dns-zone-rg-name= "],
            "--assign-custom-hcp-roles needs --dns-zone-rg-name: ingress gets a role on the public"
            " DNS zone",
        ),
        (
            [WORKLOAD, "--name=Demo"],
            "--name must be at most 63 lower-case letters, digits and dashes, beginning and ending"
            " with a letter or digit, not 'Demo'",
        ),
        (
            [WORKLOAD, "--cloud=azurepubliccloud"],
            "--cloud: 'azurepubliccloud' is not one of AzurePublicCloud, AzureUSGovernmentCloud,"
            " AzureChinaCloud, AzureGermanCloud, AzureBleuCloud",
        ),
        (
            [WORKLOAD, f"--subnet-id={NETWORK}/virtualNetworks/v"],
            "--subnet-id must be the ID of a resource of type"
            " Microsoft.Network/virtualNetworks/subnets, not Microsoft.Network/virtualNetworks",
        ),
        (
            [WORKLOAD, "--output-file=absent/infra.json"],
            "--output-file: absent/infra.json cannot be written: name a file in a directory that"
            " exists and that you may write to",
        ),
        (
            [
                WORKLOAD,
                f"--vnet-id={NETWORK}/virtualNetworks/v",
                f"--subnet-id={NETWORK}/virtualNetworks/w/subnets/s",
            ],
            f"--subnet-id {NETWORK}/virtualNetworks/w/subnets/s is not in the virtual network"
            f" {NETWORK}/virtualNetworks/v of --vnet-id: name a subnet of that network, or leave"
            " --vnet-id out",
        ),
        (
            [WORKLOAD, f"--vnet-id={NETWORK.replace('5ee9', '0000')}/virtualNetworks/v"],
            f"--vnet-id is in the subscription {SUBSCRIPTION.replace('5ee9', '0000')}, and the"
            f" credentials are for {SUBSCRIPTION}: use a resource of that subscription",
        ),
        (
            [WORKLOAD, "--base-domain=example_com"],
            "--base-domain must be a domain such as example.com: parts of at most 63 letters,"
            " digits and dashes, the last of letters only, not 'example_com'",
        ),
        (
            [WORKLOAD, "--infra-id=demo_x7k2p"],
            "--infra-id must be at most 63 letters, digits and dashes, beginning and ending with a"
            " letter or digit, not 'demo_x7k2p'",
        ),
        ([WORKLOAD, "--output-file=."], "--output-file: . is a directory: name a file"),
        ([WORKLOAD, "-t", "a"], "--resource-group-tags: 'a' is not of the form key=value"),
        (
            ["--workload-identities-file=absent.json"],
            "--workload-identities-file: absent.json cannot be read (No such file or directory):"
            " name a file that exists and that you may read",
        ),
    ],
)
def test_wrong_flags_are_refused(hypershift: Run, flags: list[str], sentence: str) -> None:
    result = hypershift(*NEEDED.split(), *flags)

    assert (result.code, result.out, result.err) == (2, "", f"Error: {sentence}\n")


@pytest.mark.parametrize(
    ("flag", "content", "problem"),
    [
        (WORKLOAD, {**WORKLOAD_IDENTITIES, "velero": {}}, "there is an unknown key 'velero'"),
        (WORKLOAD, {"disk": {"clientID": "x"}}, "the key 'imageRegistry' is missing"),
        (
            WORKLOAD,
            {**WORKLOAD_IDENTITIES, "disk": {"clientID": "x"}},
            "disk.clientID must be a UUID",
        ),
        (MANAGED, {"controlPlane": {}}, "the key 'managedIdentitiesKeyVault' is missing"),
        (DATA_PLANE, {**DATA_PLANE_IDENTITIES, "ingress": ""}, "there is an unknown key 'ingress'"),
    ],
)
def test_a_file_of_identities_that_cannot_be_right_is_refused(
    hypershift: Run, azure_files: Path, flag: str, content: object, problem: str
) -> None:
    name, _, file = flag.partition("=")
    write(azure_files / file, content)

    result = hypershift(*NEEDED.split(), flag)

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"Error: {name}: {file}: ")
    assert problem in result.err


def test_managed_identities_of_both_kinds_may_be_in_one_file(
    hypershift: Run, azure_files: Path, asked: list[str]
) -> None:
    both = {"controlPlane": CONTROL_PLANE_IDENTITIES, "dataPlane": DATA_PLANE_IDENTITIES}
    write(azure_files / "managed-identities.json", both)

    result = hypershift(*NEEDED.split(), MANAGED)

    assert (result.code, result.err) == (0, "")
    assert len(asked) == 1


def test_identities_that_are_to_get_roles_need_client_ids(
    hypershift: Run, azure_files: Path
) -> None:
    nameless = {"ingress": {"credentialsSecretName": "demo-ingress"}}
    write(azure_files / "managed-identities.json", CONTROL_PLANE_IDENTITIES | nameless)

    result = hypershift(
        *NEEDED.split(), MANAGED, "--assign-identity-roles", "--dns-zone-rg-name=dns"
    )

    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "Error: --managed-identities-file does not say ingress.clientID, which is needed to give it"
        " a role: add it\n"
    )
