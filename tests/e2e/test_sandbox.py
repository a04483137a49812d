"""The management cluster: what users of Kubernetes and of Azure expect, and what kills it."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

from sandbox.management import registry, shape
from tests.e2e.boxed import PATIENCE, Boxed
from tests.integration.azurelocal.world.raised import until
from tests.integration.azurelocal.world.traces import traces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TOOLS = f"{registry.HOST}/{registry.PREFIX}/tools:latest"
WEB = "mkdir /tmp/www; hostname >/tmp/www/index.html; exec busybox httpd -f -p 8080 -h /tmp/www"
Object = dict[str, Any]


@pytest.fixture
def namespace(box: Boxed, request: pytest.FixtureRequest) -> Iterator[str]:
    """A namespace of the test's own."""
    name = request.node.name.replace("_", "-")[:40].strip("-")
    box.says("kubectl", "create", "namespace", name)
    yield name
    box.says("kubectl", "delete", "namespace", name, "--wait=false")


def pod(namespace: str, name: str, script: str = "exec sleep infinity", **more: Any) -> Object:
    """A pod that runs a script."""
    container = {"name": name, "image": TOOLS, "command": ["sh", "-euc", script]}
    container |= more.pop("container", {})
    spec = {"terminationGracePeriodSeconds": 0, "containers": [container], **more}
    metadata = {"name": name, "namespace": namespace, "labels": {"app": name}}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def service(namespace: str, name: str, kind: str = "ClusterIP") -> Object:
    """A service for the pods of this name."""
    ports = [{"port": 80, "targetPort": 8080}]
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": name, "namespace": namespace},
        "spec": {"type": kind, "selector": {"app": name}, "ports": ports},
    }


def web(namespace: str) -> Object:
    """A web server on each node, whose page says the name of its pod."""
    template = pod(namespace, "web", WEB)
    spread = {
        "maxSkew": 1,
        "topologyKey": "kubernetes.io/hostname",
        "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "web"}},
    }
    template["spec"]["topologySpreadConstraints"] = [spread]
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web", "namespace": namespace},
        "spec": {
            "replicas": 2,
            "selector": {"matchLabels": {"app": "web"}},
            "template": {"metadata": template["metadata"], "spec": template["spec"]},
        },
    }


def test_nodes_are_ready_and_know_where_they_are(box: Boxed) -> None:
    assert box.wrong() == {}

    nodes = {one["metadata"]["name"]: one for one in box.get("nodes")["items"]}
    assert set(nodes) == {"control-0", "worker-0"}
    for node in nodes.values():
        labels = node["metadata"]["labels"]
        assert labels["topology.kubernetes.io/region"] == "eastus"
        assert labels["node.kubernetes.io/instance-type"] == shape.SIZE
        assert node["spec"]["providerID"].startswith("azure:///subscriptions/")
        assert "taints" not in node["spec"]


def test_a_deployment_from_the_registry_answers_at_a_public_address(
    box: Boxed, namespace: str
) -> None:
    box.apply(web(namespace), service(namespace, "web", "LoadBalancer"))
    box.wait("condition=Available", "deployment/web", f"--namespace={namespace}")
    at = ("service/web", f"--namespace={namespace}")
    box.wait("jsonpath={.status.loadBalancer.ingress[0].ip}", *at)
    address = box.get(*at)["status"]["loadBalancer"]["ingress"][0]["ip"]
    pods = box.get("pods", f"--namespace={namespace}")["items"]
    assert {one["spec"]["nodeName"] for one in pods} == {"control-0", "worker-0"}

    seen = set[str]()

    def both() -> bool:
        seen.add(box.try_("curl", "-sf", "-m", "2", f"http://{address}/").stdout.strip())
        return seen >= {one["metadata"]["name"] for one in pods}

    # The pods of both nodes, whichever node the load balancer has chosen: routes lead there.
    until(both, "both pods answer", patience=60)
    group = ("--resource-group", shape.NAME, "--output", "tsv")
    balancers = box.says("az", "network", "lb", "list", "--query", "[].name", *group)
    assert balancers == shape.NAME
    table = ("--route-table-name", shape.NAME, "--query", "[].nextHopIpAddress")
    hops = box.says("az", "network", "route-table", "route", "list", *table, *group).split()
    assert set(hops) == {node.address for node in shape.NODES}

    box.says("kubectl", "delete", *at)

    assert box.says("az", "network", "lb", "list", "--query", "[].name", *group) == ""


def test_volumes_keep_their_data_over_a_new_pod(box: Boxed, namespace: str) -> None:
    claim: Object = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data", "namespace": namespace},
        "spec": {
            "accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": "1Gi"}},
        },
    }
    user = pod(
        namespace,
        "user",
        container={"volumeMounts": [{"name": "data", "mountPath": "/data"}]},
        volumes=[{"name": "data", "persistentVolumeClaim": {"claimName": "data"}}],
    )
    within = f"--namespace={namespace}"
    box.apply(claim, user)
    box.wait("condition=Ready", "pod/user", within)
    box.says("kubectl", "exec", "user", within, "--", "sh", "-c", "echo kept >/data/file")

    box.says("kubectl", "delete", "pod", "user", within)
    box.apply(user)

    box.wait("condition=Ready", "pod/user", within)
    assert box.says("kubectl", "exec", "user", within, "--", "cat", "/data/file") == "kept"
    assert box.get("pvc", "data", within)["status"]["phase"] == "Bound"


def test_network_policies_are_obeyed(box: Boxed, namespace: str) -> None:
    within = f"--namespace={namespace}"
    box.apply(pod(namespace, "web", WEB), pod(namespace, "client"), service(namespace, "web"))
    box.wait("condition=Ready", "pod/web", "pod/client", within)

    def page() -> str:
        script = "timeout 2 wget -q -O - http://web || true"
        return box.says("kubectl", "exec", "client", within, "--", "sh", "-c", script)

    until(lambda: page() == "web", "names and services work", patience=60)
    policy = {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": "nobody", "namespace": namespace},
        "spec": {"podSelector": {"matchLabels": {"app": "web"}}, "policyTypes": ["Ingress"]},
    }
    box.apply(policy)
    until(lambda: page() == "", "it is blocked", patience=60)
    box.says("kubectl", "delete", "networkpolicy", "nobody", within)
    until(lambda: page() == "web", "it is let through again", patience=60)


def _kill_registry(box: Boxed) -> None:
    os.kill(registry.process(box.place), signal.SIGKILL)


def _kill_api_server(box: Boxed) -> None:
    # Its kubelet would bring it back within a second or two.
    box.inside(shape.CONTROL, "systemctl kill --signal=KILL containerd; systemctl stop kubelet")
    box.inside(shape.CONTROL, "pkill -KILL kube-apiserver")


def _kill_worker(box: Boxed) -> None:
    box.kill_machine(shape.WORKER)


@pytest.mark.parametrize(
    ("kill", "part"),
    [
        (_kill_registry, "registry"),
        (_kill_api_server, "API server"),
        (_kill_worker, "machine worker-0"),
    ],
    ids=["registry", "api-server", "machine"],
)
def test_what_is_killed_is_seen_and_mended(
    box: Boxed, kill: Callable[[Boxed], None], part: str
) -> None:
    kill(box)

    wrong = until(box.wrong, "it is seen")
    assert part in wrong, wrong

    box.up()

    assert box.wrong() == {}


def test_down_leaves_nothing_running_and_up_goes_on(box: Boxed) -> None:
    box.says("kubectl", "create", "configmap", "before", "--from-literal=is=there")

    box.down()

    assert traces(box.place.world, box.place.state) == {}
    assert set(box.wrong()) == {"azurelocal", "registry"}
    began = time.monotonic()
    box.up()
    assert time.monotonic() - began < PATIENCE
    assert box.get("configmap", "before")["data"] == {"is": "there"}
    assert box.wrong() == {}


def test_files_with_secrets_are_for_their_owner_alone(box: Boxed) -> None:
    box.says("az", "account", "show")
    for path in box.place.folder.rglob("*"):
        open_to_others = path.stat().st_mode & 0o077 and not path.is_symlink()
        secret = path.suffix in (".key", ".secret") or path.name == "kubeconfig"
        assert not (secret and open_to_others), path


def test_an_interrupted_up_is_gone_on_with(box: Boxed) -> None:
    assert box.break_off("network: beginning", signal.SIGINT) == 130

    box.up()

    assert box.wrong() == {}
