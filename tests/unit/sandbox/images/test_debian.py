"""Files are taken out of unpacked packages together with what they load."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from sandbox.errors import SandboxError
from sandbox.images import elf
from sandbox.images.debian import Packages
from sandbox.images.tree import File, Folder, Link

SHELL = Path("/bin/sh").resolve()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with a program, and with what it loads, as Debian lays it out."""
    root = tmp_path / "root"
    (tmp_path / "packages").write_text("dash_1:0.5_amd64\nlibc6_2.36-9_amd64\n")
    libraries = root / "usr/lib/x86_64-linux-gnu"
    for folder in (libraries, root / "usr/bin", root / "usr/lib64", root / "etc"):
        folder.mkdir(parents=True)
    for name in ("bin", "lib", "lib64"):
        (root / name).symlink_to(f"usr/{name}")
    shutil.copy(SHELL, root / "usr/bin/dash")
    (root / "usr/bin/sh").symlink_to("dash")
    for name in elf.loads(SHELL):
        if name.startswith("/"):
            (root / name[1:]).parent.resolve().mkdir(exist_ok=True)
            (root / name[1:]).symlink_to("/lib/x86_64-linux-gnu/ld.so")
        else:
            (libraries / name).write_text("a library that loads nothing")
    (libraries / "ld.so").write_text("the loader")
    return root


def test_a_program_says_what_it_loads() -> None:
    loads = elf.loads(SHELL)

    assert any(name.startswith("/lib") and "ld-linux" in name for name in loads)
    assert any(name.startswith("libc.so.") for name in loads)


def test_what_is_no_program_loads_nothing(tmp_path: Path) -> None:
    for content in (b"", b"#!/bin/sh\n", b"\x7fELF\x01\x01 of 32 bits"):
        (tmp_path / "file").write_bytes(content)
        assert elf.loads(tmp_path / "file") == []


def test_every_library_of_this_python_is_found_by_its_name() -> None:
    assert elf.loads(Path(sys.executable).resolve()) != []


def test_a_program_comes_with_its_libraries_and_what_links_lead_to(root: Path) -> None:
    tree = Packages(root.parent).select(["usr/bin/sh"])

    [loader, *libraries] = elf.loads(SHELL)
    assert tree["usr/bin/sh"] == Link("dash")
    assert tree["usr/bin/dash"] == File(root / "usr/bin/dash", 0o755)
    assert tree[f"usr{loader}"] == Link("/lib/x86_64-linux-gnu/ld.so")
    assert "usr/lib/x86_64-linux-gnu/ld.so" in tree
    assert {f"usr/lib/x86_64-linux-gnu/{name}" for name in libraries} <= tree.keys()
    assert tree["lib"] == Link("usr/lib")
    assert "etc" not in tree


def test_a_folder_comes_with_all_that_is_in_it(root: Path) -> None:
    (root / "usr/lib/plugins/deep").mkdir(parents=True)
    (root / "usr/lib/plugins/deep/one").write_text("1")

    tree = Packages(root.parent).select(["usr/lib/plug*"])

    assert tree["usr/lib/plugins/deep"] == Folder()
    assert tree["usr/lib/plugins/deep/one"] == File(root / "usr/lib/plugins/deep/one")


def test_a_link_does_not_lead_out_of_the_root(root: Path) -> None:
    (root / "etc/passwd").symlink_to("../../../../../../../../etc/passwd")

    assert Packages(root.parent).select(["etc/passwd"])["etc/passwd"] == Link(
        "../../../../../../../../etc/passwd"
    )
    assert [
        entry
        for entry in Packages(root.parent).select(["etc/passwd"]).values()
        if isinstance(entry, File)
    ] == []


def test_what_is_missing_is_named(root: Path) -> None:
    with pytest.raises(SandboxError, match=r"^no Debian package has usr/sbin/nothing: correct"):
        Packages(root.parent).select(["usr/sbin/nothing"])

    library = next(name for name in elf.loads(SHELL) if not name.startswith("/"))
    (root / "usr/lib/x86_64-linux-gnu" / library).unlink()
    with pytest.raises(SandboxError, match=rf"^dash loads {library}, which no Debian package"):
        Packages(root.parent).select(["usr/bin/dash"])


def test_packages_know_their_versions(root: Path) -> None:
    assert Packages(root.parent).version("dash") == "1:0.5"
