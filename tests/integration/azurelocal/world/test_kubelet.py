"""Machines with a kubelet are nodes, and route tables carry what their pods say to each other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.azurelocal.world import cluster as clusters
from tests.integration.azurelocal.world.cluster import NODES, Cluster
from tests.integration.azurelocal.world.raised import PATIENCE, until

if TYPE_CHECKING:
    from tests.integration.azurelocal.world.registry import Registry
    from tests.integration.azurelocal.world.shapes import Group

TIMED_OUT = 143
PATIENTLY = f"--timeout={PATIENCE:.0f}s"


@pytest.fixture(scope="module")
def cluster(
    shared_group: Group,
    registry: Registry,
    busybox: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Cluster:
    """Three machines: a control plane, and two that have a kubelet."""
    return clusters.raised(shared_group, registry, busybox, tmp_path_factory.mktemp("cluster"))


@pytest.fixture(scope="module")
def pods(cluster: Cluster, busybox: str) -> dict[str, str]:
    """A pod with a web server on each node: the address of each, by the name of its node."""
    made = [pod(node, busybox) for node in NODES]
    cluster.kubectl("apply", "-f", "-", stdin=b"\n".join(json.dumps(one).encode() for one in made))
    cluster.kubectl("wait", "--for=condition=Ready", "pod", "--all", PATIENTLY)
    return {one["spec"]["nodeName"]: one["status"]["podIP"] for one in cluster.get("pods")["items"]}


def pod(node: str, image: str) -> dict[str, Any]:
    """A pod on a node, called like that, whose page says its name."""
    script = "hostname >/tmp/index.html; exec httpd -f -p 80 -h /tmp"
    container = {"name": "web", "image": image, "command": ["sh", "-c", script]}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": node},
        "spec": {
            "nodeName": node,
            "containers": [container],
            "automountServiceAccountToken": False,
            "terminationGracePeriodSeconds": 0,
        },
    }


def test_machines_with_a_kubelet_become_ready_nodes(cluster: Cluster) -> None:
    def names() -> list[str]:
        return cluster.try_kubectl("get", "nodes", "--output=name").stdout.split()

    until(lambda: len(names()) == len(NODES), "both nodes are there")
    cluster.kubectl("wait", "--for=condition=Ready", "node", "--all", PATIENTLY)
    nodes = cluster.get("nodes")["items"]
    addresses = {one["status"]["addresses"][0]["address"] for one in nodes}
    assert addresses == {vm.address for vm in cluster.nodes}
    # As much as machines of their size have.
    assert {one["status"]["capacity"]["cpu"] for one in nodes} == {"2"}
    assert {one["status"]["capacity"]["memory"] for one in nodes} == {"8Gi"}


def test_route_tables_carry_what_pods_say_to_each_other(
    shared_group: Group, cluster: Cluster, pods: dict[str, str]
) -> None:
    arm, (one, two) = shared_group.arm, NODES
    table = shared_group.make("Network/routeTables", "pods", {"routes": routes(cluster)})

    def pages() -> list[str]:
        """What each pod sees of the one on the other node."""
        return [page(two, seen_from=one), page(one, seen_from=two)]

    def page(node: str, seen_from: str) -> str:
        # Nothing else than the answer may be missing. (With a time limit of its own, wget crashes.)
        command = ("timeout", "1", "wget", "-q", "-O", "-", f"http://{pods[node]}/")
        done = cluster.try_kubectl("exec", seen_from, "--", *command)
        assert done.returncode in (0, TIMED_OUT), (done.returncode, done.stderr)
        return done.stdout.strip()

    until(lambda: all(page(node, seen_from=node) == node for node in NODES), "both serve")
    assert pages() == ["", ""]

    cluster.steer(table)
    until(lambda: pages() == [two, one], "there is a way", patience=30)

    arm.delete(f"{table}/routes/{two}")
    until(lambda: pages() == ["", ""], "there is no way any more", patience=30)


def test_a_node_that_boots_again_runs_its_pods_again(
    cluster: Cluster, pods: dict[str, str]
) -> None:
    node, vm = NODES[0], cluster.nodes[0]

    vm.run("systemctl", "reboot", "--force", "--force")  # it ends before it can say that it has

    def status() -> dict[str, Any]:
        return cluster.get("pod", node)["status"]["containerStatuses"][0]

    until(lambda: status()["restartCount"] == 1 and status()["ready"], "the pod runs again")


def routes(cluster: Cluster) -> list[dict[str, Any]]:
    """Routes that lead to the pods of each node."""
    return [
        {
            "name": vm.name,
            "properties": {
                "addressPrefix": cluster.get("node", vm.name)["spec"]["podCIDR"],
                "nextHopType": "VirtualAppliance",
                "nextHopIpAddress": vm.address,
            },
        }
        for vm in cluster.nodes
    ]
