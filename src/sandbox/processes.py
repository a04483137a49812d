"""Processes that end with the one who started them.

A process that is ended in an orderly way is ended by its owner. An owner that is killed cannot do
that, so each process asks the kernel to kill it when its owner is gone (PR_SET_PDEATHSIG). The
kernel counts the thread that started the process as the owner, so start processes from a thread
that lives as long as they shall.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

PR_SET_PDEATHSIG = 1
# Looked up here: between fork and exec nothing may be imported.
_prctl = ctypes.CDLL(None).prctl


def start(
    command: Sequence[str | Path],
    *,
    environment: Mapping[str, str],
    directory: Path,
    output: IO[bytes] | int,
    errors: IO[bytes] | int = subprocess.STDOUT,
) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own, so that Ctrl-C reaches its owner alone."""
    return subprocess.Popen(
        command,
        env=environment,
        cwd=directory,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=errors,
        start_new_session=True,
        preexec_fn=_dies_with(os.getpid()),
    )


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it started, at once."""
    with contextlib.suppress(ProcessLookupError):  # nothing of the session may be left
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _dies_with(owner: int) -> Callable[[], None]:
    def ask() -> None:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != owner:
            os.kill(os.getpid(), signal.SIGKILL)  # it has gone before we could ask

    return ask
