"""What nodes and pods lack, as it is told to whoever waits for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from sandbox.errors import SandboxError
from sandbox.management.kube import Cluster
from sandbox.management.shape import CONTROL, WORKER
from sandbox.management.stages import stage
from sandbox.management.status import Part, as_table
from sandbox.progress import Reporter

if TYPE_CHECKING:
    from sandbox.management.place import Place

Object = dict[str, Any]
LONG_AGO = timedelta(minutes=10)


@dataclass
class Told(Cluster):
    """A cluster whose lists are told."""

    lists: dict[str, list[Object]] = field(default_factory=dict[str, list[Object]])

    def items(self, path: str) -> list[Object]:
        return self.lists[path.rpartition("/")[2]]


def ago(time: timedelta) -> str:
    return (datetime.now(UTC) - time).isoformat()


def ready(status: str = "True", *, since: timedelta = LONG_AGO, message: str = "") -> Object:
    condition = {"type": "Ready", "status": status, "lastTransitionTime": ago(since)}
    return condition | ({"message": message} if message else {})


def node(name: str, condition: Object, *taints: str) -> Object:
    return {
        "metadata": {"name": name},
        "spec": {"taints": [{"key": key} for key in taints]} if taints else {},
        "status": {"conditions": [condition]},
    }


def lease(name: str, renewed: timedelta) -> Object:
    return {"metadata": {"name": name}, "spec": {"renewTime": ago(renewed)}}


def pod(condition: Object, state: Object, *, owned: bool = True) -> Object:
    metadata: Object = {"name": "pod"} | ({"ownerReferences": [{}]} if owned else {})
    return {
        "metadata": metadata,
        "spec": {"nodeName": WORKER.name},
        "status": {"conditions": [condition], "containerStatuses": [{"state": state}]},
    }


def running(since: timedelta = LONG_AGO) -> Object:
    return {"running": {"startedAt": ago(since)}}


NOW = timedelta()


@pytest.mark.parametrize(
    ("there", "renewed", "booted", "lack"),
    [
        (node("worker-0", ready()), NOW, None, ""),
        (None, NOW, None, "has not joined"),
        (
            node("worker-0", ready("False", message="no network")),
            NOW,
            None,
            "is not ready: no network",
        ),
        (
            node("worker-0", ready(), "node.kubernetes.io/not-ready", "other"),
            NOW,
            None,
            "is not for pods yet: not-ready, other",
        ),
        (node("worker-0", ready()), LONG_AGO, None, "its kubelet says nothing"),
        # It is from before the machine was off.
        (node("worker-0", ready()), timedelta(seconds=3), NOW, "its kubelet says nothing"),
        (node("worker-0", ready()), timedelta(seconds=3), LONG_AGO, ""),
    ],
)
def test_a_node_is_ready_when_its_kubelet_says_so_now(
    place: Place, there: Object | None, renewed: timedelta, booted: timedelta | None, lack: str
) -> None:
    cluster = Told(place, "203.0.113.1")
    if booted is not None:
        cluster.booted[WORKER.name] = datetime.now(UTC) - booted
    nodes = [node("control-0", ready()), *([there] if there else [])]
    leases = [lease("control-0", NOW), lease("worker-0", renewed)]
    cluster.lists = {"nodes": nodes, "leases": leases}

    assert cluster.nodes() == {CONTROL: "", WORKER: lack}


@pytest.mark.parametrize(
    ("there", "booted", "lack"),
    [
        (pod(ready(), running()), None, ""),
        (pod(ready(since=-LONG_AGO), running()), None, "has been ready for a moment only"),
        (pod(ready("False"), running()), None, "is not ready: it does not say why"),
        (pod(ready(), running()), timedelta(minutes=1), "ran before its node booted"),
        (
            pod(ready("False"), {"waiting": {"reason": "ErrImagePull", "message": "x" * 200}}),
            None,
            f"ErrImagePull: {'x' * 106}…",
        ),
    ],
)
def test_a_pod_is_ready_when_it_stays_so(
    place: Place, there: Object, booted: timedelta | None, lack: str
) -> None:
    cluster = Told(place, "203.0.113.1")
    if booted is not None:
        cluster.booted[WORKER.name] = datetime.now(UTC) - booted
    cluster.lists = {"pods": [there]}

    assert cluster.pods() == {"pod": lack}


def test_pods_that_nobody_owns_are_not_waited_for(place: Place) -> None:
    cluster = Told(place, "203.0.113.1")
    cluster.lists = {"pods": [pod(ready("False"), running(), owned=False)]}

    assert cluster.pods() == {}


def test_a_stage_that_takes_too_long_says_what_is_lacking() -> None:
    def lacking() -> str:
        raise SandboxError("the API server does not answer")

    with (
        pytest.raises(
            SandboxError, match=r"^nodes: the API server does not answer, after 0 s; go$"
        ),
        stage("nodes", Reporter()) as at,
    ):
        at.until(lacking, 0.0, "go")


def test_a_table_tells_what_to_do_only_when_something_is_wrong() -> None:
    well = [Part("registry", "ok", "sandbox.azurecr.io"), Part("pods", "ok")]

    assert as_table(well).splitlines() == [
        "PART      STATE  DETAIL",
        "registry  ok     sandbox.azurecr.io",
        "pods      ok",
    ]
    wrong = as_table([*well, Part("node worker-0", "wrong", "has not joined")]).splitlines()
    assert wrong[-3:] == [
        "node worker-0  wrong  has not joined",
        "",
        "'sandbox up' mends what is wrong.",
    ]
