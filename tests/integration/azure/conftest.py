"""`desk`: `hypershift` with an Azure of its own, which the tests of a module share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.integration.azure.office import Desk, opened
from tests.integration.azurelocal.names import installed_az

if TYPE_CHECKING:
    from collections.abc import Generator


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Generator[Desk]:
    """An Azure that answers at once; its resources stay until the end of the module."""
    with opened(tmp_path_factory.mktemp("desk"), installed_az()) as made:
        yield made
