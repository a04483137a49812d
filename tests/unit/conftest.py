"""Unit tests have no network: whoever reaches for it fails at once, with the name of the place."""

from __future__ import annotations

import socket
from typing import Any, NoReturn

import pytest


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*where: Any, **_: Any) -> NoReturn:
        raise AssertionError(f"a unit test has reached for the network: {where}")

    for name in ("getaddrinfo", "create_connection"):
        monkeypatch.setattr(socket, name, refuse)
