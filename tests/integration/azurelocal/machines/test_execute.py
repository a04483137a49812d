"""Commands in machines."""

from __future__ import annotations

import asyncio
import io
import signal
import tarfile
from typing import TYPE_CHECKING

import pytest

from azurelocal.machines.errors import MachineError
from tests.integration.azurelocal.world import images

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.azurelocal.machines.world import World


def test_streams_and_exit_code_are_the_commands_own(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))

    answer = world.execute("a", "sh", "-c", "cat; echo no >&2; exit 7", stdin=b"yes")

    assert answer == (7, "yes", "no\n")


def test_output_comes_while_the_command_runs(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))

    async def converse() -> list[bytes]:
        pipe = asyncio.subprocess.PIPE
        process = await world.driver.execute("a", ["sed", "-u", "s/^/said: /"], stdin=pipe)
        assert process.stdin is not None
        assert process.stdout is not None
        answers: list[bytes] = []
        for word in (b"one\n", b"two\n"):
            process.stdin.write(word)
            answers.append(await process.stdout.readline())
        process.stdin.close()
        await process.wait()
        return answers

    assert world.run(converse()) == [b"said: one\n", b"said: two\n"]


def test_a_command_ends_when_its_process_is_killed(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))

    async def kill() -> int:
        process = await world.driver.execute("a", ["sh", "-c", "echo here; exec sleep 4321"])
        assert process.stdout is not None
        await process.stdout.readline()
        process.kill()
        return await process.wait()

    assert world.run(kill()) == -signal.SIGKILL
    assert world.execute("a", "pgrep", "-f", "sleep 4321")[0] == 1


def test_a_machine_that_is_off_runs_nothing(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))
    world.run(world.driver.stop("a"))

    with pytest.raises(MachineError, match="machine a is off: start it"):
        world.execute("a", "true")


def test_the_kernels_settings_are_out_of_reach(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))

    for setting in ("kernel/printk", "vm/swappiness", "fs/protected_fifos"):
        assert world.execute("a", "sh", "-c", f"echo 0 >/proc/sys/{setting}")[0] != 0
    world.says("a", "sh", "-c", "echo 1 >/proc/sys/vm/overcommit_memory")  # its own copy
    world.says("a", "sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward")  # its own network
    with open("/proc/sys/vm/overcommit_memory") as file:
        assert file.read().strip() == "0"


def test_containerd_runs_a_container(world: World, image: Path, tmp_path: Path) -> None:
    world.run(world.driver.create(world.machine("a")))
    packed = _container_image(image, tmp_path)

    world.says("a", "ctr", "images", "import", "--index-name", "local/busybox:1", "-", stdin=packed)
    said = world.says(
        "a", "ctr", "run", "--rm", "local/busybox:1", "one", "/bin/busybox", "echo", "hi"
    )

    assert said == "hi"


def _container_image(root: Path, folder: Path) -> bytes:
    """Pack busybox and its libraries as an OCI image."""
    made = images.busybox(root, folder)
    result = io.BytesIO()
    with tarfile.open(fileobj=result, mode="w") as archive:
        archive.add(made.folder, ".")
    return result.getvalue()
