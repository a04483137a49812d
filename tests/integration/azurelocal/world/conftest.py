"""A world for the tests, raised once for all of them, and `group`, a place of a test's own in it.

`world` is of `raised.Raised`; whoever kills or ends a world has `another_world` of its own. Nothing
of a world is left behind, also when tests fail; what earlier runs were killed over goes as well.
"""

from __future__ import annotations

import itertools
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from azurelocal.machines.images import build
from tests.integration.azurelocal.names import Az, user
from tests.integration.azurelocal.world import images
from tests.integration.azurelocal.world.raised import Raised, own_prefix
from tests.integration.azurelocal.world.registry import running
from tests.integration.azurelocal.world.shapes import Group
from tests.integration.azurelocal.world.traces import traces

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.integration.azurelocal.world.registry import Registry

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory, image: Path) -> Iterator[Raised]:
    """The world that the tests share."""
    with raised(tmp_path_factory.mktemp("world")) as world:
        world.up()
        yield world
        assert "Traceback" not in world.log, world.log


@pytest.fixture
def another_world(tmp_path: Path, image: Path) -> Iterator[Raised]:
    """A world of the test's own, not raised yet."""
    with raised(tmp_path) as world:
        yield world


@pytest.fixture
def group(world: Raised) -> Iterator[Group]:
    """A resource group of the test's own."""
    with a_group(world) as made:
        yield made


@pytest.fixture(scope="module")
def shared_group(world: Raised) -> Iterator[Group]:
    """A resource group that the tests of a module share."""
    with a_group(world) as made:
        yield made


@pytest.fixture(scope="session")
def registry(world: Raised, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Registry]:
    """A registry for container images in the world's internet."""
    with running(world, tmp_path_factory.mktemp("registry")) as registry:
        yield registry


@pytest.fixture(scope="session")
def busybox(registry: Registry, image: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of an image in the registry: the busybox of the machines' own image."""
    made = images.busybox(image, tmp_path_factory.mktemp("busybox"))
    return registry.push("tools/busybox", "1", made)


@pytest.fixture(scope="session")
def image() -> Path:
    """The image, built when it is missing."""
    return build.ensure("debian-12", lambda line: print(line, file=sys.stderr))  # noqa: T201


@contextmanager
def a_group(world: Raised) -> Iterator[Group]:
    """Make a resource group, and delete it with all that is in it."""
    arm = world.arm
    id = f"{arm.subscription}/resourceGroups/test-{next(_numbers)}"
    answer = arm.ask("PUT", id, {"location": "eastus"})
    assert answer.ok, answer.body
    yield Group(world, id, arm)
    arm.delete(id)


@contextmanager
def raised(parent: Path) -> Iterator[Raised]:
    """A world with a prefix of its own, which is ended with the block and leaves nothing."""
    world = Raised(parent / "state", own_prefix(next(_numbers)))
    try:
        yield world
    finally:
        world.down("--forget")
    assert traces(world.prefix, world.folder) == {}


@pytest.fixture(scope="session")
def az(world: Raised, az_executable: str, tmp_path_factory: pytest.TempPathFactory) -> Az:
    """The real Azure CLI at the workstation, logged in as the owner."""
    entry = world.command("shell", "--")
    made = Az(az_executable, tuple(entry), user(tmp_path_factory.mktemp("az")))
    owner = world.arm.owner
    made.login(owner["clientId"], "-p", owner["clientSecret"], tenant=owner["tenantId"])
    return made
