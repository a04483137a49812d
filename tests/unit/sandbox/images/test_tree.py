"""A layer is the same for the same content, wherever and whenever it is packed."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import tarfile
from typing import TYPE_CHECKING

from sandbox.images.tree import File, Folder, Link, Packed, Tree, pack

if TYPE_CHECKING:
    from pathlib import Path

# What the archive of `tree` has been ever since; registries know images by such names.
GOLDEN = "sha256:fc7381ff1ab83ded72333892b7e4ffbd16c62ab03da0b0448a7d3628c9d06d33"


def tree(file: Path) -> Tree:
    """Something of everything."""
    return {
        "usr/bin/tool": File(file, 0o755),
        "bin": Link("usr/bin"),
        "etc/config": File(b"key=value\n"),
        "tmp": Folder(0o1777),
        f"usr/share/{'long/' * 60}name": File(b"deep"),
    }


def packed(tree: Tree) -> tuple[bytes, Packed]:
    """The layer as it is written."""
    target = io.BytesIO()
    made = pack(tree, target, lambda _: None)
    return target.getvalue(), made


def test_the_time_the_order_and_the_mode_of_sources_make_no_difference(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for path, moment, mode in ((one, 1, 0o600), (other, 1_000_000_000, 0o777)):
        path.write_bytes(b"program" * 100_000)
        path.chmod(mode)
        os.utime(path, (moment, moment))

    first, _ = packed(tree(one))
    second, _ = packed(dict(reversed(tree(other).items())))

    assert first == second


def test_an_archive_is_what_it_has_always_been(tmp_path: Path) -> None:
    (tmp_path / "tool").write_bytes(b"program")

    _, made = packed(tree(tmp_path / "tool"))

    assert made.diff_id == GOLDEN


def test_the_digests_are_those_of_file_and_archive() -> None:
    content, made = packed({"a": File(b"1")})

    assert made.digest == f"sha256:{hashlib.sha256(content).hexdigest()}"
    assert made.diff_id == f"sha256:{hashlib.sha256(gzip.decompress(content)).hexdigest()}"
    assert made.size == len(content)


def test_entries_belong_to_root_and_have_their_parents_first(tmp_path: Path) -> None:
    (tmp_path / "tool").write_bytes(b"program")
    content, _ = packed(tree(tmp_path / "tool"))

    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        entries = archive.getmembers()

    names = [entry.name for entry in entries]
    assert names == sorted(names)
    assert {name.rpartition("/")[0] for name in names if "/" in name} <= set(names)
    assert {(entry.uid, entry.gid, entry.uname, entry.gname, entry.mtime) for entry in entries} == {
        (0, 0, "", "", 0)
    }
    modes = {entry.name: entry.mode for entry in entries}
    assert (modes["usr/bin/tool"], modes["etc/config"], modes["usr"], modes["tmp"]) == (
        0o755,
        0o644,
        0o755,
        0o1777,
    )
    assert next(entry.linkname for entry in entries if entry.name == "bin") == "usr/bin"


def test_whoever_waits_is_told_how_far_it_is() -> None:
    told: list[int] = []

    pack({"large": File(bytes(5 << 20))}, io.BytesIO(), told.append)

    assert told == sorted(told)
    assert len(told) >= 5
    assert told[-1] >= 5 << 20
