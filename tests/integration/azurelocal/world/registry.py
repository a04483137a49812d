"""A registry in the internet of a world, under the name and the address that it has there."""

from __future__ import annotations

import os
import socket
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azurelocal import certificates
from azurelocal.certificates import Certificates
from azurelocal.fabric import names
from azurelocal.fabric.kernel import in_namespace
from azurelocal.world import layout
from azurelocal.world.entering import inside
from sandbox import components, processes
from sandbox.images import push
from sandbox.progress import Reporter
from tests.integration.azurelocal.world.raised import PATIENCE, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sandbox.images import Layout
    from tests.integration.azurelocal.world.raised import Raised

HOST = "sandbox.azurecr.io"
_CONFIG = """\
version: 0.1
log: {{level: warn, accesslog: {{disabled: true}}}}
storage: {{filesystem: {{rootdirectory: {folder}}}}}
http:
  addr: {address}:443
  host: https://{host}
  tls: {{certificate: {certificate}, key: {key}}}
"""


@dataclass(frozen=True)
class Registry:
    """A registry that runs, as the workstation of its world sees it."""

    world: Raised
    authority: Path

    def push(self, repository: str, tag: str, image: Layout) -> str:
        """Put an image into a repository: the name that it is pulled by."""
        with self.client() as client:
            client.push(image, repository, tag)
        return f"{HOST}/{repository}:{tag}"

    def add_blob(self, repository: str, file: Path) -> str:
        """Put a file into a repository: its digest."""
        with self.client() as client:
            return client.put_blob(repository, file)

    @property
    def answers(self) -> bool:
        """Whether it is ready."""
        with self.client() as client:
            return client.answers()

    def client(self) -> push.Registry:
        """Whoever pushes from the workstation."""

        def connect(_host: str, _port: int) -> socket.socket:
            there = (layout.REGISTRY, 443)
            shell = names.shell(self.world.prefix)
            return in_namespace(shell, lambda: socket.create_connection(there, PATIENCE))

        return push.Registry(HOST, trust=self.authority, connect=connect)


@contextmanager
def running(world: Raised, folder: Path) -> Iterator[Registry]:
    """Run a registry until the block ends, with its images in a folder."""
    authority = world.folder / "ca.crt"
    files = Certificates(authority, folder / "tls.crt", folder / "tls.key")
    certificates.issue(world.folder, files, (HOST,))
    config, log = folder / "config.yml", folder / "registry.log"
    settings = {"certificate": files.certificate, "key": files.key, "folder": folder / "images"}
    config.write_text(_CONFIG.format(address=layout.REGISTRY, host=HOST, **settings))
    [built] = components.ensure(("registry",), Reporter())
    program = str(built.programs / "registry")
    with log.open("wb") as output:
        process = processes.start(
            [*inside(names.internet(world.prefix)), program, "serve", str(config)],
            # Left alone, it sends to collectors what it measures.
            environment={**os.environ, "OTEL_TRACES_EXPORTER": "none"},
            directory=folder,
            output=output,
        )
    try:
        registry = Registry(world, authority)

        def ready() -> bool:
            assert process.poll() is None, log.read_text()
            return registry.answers

        until(ready, "the registry answers")
        yield registry
    finally:
        processes.stop(process)
