"""Clients that break HTTP, send too much, too slowly or not to the end: the server goes on."""

from __future__ import annotations

import json
import random
import socket
import ssl
import threading
import time
from typing import TYPE_CHECKING

import pytest

from tests.integration.azurelocal.wire import Wire, owners_token

if TYPE_CHECKING:
    from tests.integration.azurelocal.running import Server

PATIENCE = 30.0
MEGABYTE = 1024 * 1024


def open_to(server: Server) -> ssl.SSLSocket:
    plain = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    trust = ssl.create_default_context(cafile=server.ca)
    return trust.wrap_socket(plain, server_hostname="localhost")


def exchange(server: Server, said: bytes, *, pause: float = 0.0) -> tuple[int, bytes]:
    """Say something on a connection of its own; gives the status, or 0 when it was closed."""
    with open_to(server) as connection:
        try:
            for start in range(0, len(said), MEGABYTE):
                connection.sendall(said[start : start + MEGABYTE])
                time.sleep(pause)
            answer = b""
            while not whole(answer):
                piece = connection.recv(65536)
                if not piece:
                    return 0, answer
                answer += piece
        except OSError:
            return 0, b""
    return int(answer.split()[1]), answer


def whole(answer: bytes) -> bool:
    """Tell whether an answer has been read to its end."""
    head, found, body = answer.partition(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
    return bool(found) and len(body) >= int(length or 0)


def still_serves(server: Server) -> bool:
    wire = Wire(server, owners_token(server))
    reply = wire.ask("GET", f"/subscriptions/{server.subscription}/resourceGroups")
    wire.close()
    return reply.status == 200


@pytest.mark.parametrize(
    "said",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /subscriptions HTTP/1.1\r\n\r\n",
        b"GET /subscriptions HTTP/1.1\r\nhost: localhost\r\nhost: other\r\n\r\n",
        b"GET /subscriptions HTTP/1.1\r\nhost localhost\r\n\r\n",
        b"GET /\x00\xff HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"GET http://[::1/ HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"CONNECT localhost:1 HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"BREW /subscriptions?api-version=2024-03-01 HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        b"PUT / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1e3\r\n\r\n",
        b"PUT / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"PUT / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: gzip\r\n\r\n",
        b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"y" * 200_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: " + b"\xff" * 50 + b"\r\n\r\n",
        b"\x16\x03\x01 not TLS",
    ],
)
def test_what_is_no_http_is_refused_and_nothing_else_happens(server: Server, said: bytes) -> None:
    status, _ = exchange(server, said)

    assert status == 0 or 400 <= status < 500
    assert still_serves(server)


def test_ten_megabytes_are_read_and_refused_in_arms_form(server: Server) -> None:
    body = b'{"location": "' + b"x" * (10 * MEGABYTE) + b'"}'
    head = (
        f"PUT /subscriptions/{server.subscription}/resourceGroups/big?api-version=2024-03-01"
        f" HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {owners_token(server)}\r\n"
    )

    known = exchange(server, f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
    chunks = b"".join(b"100000\r\n" + b" " * MEGABYTE + b"\r\n" for _ in range(10)) + b"0\r\n\r\n"
    chunked = exchange(server, f"{head}transfer-encoding: chunked\r\n\r\n".encode() + chunks)

    for status, answer in (known, chunked):
        assert status == 413
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["code"] == (
            "RequestEntityTooLarge"
        )


def test_a_body_that_comes_slowly_holds_up_nobody_else(server: Server, group: str) -> None:
    path = f"/subscriptions/{server.subscription}/resourceGroups/{group}"
    content = b'{"location": "eastus"}'
    head = (
        f"PUT {path}?api-version=2024-03-01 HTTP/1.1\r\nhost: localhost\r\ncontent-length:"
        f" {len(content)}\r\nauthorization: Bearer {owners_token(server)}\r\n\r\n"
    )
    with open_to(server) as connection:
        connection.sendall(head.encode())
        for byte in content:
            connection.sendall(bytes([byte]))
        others = still_serves(server)

        answer = connection.recv(65536)

    assert others
    assert answer.startswith(b"HTTP/1.1 200 ")


def test_who_leaves_in_the_middle_leaves_nothing_behind(server: Server, group: str) -> None:
    path = f"/subscriptions/{server.subscription}/resourceGroups/{group}-never"
    for _ in range(20):
        connection = open_to(server)
        connection.sendall(
            f"PUT {path}?api-version=2024-03-01 HTTP/1.1\r\nhost: localhost\r\ncontent-length:"
            f" 100\r\nauthorization: Bearer {owners_token(server)}\r\n\r\n".encode()
            + b'{"location":'
        )
        connection.close()

    wire = Wire(server, owners_token(server))
    reply = wire.ask("GET", path)
    wire.close()

    assert reply.status == 404


def test_random_bytes_from_many_sides_stop_nothing(server: Server) -> None:
    dice = random.Random(20260728)
    good = b"GET /subscriptions?api-version=2024-03-01 HTTP/1.1\r\nhost: localhost\r\n\r\n"
    broken: list[bytes] = []
    for _ in range(200):
        bytes_ = bytearray(good)
        for _ in range(dice.randrange(1, 6)):
            bytes_[dice.randrange(len(bytes_) - 4)] = dice.randrange(256)
        broken.append(bytes(bytes_))
    statuses: list[int] = []

    def send(part: list[bytes]) -> None:
        for said in part:
            with open_to(server) as connection:
                connection.sendall(said)
                connection.settimeout(2)  # some wait for more than will come
                try:
                    answer = connection.recv(64)
                except OSError:
                    answer = b""
                statuses.append(int(answer.split()[1]) if answer else 0)

    threads = [threading.Thread(target=send, args=(broken[side::8],)) for side in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE * 3)

    assert len(statuses) == 200
    assert {status for status in statuses if status >= 500 or 0 < status < 400} == set()
    assert still_serves(server)
