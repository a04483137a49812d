"""Whatever is killed at whatever moment: `up` makes it good, and nothing is left of a world."""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING, TypeVar

from azurelocal import folder
from azurelocal.machines import cgroups
from tests.integration.azurelocal.world.conftest import a_group
from tests.integration.azurelocal.world.ignition import web_server
from tests.integration.azurelocal.world.raised import until
from tests.integration.azurelocal.world.traces import processes, traces
from tests.integration.azurelocal.world.wire import page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.integration.azurelocal.world.raised import Raised
    from tests.integration.azurelocal.world.shapes import Group, Vm

T = TypeVar("T")
CYCLES = 20
SEED = 5
_BROKEN = (OSError, http.client.HTTPException)
"""What a client sees of a server that is killed."""


def test_killed_at_random_moments_a_world_is_made_good_and_leaves_nothing(
    another_world: Raised,
) -> None:
    world, chance = another_world, random.Random(SEED)
    assert traces(world.prefix, world.folder) == {}
    world.up()
    with a_group(world) as group:
        subnet = group.network()
        stays = group.machine("stays", subnet, ignition=web_server("stays"))
        stays.sh("echo kept >/root/file; sync")
        for cycle in range(CYCLES):
            name = f"vm{cycle % 3}"
            vm = _amid(world, chance, 1.8, lambda name=name: _begin(group, subnet, name))
            body = until(lambda vm=vm: _ended(group, vm), f"{name} is made, or has failed")
            if body["properties"]["provisioningState"] == "Succeeded":
                until(lambda vm=vm, name=name: _is_up(vm, name), f"{name} is up")
            _amid(world, chance, 0.4, lambda vm=vm: group.arm.ask("DELETE", vm.id))
            group.arm.delete(vm.id)
            assert group.arm.ask("GET", vm.id).status == 404
            until(lambda: page(stays.namespace, stays.address) == "stays", "it is up by itself")
            assert stays.says("cat", "/root/file") == "kept"
        # Nothing is left of those that were deleted.
        until(lambda: len(cgroups.machines(world.prefix)) == 1, "one machine is there")
        assert "Traceback" not in world.log, world.log
    world.down("--forget")
    assert traces(world.prefix, world.folder) == {}


def _amid(world: Raised, chance: random.Random, longest: float, ask: Callable[[], T]) -> T:
    """Ask for something, kill at a random moment, raise the world again, and ask once more."""

    def try_it() -> None:
        with contextlib.suppress(*_BROKEN):
            ask()

    asking = threading.Thread(target=try_it)
    asking.start()
    time.sleep(chance.uniform(0.0, longest))
    victims = list(_victims(world))
    for victim in chance.sample(victims, chance.randint(1, len(victims))):
        _kill(victim)
    asking.join()
    if chance.random() < 0.3:
        _raise_and_kill(world, chance.uniform(0.0, 0.7))
    world.up()
    return ask()


def _victims(world: Raised) -> Iterator[set[int]]:
    """What dies at once: the server, a keeper, a machine, or a program that one of them runs."""
    machines = cgroups.machines(world.prefix)
    yield {folder.holder(world.folder)} - {0}
    inside = set[int]()
    for one in machines:
        group = f"{world.prefix}/{one}"
        for each in (group, cgroups.keeper(group)):
            found = cgroups.processes(each)
            inside |= found
            yield found
    yield {number for number, _ in processes(world.prefix, world.folder)} - inside


def _kill(victim: set[int]) -> None:
    for process in victim:
        with contextlib.suppress(ProcessLookupError):  # it may have died with another victim
            os.kill(process, signal.SIGKILL)


def _raise_and_kill(world: Raised, after: float) -> None:
    """Let `up` itself be killed, with the server that it may have started or not."""
    raising = subprocess.Popen(world.command("up"), stdout=subprocess.DEVNULL)
    time.sleep(after)
    raising.kill()
    raising.wait()


def _begin(group: Group, subnet: str, name: str) -> Vm:
    vm, _, _ = group.begin_machine(name, subnet, ignition=web_server(name))
    return vm


def _ended(group: Group, vm: Vm) -> dict[str, dict[str, str]] | None:
    """What ARM says of a machine as soon as nothing is going on with it."""
    body = group.arm.get(vm.id)
    return body if body["properties"]["provisioningState"] in ("Succeeded", "Failed") else None


def _is_up(vm: Vm, name: str) -> bool:
    return page(vm.namespace, vm.address) == name
