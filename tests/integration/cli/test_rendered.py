"""What commands render is what an API server takes, whatever was asked for."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.unit.cli.azure_world import WORKLOAD_IDENTITIES, write
from tests.unit.cli.create.cluster_world import INFRA, KMS_CLIENT_ID
from tests.unit.cli.create.test_create_cluster_golden import SCENARIOS
from tests.unit.cli.create.test_create_cluster_hostedcluster import CHANGES
from tests.unit.cli.create.test_create_cluster_nodepools import MACHINES
from tests.unit.cli.create.test_create_cluster_publishing import DOMAIN, TABLE
from tests.unit.cli.create.test_create_nodepool import MINIMAL, POOLS
from tests.unit.cli.install.rendered import EVERYTHING, EXTERNAL_DNS, PRIVATE, objects

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.apiserver import ApiServer, Client
    from tests.unit.cli.create.cluster_world import Object, Render, Run

NO_RELEASE = "--release-image="
CLUSTERS = [
    *(flags for flags, _ in CHANGES if flags != NO_RELEASE),
    *(flags for flags, _ in MACHINES),
    *(
        f"--endpoint-access={access} --oauth-publishing-strategy={oauth}"
        + (f" --external-dns-domain={DOMAIN}" if external else "")
        for access, external, oauth, *_ in TABLE
    ),
]
INSTALLATIONS = [
    "",
    " ".join(EXTERNAL_DNS),
    " ".join(EVERYTHING),
    " ".join((*PRIVATE, "--azure-pls-managed-identity-client-id=c --azure-pls-subscription-id=s")),
    "--managed-service=ARO-HCP --aro-hcp-key-vault-users-client-id=c",
    "--limit-crd-install=Azure --development --platform-monitoring=None --metrics-set=SRE",
    "--enable-audit-log-persistence --disable-capi-conversion-webhook",
]


def dry_run(server: ApiServer, manifests: str, *how: str) -> list[str]:
    """Let kubectl and the API server check manifests, and tell which objects would be applied."""
    result = subprocess.run(
        [server.kubectl, "apply", *how, "--dry-run=server", "--validate=strict", "-f", "-"],
        env=server.environment(),
        input=manifests,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert all("server dry run" in line for line in result.stdout.splitlines())
    return result.stdout.splitlines()


def refusals(cluster: Client, found: list[Object]) -> list[str]:
    """What the API server says against new objects. The namespace is there already."""
    answers = [cluster.create(one, dry_run=True) for one in found if one["kind"] != "Namespace"]
    assert answers
    return [answer.message for answer in answers if not answer.ok]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_cluster_is_taken_by_kubectl_and_the_api_server(
    cluster: Client, create_cluster: Run, cluster_files: Path, scenario: str
) -> None:
    write(cluster_files / "infra-without-identities.json", INFRA | {"workloadIdentities": None})
    identities = WORKLOAD_IDENTITIES | INFRA["workloadIdentities"] | {"kmsClientID": KMS_CLIENT_ID}
    write(cluster_files / "infra.json", INFRA | {"workloadIdentities": identities})

    result = create_cluster(
        *("--render", "--render-sensitive"),
        *SCENARIOS[scenario],
        f"--namespace={cluster.namespace}",
    )
    applied = dry_run(cluster.server, result.out)

    assert len(applied) == result.out.count("\n---\n") >= 5


@pytest.mark.parametrize("flags", CLUSTERS)
def test_a_cluster_of_any_flag_is_taken(cluster: Client, render: Render, flags: str) -> None:
    found = render("--render-sensitive", *flags.split(), f"--namespace={cluster.namespace}")

    assert refusals(cluster, found) == []


def test_a_cluster_without_a_release_waits_for_the_webhook_that_names_one(
    cluster: Client, render: Render
) -> None:
    found = render(NO_RELEASE, f"--namespace={cluster.namespace}")

    refused = refusals(cluster, found)
    for one in found:
        if one["kind"] != "Namespace":
            one["spec"]["release"]["image"] = "quay.io/example/release:4.21.0"

    assert ["spec.release.image: Invalid value" in message for message in refused] == [True, True]
    assert refusals(cluster, found) == []


@pytest.mark.parametrize("flags", ["", *(flags for flags, _ in POOLS)])
def test_a_node_pool_is_taken_by_kubectl_and_the_api_server(
    cluster: Client, hypershift: Run, flags: str
) -> None:
    result = hypershift(*MINIMAL, *flags.split(), f"--namespace={cluster.namespace}")

    [applied] = dry_run(cluster.server, result.out)

    assert applied.startswith("nodepool.hypershift.openshift.io/")


@pytest.mark.usefixtures("install_files")
@pytest.mark.parametrize("flags", INSTALLATIONS)
def test_an_installation_is_taken_by_kubectl_and_the_api_server(
    cluster: Client, hypershift: Run, flags: str
) -> None:
    result = hypershift(
        *("install", "render", "--render-sensitive", f"--namespace={cluster.namespace}"),
        *flags.split(),
    )
    assert result.code == 0, result.err
    # What OpenShift has anyway.
    cluster.create(
        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "openshift-monitoring"}}
    )

    # The definitions are there already, with what we do not render: conversion without a webhook.
    applied = dry_run(cluster.server, result.out, "--server-side", "--force-conflicts")

    assert len(applied) == len(objects(result.out)) > 20
