"""The first process of a pod is an init: it ends when it is told to, and nothing ends in vain."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from sandbox import components
from sandbox.progress import Reporter

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

PATIENCE = 30.0  # seconds


@pytest.fixture(scope="module")
def pause() -> Path:
    """The program."""
    [built] = components.ensure(("pause",), Reporter())
    return built.programs / "pause"


@contextmanager
def running(*command: Path | str) -> Generator[subprocess.Popen[bytes]]:
    """Start a program, and end it in any case."""
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def await_that(condition: Callable[[], bool]) -> None:
    """Wait until it is so."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it has not come"
        time.sleep(0.01)


@contextmanager
def at_work(pause: Path) -> Generator[subprocess.Popen[bytes]]:
    """Start the program with an orphan to take care of, and go on once it has done that."""
    # The shell becomes the program, so that what it has started becomes the program's: one has
    # ended before, one ends afterwards.
    script = f"exec 3<&0; true & cat <&3 & exec {pause}"
    with running("sh", "-c", script) as process:
        children = f"/proc/{process.pid}/task/{process.pid}/children"

        def count() -> int:
            with open(children) as file:
                return len(file.read().split())

        await_that(lambda: os.readlink(f"/proc/{process.pid}/exe") == str(pause))
        await_that(lambda: count() == 1)
        assert process.stdin
        process.stdin.close()
        await_that(lambda: count() == 0)
        yield process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_it_is_told_to(pause: Path, number: signal.Signals) -> None:
    with at_work(pause) as process:
        process.send_signal(number)

        assert process.wait(PATIENCE) == 0


def test_it_takes_the_exit_codes_of_orphans(pause: Path) -> None:
    with at_work(pause) as process:
        assert process.poll() is None


def test_it_says_its_version_and_refuses_other_arguments(pause: Path) -> None:
    said = subprocess.run([pause, "--version"], capture_output=True, text=True, check=True)
    refused = subprocess.run([pause, "now"], capture_output=True, text=True, check=False)

    [component] = (each.component for each in components.find(("pause",)))
    assert said.stdout == f"pause {component.version}\n"
    assert (refused.returncode, refused.stderr) == (2, "usage: pause [--version]\n")
