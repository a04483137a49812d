"""Files out of Debian packages, without installing them.

apt decides which packages belong to those that are named, and fetches them from this machine's own
sources; they are unpacked side by side into one root. Images take files out of it by name, and with
a program the libraries that it loads.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections import deque
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from azurelocal.machines.images.build import package_sources
from sandbox.errors import SandboxError
from sandbox.images import elf, store
from sandbox.images.layout import architecture
from sandbox.images.tree import File, Folder, Link, Tree
from sandbox.progress import Reporter, Step

if TYPE_CHECKING:
    from collections.abc import Iterable

SUITE = "bookworm"
_MERGED = ("bin", "lib", "lib64", "sbin")  # links into /usr, as in Debian itself
_LEAVE_OUT = ("./usr/share/doc/*", "./usr/share/man/*", "./usr/share/locale/*", "*/perl*")
_LISTED = "packages"
_TAIL = 15
_NAME = "debian"


class Packages:
    """Packages that are unpacked."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.names = (folder / _LISTED).read_text().split()
        """Name, version and architecture of each."""

    def select(self, patterns: Iterable[str]) -> Tree:
        """Take the files that patterns name, and all that programs among them load.

        A pattern that fits a folder takes all that is in it.
        """
        tree: Tree = {name: Link(f"usr/{name}") for name in _MERGED}
        for pattern in patterns:
            found = [path for path in self.root.glob(pattern) if path.parent != self.root]
            # Glob does not see a link that leads nowhere on this machine itself.
            if not found and (self.root / pattern).is_symlink():
                found = [self.root / pattern]
            if not found:
                raise SandboxError(f"no Debian package has {pattern}: correct the image's table")
            for path in found:
                self._take(tree, path)
        return tree

    def version(self, package: str) -> str:
        """Give the version of a package."""
        return next(name.split("_")[1] for name in self.names if name.startswith(f"{package}_"))

    def _take(self, tree: Tree, path: Path) -> None:
        name = str(path.relative_to(self.root))
        if name in tree:
            return
        if path.is_symlink():
            tree[name] = Link(os.readlink(path))
            if target := self._inside(path):
                self._take(tree, target)
        elif path.is_dir():
            tree[name] = Folder()
            for child in sorted(path.iterdir()):
                self._take(tree, child)
        else:
            tree[name] = File(path, 0o755 if os.access(path, os.X_OK) else 0o644)
            for library in libraries(self.root, path):
                self._take(tree, library)

    def _inside(self, link: Path) -> Path | None:
        """Follow a link by one step, within the root."""
        target = os.readlink(link)
        parent = self.root if target.startswith("/") else link.parent
        path = Path(os.path.normpath(parent / target.lstrip("/")))
        there = path.is_relative_to(self.root) and (path.exists() or path.is_symlink())
        return _merged(self.root, path) if there else None


def libraries(root: Path, path: Path) -> list[Path]:
    """Find what a program loads in a root."""
    found: list[Path] = []
    for name in elf.loads(path):
        if name.startswith("/"):
            found.append(_merged(root, root / name[1:]))
            continue
        places = [place / name for place in sorted((root / "usr/lib").glob("*-linux-gnu"))]
        there = next((place for place in places if place.exists()), None)
        if there is None:
            raise SandboxError(
                f"{path.name} loads {name}, which no Debian package of the image's table has: add"
                " the package"
            )
        found.append(there)
    return found


def _merged(root: Path, path: Path) -> Path:
    """Write a path without the links at the top."""
    first, *rest = path.relative_to(root).parts
    return root / "usr" / first / Path(*rest) if first in _MERGED else path


def find(packages: Iterable[str]) -> Packages | None:
    """Give packages and all that they need, if they are there."""
    place = _place(packages)
    return Packages(place) if place.is_dir() else None


def ensure(packages: Iterable[str], reporter: Reporter) -> Packages:
    """Give packages and all that they need, after fetching them if they are not there."""
    packages = sorted(packages)
    place = _place(packages)
    if not place.is_dir():
        waiting = Step("waiting for another download")
        with store.building(place, lambda: reporter.working(_NAME, waiting)) as made:
            if made:
                _fetch(packages, made, reporter)
                reporter.finished(_NAME, "packages fetched")
    return Packages(place)


def _place(packages: Iterable[str]) -> Path:
    return store.debian() / store.key(SUITE, architecture(), sorted(packages))


def _fetch(packages: list[str], made: Path, reporter: Reporter) -> None:
    with tempfile.TemporaryDirectory(dir=made.parent) as temporary:
        os.chmod(temporary, 0o755)  # apt fetches as a user of its own
        _run(
            [
                "mmdebstrap",
                "--variant=extract",
                "--format=null",
                f"--include={','.join(packages)}",
                f'--extract-hook=cp "$1"/var/cache/apt/archives/*.deb "{temporary}"',
                SUITE,
                "/dev/null",
                *map(str, package_sources(SUITE)),
            ],
            reporter,
        )
        _unpack(sorted(Path(temporary).glob("*.deb")), made, reporter)


def _unpack(archives: list[Path], made: Path, reporter: Reporter) -> None:
    root = made / "root"
    for name in _MERGED:
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(f"usr/{name}")
    leave_out = [f"--exclude={pattern}" for pattern in _LEAVE_OUT]
    for number, archive in enumerate(archives):
        reporter.working(_NAME, Step("unpacking packages", number, len(archives)))
        # dpkg-deb's own way of unpacking would put folders in the place of the links.
        with subprocess.Popen(
            ["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE
        ) as files:
            command = ["tar", "-x", "-C", root, "--keep-directory-symlink", "--no-same-owner"]
            subprocess.run([*command, *leave_out], stdin=files.stdout, check=True)
        if files.returncode:
            raise SandboxError(f"{archive.name} cannot be unpacked: build again")
    names = "\n".join(archive.name.removesuffix(".deb").replace("%3a", ":") for archive in archives)
    (made / _LISTED).write_text(f"{names}\n")


def _run(command: list[str], reporter: Reporter) -> None:
    said: deque[str] = deque(maxlen=_TAIL)
    step = Step("asking apt for packages")
    reporter.working(_NAME, step)
    try:
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "TERM", *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except FileNotFoundError as error:
        raise SandboxError(f"{error.filename} is missing: run 'make setup'") from error
    with process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                said.append(line.rstrip())
                if match := re.match("I: (downloading .*)", line):
                    step = Step(match[1].rstrip(".\n"))
                reporter.working(_NAME, step)
        except BaseException:
            process.terminate()
            raise
    if process.returncode:
        raise SandboxError(
            "apt could not fetch Debian packages: correct the package sources or the network, then"
            " build again",
            "\n".join(said),
        )


def fits(name: str, patterns: Iterable[str]) -> bool:
    """Whether a path is one that patterns describe."""
    return any(fnmatch(name, pattern) for pattern in patterns)
