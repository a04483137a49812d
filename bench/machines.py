"""Measures `azurelocal up`, and how long it takes from asking for a machine until it is of use.

A machine is of use when the web server that its Ignition configuration starts answers another
machine. On the way there stand the answer to the request, a command that runs in the machine, a
file that Ignition has written, and Resource Manager that says that it is made. Everything is done
several times, each time in a new world. Needs root.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from azurelocal.machines.errors import MachineError
from azurelocal.machines.images import build
from tests.integration.azurelocal.world.conftest import a_group, raised
from tests.integration.azurelocal.world.ignition import web_server
from tests.integration.azurelocal.world.raised import until
from tests.integration.azurelocal.world.wire import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.integration.azurelocal.world.shapes import Group, Vm

ROUNDS = 3
TARGET = 8.0  # seconds until a machine is of use
STAGES = ("answered", "runs commands", "file is there", "made", "page is shown")
Times = dict[str, float]


def main() -> None:
    """Measure, and print a table."""
    build.ensure("debian-12", lambda line: print(line, file=sys.stderr))
    first, again = list[float](), list[float]()
    one, two = list[Times](), list[Times]()
    for _ in range(ROUNDS):
        with (
            tempfile.TemporaryDirectory(prefix="machines-bench-") as folder,
            raised(Path(folder)) as world,
        ):
            first.append(_timed(world.up))
            world.down()
            again.append(_timed(world.up))
            with a_group(world) as group:
                subnet = group.network()
                client = group.machine("client", subnet)
                one += _made(group, subnet, client, "one")
                two += _made(group, subnet, client, "two", "three")
    print("azurelocal up")
    print(f"  a new world  {statistics.median(first):.2f} s, and again {_median(again)}")
    print(f"\n  {'from the request until':<24}{'one machine':>14}{'two at once':>14}")
    for stage in STAGES:
        alone, both = ([times[stage] for times in runs] for runs in (one, two))
        print(f"  {stage:<24}{_median(alone):>14}{_median(both):>14}")
    worst = max(times[STAGES[-1]] for times in (*one, *two))
    print(f"  {'target':<24}{TARGET:>12.2f} s, and the slowest of all took {worst:.2f} s")


def _timed(what: Callable[[], object]) -> float:
    began = time.monotonic()
    what()
    return time.monotonic() - began


def _median(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.2f} s"


def _made(group: Group, subnet: str, client: Vm, *names: str) -> list[Times]:
    """Make machines at once: how long after its request each came to each stage."""
    with ThreadPoolExecutor(len(names)) as pool:
        return list(pool.map(lambda name: _one_made(group, subnet, client, name), names))


def _one_made(group: Group, subnet: str, client: Vm, name: str) -> Times:
    vm, answer, began = group.begin_machine(name, subnet, ignition=web_server(name))
    times = Times()

    def reached(stage: str) -> None:
        times[stage] = time.monotonic() - began

    reached("answered")
    with ThreadPoolExecutor(1) as aside:
        made = aside.submit(lambda: (group.arm.finished(answer, vm.id), reached("made")))
        until(lambda: _runs(vm, "true"), f"{name} runs commands")
        reached("runs commands")
        until(lambda: _runs(vm, "test", "-f", "/srv/index.html"), f"{name} has its file")
        reached("file is there")
        until(lambda: page(client.namespace, vm.address) == name, f"{name} shows its page")
        reached("page is shown")
        made.result()
    return times


def _runs(vm: Vm, *command: str) -> bool:
    """Tell whether a command succeeds in a machine, which may not be there yet."""
    try:
        return vm.run(*command).returncode == 0
    except MachineError:
        return False


if __name__ == "__main__":
    main()
