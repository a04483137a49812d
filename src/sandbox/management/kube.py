"""The management cluster as its administrator sees it, from outside the world."""

from __future__ import annotations

import datetime
import os
import ssl
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sandbox.apiserver import kubeconfig
from sandbox.apiserver.authority import KeyPair
from sandbox.errors import SandboxError
from sandbox.management import pki, shape
from sandbox.management.wire import Server

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.management.place import Place
    from sandbox.management.shape import Node

Object = dict[str, Any]

_LONGEST = 120  # characters of what others say
_PATIENCE = 5.0  # seconds that an answer may take
_FRESH = datetime.timedelta(seconds=15)
"""A kubelet renews the lease of its node every 5 seconds."""
_STEADY = datetime.timedelta(seconds=2)
"""What starts and fails at once is ready for a moment, too."""


@dataclass
class Cluster:
    """A client of the API server."""

    place: Place
    address: str
    """The public one."""
    booted: dict[str, datetime.datetime] = field(default_factory=dict[str, datetime.datetime])
    """Nodes that were off at these moments: what was said of them before is of no worth."""

    def __post_init__(self) -> None:
        """Read who the administrator is."""
        self.host = shape.host(pki.label(self.place.keys))
        keys = self.place.keys
        trust = ssl.create_default_context(cafile=str(keys / "ca.crt"))
        trust.load_cert_chain(keys / "admin.crt", keys / "admin.key")
        self._server = Server(self.place.shell, self.address, shape.PORT, trust, _PATIENCE)

    def lack(self) -> str:
        """What the API server lacks; nothing when it is ready."""
        try:
            reply = self._server.ask(self.host, "GET", "/readyz")
        except OSError as error:
            return f"does not answer ({error})"
        if reply.ok:
            return ""
        failed = [
            line[3:].split()[0]
            for line in reply.content.decode(errors="replace").splitlines()
            if line.startswith("[-]")
        ]
        more = f" and {len(failed) - 1} more" if len(failed) > 1 else ""
        return f"is not ready: {failed[0] if failed else reply.status}{more}"

    def items(self, path: str) -> list[Object]:
        """Read a list."""
        try:
            reply = self._server.ask(self.host, "GET", path)
        except OSError as error:
            raise SandboxError(
                f"the API server of the management cluster does not answer ({error}): 'sandbox"
                " status' says what is wrong, 'sandbox up' mends it"
            ) from error
        if not reply.ok:
            raise SandboxError(
                f"the API server of the management cluster answers {reply.status} to {path}: see"
                " 'sandbox logs kube-apiserver'"
            )
        return reply.json["items"]

    def nodes(self) -> dict[Node, str]:
        """What each node that there shall be lacks; nothing when it is ready."""
        leases = {
            one["metadata"]["name"]: one["spec"].get("renewTime", "")
            for one in self.items("/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases")
        }
        found = {one["metadata"]["name"]: one for one in self.items("/api/v1/nodes")}
        return {
            node: _lack_of_node(
                found.get(node.name), leases.get(node.name, ""), self.booted.get(node.name)
            )
            for node in shape.NODES
        }

    def pods(self) -> dict[str, str]:
        """What each pod of the system lacks; nothing when it is ready."""
        return {
            one["metadata"]["name"]: _lack_of_pod(
                one, self.booted.get(one["spec"].get("nodeName", ""))
            )
            for one in self.items("/api/v1/namespaces/kube-system/pods")
            # Those without an owner do one thing and go.
            if one["metadata"].get("ownerReferences")
            and not one["metadata"].get("deletionTimestamp")
        }

    def kubectl(self, program: Path, *words: str, stdin: str = "") -> str:
        """Run kubectl at the workstation; it must succeed."""
        entrance = self.place.site.entrance
        command = [str(program), f"--kubeconfig={self.place.kubeconfig}", *words]
        done = subprocess.run(
            entrance.command(self.place.shell, command),
            env={**os.environ, "KUBECACHEDIR": str(self.place.folder / "kubectl"), "KUBERC": "off"},
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SandboxError(
                f"kubectl {words[0]} failed on the management cluster: see what it says, then run"
                " 'sandbox up' again",
                done.stderr.strip(),
            )
        return done.stdout


def write_kubeconfig(place: Place) -> None:
    """Write the file for administrators, if it is not there."""
    if place.kubeconfig.exists():
        return
    made = place.kubeconfig.with_suffix(".new")
    made.unlink(missing_ok=True)
    administrator = KeyPair(place.keys / "admin.crt", place.keys / "admin.key")
    url = f"https://{shape.host(pki.label(place.keys))}:{shape.PORT}"
    kubeconfig.write(made, url, place.keys / "ca.crt", administrator)
    made.rename(place.kubeconfig)


def _lack_of_node(node: Object | None, renewed: str, booted: datetime.datetime | None) -> str:
    if node is None:
        return "has not joined"
    if lack := _lack(node):
        return lack
    if not renewed or _age(renewed) > _FRESH or (booted and _moment(renewed) < booted):
        return "its kubelet says nothing"
    taints: list[Object] = node["spec"].get("taints") or []
    keys = ", ".join(str(one["key"]).rpartition("/")[2] for one in taints)
    return f"is not for pods yet: {keys}" if keys else ""


def _lack_of_pod(pod: Object, booted: datetime.datetime | None) -> str:
    statuses: list[Object] = pod["status"].get("containerStatuses") or []
    for status in statuses:
        waiting: Object = status["state"].get("waiting") or {}
        if reason := waiting.get("reason"):
            return _short(f"{reason}: {waiting.get('message', '')}".rstrip(": "))
        running: Object = status["state"].get("running") or {}
        if booted and running and _moment(str(running["startedAt"])) < booted:
            return "ran before its node booted"
    return _lack(pod, steady=_STEADY)


def _lack(thing: Object, steady: datetime.timedelta = datetime.timedelta()) -> str:
    """Why the condition Ready of something has not been true for some time."""
    conditions: list[Object] = thing["status"].get("conditions") or []
    for condition in conditions:
        if condition["type"] == "Ready":
            if condition["status"] == "True":
                recent = _age(condition["lastTransitionTime"]) < steady
                return "has been ready for a moment only" if recent else ""
            said = condition.get("message") or condition.get("reason") or "it does not say why"
            return _short(f"is not ready: {said}")
    return "is not ready yet"


def _short(said: str) -> str:
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST].rstrip()}…"


def _age(moment: str) -> datetime.timedelta:
    return datetime.datetime.now(datetime.UTC) - _moment(moment)


def _moment(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)
