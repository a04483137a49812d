"""An API server that forgets, and one that ends and comes back, on etcd that is its own."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import ssl
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from hypershift.kube import config
from hypershift.kube.client import Client
from hypershift.kube.errors import KubeError
from hypershift.kube.kinds import CONFIG_MAP, NAMESPACE
from sandbox import apiserver, processes
from tests.integration.kube.helping import config_map
from tests.integration.kube.test_informer import world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.apiserver import ApiServer


class Server:
    """An API server that a test may end and start again."""

    def __init__(self, server: ApiServer) -> None:
        self.server = server
        self.access = config.load(server.kubeconfig)
        self._process = server.daemons[1].process
        self._command: Any = self._process.args

    def kill(self) -> None:
        processes.stop(self._process)

    async def start(self) -> None:
        self._process = processes.start(
            self._command,
            environment=os.environ,
            directory=self.server.directory,
            output=subprocess.DEVNULL,
        )
        async with Client(self.access) as client, asyncio.timeout(60):
            while True:
                try:
                    await client.get(NAMESPACE, "default")
                except KubeError:
                    await asyncio.sleep(0.1)
                else:
                    return

    def compact(self, revision: int) -> None:
        """Make etcd forget what was before a revision."""
        folder = self.server.directory
        command: Any = self.server.daemons[0].process.args
        arguments = [str(each) for each in command]
        url = next(each for each in arguments if each.startswith("--listen-client-urls="))
        context = ssl.create_default_context(cafile=self.server.authority)
        context.load_cert_chain(folder / "etcd-client.crt", folder / "etcd-client.key")
        connection = http.client.HTTPSConnection(url.rpartition("//")[2], context=context)
        body = json.dumps({"revision": revision, "physical": True})
        connection.request("POST", "/v3/kv/compaction", body)
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        connection.close()


@pytest.fixture
def server() -> Iterator[Server]:
    with apiserver.run() as running:
        made = Server(running)
        try:
            yield made
        finally:
            made.kill()


def test_nothing_is_lost_when_the_server_restarts_and_has_forgotten(server: Server) -> None:
    async def work() -> None:
        async with world(server.access, "default") as here:
            for name in ("kept", "gone", "changed", "anew"):
                await here.put(name)
            await here.caught_up()

            # Away from the cache, the world goes on; then nobody remembers how.
            here.proxy.refuse()
            await here.remove("gone")
            await here.remove("anew")
            await here.put("anew")
            await here.put("changed", to="this")
            await here.put("new")
            listing = await here.client.list(CONFIG_MAP)
            server.kill()
            server.compact(int(listing.version))
            await server.start()
            here.proxy.allow()
            await here.caught_up()

            assert set(here.replica.objects) == {"kept", "changed", "anew", "new"}
            assert here.lists() == 2  # 410 Gone: all is read anew, once

            # And it goes on to follow.
            await here.client.apply(config_map("later", "default"))
            await here.caught_up()
            assert here.lists() == 2

    asyncio.run(work())
