"""What the tests of certificates share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.pki.plane import EVERYTHING, after, run

if TYPE_CHECKING:
    from hypershift.pki.objects import Holdings


@pytest.fixture(scope="session")
def complete() -> Holdings:
    """All that a control plane has."""
    return after(run())


@pytest.fixture(scope="session")
def openshift() -> Holdings:
    """All that a control plane of OpenShift has."""
    return after(run(facts=EVERYTHING))
