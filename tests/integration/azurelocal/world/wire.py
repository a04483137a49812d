"""Connections from namespaces of a world, made by the tests themselves: quicker than programs."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING

from azurelocal.fabric.kernel import in_namespace

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE = 2.0


def page(namespace: str, address: str, port: int = 80) -> str:
    """What a web server shows; nothing when it cannot be reached or breaks off."""

    def connect() -> socket.socket:
        return socket.create_connection((address, port), _PATIENCE)

    try:
        with in_namespace(namespace, connect) as connection:
            connection.sendall(f"GET / HTTP/1.0\r\nHost: {address}\r\n\r\n".encode())
            said = b""
            while piece := connection.recv(65536):
                said += piece
    except OSError:
        return ""
    head, _, body = said.partition(b"\r\n\r\n")
    return body.decode() if b" 200 " in head.partition(b"\r\n")[0] else ""


@contextmanager
def listening(namespace: str, port: int) -> Iterator[socket.socket]:
    """Take connections in a namespace."""

    def listen() -> socket.socket:
        return socket.create_server(("0.0.0.0", port))

    with in_namespace(namespace, listen) as listener:
        listener.settimeout(_PATIENCE)
        yield listener


def caller(listener: socket.socket) -> str:
    """The address that the next connection comes from; nothing when none comes."""
    try:
        connection, (address, _) = listener.accept()
    except TimeoutError:
        return ""
    connection.close()
    return address
