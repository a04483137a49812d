"""Waits for what Azure knows only after a while, by asking again."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeVar

from hypershift.azure.problems import code_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

T = TypeVar("T")

_FIRST, _LONGEST = 0.5, 10.0  # seconds between two tries
PATIENCE = 300.0
"""Seconds that the directory may take to let all its servers know; it mostly takes a few."""


async def until_known(
    attempt: Callable[[], Awaitable[T]], codes: Collection[str], patience: float = PATIENCE
) -> T:
    """Try until Azure does not refuse with one of these codes any more."""
    from azure.core.exceptions import HttpResponseError

    end, pause = time.monotonic() + patience, _FIRST
    while True:
        try:
            return await attempt()
        except HttpResponseError as error:
            if code_of(error) not in codes or time.monotonic() + pause > end:
                raise
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST)
