"""Builds images into the cache, under names that tell what they were built from.

An image is built aside and renamed into place when it is complete. Only root can read the cache's
folder of images. Names that begin with a dot are locks, and builds that go on.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections import deque
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from azurelocal.machines.errors import MachineError
from azurelocal.machines.images import recipes

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from azurelocal.machines.images.recipes import Recipe

_SOURCES = Path("/etc/apt")
_TICK = 0.2
_TAIL = 15
# With all that it has started and mounted it ends when we do.
_ALONE = (
    *("setpriv", "--pdeathsig", "KILL", "nice"),
    *("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"),
)
# Each machine makes its own, or the platform gives it.
_NOT_SHARED = (
    "etc/machine-id",
    "var/lib/dbus/machine-id",
    "etc/ssh/ssh_host_*",
    "etc/hostname",
    "etc/resolv.conf",
    "etc/apt/sources.list",
    "etc/apt/sources.list.d/*",
    # Presets decide at the first boot what runs.
    "etc/systemd/system/*.wants",
)


def cache() -> Path:
    """Give the folder of all images, which need not exist yet."""
    named = os.environ.get("HYPERSHIFT_CACHE")
    root = Path(named).absolute() if named else Path.home() / ".cache" / "hypershift-py"
    return root / "images"


def find(key: str) -> Path | None:
    """Give the root file system of an image, if it is built."""
    place = _place(recipes.load(key))
    return place if place.is_dir() else None


def ensure(key: str, report: Callable[[str], None] = lambda _: None) -> Path:
    """Build an image if it is not built, and give its root file system.

    It takes a minute or two; `report` is called with a line at each step.
    """
    recipe = recipes.load(key)
    place = _place(recipe)
    if place.is_dir():
        return place
    if os.geteuid() != 0:
        raise MachineError(f"the image {key} is not built, and only root can build it")
    cache().mkdir(parents=True, exist_ok=True)
    cache().chmod(0o700)
    with _locked(key, lambda: report(f"{key}: another build goes on, waiting for it")):
        if not place.is_dir():
            _build(recipe, place, report)
    return place


def _place(recipe: Recipe) -> Path:
    return cache() / f"{recipe.key}-{recipe.digest}"


@contextmanager
def _locked(key: str, waiting: Callable[[], None]) -> Generator[None]:
    descriptor = os.open(cache() / f".{key}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    told = False
    try:
        while not _try_lock(descriptor):
            if not told:
                waiting()
                told = True
            time.sleep(_TICK)
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _build(recipe: Recipe, place: Path, report: Callable[[str], None]) -> None:
    prefix = f".{recipe.key}.building-"
    for leftover in cache().glob(f"{prefix}*"):  # whoever had the lock before us is dead
        shutil.rmtree(leftover, ignore_errors=True)
    workplace = Path(tempfile.mkdtemp(prefix=prefix, dir=cache()))
    try:
        root = workplace / "root"
        _bootstrap(recipe, root, report)
        report(f"{recipe.key}: putting the platform's files in place")
        _furnish(recipe, root)
        subprocess.run(("sync", "--file-system", root), check=True)
        root.rename(place)
    finally:
        shutil.rmtree(workplace, ignore_errors=True)
    report(f"{recipe.key}: built")


def _bootstrap(recipe: Recipe, root: Path, report: Callable[[str], None]) -> None:
    content = recipe.content
    command = [
        *_ALONE,
        "mmdebstrap",
        "--mode=root",
        "--format=directory",
        "--variant=minbase",
        f"--include={','.join(content.packages)}",
        *(f"--dpkgopt=path-exclude={pattern}" for pattern in content.leave_out),
        content.suite,
        str(root),
        *map(str, package_sources(content.suite)),
    ]
    said: deque[str] = deque(maxlen=_TAIL)
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except FileNotFoundError as error:
        raise MachineError(f"{error.filename} is missing: install the Debian packages") from error
    with process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                said.append(line.rstrip())
                if line.startswith("I: "):
                    report(f"{recipe.key}: {line[3:].rstrip()}")
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise MachineError(
            f"mmdebstrap could not build the image {recipe.key}: correct the package sources or the"
            " network, then build again",
            "\n".join(said),
        )


def package_sources(suite: str) -> list[Path]:
    """Find this machine's own package sources that have the suite."""
    files = [
        _SOURCES / "sources.list",
        *sorted((_SOURCES / "sources.list.d").glob("*.list")),
        *sorted((_SOURCES / "sources.list.d").glob("*.sources")),
    ]
    wanted = re.compile(rf"^[^#]*\b{re.escape(suite)}\b", re.MULTILINE)
    found = [file for file in files if file.is_file() and wanted.search(file.read_text())]
    if not found:
        raise MachineError(
            f"no package source below {_SOURCES} has the Debian suite {suite}: add one"
        )
    return found


def _furnish(recipe: Recipe, root: Path) -> None:
    for pattern in _NOT_SHARED:
        for path in root.glob(pattern):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
    for source in sorted(recipe.files.rglob("*")):
        target = root / source.relative_to(recipe.files)
        if source.is_dir():
            target.mkdir(mode=0o755, exist_ok=True)
            continue
        target.unlink(missing_ok=True)
        shutil.copyfile(source, target)
        target.chmod(0o755 if os.access(source, os.X_OK) else 0o644)
    for unit in recipe.content.mask:
        (root / "etc/systemd/system" / unit).symlink_to("/dev/null")
