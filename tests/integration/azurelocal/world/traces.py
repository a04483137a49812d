"""What there is of a world anywhere on this machine, and what the machine's own network is like."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from azurelocal.machines import cgroups

_NETWORK_SETTINGS = Path("/proc/sys/net")
_OTHER_SETTINGS = ("kernel", "vm", "fs")
# Counters and clocks, which change by themselves.
_RESTLESS = (
    "random",
    "dentry-state",
    "file-nr",
    "inode-nr",
    "inode-state",
    "ns_last_pid",
    "aio-nr",
    "quota/",
    "pty/nr",
)


def traces(prefix: str, folder: Path) -> dict[str, list[str]]:
    """Find what is there of a world, by kind. The files of its state are not looked at."""
    found = {
        "namespaces": [one for one in _names("/run/netns") if one.startswith(f"{prefix}-")],
        "mounts": [line for line in _mounts() if prefix in line or str(folder) in line],
        "control groups": [str(path) for path in cgroups.ROOT.glob(f"*/{prefix}*")],
        "loop devices": [one for one in _loops() if str(folder) in one],
        "processes": [f"{number} {command}" for number, command in processes(prefix, folder)],
    }
    return {kind: sorted(things) for kind, things in found.items() if things}


def of_the_host() -> dict[str, Any]:
    """Describe the network of the host itself, as far as it does not change by itself."""
    return {
        "links": [_link(one) for one in _json("ip", "-json", "link", "show")],
        "addresses": [one.get("addr_info") for one in _json("ip", "-json", "address", "show")],
        "routes": _json("ip", "-json", "route", "show", "table", "all"),
        "rules": _json("ip", "-json", "rule", "show"),
        "nftables": _said("nft", "list", "ruleset"),
        "resolv.conf": Path("/etc/resolv.conf").read_text(),
        "hosts": Path("/etc/hosts").read_text(),
        "authorities": Path("/etc/ssl/certs/ca-certificates.crt").read_bytes(),
        "settings": _settings(),
    }


def changes(before: dict[str, Any], after: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Find what is not as it was, by its name; settings have theirs."""
    one, two = ({**facts, **facts["settings"], "settings": None} for facts in (before, after))
    return {
        name: (one.get(name), two.get(name))
        for name in sorted(one.keys() | two.keys())
        if one.get(name) != two.get(name)
    }


def processes(prefix: str, folder: Path) -> list[tuple[int, str]]:
    """Find all processes that belong to a world, each with its command line."""
    found: list[tuple[int, str]] = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            command = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            groups = (path / "cgroup").read_text()
            dead = (path / "stat").read_text().rpartition(")")[2].split()[0] in "ZX"
        except OSError:
            continue
        named = str(folder) in command or f"{prefix}-" in command
        if not dead and (named or f"/{prefix}" in groups):
            found.append((int(path.name), command))
    return found


def _settings() -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in (_NETWORK_SETTINGS, *(Path("/proc/sys") / one for one in _OTHER_SETTINGS)):
        for path in folder.rglob("*"):
            if path.is_file() and not any(word in str(path) for word in _RESTLESS):
                try:
                    found[str(path)] = path.read_text()
                except OSError:  # it can only be written
                    continue
    return found


def _link(link: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(link.get(name)) for name in ("ifname", "flags", "mtu", "master", "address"))


def _names(folder: str) -> list[str]:
    path = Path(folder)
    return [one.name for one in path.iterdir()] if path.is_dir() else []


def _mounts() -> list[str]:
    lines = Path("/proc/self/mountinfo").read_text().splitlines()
    return [line for line in lines if not line.split()[4].startswith("/run/netns/")]


def _loops() -> list[str]:
    return _said("losetup", "--list", "--noheadings", "--output", "BACK-FILE").splitlines()


def _json(*command: str) -> list[dict[str, Any]]:
    return json.loads(_said(*command) or "[]")


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
