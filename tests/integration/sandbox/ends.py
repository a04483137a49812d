"""Waits for the end of processes that are not the test's own children."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from tests.descriptors import readable

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

PATIENCE = 60.0  # seconds


@contextmanager
def watched(processes: Iterable[int]) -> Generator[Callable[[], None]]:
    """Give a function that waits until the processes, which run now, have all ended."""
    with ExitStack() as stack:
        descriptors: list[int] = []
        for process in processes:
            descriptor = os.pidfd_open(process)
            stack.callback(os.close, descriptor)
            descriptors.append(descriptor)

        def await_end() -> None:
            for descriptor in descriptors:
                assert readable(descriptor, PATIENCE), "a process still runs"

        yield await_end
