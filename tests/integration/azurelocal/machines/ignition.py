"""Configurations for Ignition."""

from __future__ import annotations

import base64
import json
from typing import Any


def config(
    *,
    files: dict[str, str] | None = None,
    units: dict[str, str] | None = None,
    merge: list[dict[str, Any]] | None = None,
    **sections: Any,
) -> bytes:
    """Write a configuration: files by path, units by name, and other configurations to merge."""
    value = {
        "ignition": {"version": "3.2.0", "config": {"merge": merge or []}},
        "storage": {
            "files": [
                {"path": path, "contents": {"source": _data(text)}, "overwrite": True}
                for path, text in (files or {}).items()
            ]
        },
        "systemd": {
            "units": [
                {"name": name, "enabled": True, "contents": text}
                for name, text in (units or {}).items()
            ]
        },
        **sections,
    }
    return json.dumps(value).encode()


def service(command: str, *, wanted_by: str = "multi-user.target", **unit: str) -> str:
    """Write a service that runs a command."""
    lines = "\n".join(f"{name}={value}" for name, value in unit.items())
    return f"[Unit]\n{lines}\n[Service]\nExecStart={command}\n[Install]\nWantedBy={wanted_by}\n"


def _data(text: str) -> str:
    return "data:;base64," + base64.b64encode(text.encode()).decode()
