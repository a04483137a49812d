"""A registry in the internet of a world, under the name and the address that it has there."""

from __future__ import annotations

import http.client
import os
import socket
import ssl
import urllib.parse
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
from sandbox.progress import Reporter
from tests.integration.azurelocal.world import oci
from tests.integration.azurelocal.world.raised import PATIENCE, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.integration.azurelocal.world.oci import Image
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

    def add_blob(self, repository: str, content: bytes) -> str:
        """Put a blob into a repository: its digest."""
        digest = oci.digest(content)
        begun = self._ask("POST", f"/v2/{repository}/blobs/uploads/")
        assert begun.status == http.HTTPStatus.ACCEPTED
        parts = urllib.parse.urlsplit(begun.headers["Location"])
        query = f"{parts.query}&{urllib.parse.urlencode({'digest': digest})}"
        kind = {"Content-Type": "application/octet-stream"}
        ended = self._ask("PUT", f"{parts.path}?{query}", content, kind)
        assert ended.status == http.HTTPStatus.CREATED
        return digest

    def push(self, repository: str, tag: str, image: Image) -> str:
        """Put an image into a repository: the name that it is pulled by."""
        for content in (image.layer, image.config):
            self.add_blob(repository, content)
        kind = {"Content-Type": oci.MANIFEST}
        answer = self._ask("PUT", f"/v2/{repository}/manifests/{tag}", image.manifest, kind)
        assert answer.status == http.HTTPStatus.CREATED
        return f"{HOST}/{repository}:{tag}"

    @property
    def answers(self) -> bool:
        """Whether it is ready."""
        try:
            return self._ask("GET", "/v2/").status == http.HTTPStatus.OK
        except ConnectionError:
            return False

    def _ask(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> http.client.HTTPResponse:
        """Send one request, and give the answer without its body."""
        there = (layout.REGISTRY, 443)
        plain = in_namespace(
            names.shell(self.world.prefix), lambda: socket.create_connection(there, PATIENCE)
        )
        connection = http.client.HTTPSConnection(HOST, timeout=PATIENCE)
        context = ssl.create_default_context(cafile=str(self.authority))
        connection.sock = context.wrap_socket(plain, server_hostname=HOST)
        try:
            connection.request(method, path, body, headers or {})
            return connection.getresponse()
        finally:
            connection.close()


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
