"""Where a sandbox is: in the folder of azurelocal's state, so that the two come and go together."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal.errors import AzureLocalError
from azurelocal.errors import UsageError as TheirUsageError
from azurelocal.fabric import names
from azurelocal.world.raising import Site
from sandbox.errors import SandboxError, UsageError

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path


@dataclass(frozen=True)
class Place:
    """The folder of azurelocal's state, and the prefix of its world."""

    state: Path
    world: str

    @property
    def site(self) -> Site:
        """The world, as azurelocal knows it."""
        return Site(self.state, self.world)

    @property
    def shell(self) -> str:
        """The namespace of the workstation, from which everything in the world is asked."""
        return names.shell(self.world)

    @property
    def internet(self) -> str:
        """The namespace of the internet, in which the registry is."""
        return names.internet(self.world)

    @property
    def authority(self) -> Path:
        """The certificate that everything in the world is to trust."""
        return self.state / "ca.crt"

    @property
    def owner(self) -> Path:
        """The file with the credentials of the subscription's owner."""
        return self.state / "credentials.json"

    @property
    def folder(self) -> Path:
        """Our own files."""
        return self.state / "sandbox"

    @property
    def registry(self) -> Path:
        """The files of the registry."""
        return self.folder / "registry"

    @property
    def keys(self) -> Path:
        """The certificates and keys of the management cluster."""
        return self.folder / "pki"

    @property
    def kubeconfig(self) -> Path:
        """The file that makes a client the administrator of the management cluster."""
        return self.folder / "kubeconfig"


@contextmanager
def told_by_us() -> Generator[None]:
    """Let azurelocal's errors be ours."""
    try:
        yield
    except TheirUsageError as error:
        raise UsageError(str(error)) from error
    except AzureLocalError as error:
        raise SandboxError(str(error)) from error
