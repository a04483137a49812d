"""Names of namespaces and links: short, and always the same for the same thing."""

from __future__ import annotations

import base64
import hashlib
import zlib

UPLINK = "uplink"
"""Where a router meets the internet."""
SINK = "sink"
"""Where a router sends what is for an address that nobody has."""


def short(key: str) -> str:
    """Eight letters for a key; names of links have no room for more."""
    digest = hashlib.sha256(key.lower().encode()).digest()
    return base64.b32encode(digest[:5]).decode().lower()


def internet(prefix: str) -> str:
    """The namespace that all public addresses are in."""
    return f"{prefix}-internet"


def shell(prefix: str) -> str:
    """The namespace of the workstation."""
    return f"{prefix}-shell"


def router(prefix: str, network: str) -> str:
    """The namespace of a virtual network."""
    return f"{prefix}-v-{short(network)}"


def machine(prefix: str, vm: str) -> str:
    """The namespace of a virtual machine."""
    return f"{prefix}-m-{short(vm)}"


def port(interface: str) -> str:
    """The router's end of an interface's link."""
    return f"n{short(interface)}"


def transit(network: str) -> str:
    """The internet's end of a router's uplink."""
    return f"v{short(network)}"


def peering(near: str, far: str) -> str:
    """The near router's end of the link between two routers."""
    return f"p{short(near + far)}"


def mark(key: str) -> int:
    """A number for packets that are to go somewhere in particular; also that of a routing table."""
    return 0x10000 | zlib.crc32(key.lower().encode()) & 0x3FFFFFFF
