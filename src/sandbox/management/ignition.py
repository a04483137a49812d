"""Writes configurations for Ignition: files and units."""

from __future__ import annotations

import base64
import gzip
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SECRET, PLAIN, PROGRAM = 0o600, 0o644, 0o755
_BUNDLE = "/etc/ssl/certs/ca-certificates.crt"
_OWN = "/usr/local/share/ca-certificates/azure.crt"


def config(files: Mapping[str, tuple[str, int]], units: Mapping[str, str], authority: str) -> bytes:
    """Files with their modes by path, and units by name, on a machine that trusts an authority.

    The authority is known to all programs from the start, and is still when they are told anew
    which ones there are.
    """
    trusted = [
        _file(_OWN, authority, PLAIN),
        {"path": _BUNDLE, "append": [_source("\n" + authority)]},
    ]
    value = {
        "ignition": {"version": "3.3.0"},
        "storage": {"files": [*trusted, *_files(files)]},
        "systemd": {
            "units": [
                {"name": name, "enabled": True, "contents": text} for name, text in units.items()
            ]
        },
    }
    return msgspec.json.encode(value)


def _files(files: Mapping[str, tuple[str, int]]) -> Iterable[dict[str, Any]]:
    return (_file(path, text, mode) for path, (text, mode) in files.items())


def _file(path: str, text: str, mode: int) -> dict[str, Any]:
    return {"path": path, "mode": mode, "overwrite": True, "contents": _source(text)}


def _source(text: str) -> dict[str, str]:
    """Compressed: what a machine is told has room for 64 KiB."""
    packed = base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
    return {"source": f"data:;base64,{packed}", "compression": "gzip"}
