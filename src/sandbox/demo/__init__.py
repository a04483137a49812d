"""`sandbox demo`: the product at work, on a management cluster of its own."""

from __future__ import annotations

import fcntl
import subprocess
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from azurelocal.fabric import names
from sandbox import cache
from sandbox.demo import inputs
from sandbox.demo.story import STORY, Command
from sandbox.errors import SandboxError
from sandbox.management import ending, shell
from sandbox.management.place import Place
from sandbox.management.raising import Raising
from sandbox.management.stages import stage
from sandbox.progress import duration, reporting
from sandbox.scratch import scratch

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

_STATE = ".local/state/azurelocal-demo"


def show() -> None:
    """Tell the story from the beginning to the end, and leave nothing behind."""
    with ExitStack() as stack:
        place = stack.enter_context(_raised())
        started = time.monotonic()
        directory = stack.enter_context(scratch("demo"))
        inputs.write(directory)
        environment = place.site.entrance.environment() | shell.environment(place)
        for number, scene in enumerate(STORY, 1):
            click.secho(f"\n{number}. {scene.title}", bold=True)
            for command in scene.commands:
                _run(command, directory, place, environment)
        took = duration(time.monotonic() - started)
    click.secho(
        f"\nThat was it, in {took}. All that was started has been stopped. 'sandbox up' gives you a"
        " cluster to keep.",
        bold=True,
    )


@contextmanager
def _raised() -> Generator[Place]:
    """A sandbox that ends with the block. One that a killed demo has left is removed first."""
    state = Path.home() / _STATE
    place = Place(state, f"azd{names.short(str(state))}")
    with _alone():
        try:
            with reporting() as reporter:
                if state.exists():
                    with stage("sandbox", reporter) as at:
                        ending.down(place, at, forget=True)
                Raising(place, reporter).run()
            yield place
        finally:
            _remove(place)


@contextmanager
def _alone() -> Generator[None]:
    """Refuse to go on while another demo of this user does."""
    cache.root().mkdir(parents=True, exist_ok=True)
    with (cache.root() / ".demo.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise SandboxError("another demo is going on: wait until it has ended") from error
        yield


def _remove(place: Place) -> None:
    with reporting() as reporter, stage("sandbox", reporter) as at:
        ending.down(place, at, forget=True)
        at.outcome = "down, and forgotten"


def _run(command: Command, directory: Path, place: Place, environment: Mapping[str, str]) -> None:
    click.secho(f"\n$ {command.line}", dim=True)
    words = ["/bin/bash", "-o", "pipefail", "-c", command.line]
    result = subprocess.run(
        place.site.entrance.command(place.shell, words),
        cwd=directory,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = result.stdout.rstrip().splitlines()
    rest = len(lines) - command.shown
    click.echo("\n".join(lines[: command.shown] if rest > 1 else lines))
    if rest > 1:
        click.secho(f"… and {rest} lines more", dim=True)
    if (result.returncode != 0) != command.refused:
        what = "was accepted, which is wrong" if command.refused else "failed"
        raise SandboxError(
            f"the last command {what} (exit code {result.returncode}): the demo ends here; look at"
            " its output, above"
        )
