"""The layers of our own image: Debian's Python, what we depend on as it is locked, and our source.

Modules are compiled here, by the Python that is in the image: where the root is read-only, every
start would compile them anew. What is compiled is checked against nothing, so that it does not
depend on the time of files.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox import cache
from sandbox.errors import SandboxError
from sandbox.images import debian
from sandbox.images.tree import File, Link, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.images.debian import Packages

_CHECKOUT = Path(__file__).resolve().parents[3]
REQUIREMENTS = _CHECKOUT / "requirements/runtime.txt"
_SOURCE = _CHECKOUT / "src/hypershift"
_VERSION = "3.11"
_PROGRAM = f"usr/bin/python{_VERSION}"
_STANDARD = f"usr/lib/python{_VERSION}"
_SITE = f"usr/local/lib/python{_VERSION}/dist-packages"  # where Debian's Python looks by itself
# What locked packages load beside what Python itself does.
_LIBRARIES = ("libdl.so.2", "libgcc_s.so.1", "libpthread.so.0", "libstdc++.so.6")
RUNTIME = (
    _PROGRAM,
    _STANDARD,
    "etc/mime.types",
    *(f"usr/lib/*-linux-gnu/{name}" for name in _LIBRARIES),
)
# What draws windows, installs, or documents.
_NOT_NEEDED = ("ensurepip", "idlelib", "lib2to3", "pydoc_data", "test", "tkinter", "turtledemo")
_LEFT_OUT = tuple(f"{_STANDARD}/{name}/*" for name in _NOT_NEEDED)
_LEFT_OUT_OF_PACKAGES = (
    "*/tests/*", "*/test/*", "*.pyi", "*.pyx", "*.pxd", "*.c", "*.h", "*/RECORD", "*/INSTALLER",
    "*/REQUESTED", "bin/*", "*/__pycache__/*",
)  # fmt: skip
_SCRIPTS = {"hypershift": "hypershift.cli.main:main"}
_SCRIPT = "#!/{program}\nfrom {module} import {function}\n\n{function}()\n"
_PLATFORMS = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")


def sources() -> dict[str, str]:
    """What decides over the layer of our source: each file, and the revision."""
    return {
        "revision": _revision(),
        **{
            str(path.relative_to(_SOURCE)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in _our_files()
        },
    }


def runtime(packages: Packages, folder: Path) -> Tree:
    """Debian's Python with its standard library."""
    tree = packages.select(RUNTIME)
    tree = {path: one for path, one in tree.items() if not debian.fits(path, _LEFT_OUT)}
    root = folder / "root"
    for path, entry in tree.items():
        if path.startswith(f"{_STANDARD}/") and isinstance(entry, File) and path.endswith(".py"):
            _copy(entry, root / path)
    # What programs know each other by.
    tree["usr/bin/python3"] = Link(f"python{_VERSION}")
    tree["usr/lib/ssl/cert.pem"] = Link("/etc/ssl/certs/ca-certificates.crt")
    tree["usr/lib/ssl/certs"] = Link("/etc/ssl/certs")
    return tree | _compiled(packages, root, _STANDARD)


def requirements(packages: Packages, folder: Path) -> Tree:
    """The packages that we depend on, by the hashes in the lock file."""
    root = folder / "root"
    target = folder / "installed"
    _install(target)
    for path in sorted(target.rglob("*")):
        name = str(path.relative_to(target))
        if path.is_file() and not debian.fits(name, _LEFT_OUT_OF_PACKAGES):
            _copy(File(path), root / _SITE / name)
    _compiled(packages, root, _SITE)
    tree = _tree(root)
    missing = {
        name
        for path, entry in tree.items()
        if isinstance(entry, File) and ".so" in path
        for name in (one.name for one in debian.libraries(packages.root, root / path))
    } - {Path(path).name for path in packages.select(RUNTIME)}
    if missing:
        raise SandboxError(
            f"{', '.join(sorted(missing))}, which the locked packages load, is not in the image:"
            " add it to _LIBRARIES"
        )
    return tree


def ours(packages: Packages, decided: dict[str, str], folder: Path) -> Tree:
    """Our source, and the commands that start it. What is `decided` is what `sources` has told."""
    root = folder / "root"
    place = root / _SITE / _SOURCE.name
    for path in _our_files():
        _copy(File(path), place / path.relative_to(_SOURCE))
    (place / "release/REVISION").write_text(f"{decided['revision']}\n")
    if sources() != decided:
        raise SandboxError(f"{_SOURCE} was changed while it was packed: build the image again")
    _compiled(packages, root, _SITE)
    tree = _tree(root)
    for name, entry in _SCRIPTS.items():
        module, _, function = entry.partition(":")
        text = _SCRIPT.format(program=_PROGRAM, module=module, function=function)
        tree[f"usr/bin/{name}"] = File(text.encode(), 0o755)
    return tree


def _revision() -> str:
    from hypershift.release.revision import revision

    return revision()


def _our_files() -> Iterator[Path]:
    for path in sorted(_SOURCE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def _copy(entry: File, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    assert isinstance(entry.content, Path)
    shutil.copyfile(entry.content, target)


def _tree(root: Path) -> Tree:
    return {
        str(path.relative_to(root)): File(path)
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def _install(target: Path) -> None:
    machine = os.uname().machine
    result = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--disable-pip-version-check", "install"),
            *("--quiet", "--no-compile", "--no-deps", "--require-hashes", "--only-binary=:all:"),
            *("--python-version", _VERSION, "--implementation", "cp"),
            *(f"--platform={platform}_{machine}" for platform in _PLATFORMS),
            *("--root-user-action", "ignore", "--target", target, "-r", REQUIREMENTS),
        ],
        env={**os.environ, "PIP_CACHE_DIR": str(cache.root() / "pip")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if result.returncode:
        raise SandboxError(
            f"pip could not install {REQUIREMENTS}: check the network, then build again",
            result.stderr,
        )


def _compiled(packages: Packages, root: Path, below: str) -> Tree:
    """Compile all modules below a folder, and give what came of it."""
    [loader] = (packages.root / "usr/lib").glob("*-linux-gnu/ld-linux-*.so.*")
    result = subprocess.run(
        [
            *(loader, "--library-path", loader.parent, packages.root / _PROGRAM),
            *("-S", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash"),
            *("-s", root, "-p", "/", root / below),
        ],
        # A set is written in the order of its hashes.
        env={"PYTHONHOME": str(packages.root / "usr"), "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if result.returncode:
        raise SandboxError(
            f"the image's own Python could not compile {below}: correct what it says",
            result.stdout + result.stderr,
        )
    return {path: one for path, one in _tree(root).items() if path.endswith(".pyc")}
