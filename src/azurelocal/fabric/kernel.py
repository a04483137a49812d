"""The programs `ip` and `nft`, and sockets that live in a namespace of our choice."""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

NAMESPACES = Path("/run/netns")
_CLONE_NEWNET = 0x40000000
_ROUTER_SETTINGS = {
    "net/ipv4/ip_forward": "1",
    "net/ipv4/conf/all/rp_filter": "0",
    "net/ipv4/conf/default/rp_filter": "0",
    "net/ipv4/conf/all/send_redirects": "0",
    "net/ipv4/conf/default/send_redirects": "0",
    # Every neighbour of a machine is the router itself.
    "net/ipv4/conf/default/proxy_arp": "1",
    "net/ipv6/conf/all/disable_ipv6": "1",
    "net/ipv6/conf/default/disable_ipv6": "1",
}


class KernelError(Exception):
    """The kernel, or a program that speaks with it, has refused something."""


@dataclass(frozen=True)
class Kernel:
    """Changes what is in namespaces whose names begin with a prefix, and nothing else."""

    prefix: str
    _ready: set[str] = field(default_factory=set[str], compare=False, repr=False)
    """The namespaces that we know to be as they have to be."""

    async def run(self, *words: str, text: str = "") -> str:
        """Run a program; what it prints, or what it complains of."""
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=asyncio.subprocess.PIPE if text else asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate(text.encode() or None)
        if process.returncode:
            raise KernelError(f"{' '.join(words)}: {err.decode(errors='replace').strip()}")
        return out.decode(errors="replace")

    def namespaces(self) -> list[str]:
        """The namespaces of this world."""
        if not NAMESPACES.is_dir():
            return []
        return sorted(one for one in os.listdir(NAMESPACES) if one.startswith(f"{self.prefix}-"))

    async def ensure(self, namespace: str, *, router: bool = False) -> None:
        """Let there be a namespace. What somebody was killed over is made good."""
        self._check(namespace)
        there = _is_there(namespace)
        if there and namespace in self._ready:
            return
        if not there:
            await self.run("ip", "netns", "add", namespace)
        await self.ip(namespace, ["link set dev lo up"])
        if router:
            await self.set(namespace, _ROUTER_SETTINGS)
        self._ready.add(namespace)

    def forget(self) -> None:
        """Know no more which namespaces are as they have to be."""
        self._ready.clear()

    async def set(self, namespace: str, settings: dict[str, str]) -> None:
        """Change settings of a namespace's network, given by their paths below /proc/sys."""
        self._check(namespace)
        await asyncio.to_thread(_write_settings, namespace, settings)

    async def remove(self, namespace: str) -> None:
        """Remove a namespace with all links in it."""
        self._check(namespace)
        self._ready.discard(namespace)
        if (NAMESPACES / namespace).exists():
            await self.run("ip", "netns", "delete", namespace)

    async def ip(self, namespace: str, lines: list[str]) -> None:
        """Do several things with `ip`, in order. The first that fails ends it."""
        self._check(namespace)
        if lines:
            await self.run("ip", "-n", namespace, "-batch", "-", text="\n".join(lines) + "\n")

    async def ask(self, namespace: str, *words: str) -> list[dict[str, Any]]:
        """Ask `ip` for what there is."""
        self._check(namespace)
        return json.loads(await self.run("ip", "-n", namespace, "-json", *words) or "[]")

    async def links(self, namespace: str) -> set[str]:
        """The names of the links in a namespace."""
        found = await self.ask(namespace, "link", "show")
        return {str(one["ifname"]) for one in found} - {"lo"}

    async def nft(self, namespace: str, rules: str) -> None:
        """Replace the rules of a namespace, all at once."""
        self._check(namespace)
        await self.run("ip", "netns", "exec", namespace, "nft", "-f", "-", text=rules)

    def _check(self, namespace: str) -> None:
        if not namespace.startswith(f"{self.prefix}-") or "/" in namespace:
            raise KernelError(f"{namespace} is not a namespace of {self.prefix}")


def _is_there(namespace: str) -> bool:
    """Look for a namespace. A name alone, which `ip` was killed over, is removed."""
    path = NAMESPACES / namespace
    if not path.exists():
        return False
    if path.stat().st_dev == NAMESPACES.stat().st_dev:  # nothing is mounted there
        path.unlink()
        return False
    return True


def place_of(namespace: str) -> int:
    """A number that no other namespace has as long as this one is in use, whatever its name."""
    return (NAMESPACES / namespace).stat().st_ino


def in_namespace(namespace: str, make: Callable[[], T]) -> T:
    """Call something in a thread that has entered a namespace; the sockets that it makes stay."""

    def enter() -> T:
        _enter(namespace)
        return make()

    # A thread of its own: it stays in the namespace and must not be used for anything else.
    with ThreadPoolExecutor(1, thread_name_prefix=namespace) as pool:
        return pool.submit(enter).result()


def bound_socket(namespace: str, kind: socket.SocketKind, address: str, port: int) -> socket.socket:
    """A socket that is bound to an address of a namespace."""

    def make() -> socket.socket:
        made = socket.socket(socket.AF_INET, kind)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((address, port))
            if kind == socket.SOCK_STREAM and port:
                made.listen(128)
            made.setblocking(False)
        except BaseException:
            made.close()
            raise
        return made

    return in_namespace(namespace, make)


def _enter(namespace: str) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    descriptor = os.open(NAMESPACES / namespace, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if library.setns(descriptor, _CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), f"cannot enter the namespace {namespace}")
    finally:
        os.close(descriptor)


def _write_settings(namespace: str, settings: dict[str, str]) -> None:
    """Settings of the network are those of the thread that opens their files."""

    def write() -> None:
        for name, value in settings.items():
            (Path("/proc/sys") / name).write_text(value)

    in_namespace(namespace, write)
