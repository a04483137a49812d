"""`sandbox down`: nothing goes on running. What was made is kept, unless it is to be forgotten."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from azurelocal import folder
from azurelocal.world import raising
from sandbox.management import registry
from sandbox.management.place import told_by_us

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from sandbox.management.place import Place
    from sandbox.management.stages import Stage


def down(place: Place, at: Stage, *, forget: bool) -> None:
    """End the registry, the machines and the world."""
    with told_by_us():
        raising.require_root()
        with _alone(place, at):
            at.say("stopping the registry")
            registry.stop(place)
            raising.down(place.site, at.say, forget=forget)


def _alone(place: Place, at: Stage) -> AbstractContextManager[object]:
    """Wait for an `up` that goes on. Where nothing has been made there is nobody to wait for."""
    if not place.folder.exists():
        return nullcontext()
    return folder.alone(place.folder, lambda: at.say("waiting for another 'up' or 'down' to end"))
