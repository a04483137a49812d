"""The commands `up` and `down`: a world is raised around a server, and nothing is left of it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from azurelocal import certificates, folder
from azurelocal.control import NoAnswer, ask
from azurelocal.errors import AzureLocalError, UsageError
from azurelocal.fabric import names
from azurelocal.fabric.fabric import Fabric
from azurelocal.fabric.kernel import Kernel, KernelError
from azurelocal.machines.images import build
from azurelocal.store import Store
from azurelocal.world import layout
from azurelocal.world.bodies import TYPE as MACHINE_TYPE
from azurelocal.world.entering import Entrance, inside
from azurelocal.world.orders import IMAGE
from azurelocal.world.region import MACHINES, addresses

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from azurelocal.machines.driver import Driver

_PROGRAMS = {
    "ip": "iproute2",
    "nft": "nftables",
    "systemd-nspawn": "systemd-container",
    "mmdebstrap": "mmdebstrap",
}
_PREFIX = re.compile(r"az[a-z0-9]{0,18}")
_PATIENCE = 30.0  # seconds until a server must have ended
_READY = 120.0  # seconds until a server must be ready
_TICK = 0.05
_BUSY = "waiting for another 'up' or 'down' to end"


@dataclass(frozen=True)
class Site:
    """Where a world is: its state, and the prefix that everything of it carries."""

    folder: Path
    prefix: str = layout.DEFAULT_PREFIX

    def __post_init__(self) -> None:
        """Control groups have the prefix, too: it must not be the name of anybody else's."""
        if not _PREFIX.fullmatch(self.prefix):
            raise UsageError(
                f"--world {self.prefix!r} is no prefix for a world: begin with 'az', and go on with"
                " up to 18 small letters and digits"
            )

    @property
    def entrance(self) -> Entrance:
        """What programs inside it see."""
        return Entrance(self.folder / "world")

    @property
    def kernel(self) -> Kernel:
        """Its namespaces."""
        return Kernel(self.prefix)

    def driver(self) -> Driver:
        """Its machines."""
        from azurelocal.machines.nspawn import Nspawn

        return Nspawn(self.prefix, self.folder / MACHINES)


def up(site: Site, options: Sequence[str], say: Callable[[str], None]) -> None:
    """Raise a world, or what is missing of one."""
    require_root()
    _require_programs()
    build.ensure(IMAGE, say)
    with folder.alone(site.folder, lambda: say(_BUSY)) as alone:
        if holder := folder.holder(site.folder):
            say(f"azurelocal runs already, as process {holder}; looking for what is missing")
            if _repaired(site):
                return
        files = certificates.ensure(site.folder, (layout.SERVICES,))
        site.entrance.prepare(files.authority)
        say("laying networks")
        asyncio.run(_lay(site))
        say("starting azurelocal")
        _start(site, options, alone)


def _repaired(site: Site) -> bool:
    """Let the server repair its world; false if it has ended meanwhile."""
    end = time.monotonic() + _READY
    while folder.holder(site.folder):
        try:
            world = ask(site.folder, "repair", patience=_READY)["world"]
        except NoAnswer:
            if time.monotonic() > end:
                raise
            time.sleep(_TICK)  # it may have been started a moment ago
        else:
            _require_same(site, world)
            return True
    return False


def _require_same(site: Site, world: str) -> None:
    if world != site.prefix:
        which = f"its world is '{world}': give --world {world}" if world else "it has no world"
        raise UsageError(
            f"azurelocal runs with its state in {site.folder}, and {which}, or end it first"
        )


async def _lay(site: Site) -> None:
    fabric = Fabric(site.kernel)
    try:
        await fabric.raise_internet(addresses())
        await fabric.join(names.shell(site.prefix), layout.SHELL)
    except (KernelError, OSError) as error:
        raise AzureLocalError(
            f"the networks cannot be laid: {error}; 'azurelocal down' removes what is there"
        ) from error


def _start(site: Site, options: Sequence[str], alone: int) -> None:
    """Start the server in the namespace of the internet, and wait until it is ready.

    It keeps others out of the folder until they can see it, also if we are killed meanwhile.
    """
    words = [sys.executable, "-m", "azurelocal", "serve", "--state", str(site.folder)]
    words += ["--names", "public", "--address", layout.SERVICES, "--port", "443"]
    words += ["--world", site.prefix, *options]
    log = site.folder / "azurelocal.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            [*inside(names.internet(site.prefix)), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=output,
            start_new_session=True,
            pass_fds=(alone,),
            env={**os.environ, folder.ALONE: str(alone)},
        )
    assert process.stdout is not None
    # What it says from then on goes nowhere.
    with process.stdout as pipe:
        if not select.select([pipe], [], [], _READY)[0]:
            raise AzureLocalError(
                f"azurelocal is not ready after {_READY:.0f} s, {_last_word(log)}; it goes on"
                " trying: 'azurelocal down' ends it"
            )
        if pipe.readline():
            return
    code = process.wait()
    raise AzureLocalError(
        f"azurelocal ended with exit code {code} before it was ready, {_last_word(log)}"
    )


def _last_word(log: Path) -> str:
    lines = log.read_text(errors="replace").strip().splitlines()
    return f"and said last: {lines[-1] if lines else 'nothing'} (all of it is in {log})"


def down(site: Site, say: Callable[[str], None], *, forget: bool = False) -> None:
    """End a world, whatever state it is in. What was made in it is kept, unless it is forgotten."""
    require_root()
    if not site.folder.exists():
        _remove(site, say, forget=forget)
        return
    with folder.alone(site.folder, lambda: say(_BUSY)):
        if holder := folder.holder(site.folder):
            with contextlib.suppress(NoAnswer):  # it may not be able to say anything any more
                _require_same(site, ask(site.folder, "status")["world"])
            say("stopping azurelocal")
            _stop(holder)
        _remove(site, say, forget=forget)


def _remove(site: Site, say: Callable[[str], None], *, forget: bool) -> None:
    say("removing machines and networks")
    asyncio.run(_sweep(site, forget=forget))
    if forget and site.folder.exists():
        shutil.rmtree(site.folder)


async def _sweep(site: Site, *, forget: bool) -> None:
    await site.driver().sweep(forget=forget)
    await Fabric(site.kernel).sweep()


def _stop(process: int) -> None:
    """Ask the server to end, and end it if it does not. It is over when there is no process."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return
    try:
        for number in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(descriptor, number)
            if select.select([descriptor], [], [], _PATIENCE)[0]:
                return
    finally:
        os.close(descriptor)


def enter(site: Site, words: Sequence[str]) -> NoReturn:
    """Become a command, or a shell, at the workstation."""
    require_root()
    namespace = names.shell(site.prefix)
    if namespace not in site.kernel.namespaces():
        raise AzureLocalError(f"there is no world {site.prefix}: raise it with 'azurelocal up'")
    command = list(words) or [os.environ.get("SHELL", "/bin/sh")]
    whole = site.entrance.command(namespace, command)
    sys.stdout.flush()
    os.execvpe(whole[0], whole, site.entrance.environment())


def run_in(site: Site, vm: str, words: Sequence[str]) -> int:
    """Run a command in a virtual machine, with our own streams; tells its exit code."""
    require_root()
    return asyncio.run(_run_in(site, _machine_id(site, vm), words))


async def _run_in(site: Site, id: str, words: Sequence[str]) -> int:
    process = await site.driver().execute(id, words, stdin=None, stdout=None, stderr=None)
    code = await process.wait()
    return code if code >= 0 else 128 - code  # as a shell tells of a signal


def _machine_id(site: Site, vm: str) -> str:
    """Find a machine by its name, or by its ID where several have the name."""
    store = Store(site.folder / folder.STATE)
    try:
        machines = store.resources(type=MACHINE_TYPE)
    finally:
        store.close()
    found = [one for one in machines if vm.lower() in (one.name.lower(), one.key)]
    if not found:
        known = ", ".join(sorted(one.name for one in machines)) or "none"
        raise UsageError(f"there is no virtual machine '{vm}'; there are: {known}")
    if len(found) > 1:
        ids = ", ".join(str(one.id) for one in found)
        raise UsageError(f"several virtual machines are called '{vm}': give the ID of one: {ids}")
    return names.short(found[0].key)


def require_root() -> None:
    """Refuse whoever may not make namespaces."""
    if os.geteuid():
        raise AzureLocalError("networks and machines can be made by root only: run this with sudo")


def _require_programs() -> None:
    missing = {package for name, package in _PROGRAMS.items() if shutil.which(name) is None}
    if missing:
        raise AzureLocalError(
            f"programs are missing: run 'apt-get install {' '.join(sorted(missing))}'"
        )
