"""A sandbox that is nowhere but in a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.management import pki
from sandbox.management.place import Place

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Its place, with the keys of the management cluster."""
    made = Place(tmp_path_factory.mktemp("state"), "azt")
    pki.ensure(made.keys)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which there are no keys yet."""
    return tmp_path / "sandbox" / "pki"
