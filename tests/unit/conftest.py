"""Unit tests have no network: whoever looks for a host fails at once, with its name."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from typing import Any

import pytest

_look_up = socket.getaddrinfo


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def numbers_only(host: Any, *rest: Any, **options: Any) -> Any:
        try:
            ip_address(str(host).partition("%")[0])
        except ValueError:
            raise AssertionError(f"a unit test has looked for the host {host}") from None
        return _look_up(host, *rest, **options)

    monkeypatch.setattr(socket, "getaddrinfo", numbers_only)
