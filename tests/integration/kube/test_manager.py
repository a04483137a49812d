"""Whole processes: they compete, are killed, lose touch, and end in an orderly way."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest
import yaml

from hypershift.kube.client import Client, Selection
from hypershift.kube.kinds import CONFIG_MAP
from hypershift.kube.limiter import Backoff
from hypershift.kube.manager import Manager, Settings
from tests.integration.kube.helping import config_map, port, running, until
from tests.integration.kube.proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypershift.kube.config import Access
    from hypershift.kube.controller import Result
    from hypershift.kube.informer import Key
    from sandbox.apiserver import ApiServer
    from sandbox.apiserver import Client as Administrator

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "development" / "controllers.md"
PROGRAM = Path(__file__).with_name("program.py")
PATIENCE = 20.0
LOCAL = Settings("127.0.0.1", 0)


@pytest.fixture
def start(api_server: ApiServer, tmp_path: Path) -> Iterator[Any]:
    """Starts programs, and ends those that a test has left."""
    processes: list[subprocess.Popen[bytes]] = []

    def run(*command: str, **environment: str) -> subprocess.Popen[bytes]:
        with (tmp_path / f"{len(processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, *command],
                env={**os.environ, "KUBECONFIG": str(api_server.kubeconfig), **environment},
                cwd=ROOT,
                stderr=log,
            )
        processes.append(process)
        return process

    yield run
    for process in processes:
        process.kill()
        process.wait()


class Work:
    """ConfigMaps that somebody copies."""

    def __init__(self, cluster: Administrator) -> None:
        self.cluster, self.namespace = cluster, cluster.namespace

    def put(self, name: str, **data: str) -> None:
        assert self.cluster.create(config_map(name, self.namespace, **data)).ok

    def copied_by(self, name: str) -> str:
        answer = self.cluster.get("v1", "ConfigMap", f"copy-of-{name}")
        return answer.body["data"]["by"] if answer.ok else ""

    def holder(self) -> str:
        answer = self.cluster.get("coordination.k8s.io/v1", "Lease", "copier")
        return answer.body["spec"].get("holderIdentity", "") if answer.ok else ""

    def wait(self, fact: Callable[[], object]) -> float:
        began = time.monotonic()
        while not fact():
            assert time.monotonic() < began + PATIENCE, "it never became so"
            time.sleep(0.02)
        return time.monotonic() - began


@pytest.fixture
def work(cluster: Administrator) -> Work:
    return Work(cluster)


def test_when_the_leader_is_killed_the_other_takes_over(start: Any, work: Work) -> None:
    programs = {name: start(str(PROGRAM), name, work.namespace) for name in ("a", "b")}
    work.put("first")
    work.wait(lambda: work.copied_by("first"))
    leader = work.holder()
    (other,) = set(programs) - {leader}
    assert work.copied_by("first") == leader

    programs[leader].kill()
    work.put("second")
    took = work.wait(lambda: work.copied_by("second"))

    assert work.copied_by("second") == other
    assert took >= 1  # not before the Lease of 2 s, renewed every 0.3 s, had run out


def test_a_leader_that_ends_finishes_its_work_and_hands_over_at_once(
    start: Any, work: Work, tmp_path: Path
) -> None:
    first = start(str(PROGRAM), "a", work.namespace)
    work.put("first")
    work.wait(lambda: work.copied_by("first"))
    start(str(PROGRAM), "b", work.namespace)
    work.put("slow", seconds="1")
    work.wait(lambda: "begin slow" in (tmp_path / "0.log").read_text())

    first.send_signal(signal.SIGTERM)
    code = first.wait(PATIENCE)
    finished = work.copied_by("slow")
    work.put("next")
    work.wait(lambda: work.copied_by("next"))

    assert code == 0
    assert finished == "a"
    assert work.copied_by("next") == "b"
    assert "Leading" in (tmp_path / "1.log").read_text()


def test_a_leader_that_has_lost_touch_ends_with_an_error(
    start: Any, work: Work, access: Access, api_server: ApiServer, tmp_path: Path
) -> None:
    kubeconfig = tmp_path / "kubeconfig"

    async def story() -> int:
        async with Proxy(port(access)) as proxy:
            content = yaml.safe_load(api_server.kubeconfig.read_text())
            content["clusters"][0]["cluster"]["server"] = f"https://127.0.0.1:{proxy.port}"
            kubeconfig.write_text(yaml.safe_dump(content))
            program = start(str(PROGRAM), "a", work.namespace, KUBECONFIG=str(kubeconfig))
            # The Lease alone does not say it: its answer may still be on its way.
            await until(lambda: "Leading as a" in (tmp_path / "0.log").read_text())
            proxy.stall()
            await until(lambda: program.poll() is not None)
            return program.returncode

    assert asyncio.run(story()) == 3


def test_the_example_of_the_page_works(start: Any, cluster: Administrator, tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(import asyncio\n.+?)```", PAGE.read_text(), re.DOTALL)
    program = tmp_path / "example.py"
    program.write_text(code)
    label = {"metadata": {"name": cluster.namespace, "labels": {"example.com/team": "red"}}}
    running_ = start(str(program), POD_NAME="one")

    def team() -> str:
        answer = cluster.get("v1", "ConfigMap", "team")
        return answer.body["data"]["team"] if answer.ok else ""

    wait = Work(cluster).wait
    assert cluster.patch({"apiVersion": "v1", "kind": "Namespace", **label}).ok
    wait(lambda: team() == "red")
    spoilt = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "team"}}
    assert cluster.patch({**spoilt, "data": {"team": "blue"}}).ok
    wait(lambda: team() == "red")
    assert cluster.delete(spoilt).ok
    wait(lambda: team() == "red")
    running_.send_signal(signal.SIGTERM)
    assert running_.wait(PATIENCE) == 0
    lines = (tmp_path / "0.log").read_text().splitlines()

    assert {json.loads(line)["level"] for line in lines} <= {"info"}


def test_says_how_it_is(access: Access, cluster: Administrator) -> None:
    async def story() -> None:
        begun, slow = asyncio.Event(), asyncio.Event()

        async def reconcile(_: Key) -> None:
            begun.set()
            await slow.wait()

        async with Client(access) as client, aiohttp.ClientSession() as session:
            manager = Manager(client, settings=LOCAL)
            chosen = Selection(cluster.namespace, labels="app=test")
            manager.controller("slow", reconcile).follows(manager.informers.get(CONFIG_MAP, chosen))

            async def ask(path: str) -> tuple[int, str]:
                async with session.get(f"http://127.0.0.1:{manager.port}{path}") as answer:
                    return answer.status, await answer.text()

            task = asyncio.create_task(manager.run())
            await client.apply(config_map("one", cluster.namespace))
            await begun.wait()
            assert await ask("/healthz") == (200, "ok")
            assert await ask("/readyz") == (200, "ok")
            _, metrics = await ask("/metrics")
            assert 'controller_runtime_active_workers{controller="slow"} 1.0' in metrics
            manager.stop()
            assert await ask("/readyz") == (503, "stopping")
            slow.set()
            await asyncio.wait_for(task, 10)

    asyncio.run(story())


def test_is_not_ready_before_its_caches_are_filled(access: Access) -> None:
    async def story() -> None:
        async with (
            Proxy(1) as closed,
            Client(_at(access, closed.port)) as client,
            aiohttp.ClientSession() as session,
        ):
            manager = Manager(client, settings=LOCAL)
            manager.informers.get(CONFIG_MAP)
            task = asyncio.create_task(manager.run())
            await until(lambda: manager.port)
            async with session.get(f"http://127.0.0.1:{manager.port}/readyz") as answer:
                assert (answer.status, await answer.text()) == (
                    503,
                    "still being filled: ConfigMap",
                )
            manager.stop()  # nobody has to wait for a server in order to end
            await asyncio.wait_for(task, 10)

    asyncio.run(story())


def _at(access: Access, number: int) -> Access:
    from dataclasses import replace

    return replace(access, server=f"https://127.0.0.1:{number}")


def test_a_slow_reconcile_and_a_failing_one_do_not_delay_others(
    access: Access, cluster: Administrator
) -> None:
    async def story() -> None:
        done: dict[str, int] = {}
        never = asyncio.Event()

        async def reconcile(key: Key) -> Result | None:
            done[key.name] = done.get(key.name, 0) + 1
            if key.name == "slow":
                await never.wait()
            if key.name == "broken":
                raise ValueError("a fault of ours")
            return None

        async with Client(access) as client:
            manager = Manager(client, settings=LOCAL)
            chosen = Selection(cluster.namespace, labels="app=test")
            controller = manager.controller(
                "mixed", reconcile, workers=2, backoff=Backoff(0.01, 0.05)
            )
            controller.follows(manager.informers.get(CONFIG_MAP, chosen))
            async with running(manager.run()):
                for name in ("slow", "broken", *(f"n{number}" for number in range(20))):
                    await client.apply(config_map(name, cluster.namespace))
                await until(lambda: len(done) == 22 and done["broken"] > 3)

                assert done["slow"] == 1
                assert {done[f"n{number}"] for number in range(20)} == {1}

    asyncio.run(story())
