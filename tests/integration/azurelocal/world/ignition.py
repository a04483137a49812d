"""Configurations for Ignition."""

from __future__ import annotations

import base64
import json
from typing import Any

WEB = "/usr/bin/busybox httpd -f -p {port} -h /srv"


def config(
    files: dict[str, bytes | str] | None = None, units: dict[str, str] | None = None
) -> bytes:
    """Files by path, the executable ones under `/opt/bin/`, and units by name."""
    value = {
        "ignition": {"version": "3.3.0"},
        "storage": {"files": [_file(path, text) for path, text in (files or {}).items()]},
        "systemd": {
            "units": [
                {"name": name, "enabled": True, "contents": text}
                for name, text in (units or {}).items()
            ]
        },
    }
    return json.dumps(value).encode()


def service(command: str, more: str = "") -> str:
    """A service that runs a command from the start."""
    return f"[Service]\nExecStart={command}\n{more}\n[Install]\nWantedBy=multi-user.target\n"


def web_server(text: str, *ports: int) -> bytes:
    """Write a file, and start a web server that shows it, on port 80 or several others."""
    units = {f"web-{port}.service": service(WEB.format(port=port)) for port in (ports or (80,))}
    return config({"/srv/index.html": text}, units)


def broken() -> bytes:
    """What Ignition refuses to do: a file whose content is not what its hash says."""
    wrong = {"source": "data:,text", "verification": {"hash": f"sha512-{'0' * 128}"}}
    files: list[dict[str, Any]] = [{"path": "/etc/file", "contents": wrong}]
    return json.dumps({"ignition": {"version": "3.3.0"}, "storage": {"files": files}}).encode()


def _file(path: str, content: bytes | str) -> dict[str, Any]:
    plain = content if isinstance(content, bytes) else content.encode()
    source = "data:;base64," + base64.b64encode(plain).decode()
    mode = 0o755 if path.startswith("/opt/bin/") else 0o644
    return {"path": path, "mode": mode, "overwrite": True, "contents": {"source": source}}
