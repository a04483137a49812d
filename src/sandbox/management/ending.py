"""`sandbox down`: nothing goes on running. What was made is kept, unless it is to be forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.world import raising
from sandbox.management import registry
from sandbox.management.place import told_by_us

if TYPE_CHECKING:
    from sandbox.management.place import Place
    from sandbox.management.stages import Stage


def down(place: Place, at: Stage, *, forget: bool) -> None:
    """End the registry, the machines and the world."""
    with told_by_us():
        raising.require_root()
        at.say("stopping the registry")
        registry.stop(place)
        raising.down(place.site, at.say, forget=forget)
