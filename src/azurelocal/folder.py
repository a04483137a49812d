"""The folder that one azurelocal has for itself: what lies in it, and that nobody else is at it."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from azurelocal.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

STATE = "state.sqlite"
ACCESS_LOG = "access.jsonl"
SOCKET = "control.sock"
ALONE = "AZURELOCAL_ALONE"
"""The variable by which a descriptor of `alone` is handed down."""
_LOCK = "lock"


@contextmanager
def held(folder: Path) -> Generator[None]:
    """Make the folder if there is none, and hold it. Whoever is killed holds it no more."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise UsageError(
            f"--state {folder} cannot be used ({error.strerror}): name a folder that you may"
            " write to"
        ) from error
    try:
        _lock(descriptor, folder)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def alone(folder: Path, wait: Callable[[], None]) -> Generator[int]:
    """Make the folder if there is none, and let nobody else in who wants to be alone in it.

    `wait` is called if somebody else is in it at the moment. Others stay out as long as any process
    has the descriptor that is given.
    """
    while True:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                wait()
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            # Whoever was alone in it may have deleted it.
            if folder.exists() and os.path.samestat(os.fstat(descriptor), folder.stat()):
                yield descriptor
                return
        finally:
            os.close(descriptor)


def let_others_in() -> None:
    """Give up a descriptor of `alone` that whoever started this process has handed down."""
    if handed := os.environ.pop(ALONE, ""):
        os.close(int(handed))


def holder(folder: Path) -> int:
    """The process that holds a folder; 0 if none does."""
    try:
        descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return 0
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return int(_owner(descriptor) or 0)
    else:
        return 0
    finally:
        os.close(descriptor)


def _owner(descriptor: int) -> str:
    return os.pread(descriptor, 32, 0).decode("ascii", "replace").strip()


def _lock(descriptor: int, folder: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        owner = _owner(descriptor)
        raise UsageError(
            f"--state {folder} is in use by process {owner or '(unknown)'}: stop that one, or name"
            " another folder"
        ) from None
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)


@contextmanager
def socket_address(folder: Path) -> Generator[str]:
    """The address of the control socket, short enough for the kernel however long the path is."""
    descriptor = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET}"
    finally:
        os.close(descriptor)
