"""A server on loopback, with TLS, that answers as a test wants it to.

with serving(pair) as server:
    server.serve(layout, "team/app", "1")
    server.answers["/v2/team/app/blobs/sha256:…"] = Answer(404)
"""

from __future__ import annotations

import json
import ssl
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sandbox.apiserver.authority import KeyPair
    from sandbox.images.layout import Layout


@dataclass(frozen=True)
class Answer:
    """What is answered. `length` is what is announced, where that is not the truth."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    length: int | None = None

    @classmethod
    def json(cls, value: object) -> Answer:
        """A good answer in JSON."""
        return cls(200, json.dumps(value).encode(), {"Content-Type": "application/json"})


@dataclass(frozen=True)
class Asked:
    """What was asked."""

    path: str
    headers: dict[str, str]


@dataclass
class Server:
    """A server that runs. Paths that it does not know are not found."""

    name: str
    answers: dict[str, Answer | Callable[[Asked], Answer]] = field(
        default_factory=dict[str, Any], repr=False
    )
    asked: list[Asked] = field(default_factory=list[Asked])

    def serve(self, layout: Layout, repository: str, tag: str) -> str:
        """Answer for an image as a registry does: the name that it is pulled by."""
        manifest = layout.manifest
        content = Answer(200, layout.read(manifest.digest), {"Content-Type": manifest.media_type})
        for reference in (tag, manifest.digest):
            self.answers[f"/v2/{repository}/manifests/{reference}"] = content
        for blob in layout.blobs:
            self.answers[f"/v2/{repository}/blobs/{blob.digest}"] = Answer(
                200, layout.read(blob.digest)
            )
        return f"{self.name}/{repository}:{tag}"

    def paths(self) -> list[str]:
        """The paths that were asked for."""
        return [asked.path for asked in self.asked]


@contextmanager
def serving(pair: KeyPair) -> Iterator[Server]:
    """Run a server until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            asked = Asked(self.path, dict(self.headers))
            server.asked.append(asked)
            answer = server.answers.get(self.path.partition("?")[0], Answer(404, b"{}"))
            self._answer(answer if isinstance(answer, Answer) else answer(asked))

        def _answer(self, answer: Answer) -> None:
            self.send_response(answer.status)
            length = len(answer.body) if answer.length is None else answer.length
            for name, value in {"Content-Length": str(length), **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)
            # What was announced and does not come would be waited for.
            self.close_connection = length != len(answer.body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    class Listener(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            pass  # whoever has heard enough hangs up

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pair.certificate, pair.key)
    with Listener(("127.0.0.1", 0), Handler) as listener:
        listener.socket = context.wrap_socket(listener.socket, server_side=True)
        server = Server(f"localhost:{listener.server_port}")
        thread = threading.Thread(target=listener.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            listener.shutdown()
            thread.join()
