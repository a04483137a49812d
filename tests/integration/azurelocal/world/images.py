"""Images of containers out of what the machines' own image has."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from sandbox.images import layout
from sandbox.images.debian import libraries
from sandbox.images.layout import Layer, Layout, Settings
from sandbox.images.tree import File, Folder, Link, Tree, pack

if TYPE_CHECKING:
    from pathlib import Path

_PROGRAM = "usr/bin/busybox"


def busybox(root: Path, folder: Path) -> Layout:
    """Busybox of a Debian root under all its names; alone it sleeps, as what holds a pod must."""
    program = root / _PROGRAM
    listed = subprocess.run(
        ("chroot", root, f"/{_PROGRAM}", "--list"), capture_output=True, text=True, check=True
    )
    tree: Tree = {f"bin/{name}": Link("busybox") for name in listed.stdout.split()}
    tree["bin/busybox"] = File(program, 0o755)
    for library in libraries(root, program):
        tree[str(library.relative_to(root)).removeprefix("usr/")] = File(library, 0o755)
    tree["tmp"] = Folder(0o1777)
    blob = folder / "layer"
    with blob.open("wb") as file:
        packed = pack(tree, file, lambda _: None)
    layer = Layer(blob, packed.digest, packed.diff_id, packed.size)
    settings = Settings(command=("sleep", "infinity"), environment=("PATH=/bin",))
    return layout.write(folder, [layer], settings)
