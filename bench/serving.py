"""Measures `azurelocal serve`: how fast it starts, and how many requests a second it answers.

The server is a process of its own with state on disk; this process is the client: plain sockets
with TLS that are kept open, as Microsoft's libraries keep theirs. On two processors the client
takes nothing from the server. Nothing fails here for being slow.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

AZURELOCAL = Path(sys.executable).with_name("azurelocal")
STARTS = 5
SECONDS = 3.0
CLIENTS = (1, 64)
READY = 30.0
VERSION = "api-version=2024-05-01"


@dataclass(frozen=True)
class Server:
    """A running server and how to speak with it."""

    process: subprocess.Popen[str]
    folder: Path
    port: int
    took: float

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.folder / "ca.crt")

    @property
    def memory(self) -> float:
        """The most that it has had so far, in MB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        raise SystemExit("bench: the server has ended: run `azurelocal serve` to see why")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def start(folder: Path) -> Server:
    """Start a server and wait until it says that it is ready."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [AZURELOCAL, "serve", "--state", folder], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    took = time.perf_counter() - began
    if "ready" not in first:
        process.kill()
        raise SystemExit("bench: azurelocal does not start: run `azurelocal serve` to see why")
    return Server(process, folder, int(first.rpartition(":")[2]), took)


def main() -> None:
    """Measure, and print a table."""
    with tempfile.TemporaryDirectory(prefix="azurelocal-bench-") as directory:
        folder = Path(directory)
        first = start(folder)  # makes its keys and certificates, once
        first.stop()
        starts, idle = list[float](), 0.0
        for _ in range(STARTS):
            server = start(folder)
            starts.append(server.took)
            idle = server.memory
            server.stop()
        server = start(folder)
        try:
            rows = asyncio.run(_measure(server))
            memory = server.memory
        finally:
            server.stop()
    print("azurelocal serve")
    print(
        f"  start-up     {first.took:.2f} s the first time, then {statistics.median(starts):.2f} s"
    )
    print(f"  memory       {idle:.0f} MB at first, {memory:.0f} MB in the end")
    print(f"\n  {'network interface':<18}{'clients':>8}{'per second':>12}{'p50':>10}{'p99':>10}")
    for method, clients, times in rows:
        ordered = statistics.quantiles(times, n=100)
        print(
            f"  {method:<18}{clients:>8}{len(times) / SECONDS:>12.0f}"
            f"{ordered[49] * 1000:>7.1f} ms{ordered[98] * 1000:>7.1f} ms"
        )


async def _measure(server: Server) -> list[tuple[str, int, list[float]]]:
    target = Target(server)
    await target.prepare(max(CLIENTS))
    rows: list[tuple[str, int, list[float]]] = []
    for method in ("GET", "PUT"):
        for clients in CLIENTS:
            end = time.perf_counter() + SECONDS
            runs = [target.ask_until(end, method, number) for number in range(clients)]
            times = [one for run in await asyncio.gather(*runs) for one in run]
            rows.append((method, clients, times))
    return rows


class Target:
    """One network interface for each client, in one subnet."""

    def __init__(self, server: Server) -> None:
        self._server, self._trust = server, server.trust
        self._credentials = json.loads((server.folder / "credentials.json").read_text())
        self._token = self._log_in()
        group = f"/subscriptions/{self._credentials['subscriptionId']}/resourceGroups/bench"
        self._group, self._network = group, f"{group}/providers/Microsoft.Network"

    def _log_in(self) -> str:
        form = {
            "grant_type": "client_credentials",
            "client_id": self._credentials["clientId"],
            "client_secret": self._credentials["clientSecret"],
            "scope": "https://management.azure.com/.default",
        }
        address = f"https://localhost:{self._server.port}/{self._credentials['tenantId']}"
        request = urllib.request.Request(
            f"{address}/oauth2/v2.0/token", urllib.parse.urlencode(form).encode()
        )
        with urllib.request.urlopen(request, context=self._trust) as answer:
            return json.load(answer)["access_token"]

    async def prepare(self, count: int) -> None:
        """Make what is asked for later."""
        subnets = [{"name": "default", "properties": {"addressPrefix": "10.0.0.0/16"}}]
        space = {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}, "subnets": subnets}
        connection = await self._connect()
        for path, body in (
            (self._group, {"location": "eastus"}),
            (
                f"{self._network}/virtualNetworks/net",
                {"location": "eastus", "properties": space},
            ),
            *((self._nic(number), self._body()) for number in range(count)),
        ):
            await connection.ask(self._request("PUT", path, body))
        connection.close()

    async def ask_until(self, end: float, method: str, number: int) -> list[float]:
        """Send one request after the other, and tell how long each took."""
        request = self._request(
            method, self._nic(number), self._body() if method == "PUT" else None
        )
        connection = await self._connect()
        times: list[float] = []
        while (began := time.perf_counter()) < end:
            await connection.ask(request)
            times.append(time.perf_counter() - began)
        connection.close()
        return times

    def _nic(self, number: int) -> str:
        return f"{self._network}/networkInterfaces/nic-{number}"

    def _body(self) -> dict[str, Any]:
        subnet = {"id": f"{self._network}/virtualNetworks/net/subnets/default"}
        configuration = {"name": "ip", "properties": {"subnet": subnet}}
        return {"location": "eastus", "properties": {"ipConfigurations": [configuration]}}

    def _request(self, method: str, path: str, body: dict[str, Any] | None) -> bytes:
        content = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} {path}?{VERSION} HTTP/1.1",
            f"host: localhost:{self._server.port}",
            f"authorization: Bearer {self._token}",
            "content-type: application/json",
            f"content-length: {len(content)}",
        ]
        return "\r\n".join([*lines, "", ""]).encode() + content

    async def _connect(self) -> Connection:
        return Connection(
            *await asyncio.open_connection("localhost", self._server.port, ssl=self._trust)
        )


@dataclass(frozen=True)
class Connection:
    """One connection that is kept open."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def ask(self, request: bytes) -> None:
        """Send a request and read the whole answer."""
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        body = await self.reader.readexactly(length)
        if not head.startswith(b"HTTP/1.1 20"):
            raise SystemExit(f"bench: the server refuses what is measured: {body.decode()[:500]}")

    def close(self) -> None:
        self.writer.transport.abort()


if __name__ == "__main__":
    main()
