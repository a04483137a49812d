"""What one change is: whole, or nothing, also when the disk is full."""

from __future__ import annotations

import resource
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from azurelocal.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def full_disk(path: Path) -> Iterator[None]:
    """No file may become larger than what the state has written already."""
    log = path.with_name(f"{path.name}-wal")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "state")
    with made.transaction():
        made.write("things", "old", 1)
    yield made
    made.close()


@pytest.mark.parametrize("size", [10, 50_000_000], ids=["at the end", "in the middle"])
def test_what_finds_a_full_disk_fails_alone(store: Store, tmp_path: Path, size: int) -> None:
    told = list[str]()
    store.watch(lambda: told.append("changed"))

    with (
        full_disk(tmp_path / "state"),
        pytest.raises(sqlite3.OperationalError, match="disk"),
        store.transaction(),
    ):
        store.write("things", "new", "x" * size)

    assert (store.keys("things"), told) == (["old"], [])
    with store.transaction():
        store.write("things", "newer", 2)
    assert (store.keys("things"), told) == (["newer", "old"], ["changed"])


def test_what_fails_changes_nothing(store: Store) -> None:
    def fail() -> None:
        with store.transaction():
            store.write("things", "new", 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert store.keys("things") == ["old"]
