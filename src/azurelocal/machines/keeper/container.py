"""The command that runs a machine's root as a machine: systemd-nspawn in a PID namespace.

systemd-nspawn lets go of its machine when it is killed. So it is the first process of a namespace:
when it ends, for whatever reason, the kernel ends everything in there.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from azurelocal.machines import cgroups
from azurelocal.machines.keeper import kernel

if TYPE_CHECKING:
    from azurelocal.machines.folders import Folder, Order

REBOOT = 133  # systemd-nspawn's exit code when the machine wants to boot again
_ALONE = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
# runc needs @keyring, and a machine's administrator may do what root may.
_CALLS = "@keyring @mount @privileged @raw-io bpf perf_event_open"
# The kernel's settings are the host's; those of the network belong to the machine.
_SETTINGS = {
    "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "0",
    "SYSTEMD_NSPAWN_LOCK": "0",
    "SYSTEMD_NSPAWN_API_VFS_WRITABLE": "network",
}
_SCRATCH = Path("/run/systemd/nspawn")
# What must not lie on an overlay, for it is the lower side of other ones.
OWN_DIRECTORIES = {"containerd": "/var/lib/containerd", "kubelet": "/var/lib/kubelet"}


def leave_the_host() -> None:
    """See to it that what is mounted from now on is there for this process and its children."""
    kernel.own_mounts()
    _SCRATCH.mkdir(parents=True, exist_ok=True)
    kernel.mount("tmpfs", _SCRATCH, "tmpfs", "mode=0755")


def assemble(folder: Folder, order: Order) -> None:
    """Mount the machine's root: the image, and over it what the machine has written."""
    os_disk = order.spec.os_disk.folder
    for name in ("upper", "work", *OWN_DIRECTORIES):
        (os_disk / name).mkdir(exist_ok=True)
    layers = f"lowerdir={order.image},upperdir={os_disk}/upper,workdir={os_disk}/work"
    kernel.mount("overlay", folder.root, "overlay", layers)


def assemble_anew(folder: Folder, order: Order) -> None:
    """Mount the machine's root after forgetting all that the machine has written."""
    if folder.root.is_mount():
        kernel.unmount(folder.root)
    for name in ("upper", "work", *OWN_DIRECTORIES):
        shutil.rmtree(order.spec.os_disk.folder / name, ignore_errors=True)
    assemble(folder, order)


async def run(folder: Folder, order: Order, *arguments: str) -> asyncio.subprocess.Process:
    """Start systemd-nspawn in the machine's network and control groups; its output is a pipe."""
    cgroups.make(order.group, order.spec.cpus, order.spec.memory)
    return await asyncio.create_subprocess_exec(
        *_ALONE,
        "systemd-nspawn",
        "--quiet",
        f"--directory={folder.root}",
        f"--machine={order.spec.id}",
        "--register=no",
        "--keep-unit",
        f"--network-namespace-path={order.spec.network_namespace}",
        "--capability=all",
        f"--system-call-filter={_CALLS}",
        "--resolv-conf=off",
        "--timezone=off",
        "--link-journal=no",
        f"--bind={folder.wire}:/run/azure",
        *arguments,
        env={"PATH": os.environ.get("PATH", os.defpath), **_SETTINGS},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=kernel.dies_with_me(lambda: cgroups.join(order.group)),
    )


def boot_arguments(order: Order) -> list[str]:
    """Give what makes systemd-nspawn boot the root."""
    os_disk = order.spec.os_disk.folder
    binds = [f"--bind={os_disk / name}:{place}" for name, place in OWN_DIRECTORIES.items()]
    kernel_line = ("systemd.show_status=no", "systemd.log_color=no")
    return ["--console=read-only", *binds, "--boot", *kernel_line]


def leader(process: int) -> int | None:
    """Find the machine's first process: the child of the child of what `run` has started.

    While systemd-nspawn prepares the machine, a helper that still sees the host has that place.
    """
    first = _only_child(_only_child(process))
    if first is None:
        return None
    try:
        status = Path(f"/proc/{first}/status").read_text()
        at_home = Path(f"/proc/{first}/root").samefile("/")
    except OSError:
        return None
    numbers = next(line for line in status.splitlines() if line.startswith("NSpid:")).split()
    return first if numbers[-1] == "1" and not at_home else None


def _only_child(process: int | None) -> int | None:
    if process is None:
        return None
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return None
    return int(children[0]) if len(children) == 1 else None
