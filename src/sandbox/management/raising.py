"""`sandbox up`: everything that is missing is made, in the order in which things need each other.

Each stage looks at what there is before it makes anything. So it does not matter where an earlier
run was interrupted, nor what was killed since.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from azurelocal import folder
from azurelocal.world import raising
from sandbox import components, images
from sandbox.management import addons, bodies, kube, machines, pki, registry, shape
from sandbox.management.arm import Arm
from sandbox.management.cloud import Cloud
from sandbox.management.kube import Cluster
from sandbox.management.place import told_by_us
from sandbox.management.stages import stage
from sandbox.progress import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sandbox.management.cloud import Ended
    from sandbox.management.place import Place
    from sandbox.management.shape import Node
    from sandbox.management.stages import Stage
    from sandbox.progress import Reporter

IMAGES = ("pause", "etcd", "kube", *addons.IMAGES)
"""What the management cluster runs."""
_PATIENCE = 300.0  # seconds that a stage of the cluster may take on a machine that is busy
_GRACE = 15.0  # seconds in which a part that was killed comes back by itself
_TICK = 0.2
_ADVICE = "see 'sandbox logs', then run 'sandbox up' again"


@dataclass
class Raising:
    """One run of `sandbox up`."""

    place: Place
    reporter: Reporter
    options: Sequence[str] = ()
    """Flags of `azurelocal serve`, for when it has to be started."""
    _suspects: set[Node] = field(default_factory=set["Node"])
    """Machines that ran before: one of these that says nothing will not begin to by itself."""
    _booted: dict[str, datetime] = field(default_factory=dict[str, datetime])
    """When we found that a machine did not run, by its name."""

    def run(self) -> Cluster:
        """Go through all stages."""
        with told_by_us():
            raising.require_root()
        kubernetes, server = components.ensure(("kubernetes", "registry"), self.reporter)
        built = images.ensure(IMAGES, self.reporter)
        with self._stage("world") as at, told_by_us():
            raising.up(self.place.site, self.options, at.say)
        with folder.alone(self.place.folder, self._wait):
            with self._stage("registry") as at:
                pulled = self._fill_registry(at, server.programs / "registry", built)
            pki.ensure(self.place.keys)
            kube.write_kubeconfig(self.place)
            cloud = Cloud(Arm(self.place))
            with self._stage("network"):
                cloud.lay(pki.label(self.place.keys))
            with self._stage("machines") as at:
                self._start_machines(at, cloud, pulled)
            cluster = Cluster(self.place, cloud.api_server(), self._booted)
            self._raise_cluster(cluster, cloud, kubernetes.programs / "kubectl", pulled)
        return cluster

    def _wait(self) -> None:
        self.reporter.working("sandbox", Step("waiting for another 'up' or 'down' to end"))

    def _stage(self, name: str) -> AbstractContextManager[Stage]:
        return stage(name, self.reporter)

    def _fill_registry(self, at: Stage, program: Path, built: list[images.Built]) -> dict[str, str]:
        """Start it, and push what it lacks: the names that images are pulled by."""
        if registry.ensure(self.place, program, at.wait):
            at.outcome = "started"
        pulled: dict[str, str] = {}
        with registry.client(self.place) as client:
            for one in built:
                assert one.layout is not None
                name = one.image.name
                repository, digest = f"{registry.PREFIX}/{name}", one.layout.manifest.digest
                if not client.has(repository, digest):
                    at.say(f"pushing {name}")
                    client.push(one.layout, repository, "latest")
                pulled[name] = f"{registry.HOST}/{repository}@{digest}"
        return pulled

    def _start_machines(self, at: Stage, cloud: Cloud, pulled: dict[str, str]) -> None:
        """Make machines that are missing, and start those that are off. All at the same time."""
        settings, authority = cloud.settings(), self.place.authority.read_text()
        self._suspects = bodies.running(self.place, cloud)
        for node in {*shape.NODES} - self._suspects:
            self._booted[node.name] = datetime.now(UTC)
        begun: list[Ended] = []
        for node in shape.NODES:
            id = cloud.machine(node)
            if cloud.exists(node):
                begun.append(cloud.arm.act(id, "start"))
            else:
                told = machines.ignition(node, self.place.keys, pulled, settings, authority)
                begun.append(cloud.begin(node, told))
        at.say("waiting until they have started")
        for ended in begun:
            ended(at.wait)

    def _raise_cluster(
        self, cluster: Cluster, cloud: Cloud, kubectl: Path, pulled: dict[str, str]
    ) -> None:
        with self._stage("control plane") as at:
            self._restart(at, cloud, lambda: {shape.CONTROL: cluster.lack()})
            at.until(cluster.lack, _PATIENCE, _ADVICE)
        with self._stage("add-ons"):
            apply = ("apply", "--server-side", "--force-conflicts", "-f", "-")
            cluster.kubectl(kubectl, *apply, stdin=addons.manifests(pulled))
        with self._stage("nodes") as at:
            self._restart(at, cloud, cluster.nodes)
            at.until(lambda: _first(cluster.nodes()), _PATIENCE, _ADVICE)
            for role, node in (("control-plane", shape.CONTROL), ("worker", shape.WORKER)):
                # Kubelets may not say that of themselves.
                words = f"node-role.kubernetes.io/{role}="
                cluster.kubectl(kubectl, "label", "--overwrite", "node", node.name, words)
        with self._stage("pods") as at:
            at.until(lambda: _first(cluster.pods()), _PATIENCE, _ADVICE)

    def _restart(self, at: Stage, cloud: Cloud, lacks: Callable[[], dict[Node, str]]) -> None:
        """Boot machines again that ran all the time, and are not as they have to be."""
        end = time.monotonic() + _GRACE
        while sick := {node for node, lack in lacks().items() if lack} & self._suspects:
            at.say(f"looking whether {', '.join(sorted(one.name for one in sick))} recovers")
            if time.monotonic() > end:
                for node in sick:
                    at.say(f"booting {node.name} again")
                    self._booted[node.name] = datetime.now(UTC)
                    cloud.arm.act(cloud.machine(node), "restart")(at.wait)
                self._suspects -= sick
            time.sleep(_TICK)


def _first(lacks: Mapping[Any, str]) -> str:
    return next((f"{getattr(one, 'name', one)} {lack}" for one, lack in lacks.items() if lack), "")
