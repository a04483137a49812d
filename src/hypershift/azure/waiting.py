"""Waits for what Azure knows only after a while, by asking again."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, TypeVar

from hypershift.azure.problems import Problem, code_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping

T = TypeVar("T")
M = TypeVar("M", bound="Mapping[str, Any]")

_FIRST, _LONGEST = 0.5, 10.0  # seconds between two tries
PATIENCE = 300.0
"""Seconds that the directory may take to let all its servers know; it mostly takes a few."""

BUSY = {
    "AnotherOperationInProgress",
    "CanceledAndSupersededDueToAnotherOperation",
    "OperationPreempted",
    "ReferencedResourceNotProvisioned",
    "RetryableError",
}
"""Azure's codes for what it does once something else has ended."""

_LONGEST_WORK = 3600.0  # seconds; the deletion of a full resource group can take half an hour
_SETTLED = {"Succeeded", "Failed", "Canceled"}


async def until_known(
    attempt: Callable[[], Awaitable[T]], codes: Collection[str], patience: float = PATIENCE
) -> T:
    """Try until Azure does not refuse with one of these codes any more."""
    return await until(attempt, lambda error: code_of(error) in codes, patience)


async def until(
    attempt: Callable[[], Awaitable[T]],
    is_early: Callable[[Exception], bool],
    patience: float = PATIENCE,
) -> T:
    """Try until Azure does not refuse in a way that only says that it is too early."""
    from azure.core.exceptions import HttpResponseError

    end, pause = time.monotonic() + patience, _FIRST
    while True:
        try:
            return await attempt()
        except HttpResponseError as error:
            if not is_early(error) or time.monotonic() + pause > end:
                raise
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST)


async def until_settled(what: str, look: Callable[[], Awaitable[M | None]]) -> M | None:
    """Look until nothing goes on with a resource any more, as after a run that was broken off."""
    end, pause = time.monotonic() + _LONGEST_WORK, _FIRST
    while (there := await look()) is not None:
        properties: Any = there.get("properties") or {}
        state = str(properties.get("provisioningState") or "Succeeded")
        if state in _SETTLED:
            break
        if time.monotonic() + pause > end:
            raise Problem(
                f"the {what} is still in the state {state}; wait until it is in another one, then"
                " run the same command again"
            )
        await asyncio.sleep(pause)
        pause = min(2 * pause, _LONGEST)
    return there
