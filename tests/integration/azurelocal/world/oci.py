"""Images of containers, assembled without an engine: one layer, one configuration, one manifest."""

from __future__ import annotations

import hashlib
import io
import json
import platform
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MANIFEST = "application/vnd.oci.image.manifest.v1+json"
_CONFIG = "application/vnd.oci.image.config.v1+json"
_LAYER = "application/vnd.oci.image.layer.v1.tar"
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


@dataclass(frozen=True)
class Image:
    """What a registry keeps of an image."""

    layer: bytes
    config: bytes
    manifest: bytes


def digest(content: bytes) -> str:
    """The name that content has in a registry."""
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def busybox(root: Path) -> Image:
    """Busybox of a Debian root under all its names; alone it sleeps, as what holds a pod must."""
    program = Path("/usr/bin/busybox")
    libraries = [
        Path(word)
        for word in _inside(root, "ldd", str(program)).split()
        if word.startswith("/") and "vdso" not in word
    ]
    links = {f"bin/{name}": program.name for name in _inside(root, program, "--list").split()}
    links.pop("bin/busybox", None)
    files = {"bin/busybox": root / "usr/bin/busybox"}
    files |= {str(one)[1:]: root / str(one)[1:] for one in libraries}
    return _image(_archive(files, links), {"Env": ["PATH=/bin"], "Cmd": ["sleep", "infinity"]})


def _inside(root: Path, *command: str | Path) -> str:
    """What a program of a root prints there."""
    whole = ("chroot", root, *command)
    return subprocess.run(whole, capture_output=True, text=True, check=True).stdout


def _archive(files: dict[str, Path], links: dict[str, str]) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        for name, path in files.items():
            entry = tarfile.TarInfo(name)
            entry.mode, entry.size = 0o755, path.stat().st_size
            with path.open("rb") as file:
                archive.addfile(entry, file)
        for name, target in links.items():
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = tarfile.SYMTYPE, target
            archive.addfile(entry)
        scratch = tarfile.TarInfo("tmp")
        scratch.type, scratch.mode = tarfile.DIRTYPE, 0o1777
        archive.addfile(scratch)
    return content.getvalue()


def _image(layer: bytes, settings: dict[str, Any]) -> Image:
    config = _json(
        {
            "architecture": _ARCHITECTURES[platform.machine()],
            "os": "linux",
            "config": settings,
            "rootfs": {"type": "layers", "diff_ids": [digest(layer)]},
        }
    )
    manifest = _json(
        {
            "schemaVersion": 2,
            "mediaType": MANIFEST,
            "config": _descriptor(_CONFIG, config),
            "layers": [_descriptor(_LAYER, layer)],
        }
    )
    return Image(layer, config, manifest)


def _descriptor(kind: str, content: bytes) -> dict[str, Any]:
    return {"mediaType": kind, "digest": digest(content), "size": len(content)}


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value).encode()
