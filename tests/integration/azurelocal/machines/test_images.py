"""Building images: what others may see, builds at the same time, and builds that go wrong.

A stand-in for mmdebstrap makes a root file system in no time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from azurelocal.machines.errors import MachineError
from azurelocal.machines.images import build

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """#!/bin/sh
for root; do case $root in */root) break;; esac; done
mkdir -p "$root/etc/systemd/system" "$root/etc/ssh" "$root/usr/lib" "$root/etc/sudoers.d"
echo key >"$root/etc/ssh/ssh_host_rsa_key"
echo built >>"$LOG"
echo "I: working" >&2
sleep 1
"""
BAD = "#!/bin/sh\necho 'E: no such package' >&2\nexit 1\n"


@pytest.fixture
def bootstrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program called mmdebstrap, and a cache of the test's own."""
    program = tmp_path / "bin/mmdebstrap"
    program.parent.mkdir()
    program.write_text(GOOD)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("HYPERSHIFT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LOG", str(tmp_path / "log"))
    return program


def test_users_cannot_read_images(bootstrap: Path) -> None:
    assert bootstrap.exists()
    root = build.ensure("debian-12")

    peek = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "ls", root)
    assert subprocess.run(peek, capture_output=True, check=False).returncode != 0
    assert root.parent.stat().st_mode & 0o777 == 0o700


def test_an_image_shares_no_keys_and_has_the_platforms_files(bootstrap: Path) -> None:
    assert bootstrap.exists()
    said: list[str] = []

    root = build.ensure("debian-12", said.append)

    assert list((root / "etc/ssh").glob("ssh_host_*")) == []
    assert (root / "usr/lib/azure/kernel").stat().st_mode & 0o777 == 0o755
    assert (root / "etc/containerd/config.toml").stat().st_mode & 0o777 == 0o644
    assert (root / "etc/systemd/system/console-getty.service").readlink().name == "null"
    assert said[0] == "debian-12: working"
    assert build.find("debian-12") == root


def test_two_builds_at_once_are_one_build(bootstrap: Path, tmp_path: Path) -> None:
    assert bootstrap.exists()
    command = (sys.executable, "-m", "azurelocal.machines.images", "debian-12")
    builds = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for _ in range(3)]

    assert [one.wait(60) for one in builds] == [0, 0, 0]

    assert (tmp_path / "log").read_text() == "built\n"


def test_a_build_that_fails_says_why_and_leaves_nothing(bootstrap: Path) -> None:
    bootstrap.write_text(BAD)

    with pytest.raises(MachineError, match="could not build the image debian-12") as raised:
        build.ensure("debian-12")

    assert "no such package" in raised.value.log
    assert build.find("debian-12") is None
    assert [path.name for path in build.cache().iterdir()] == [".debian-12.lock"]


def test_a_build_that_was_killed_is_begun_anew(bootstrap: Path, tmp_path: Path) -> None:
    bootstrap.write_text(GOOD.replace("sleep 1", "sleep 60"))
    command = (sys.executable, "-m", "azurelocal.machines.images", "debian-12")
    first = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 20
    while not (tmp_path / "log").exists():
        assert time.monotonic() < end
        time.sleep(0.02)
    first.kill()
    first.wait()
    bootstrap.write_text(GOOD)

    root = build.ensure("debian-12")

    names = {path.name for path in build.cache().iterdir()}
    assert names == {".debian-12.lock", root.name}
