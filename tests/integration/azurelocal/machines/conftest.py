"""Real machines: `world` makes them (see `world.py`), and nothing may be left when it closes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from azurelocal.machines.images import build
from tests.integration.azurelocal.machines.world import World, remains

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def image() -> Path:
    """The image, built when it is missing."""
    return build.ensure("debian-12", lambda line: print(line, file=sys.stderr))  # noqa: T201


@pytest.fixture
def world(tmp_path: Path, image: Path) -> Iterator[World]:
    """A world of the test's own, after which everything must be as it was."""
    before = remains(f"azt-{os.getpid()}-")
    world = World(tmp_path)
    yield world
    world.close()
    assert remains(f"azt-{os.getpid()}-") == before


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A private key for SSH; the public one lies beside it."""
    path = tmp_path_factory.mktemp("ssh") / "key"
    subprocess.run(("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path), check=True)
    return path
