"""What was acknowledged is there after `kill -9`, and nothing is half-made.

Workers change one state at random, each in a resource group of its own, on a day as slow as Azure's
made fast, so that operations go on and requests are under way when the server is killed. Then it is
started again on the same port, and what is there is held against what each worker was told.
"""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from azurelocal.cloud import Cloud
from azurelocal.endpoints import Endpoints
from azurelocal.folder import STATE
from azurelocal.store import Store
from tests.integration.azurelocal.consistency import complaints
from tests.integration.azurelocal.running import Server, serving
from tests.integration.azurelocal.wire import GoneError, Reply, Wire, owners_token

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KILLS = 10
WORKERS = 8
MUTATIONS = 500  # that the workers would make each time, were it not for the kill
SEED = 20260728
SLOWNESS = "0.01"  # of Azure's durations: half a second for a group, 40 ms for a network
PATIENCE = 20.0
GONE = "gone"


def test_nothing_acknowledged_is_lost_and_nothing_is_half_made_after_kill_9(tmp_path: Path) -> None:
    folder, dice = tmp_path / "state", random.Random(SEED)
    workers = [Worker(f"rg-{number}", random.Random(SEED + number)) for number in range(WORKERS)]
    port, polled = "0", 0

    for _ in range(KILLS):
        with serving(folder, "--latency", "azure", "--scale", SLOWNESS, "--port", port) as server:
            port = str(server.port)
            polled += _check_after_restart(server, workers)
            _change_until(server, workers, dice.randrange(MUTATIONS // 10, MUTATIONS))
    with serving(folder, "--port", port) as server:
        polled += _check_after_restart(server, workers)

    assert _wrong_with(folder) == []
    assert polled > KILLS * WORKERS, "hardly any operation was going on"


def _change_until(server: Server, workers: list[Worker], mutations: int) -> None:
    """Let all workers change things, and kill the server when so much was acknowledged."""
    token = owners_token(server)
    count = Count(mutations)
    threads = [threading.Thread(target=one.work, args=(server, token, count)) for one in workers]
    for thread in threads:
        thread.start()
    assert count.reached.wait(60), "the workers do not get on"
    server.kill()
    for thread in threads:
        thread.join(30)
    assert [one.trouble for one in workers if one.trouble] == []


def _check_after_restart(server: Server, workers: list[Worker]) -> int:
    """Hold what is there against what the workers know. Tells how many addresses were polled."""
    token, polled = owners_token(server), 0
    for worker in workers:
        wire = Wire(server, token)
        polled += worker.poll(wire)
        worker.check(wire)
        wire.close()
    return polled


def _wrong_with(folder: Path) -> list[str]:
    with sqlite3.connect(folder / STATE) as database:
        said = [row[0] for row in database.execute("PRAGMA integrity_check")]
    database.close()
    store = Store(folder / STATE)
    found = complaints(Cloud(store, Endpoints.loopback(1)))
    store.close()
    return ([] if said == ["ok"] else said) + found


class Count:
    """Counts what is acknowledged, up to a number."""

    def __init__(self, wanted: int) -> None:
        self.reached = threading.Event()
        self._wanted, self._lock = wanted, threading.Lock()

    def one_more(self) -> None:
        with self._lock:
            self._wanted -= 1
            if self._wanted <= 0:
                self.reached.set()


@dataclass
class Worker:
    """Changes one resource group, and remembers what it was told.

    `known` has, for each ID, the marks of the versions that may be there: one that was
    acknowledged, or two after a request that nobody answered.
    """

    group: str
    dice: random.Random
    known: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    addresses: list[str] = field(default_factory=list[str])
    trouble: str = ""
    _mark: int = 0

    def work(self, server: Server, token: str, count: Count) -> None:
        """Change things until the server is gone."""
        wire = Wire(server, token)
        try:
            while True:
                self._change(wire, server.subscription)
                count.one_more()
        except GoneError as error:
            if not count.reached.is_set():
                self.trouble = f"{self.group}: the server broke off: {error}"
        except AssertionError as error:
            self.trouble = f"{self.group}: {error}"
            count.reached.set()
        finally:
            wire.close()

    def _change(self, wire: Wire, subscription: str) -> None:
        group = f"/subscriptions/{subscription}/resourceGroups/{self.group}"
        kind = self.dice.choice(["group", *KINDS * 8])
        if kind == "group":
            if self.known.get(group) != {GONE} and group in self.known and self.dice.random() < 0.5:
                self._ask(wire, "DELETE", group)
            else:
                self._ask(wire, "PUT", group, {"location": "eastus"})
            return
        id = f"{group}/providers/{kind}/{self.dice.choice('abc')}"
        if kind.endswith("Credentials"):
            owner = f"{group}/providers/{IDENTITY}/{self.dice.choice('abc')}"
            id = f"{owner}/federatedIdentityCredentials/{self.dice.choice('abc')}"
        if self.dice.random() < 0.3:
            self._ask(wire, "DELETE", id)
        else:
            self._ask(wire, "PUT", id, BODIES[kind](group, self.dice))

    def _ask(self, wire: Wire, method: str, id: str, body: dict[str, Any] | None = None) -> None:
        """Send one change and remember what it may have led to."""
        self._mark += 1
        mark = str(self._mark) if body is not None else GONE
        if body is not None and "FederatedIdentityCredentials" not in id:
            body["tags"] = {"mark": mark}
        before = self.known.get(id, {GONE})
        self.known[id] = before | {mark}
        below = {one for one in self.known if one.startswith(id + "/")}
        if method == "DELETE":
            for one in below:
                self.known[one] = self.known[one] | {GONE}
        reply = wire.ask(method, id, body)
        self._remember(reply, id, before, mark)
        if method == "DELETE" and reply.status < 300:
            self.known.update({one: {GONE} for one in below})

    def _remember(self, reply: Reply, id: str, before: set[str], mark: str) -> None:
        assert reply.status < 500, (id, reply.status, reply.content)
        self.known[id] = {mark} if reply.status < 300 else before
        for header in ("azure-asyncoperation", "location"):
            if header in reply.headers:
                self.addresses.append(reply.headers[header])

    def poll(self, wire: Wire) -> int:
        """Follow every operation to its end."""
        end = time.monotonic() + PATIENCE
        for address in self.addresses:
            while self._goes_on(wire.ask("GET", address), address):
                assert time.monotonic() < end, f"{address} does not end"
                time.sleep(0.02)
        polled = len(self.addresses)
        self.addresses.clear()
        return polled

    def _goes_on(self, reply: Reply, address: str) -> bool:
        assert reply.status < 300, (address, reply.status, reply.content)
        if "/operations/" in address:
            assert reply.json["status"] in ("InProgress", "Succeeded", "Failed"), reply.content
            return reply.json["status"] == "InProgress"
        return reply.status == 202

    def check(self, wire: Wire) -> None:
        """See that each ID has a version that may be there, whole."""
        for id, marks in self.known.items():
            reply = wire.ask("GET", id)
            found = GONE
            if reply.status != 404:
                assert reply.status == 200, (id, reply.content)
                found = (reply.json.get("tags") or {}).get("mark", "")
                state = reply.json["properties"].get("provisioningState", "Succeeded")
                assert state in ("Succeeded", "Failed"), (id, state)
            if "CREDENTIALS" in id.upper():
                assert (found == GONE) in {one == GONE for one in marks}, (id, found, marks)
            else:
                assert found in marks, (id, found, marks)
                self.known[id] = {found}


NETWORK = "Microsoft.Network"
GROUPS, ADDRESSES = f"{NETWORK}/networkSecurityGroups", f"{NETWORK}/publicIPAddresses"
NETWORKS, INTERFACES = f"{NETWORK}/virtualNetworks", f"{NETWORK}/networkInterfaces"
IDENTITY = "Microsoft.ManagedIdentity/userAssignedIdentities"
CREDENTIALS = f"{IDENTITY}/federatedIdentityCredentials"


def _security_group(_group: str, _dice: random.Random) -> dict[str, Any]:
    return {"location": "eastus"}


def _public_address(_group: str, _dice: random.Random) -> dict[str, Any]:
    properties = {"publicIPAllocationMethod": "Static"}
    return {"location": "eastus", "sku": {"name": "Standard"}, "properties": properties}


def _network(group: str, dice: random.Random) -> dict[str, Any]:
    subnet: dict[str, Any] = {"addressPrefix": "10.0.0.0/24"}
    if dice.random() < 0.5:
        subnet["networkSecurityGroup"] = _reference(group, GROUPS, dice)
    return {
        "location": "eastus",
        "properties": {
            "addressSpace": {"addressPrefixes": ["10.0.0.0/16"]},
            "subnets": [{"name": "default", "properties": subnet}],
        },
    }


def _interface(group: str, dice: random.Random) -> dict[str, Any]:
    network = _reference(group, NETWORKS, dice)["id"]
    properties: dict[str, Any] = {"subnet": {"id": f"{network}/subnets/default"}}
    if dice.random() < 0.3:
        properties["publicIPAddress"] = _reference(group, ADDRESSES, dice)
    whole: dict[str, Any] = {"ipConfigurations": [{"name": "ip", "properties": properties}]}
    if dice.random() < 0.3:
        whole["networkSecurityGroup"] = _reference(group, GROUPS, dice)
    return {"location": "eastus", "properties": whole}


def _credential(_group: str, dice: random.Random) -> dict[str, Any]:
    subject = f"system:serviceaccount:n:{dice.randrange(1000)}"
    return {
        "properties": {"issuer": "https://issuer.test", "subject": subject, "audiences": ["a"]},
    }


def _reference(group: str, kind: str, dice: random.Random) -> dict[str, str]:
    return {"id": f"{group}/providers/{kind}/{dice.choice('abc')}"}


BODIES: dict[str, Callable[[str, random.Random], dict[str, Any]]] = {
    GROUPS: _security_group,
    ADDRESSES: _public_address,
    NETWORKS: _network,
    INTERFACES: _interface,
    IDENTITY: _security_group,
    CREDENTIALS: _credential,
}
KINDS = list(BODIES)
