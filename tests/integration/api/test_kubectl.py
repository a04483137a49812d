"""What users of kubectl see of our kinds: columns, short names, scaling, explanations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.api.bases import (
    IMAGE,
    component,
    hosted_cluster,
    hosted_control_plane,
    node_pool,
)

if TYPE_CHECKING:
    from sandbox.apiserver import Client
    from tests.integration.api.table import Builder, Object

CLUSTER_COLUMNS = "NAME, VERSION, CP VERSION, KUBECONFIG, PROGRESS, AVAILABLE, PROGRESSING, MESSAGE"
POOL_COLUMNS = (
    "NAME, CLUSTER, DESIRED NODES, CURRENT NODES, AUTOSCALING, AUTOREPAIR, VERSION,"
    " UPDATINGVERSION, UPDATINGCONFIG, MESSAGE"
)
MOMENT = "2030-01-31T12:00:00Z"


def condition(name: str, status: str, message: str = "") -> Object:
    return {
        "type": name,
        "status": status,
        "reason": "AsExpected",
        "message": message,
        "lastTransitionTime": MOMENT,
    }


def release(version: str, completed: str | None) -> Object:
    return {
        "version": version,
        "state": "Completed" if completed else "Partial",
        "image": IMAGE,
        "startedTime": MOMENT,
        "verified": False,
        "completionTime": completed,
    }


def stored(cluster: Client, thing: Object, status: Object | None = None) -> None:
    """Store an object, with a status if there is one."""
    answer = cluster.create(thing)
    assert answer.ok, answer.message
    if status:
        answer = cluster.update({**answer.body, "status": status}, "status")
        assert answer.ok, answer.message


def table(text: str) -> list[list[str]]:
    """What kubectl prints, cell by cell. Cells have a space in them at most, columns three."""
    return [re.split(r"\s{2,}", line.rstrip()) for line in text.splitlines()]


def test_a_list_of_clusters_shows_their_release_and_how_they_are(cluster: Client) -> None:
    ahead = release("4.21.5", MOMENT)
    version = {
        "desired": {"image": IMAGE, "version": "4.21.5"},
        "observedGeneration": 1,
        "availableUpdates": None,
        "history": [release("4.21.5", None), release("4.21.4", MOMENT)],
    }
    conditions = [
        condition("Available", "True", "Up"),
        condition("Progressing", "False"),
    ]
    status = {
        "version": version,
        "controlPlaneVersion": {
            "desired": version["desired"],
            "observedGeneration": 1,
            "history": [{key: value for key, value in ahead.items() if key != "verified"}],
        },
        "kubeconfig": {"name": "demo-admin-kubeconfig"},
        "conditions": conditions,
    }
    stored(cluster, hosted_cluster(), status)

    result = cluster.kubectl("get", "hc")

    assert table(result.stdout) == [
        CLUSTER_COLUMNS.split(", "),
        ["demo", "4.21.4", "4.21.5", "demo-admin-kubeconfig", "Partial", "True", "False", "Up"],
    ]


def test_a_list_of_pools_shows_their_nodes_and_how_they_are(cluster: Client) -> None:
    conditions = [
        condition("AutoscalingEnabled", "False"),
        condition("AutorepairEnabled", "True"),
        condition("UpdatingVersion", "True"),
        condition("UpdatingConfig", "False"),
        condition("Ready", "True", "All is well"),
    ]
    stored(cluster, node_pool(), {"replicas": 1, "version": "4.21.4", "conditions": conditions})

    result = cluster.kubectl("get", "np")

    assert table(result.stdout) == [
        POOL_COLUMNS.split(", "),
        ["demo", "demo", "2", "1", "False", "True", "4.21.4", "True", "False", "All is well"],
    ]


def test_clusters_and_pools_are_listed_together(cluster: Client) -> None:
    stored(cluster, hosted_cluster())
    stored(cluster, node_pool())

    result = cluster.kubectl("get", "hc,np", "-o", "name")

    assert result.stdout.split() == [
        "hostedcluster.hypershift.openshift.io/demo",
        "nodepool.hypershift.openshift.io/demo",
    ]


@pytest.mark.parametrize(
    ("name", "builder"),
    [
        *[(name, hosted_cluster) for name in ("hc", "hcs", "hostedcluster", "hostedclusters")],
        *[(name, node_pool) for name in ("np", "nps", "nodepool", "nodepools")],
        *[(name, hosted_control_plane) for name in ("hcp", "hcps", "cluster-api")],
        *[(name, component) for name in ("cpc", "cpcs")],
    ],
)
def test_a_kind_has_short_names(cluster: Client, name: str, builder: Builder) -> None:
    thing = builder()
    stored(cluster, thing)

    result = cluster.kubectl("get", name, "-o", "name")

    kind = thing["kind"].lower()
    assert result.stdout == f"{kind}.hypershift.openshift.io/{thing['metadata']['name']}\n"


def test_a_pool_is_scaled(cluster: Client) -> None:
    stored(cluster, node_pool())

    result = cluster.kubectl("scale", "nodepool", "demo", "--replicas", "5")

    assert result.stdout == "nodepool.hypershift.openshift.io/demo scaled\n"
    found = cluster.get("hypershift.openshift.io/v1beta1", "NodePool", "demo").body
    assert (found["spec"]["replicas"], found["metadata"]["generation"]) == (5, 2)


def test_a_pool_is_not_scaled_when_it_has_another_size_than_was_thought(cluster: Client) -> None:
    stored(cluster, node_pool())

    result = cluster.kubectl("scale", "np/demo", "--replicas=5", "--current-replicas=4")

    assert result.stderr == "error: Expected replicas to be 4, was 2\n"
    found = cluster.get("hypershift.openshift.io/v1beta1", "NodePool", "demo").body
    assert found["spec"]["replicas"] == 2


def test_who_writes_the_status_cannot_change_the_rest_and_the_other_way_round(
    cluster: Client,
) -> None:
    stored(cluster, node_pool(), {"replicas": 2})
    change: dict[str, Any] = {"spec": {"replicas": 7}, "status": {"replicas": 9}}

    counts = [
        (answer.body["spec"]["replicas"], answer.body["status"]["replicas"])
        for answer in (
            cluster.patch({**node_pool(), **change}, subresource) for subresource in ("", "status")
        )
    ]

    assert counts == [(7, 2), (7, 9)]


@pytest.mark.parametrize(
    "field",
    [
        "hc",
        "hc.spec.platform.azure.azureAuthenticationConfig.workloadIdentities",
        "nodepool.spec.platform.azure.image.azureMarketplace",
        "hcp.status",
        "azureprivatelinkservices.spec",
    ],
)
def test_every_field_is_explained(cluster: Client, field: str) -> None:
    result = cluster.kubectl("explain", field)

    assert result.stderr == ""
    assert re.search(r"^DESCRIPTION:\n +\w.*\w", result.stdout, re.MULTILINE)
    fields = result.stdout.partition("\nFIELDS:\n")[2]
    assert len(re.findall(r"^  \w+\t", fields, re.MULTILINE)) > 1
    assert "<no description>" not in result.stdout
