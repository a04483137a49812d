"""Measures caches and controllers of `hypershift.kube` against a real API server on this machine.

5,000 ConfigMaps of 1 KB are made, held whole and as views, and reconciled once each. The memory is
that of this process alone. Nothing fails here for being slow.
"""

from __future__ import annotations

import asyncio
import gc
import os
import time
from pathlib import Path
from typing import Any

from hypershift.kube import config
from hypershift.kube.client import Client, Selection
from hypershift.kube.informer import Informer, Key
from hypershift.kube.kinds import CONFIG_MAP, View
from hypershift.kube.manager import Manager, Settings
from sandbox import apiserver

OBJECTS = 5000
AT_ONCE = 16
ALL = Selection("default", labels="app=bench")


def memory() -> float:
    """What this process has in memory, in MB."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def thing(number: int, step: int) -> dict[str, Any]:
    """An object of about 1 KB."""
    data = {f"key-{each}": f"{number}-{step}-" + "v" * 80 for each in range(10)}
    meta = {"name": f"n{number}", "namespace": "default", "labels": {"app": "bench"}}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": meta, "data": data}


async def write(client: Client, step: int) -> float:
    """Apply all objects, and tell how many in a second."""
    began, numbers = time.perf_counter(), iter(range(OBJECTS))

    async def some() -> None:
        for number in numbers:
            await client.apply(thing(number, step))

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    return OBJECTS / (time.perf_counter() - began)


async def fill(name: str, cache: Informer[Any]) -> asyncio.Task[None]:
    """Fill a cache, and print what that took."""
    before, began, cpu = memory(), time.perf_counter(), time.process_time()
    task = asyncio.create_task(cache.run())
    await cache.synced.wait()
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    print(f"  {name:<28}{took:>8.2f} s{cpu:>8.2f} s CPU{memory() - before:>8.1f} MB")
    return task


async def follow(client: Client, cache: Informer[Any]) -> None:
    """Change everything, and print how fast a cache follows."""
    heard, everything = list[float](), asyncio.Event()

    def hear(_: Any) -> None:
        heard.append(time.perf_counter())
        if len(heard) == OBJECTS:
            everything.set()

    cache.subscribe(hear)
    heard.clear()
    everything.clear()
    cpu = time.process_time()
    rate = await write(client, 2)
    last, cpu = time.perf_counter(), time.process_time() - cpu
    await everything.wait()
    behind = max(0.0, heard[-1] - last) * 1000
    print(f"  apply, and follow           {rate:>8.0f} a second, {cpu:.2f} s CPU for all")
    print(f"  last write until it is heard{behind:>8.1f} ms")


async def reconcile(client: Client) -> None:
    """Reconcile everything once, from an empty process."""
    done = 0
    ready = asyncio.Event()

    async def count(_: Key) -> None:
        nonlocal done
        done += 1
        if done == OBJECTS:
            ready.set()

    manager = Manager(client, settings=Settings("127.0.0.1", 0))
    cache = manager.informers.get(CONFIG_MAP.view(View), ALL)
    manager.controller("bench", count, workers=10).follows(cache)
    began, cpu = time.perf_counter(), time.process_time()
    task = asyncio.create_task(manager.run())
    await ready.wait()
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    print(f"  start, list and reconcile all{took:>7.2f} s{cpu:>8.2f} s CPU")
    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.sleep(5)
    share = (time.process_time() - cpu) / (time.perf_counter() - began)
    print(f"  at rest                      {share * 100:>7.2f} % of a processor")
    manager.stop()
    await task


async def measure(kubeconfig: Path) -> None:
    """Print a table."""
    async with Client(config.load(kubeconfig), rate=1e6, burst=1000) as client:
        print(f"hypershift.kube, {OBJECTS} ConfigMaps of 1 KB")
        await write(client, 1)
        start = memory()
        whole = Informer(client, CONFIG_MAP, ALL)
        tasks = [
            await fill("cache of names and labels", Informer(client, CONFIG_MAP.view(View), ALL)),
            await fill("cache of whole objects", whole),
        ]
        await follow(client, whole)
        print(f"  memory before and after     {start:>8.0f} MB{memory():>8.0f} MB")
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await reconcile(client)


def main() -> None:
    """Measure with a server of one's own."""
    with apiserver.run() as server:
        asyncio.run(measure(server.kubeconfig))


if __name__ == "__main__":
    main()
