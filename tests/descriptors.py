"""Waiting for descriptors, of which a long run of tests has more than `select` takes."""

from __future__ import annotations

import select
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:

    class HasDescriptor(Protocol):
        def fileno(self) -> int: ...


def readable(what: HasDescriptor | int, seconds: float) -> bool:
    """Wait until there is something to read, or the end of it; tell if the time was enough."""
    waiting = select.poll()
    waiting.register(what, select.POLLIN)
    return bool(waiting.poll(max(0.0, seconds) * 1000))
