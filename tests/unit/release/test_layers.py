"""Files are found in layers as if these had been applied, and bad layers do no harm."""

from __future__ import annotations

import gzip
import io
import tarfile
from typing import IO

import pytest

from hypershift.release import layers
from hypershift.release.errors import PayloadError
from hypershift.release.layers import Search

Entries = list[tuple[str, bytes | None]]


def archive(*entries: tuple[str, bytes | tarfile.TarInfo]) -> bytes:
    """An archive of files, and of entries of other kinds."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as made:
        for name, what in entries:
            entry = what if isinstance(what, tarfile.TarInfo) else tarfile.TarInfo(name)
            body = b"" if isinstance(what, tarfile.TarInfo) else what
            entry.name, entry.size = name, len(body)
            made.addfile(entry, io.BytesIO(body))
    return content.getvalue()


def special(kind: bytes, target: str = "") -> tarfile.TarInfo:
    """An entry that is no file."""
    entry = tarfile.TarInfo()
    entry.type, entry.linkname = kind, target
    return entry


def search(*bottom_to_top: bytes, wanted: tuple[str, ...] = ("dir/a", "dir/b")) -> Search:
    """Look through the layers."""
    search = Search(wanted)
    for layer in reversed(bottom_to_top):
        if search.over:
            break
        search.read(io.BytesIO(layer), "sha256:…")
    return search


def test_the_top_layer_counts() -> None:
    lower = archive(("dir/a", b"old"), ("dir/b", b"b"))
    upper = archive(("dir/a", b"new"))

    assert search(lower, upper).found == {"dir/a": b"new", "dir/b": b"b"}


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_layer_may_be_compressed(pack: type[bytes]) -> None:
    assert search(pack(archive(("dir/a", b"x" * 3_000_000)))).found == {"dir/a": b"x" * 3_000_000}


def test_layers_below_the_last_wanted_file_are_not_read() -> None:
    upper = archive(("dir/a", b"1"), ("dir/b", b"2"))

    assert search(b"this is no archive", upper).over


@pytest.mark.parametrize("name", ["./dir/a", "/dir/a", "dir//a", "x/../dir/a"])
def test_a_path_may_be_written_in_many_ways(name: str) -> None:
    assert search(archive((name, b"1"))).found == {"dir/a": b"1"}


@pytest.mark.parametrize("name", ["../dir/a", "/../../dir/a", "..", "."])
def test_a_path_does_not_lead_outside(name: str) -> None:
    assert search(archive((name, b"1")), wanted=("dir/a", "../dir/a", "..")).found == {}


@pytest.mark.parametrize(
    ("upper", "left"),
    [
        ([("dir/.wh.a", b"")], {"dir/b": b"b"}),
        ([("dir/.wh..wh..opq", b"")], {}),
        ([(".wh.dir", b"")], {}),
        ([(".wh..wh..opq", b"")], {}),
        ([("dir", b"a file now")], {}),
        ([("dir/a", special(tarfile.SYMTYPE, "b"))], {"dir/b": b"b"}),
        ([("dir/a", special(tarfile.LNKTYPE, "dir/b"))], {"dir/b": b"b"}),
        ([("dir/a", special(tarfile.CHRTYPE))], {"dir/b": b"b"}),
        ([("dir", special(tarfile.SYMTYPE, "/etc"))], {}),
        ([("dir", special(tarfile.DIRTYPE))], {"dir/a": b"a", "dir/b": b"b"}),
        ([("dir/.wh..wh..opq", b""), ("dir/a", b"new")], {"dir/a": b"new"}),
        ([("dir/a", b"new"), ("dir/.wh..wh..opq", b"")], {"dir/a": b"new"}),
        ([("other/.wh.dir", b""), ("dirx/.wh.a", b"")], {"dir/a": b"a", "dir/b": b"b"}),
        ([("dir/a", b"1"), ("dir/a", b"2")], {"dir/a": b"2", "dir/b": b"b"}),
    ],
)
def test_what_an_upper_layer_removes_or_replaces_is_gone(
    upper: list[tuple[str, bytes | tarfile.TarInfo]], left: dict[str, bytes]
) -> None:
    lower = archive(("dir/a", b"a"), ("dir/b", b"b"))

    assert search(lower, archive(*upper)).found == left


@pytest.mark.parametrize(
    "layer",
    [
        b"no archive at all, but a text that is longer than nothing",
        gzip.compress(archive(("dir/a", b"1" * 100_000)))[:-60],
        archive(("dir/a", b"1" * 100_000))[:5_000],
        b"\x28\xb5\x2f\xfd" + b"zstd",
        b"\x1f\x8b",
    ],
)
def test_a_broken_layer_is_named(layer: bytes) -> None:
    with pytest.raises(PayloadError, match=r"^layer sha256:… cannot be read"):
        search(layer)


def test_a_header_that_would_fill_the_memory_is_refused() -> None:
    bomb = tarfile.TarInfo("dir/a")
    bomb.type, bomb.size = tarfile.XHDTYPE, 1 << 30
    layer = bomb.tobuf(tarfile.GNU_FORMAT) + bytes(1 << 20)

    with pytest.raises(PayloadError, match="a header of it is too large"):
        search(layer)


def test_a_file_or_a_layer_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = gzip.compress(archive(("dir/a", bytes(10_000))))
    monkeypatch.setattr(layers, "FILE_SIZE", 9_999)
    with pytest.raises(PayloadError, match="dir/a has 10000 bytes"):
        search(layer)

    monkeypatch.setattr(layers, "FILE_SIZE", 10_000)
    monkeypatch.setattr(layers, "_UNPACKED", 5_000)
    with pytest.raises(PayloadError, match="it is too large unpacked"):
        search(layer)


class Counting(io.BytesIO):
    """Knows how much was read at once."""

    most = 0

    def read(self, size: int | None = -1, /) -> bytes:
        content = super().read(size)
        self.most = max(self.most, len(content))
        return content


def test_a_large_layer_is_read_in_pieces() -> None:
    layer: IO[bytes] = Counting(archive(("other", bytes(40 << 20)), ("dir/a", b"1")))
    looking = Search(["dir/a"])

    looking.read(layer, "sha256:…")

    assert looking.found == {"dir/a": b"1"}
    assert isinstance(layer, Counting)
    assert layer.most <= 1 << 20
