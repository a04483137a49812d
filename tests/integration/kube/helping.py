"""What the tests of `hypershift.kube` share: objects, and ways to wait for facts."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine

    from hypershift.kube.config import Access
    from tests.integration.kube.proxy import Proxy

PATIENCE = 20.0
TICK = 0.01


def through(access: Access, proxy: Proxy) -> Access:
    """The same access by way of a proxy."""
    return replace(access, server=f"https://127.0.0.1:{proxy.port}")


def port(access: Access) -> int:
    """The port of the server itself."""
    return int(access.server.rpartition(":")[2])


async def until(fact: Callable[[], Any], patience: float = PATIENCE) -> float:
    """Wait until something is so, and tell how long that took."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    while not fact():
        assert loop.time() < began + patience, "it never became so"
        await asyncio.sleep(TICK)
    return loop.time() - began


@asynccontextmanager
async def running(*work: Coroutine[Any, Any, None]) -> AsyncGenerator[None]:
    """Do something beside the block, and end it with the block."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def config_map(name: str, namespace: str, **data: str) -> dict[str, Any]:
    """An object that nobody else minds."""
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name, "namespace": namespace, "labels": {"app": "test"}},
        "data": data,
    }
