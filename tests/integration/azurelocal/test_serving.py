"""The server as a process: it becomes ready, tells who it is, and ends when it is told to."""

from __future__ import annotations

import http.client
import json
import signal
import ssl
import urllib.request
from typing import TYPE_CHECKING, Any

from tests.integration.azurelocal.running import serving

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.azurelocal.running import Server


def test_the_cloud_describes_itself_to_whoever_trusts_its_authority(server: Server) -> None:
    described = _get(server, "/metadata/endpoints?api-version=2022-09-01")

    assert described["resourceManager"].rstrip("/") == server.url
    assert described["authentication"]["loginEndpoint"].rstrip("/") == server.url
    assert described["suffixes"]["storage"] == f"core.localhost:{server.port}"


def test_a_second_run_keeps_tenant_and_owner(tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        before = first.credentials

    with serving(tmp_path) as second:
        after = second.credentials

    assert after == before


def test_sigterm_ends_the_server_in_good_order(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.process.send_signal(signal.SIGTERM)

        code = server.process.wait(10)

    assert code == 0


def test_a_client_that_waits_in_silence_does_not_hold_the_end_up(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        trust = ssl.create_default_context(cafile=server.ca)
        idle = http.client.HTTPSConnection("localhost", server.port, context=trust)
        idle.request("GET", "/metadata/endpoints?api-version=2022-09-01")
        idle.getresponse().read()
        server.process.send_signal(signal.SIGINT)

        code = server.process.wait(3)

        idle.close()
    assert code == 0


def _get(server: Server, path: str) -> Any:
    trust = ssl.create_default_context(cafile=server.ca)
    with urllib.request.urlopen(server.url + path, context=trust) as answer:
        return json.load(answer)
