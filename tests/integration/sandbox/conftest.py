"""What the tests of `sandbox` share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.integration.sandbox.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    """A payload that nobody has built yet."""
    made = Workshop(tmp_path)
    yield made
    made.close()
