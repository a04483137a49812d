"""How the layers of an image are made, and out of what: enough to tell whether they are there."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sandbox.images import python, store
from sandbox.images.catalog import USER, Image
from sandbox.images.tree import File, Folder, Link, Tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sandbox.components import Built
    from sandbox.images.debian import Packages

_ACCOUNTS = f"""\
root:x:0:0:root:/root:/sbin/nologin
hypershift:x:{USER}:0:hypershift:/tmp:/sbin/nologin
nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin
"""
_GROUPS = "root:x:0:\nnogroup:x:65534:\n"
_AUTHORITIES = "usr/share/ca-certificates/mozilla"
_BUNDLE = "etc/ssl/certs/ca-certificates.crt"
_BUSYBOX = "usr/bin/busybox"
# What scripts of control planes use; each is busybox under another name.
_APPLETS = (
    "awk", "base64", "basename", "cat", "chmod", "chown", "cp", "cut", "date", "df", "dirname",
    "du", "echo", "env", "expr", "false", "find", "grep", "gunzip", "gzip", "head", "hostname",
    "id", "kill", "ln", "ls", "md5sum", "mkdir", "mktemp", "mv", "nc", "nslookup", "ping", "printf",
    "ps", "pwd", "readlink", "realpath", "rm", "rmdir", "sed", "seq", "sh", "sha256sum", "sleep",
    "sort", "stat", "sync", "tail", "tar", "tee", "test", "timeout", "touch", "tr", "true", "uniq",
    "vi", "wc", "wget", "xargs",
)  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """One layer: what it is called while it is made, what decides over it, and how it is made."""

    name: str
    decides: tuple[object, ...]
    make: Callable[[Path], Tree]
    """Gives the layer's content; may put files into the folder that it is given."""

    @property
    def place(self) -> Path:
        """Where the layer is once it is made."""
        return store.layers() / store.key(self.name, *self.decides)


def plans(image: Image, built: Built | None, packages: Packages) -> list[Plan]:
    """Give the layers of an image, from the lowest to the top."""
    found = [Plan("base", (_ACCOUNTS, _GROUPS, packages.names), lambda _: _base(packages))]
    if image.shell:
        found.append(Plan("shell", (_APPLETS, packages.names), lambda _: _shell(packages)))
    if image.debian:
        decides = (image.debian, packages.names)
        found.append(Plan("debian", decides, lambda _: packages.select(image.debian)))
    if image.python:
        found += _python(packages)
    if built:
        decides = (built.path.name, image.programs)
        found.append(Plan(image.component, decides, partial(_component, built, image.programs)))
    if image.links:
        found.append(Plan("links", (image.links,), lambda _: links(image.links)))
    return found


def _python(packages: Packages) -> list[Plan]:
    runtime = (python.RUNTIME, packages.names)
    requirements = (python.REQUIREMENTS.read_text(), *runtime)
    sources = python.sources()
    return [
        Plan("python", runtime, partial(python.runtime, packages)),
        Plan("requirements", requirements, partial(python.requirements, packages)),
        Plan("hypershift", (sources, *runtime), partial(python.ours, packages, sources)),
    ]


def _base(packages: Packages) -> Tree:
    authorities = sorted((packages.root / _AUTHORITIES).glob("*.crt"))
    return {
        "etc/passwd": File(_ACCOUNTS.encode()),
        "etc/group": File(_GROUPS.encode()),
        "etc/nsswitch.conf": File(b"hosts: files dns\n"),
        _BUNDLE: File(b"".join(path.read_bytes() for path in authorities)),
        # Where OpenShift's images have it.
        "etc/pki/tls/certs/ca-bundle.crt": Link(f"/{_BUNDLE}"),
        "tmp": Folder(0o1777),
        "var/tmp": Folder(0o1777),
        "run": Folder(),
        **{name: Link(f"usr/{name}") for name in ("bin", "lib", "lib64", "sbin")},
        **{f"usr/{name}": Folder() for name in ("bin", "lib", "lib64", "sbin")},
    }


def _shell(packages: Packages) -> Tree:
    links: Tree = {f"usr/bin/{name}": Link("busybox") for name in _APPLETS}
    return {_BUSYBOX: File(packages.root / _BUSYBOX, 0o755), **links}


def _component(built: Built, programs: str, _: Path) -> Tree:
    tree: Tree = {}
    for path in sorted(built.programs.iterdir()):
        name = f"{programs}/{path.name}"
        tree[name] = Link(os.readlink(path)) if path.is_symlink() else File(path, 0o755)
    return tree


def links(links: dict[str, str]) -> Tree:
    # At the top, bin and the like are links themselves, which a layer must not replace.
    return {
        f"usr/{path}" if path.startswith("bin/") else path: Link(target)
        for path, target in links.items()
    }
