"""A server process with its log."""

from __future__ import annotations

import os
import select
import signal
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox import processes
from sandbox.errors import SandboxError

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Generator, Sequence
    from pathlib import Path

TAIL = 15  # lines of a log that an error shows


@dataclass(frozen=True)
class Daemon:
    """A program that shall run until its owner ends it."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def ended(self) -> bool:
        """Whether it has ended by itself."""
        return self.process.poll() is not None

    def tail(self) -> str:
        """Give the end of its log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-TAIL:])


@contextmanager
def daemon(program: Path, arguments: Sequence[str], directory: Path) -> Generator[Daemon]:
    """Run a program until the block ends, with its log in a directory."""
    log = directory / f"{program.name}.log"
    with open(os.open(log, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as output:
        process = processes.start(
            [program, *arguments], environment=os.environ, directory=directory, output=output
        )
    try:
        yield Daemon(program.name, process, log)
    finally:
        processes.stop(process)


def check(daemons: Sequence[Daemon]) -> None:
    """Raise an error when a daemon has ended."""
    for each in daemons:
        if each.ended:
            code = each.process.returncode
            how = f"with exit code {code}" if code >= 0 else f"by signal {-code}"
            raise SandboxError(
                f"{each.name} has ended {how}: look at the end of its log, above, then start again",
                each.tail(),
            )


def wait(daemons: Sequence[Daemon]) -> None:
    """Wait as long as all daemons run, or until a signal interrupts us."""
    with ExitStack() as stack:
        waiting = select.poll()
        for each in daemons:
            descriptor = os.pidfd_open(each.process.pid)
            stack.callback(os.close, descriptor)
            waiting.register(descriptor, select.POLLIN)
        waiting.register(_signals(stack), select.POLLIN)
        waiting.poll()
    check(daemons)


def _signals(stack: ExitStack) -> int:
    """Give a descriptor on which every signal can be read.

    A signal that comes just before a system call that waits does not interrupt it: Python would
    notice it only when the call is over, which may be never.
    """
    reader, writer = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    stack.callback(os.close, reader)
    stack.callback(os.close, writer)
    stack.callback(signal.set_wakeup_fd, signal.set_wakeup_fd(writer))
    return reader
