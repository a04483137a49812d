"""`sandbox logs`: what the parts have written, also when most of them do not run any more."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import TYPE_CHECKING

import click

from azurelocal.fabric import names
from azurelocal.machines.errors import MachineError
from azurelocal.world import raising
from sandbox.errors import SandboxError, UsageError
from sandbox.management import shape
from sandbox.management.arm import Arm
from sandbox.management.cloud import Cloud
from sandbox.management.place import told_by_us

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sandbox.management.place import Place
    from sandbox.management.shape import Node

CONTROL_PLANE = (
    "etcd",
    "kube-apiserver",
    "kube-controller-manager",
    "kube-scheduler",
    "cloud-controller-manager",
)
ADD_ONS = (
    "cloud-node-manager",
    "coredns",
    "kube-proxy",
    "kube-router",
    "local-path-provisioner",
)
MACHINES = {node.name: node for node in shape.NODES}
PARTS = ("azurelocal", "registry", *MACHINES, *CONTROL_PLANE, *ADD_ONS)
# The newest file of each container. It is read by number of lines, and followed by name.
_CONTAINERS = """\
cd /var/log/pods || exit 0
set -- kube-system_"$1"-*/*/
[ -d "$1" ] || exit 0
for folder; do
    echo "$(ls -t "$folder"*.log 2>/dev/null | head -n 1)"
done | grep . | xargs -r tail FLAGS
"""


def show(place: Place, part: str, lines: int, *, follow: bool) -> int:
    """Print what a part has written, or a little of all of them; tells an exit code."""
    with told_by_us():
        raising.require_root()
    if part and part not in PARTS:
        raise UsageError(f"there is no part '{part}'; there are: {', '.join(PARTS)}")
    if follow and not part:
        raise UsageError(f"--follow needs a part: {', '.join(PARTS)}")
    if part:
        return _show(place, part, lines, follow=follow)
    for each in PARTS:
        click.secho(f"\n{each}", bold=True)
        sys.stdout.flush()
        _show(place, each, min(lines, 5), follow=False)
    return 0


def _show(place: Place, part: str, lines: int, *, follow: bool) -> int:
    flags = ["-n", str(lines), *(["-F"] if follow else [])]
    if part == "azurelocal":
        return _file(place.state / "azurelocal.log", flags)
    if part == "registry":
        return _file(place.registry / "registry.log", flags)
    if part in MACHINES:
        words = ["journalctl", "--no-pager", "-n", str(lines), *(["-f"] if follow else [])]
        return _run(place, MACHINES[part], words)
    nodes = [shape.CONTROL] if part in CONTROL_PLANE else list(shape.NODES)
    script = _CONTAINERS.replace("FLAGS", " ".join(["-q", *flags]))
    words = ["sh", "-c", script, "sh", part]
    return asyncio.run(_run_all(place, nodes, words))


def _file(path: Path, flags: Sequence[str]) -> int:
    if not path.exists():
        click.echo(f"{path} is not there yet", err=True)
        return 0
    return subprocess.run(["tail", *flags, str(path)], check=False).returncode


def _run(place: Place, node: Node, words: Sequence[str]) -> int:
    return asyncio.run(_run_all(place, [node], words))


async def _run_all(place: Place, nodes: Sequence[Node], words: Sequence[str]) -> int:
    """Run a command in machines at the same time."""
    if not place.owner.exists():
        raise SandboxError("there is no sandbox: 'sandbox up' raises one")
    cloud, driver = Cloud(Arm(place)), place.site.driver()
    try:
        started = [
            await driver.execute(
                names.short(cloud.machine(node)), words, stdin=None, stdout=None, stderr=None
            )
            for node in nodes
        ]
    except MachineError as error:
        raise SandboxError(f"{error}: 'sandbox up' starts it") from error
    codes = await asyncio.gather(*(process.wait() for process in started))
    return max(codes)
