"""`sandbox demo`: the product at work, against a real API server of its own."""

from __future__ import annotations

import subprocess
import sysconfig
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from sandbox import apiserver
from sandbox.demo import inputs
from sandbox.demo.story import STORY, Command
from sandbox.errors import SandboxError
from sandbox.progress import duration, reporting
from sandbox.scratch import scratch

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def show() -> None:
    """Tell the story from the beginning to the end, and leave nothing behind."""
    with ExitStack() as stack:
        with reporting() as reporter:
            server = stack.enter_context(apiserver.run(reporter))
        started = time.monotonic()
        directory = stack.enter_context(scratch("demo"))
        inputs.write(directory)
        environment = server.environment()
        environment["PATH"] = f"{sysconfig.get_path('scripts')}:{environment['PATH']}"
        for number, scene in enumerate(STORY, 1):
            click.secho(f"\n{number}. {scene.title}", bold=True)
            for command in scene.commands:
                _run(command, directory, environment)
    took = duration(time.monotonic() - started)
    click.secho(f"\nThat was it, in {took}. All that was started has been stopped.", bold=True)


def _run(command: Command, directory: Path, environment: Mapping[str, str]) -> None:
    click.secho(f"\n$ {command.line}", dim=True)
    result = subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", command.line],
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
