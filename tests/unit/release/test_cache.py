"""The cache keeps what is complete, makes room, and bears several processes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from hypershift.release.cache import Cache
from hypershift.release.errors import ReleaseError
from hypershift.release.registry import digest_of

if TYPE_CHECKING:
    from pathlib import Path


def keep(cache: Cache, content: bytes) -> str:
    """Put content into a cache."""
    digest = digest_of(content)
    with cache.writing(digest) as file:
        file.write(content)
    return digest


def read(cache: Cache, digest: str) -> bytes | None:
    """Take it out again."""
    file = cache.open(digest)
    if file is None:
        return None
    with file:
        return file.read()


def test_what_was_kept_is_there(tmp_path: Path) -> None:
    digest = keep(Cache(tmp_path / "new" / "folder"), b"content")

    assert read(Cache(tmp_path / "new" / "folder"), digest) == b"content"
    assert read(Cache(tmp_path), digest) is None


def test_what_was_not_completed_is_not_kept(tmp_path: Path) -> None:
    cache = Cache(tmp_path)

    def broken_off() -> None:
        with cache.writing("sha256:1") as file:
            file.write(b"half of it")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        broken_off()

    assert read(cache, "sha256:1") is None
    assert list(tmp_path.iterdir()) == []


def test_two_writers_of_the_same_do_not_meet(tmp_path: Path) -> None:
    one, other = Cache(tmp_path), Cache(tmp_path)

    with one.writing("sha256:1") as first, other.writing("sha256:1") as second:
        first.write(b"content")
        second.write(b"content")

    assert read(one, "sha256:1") == b"content"
    assert len(list(tmp_path.iterdir())) == 1


def test_what_was_not_used_for_longest_makes_room(tmp_path: Path) -> None:
    cache = Cache(tmp_path, room=25)
    old, used, new = (keep(cache, text) for text in (b"0123456789", b"abcdefghij", b"k"))
    for age, digest in ((300, old), (200, new), (100, used)):
        os.utime(tmp_path / digest.replace(":", "-"), (1_000_000 - age, 1_000_000 - age))
    reader = cache.open(old)  # which is a use
    assert reader is not None

    newest = keep(cache, b"0123456789-10")

    with reader:
        assert [read(cache, one) for one in (old, new, used)] == [b"0123456789", None, None]
    assert read(cache, newest) == b"0123456789-10"


def test_who_reads_what_makes_room_goes_on_reading(tmp_path: Path) -> None:
    cache = Cache(tmp_path, room=5)
    reader = cache.open(keep(cache, b"0123456789"))
    assert reader is not None

    keep(cache, b"abcdef")

    with reader:
        assert reader.read() == b"0123456789"
    assert len(list(tmp_path.iterdir())) == 1


def test_what_killed_writers_left_is_removed_later(tmp_path: Path) -> None:
    fresh, stale = tmp_path / ".new-fresh", tmp_path / ".new-stale"
    for path in (fresh, stale):
        path.write_bytes(b"half")
    os.utime(stale, (1, 1))

    keep(Cache(tmp_path), b"content")

    assert fresh.exists()
    assert not stale.exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(ReleaseError, match=r"^cannot keep parts of images in .*/file/below \("):
        keep(Cache(tmp_path / "file" / "below"), b"content")
