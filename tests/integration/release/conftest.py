"""Registries for the tests of releases: real ones, and one that misbehaves.

* `registry` is a real one, open to all; `basic` and `tokens` want a password or tokens.
* `bad` is a server that answers as a test wants it to, `other` is a second one.
* `release` makes a release out of tiny images; `read` reads one.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from hypershift.release.auth import PullSecret
from hypershift.release.cache import Cache
from hypershift.release.reading import Releases
from hypershift.release.transport import Transport
from sandbox.apiserver.authority import Authority
from tests.integration.release import registries
from tests.integration.release.images import community_release
from tests.integration.release.scripted import serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from hypershift.release.payload import Release
    from sandbox.images import Layout
    from tests.integration.release.registries import Running, Tokens
    from tests.integration.release.scripted import Server


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    """Vouches for all registries."""
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="session")
def registry(tmp_path_factory: pytest.TempPathFactory, authority: Authority) -> Iterator[Running]:
    """A real registry, open to all."""
    with registries.running(tmp_path_factory.mktemp("r") / "open", authority) as running:
        yield running


@pytest.fixture(scope="session")
def basic(tmp_path_factory: pytest.TempPathFactory, authority: Authority) -> Iterator[Running]:
    """A real registry that wants a password."""
    with registries.behind_a_password(tmp_path_factory.mktemp("r") / "basic", authority) as one:
        yield one


@pytest.fixture(scope="session")
def tokens(tmp_path_factory: pytest.TempPathFactory, authority: Authority) -> Iterator[Tokens]:
    """A real registry that wants tokens."""
    with registries.behind_tokens(tmp_path_factory.mktemp("r") / "tokens", authority) as one:
        yield one


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Layout:
    """A release of images that are nowhere."""
    return community_release(tmp_path_factory.mktemp("release") / "made")


@pytest.fixture
def bad(authority: Authority, tmp_path: Path) -> Iterator[Server]:
    """A server that answers as a test wants it to."""
    with serving(authority.issue(f"bad-{tmp_path.name}", "bad", addresses=["127.0.0.1"])) as one:
        yield one


@pytest.fixture
def other(authority: Authority, tmp_path: Path) -> Iterator[Server]:
    """Another one, at another address."""
    with serving(authority.issue(f"other-{tmp_path.name}", "o", addresses=["127.0.0.1"])) as one:
        one.name = one.name.replace("localhost", "127.0.0.1")
        yield one


@pytest.fixture
def read(authority: Authority, tmp_path: Path) -> Callable[..., Release]:
    """`read(image, user="…", password="…")` reads a release; `waited` gets how long it rests."""

    def read(
        image: str,
        *,
        user: str = "",
        password: str = "",
        waited: list[float] | None = None,
        patience: float = 90.0,
        **options: Any,
    ) -> Release:
        entry = {"username": user, "password": password}
        auths = {image.partition("/")[0]: entry} if user else {}
        secret = PullSecret.parse(json.dumps({"auths": auths}).encode())

        async def rest(seconds: float) -> None:
            if waited is not None:
                waited.append(seconds)

        async def whole() -> Release:
            trust = authority.certificate.read_text()
            async with Transport(secret, trust, sleep=rest, patience=patience) as transport:
                return await Releases(transport, Cache(tmp_path / "cache"), **options).get(image)

        return asyncio.run(whole())

    return read
