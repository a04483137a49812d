"""A sandbox for the tests, raised once for all of them. Nothing of it is left in the end.

It has been through something by then: the first runs of `up` were killed on the way.
"""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from sandbox.management.place import Place
from tests.e2e.boxed import Boxed
from tests.integration.azurelocal.world.traces import traces

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Boxed]:
    """The sandbox."""
    place = Place(tmp_path_factory.mktemp("box") / "state", f"azs{os.getpid()}")
    made = Boxed(place)
    try:
        for moment in ("registry: pushing kube", "network: beginning", "machines: waiting"):
            assert made.break_off(moment, signal.SIGKILL) == -signal.SIGKILL
        made.up()
        yield made
    finally:
        made.down("--forget")
    assert traces(place.world, place.state) == {}
    assert not place.state.exists()
