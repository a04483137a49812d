"""Runs a program inside a world: in one of its namespaces, with its names and its authorities.

The files that say so are laid over those of the machine in a mount namespace that ends with the
program; nobody else sees them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from azurelocal.fabric.kernel import NAMESPACES
from azurelocal.world import layout

if TYPE_CHECKING:
    from collections.abc import Sequence

BUNDLE = Path("/etc/ssl/certs/ca-certificates.crt")
_LAY_OVER = """\
while [ "$1" != -- ]; do mount --bind "$1" "$2" || exit 125; shift 2; done
shift; exec "$@"
"""


def inside(namespace: str) -> list[str]:
    """The words that come before a command to run it in a namespace, and change nothing else."""
    return ["nsenter", f"--net={NAMESPACES / namespace}"]


@dataclass(frozen=True)
class Entrance:
    """The files of a world that programs inside it see."""

    folder: Path

    @property
    def bundle(self) -> Path:
        """All authorities that the machine trusts, and the world's own."""
        return self.folder / "ca-bundle.crt"

    def prepare(self, authority: Path) -> None:
        """Write the files."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._write("resolv.conf", f"nameserver {layout.RESOLVER}\n")
        self._write("hosts", "127.0.0.1 localhost\n")
        others = BUNDLE.read_text() if BUNDLE.exists() else ""
        self._write(self.bundle.name, others + authority.read_text())

    def command(self, namespace: str, words: Sequence[str]) -> list[str]:
        """The words that run a command inside, with the world's names and authorities."""
        laid = {
            self.folder / "resolv.conf": Path("/etc/resolv.conf"),
            self.folder / "hosts": Path("/etc/hosts"),
            self.bundle: BUNDLE,
        }
        pairs = [str(path) for pair in laid.items() if pair[1].exists() for path in pair]
        lay_over = ["unshare", "--mount", "sh", "-c", _LAY_OVER, "sh", *pairs, "--"]
        return [*inside(namespace), *lay_over, *words]

    def environment(self) -> dict[str, str]:
        """The variables for programs that bring their own list of authorities."""
        bundle = str(self.bundle)
        return {
            **os.environ,
            "REQUESTS_CA_BUNDLE": bundle,
            "SSL_CERT_FILE": bundle,
            "CURL_CA_BUNDLE": bundle,
            "NODE_EXTRA_CA_CERTS": bundle,
        }

    def _write(self, name: str, text: str) -> None:
        """Write a file in place: it may be laid over others at this moment."""
        path = self.folder / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
