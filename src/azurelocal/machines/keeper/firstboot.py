"""What happens to a machine's root before it boots for the first time.

Names and keys are written as Azure gives them, then Ignition runs in the machine's own network.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from azurelocal.machines.errors import MachineError
from azurelocal.machines.keeper import container

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from azurelocal.machines.folders import Folder, Order
    from azurelocal.machines.keeper.console import Console
    from azurelocal.machines.specs import MachineSpec

MARK = "provisioned"
_FAILED = 64  # the exit code of a first boot that failed by itself
_TAIL = 12
# Ignition prints its whole configuration when it fails, secrets included: only its log goes on.
_LOG = re.compile(r"(DEBUG|INFO|NOTICE|WARNING|ERR|ERROR|CRITICAL|ALERT|EMERG)\s*:")
_BAD = re.compile(r"(WARNING|ERR|ERROR|CRITICAL|ALERT|EMERG)\s*:|.*\b(error|failed)\b", re.I)
_NOISE = "failed to log systemd journal entry"


async def run(
    folder: Folder,
    order: Order,
    console: Console,
    begun: Callable[[asyncio.subprocess.Process], None],
) -> int:
    """Write names and keys, and run Ignition; `begun` is told of the process.

    Ignition does not run over what an earlier run has left, so the root is made anew. The answer is
    0, or something else when somebody has killed it.
    """
    container.assemble_anew(folder, order)
    _write_names(folder.root, order.spec)
    _write_wire(folder.wire, order.spec)
    try:
        process = await container.run(
            folder,
            order,
            "--console=pipe",
            "--as-pid2",
            "/usr/lib/azure/first-boot",
            order.spec.admin_user,
        )
        begun(process)
        said: list[str] = []
        try:
            async with asyncio.timeout(order.patience):
                code = await _follow(process, console, said)
        except TimeoutError:
            process.kill()
            await process.wait()
            raise MachineError(
                f"Ignition was not through after {order.patience:.0f} s", _last(said)
            ) from None
    finally:
        for path in folder.wire.iterdir():
            path.unlink()
    if code == _FAILED:
        raise MachineError("Ignition failed on the first boot", _last(said))
    if code == 0:
        (order.spec.os_disk.folder / MARK).touch()
    return code


async def _follow(process: asyncio.subprocess.Process, console: Console, said: list[str]) -> int:
    assert process.stdout is not None
    async for raw in process.stdout:
        line = raw.decode(errors="replace").rstrip()
        if _NOISE not in line and (_LOG.match(line) or not _within_dump(line)):
            said.append(line)
            console.write(line.encode() + b"\n")
    return await process.wait()


def _within_dump(line: str) -> bool:
    return line[:1] in ("{", "}", " ", "\t", "") or line == "Full config:"


def _last(said: list[str]) -> str:
    bad = [line for line in said if _BAD.match(line)]
    return "\n".join((bad or said)[-_TAIL:])


def _write_names(root: Path, spec: MachineSpec) -> None:
    search = f"search {spec.search}\n" if spec.search else ""
    files = {
        "hostname": f"{spec.hostname}\n",
        "resolv.conf": f"{search}nameserver {spec.nameserver}\n",
        "hosts": "127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n",
    }
    for name, content in files.items():
        (root / "etc" / name).write_text(content)


def _write_wire(wire: Path, spec: MachineSpec) -> None:
    files = {"authorized_keys": "".join(f"{key.strip()}\n" for key in spec.ssh_keys).encode()}
    if spec.custom_data:
        files["ignition.json"] = spec.custom_data
    for name, content in files.items():
        path = wire / name
        path.touch(0o600)
        path.write_bytes(content)
