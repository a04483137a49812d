"""A running API server, as its clients see it."""

from __future__ import annotations

import os
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.apiserver.daemon import wait

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.apiserver.authority import KeyPair
    from sandbox.apiserver.daemon import Daemon


@dataclass(frozen=True)
class ApiServer:
    """Where the API server is, and what it takes to talk to it as its administrator."""

    url: str
    directory: Path
    programs: Path
    authority: Path
    administrator: KeyPair
    daemons: tuple[Daemon, ...]

    @property
    def address(self) -> str:
        """Host and port."""
        return self.url.removeprefix("https://")

    @property
    def kubeconfig(self) -> Path:
        """The file that makes a client the administrator."""
        return self.directory / "kubeconfig"

    @property
    def kubectl(self) -> Path:
        """The kubectl of the same release."""
        return self.programs / "kubectl"

    def environment(self) -> dict[str, str]:
        """What makes kubectl, on PATH too, speak to this server and leave the home alone."""
        return {
            **os.environ,
            "PATH": os.pathsep.join([str(self.programs), os.environ.get("PATH", os.defpath)]),
            "KUBECONFIG": str(self.kubeconfig),
            "KUBECACHEDIR": str(self.directory / "kubectl-cache"),
            "KUBERC": "off",
        }

    def trust(self) -> ssl.SSLContext:
        """What an HTTPS client needs: the authority, and the administrator's certificate."""
        context = ssl.create_default_context(cafile=self.authority)
        context.load_cert_chain(self.administrator.certificate, self.administrator.key)
        return context

    def wait(self) -> None:
        """Wait as long as the server runs; an error says that it has ended by itself."""
        wait(self.daemons)
