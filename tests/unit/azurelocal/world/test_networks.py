"""Networks are kept as the state says, also after a fault."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from azurelocal.fabric.kernel import Kernel
from azurelocal.world import networks as world_networks
from azurelocal.world.networks import Networks

if TYPE_CHECKING:
    import pytest

    from azurelocal.fabric.wanted import World
    from tests.unit.azurelocal.conftest import Azure


@dataclass
class FaultyFabric:
    """A fabric that cannot make some worlds."""

    kernel: Kernel = field(default_factory=lambda: Kernel("azunit"))
    faulty: bool = True
    made: list[World] = field(default_factory=list["World"])

    async def apply(self, world: World) -> None:
        if self.faulty:
            raise KeyError("sourceip")
        self.made.append(world)

    def forget(self) -> None:
        """There is nothing to forget."""


def test_a_fault_of_ours_holds_networks_up_until_something_changes(
    azure: Azure, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    fabric = FaultyFabric()
    networks = Networks(azure.cloud, cast("Any", fabric), cast("Any", None))

    async def no_servers(_: World) -> None:
        return None

    monkeypatch.setattr(networks, "_serve", no_servers)
    prefixes = {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}}
    net = f"{azure.group()}/providers/Microsoft.Network/virtualNetworks/net"
    azure.owner.put(net, {"location": "eastus", "properties": prefixes})

    async def story() -> None:
        keeping = asyncio.get_running_loop().create_task(networks.keep())
        first = asyncio.get_running_loop().create_task(networks.settled())
        for _ in range(10):
            await asyncio.sleep(0)
        assert not keeping.done()
        assert not first.done()
        fabric.faulty = False
        await asyncio.wait_for(asyncio.gather(first, networks.settled()), 10)
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)

    with caplog.at_level(logging.ERROR):
        azure.loop.run_until_complete(story())

    assert [len(world.networks) for world in fabric.made] == [1]
    assert "cannot be made as the state says" in caplog.text


@dataclass
class CountedServers:
    """Servers of a network that stand in the place that `here` tells, once they are started."""

    here: list[int]
    fails: bool
    place: int = 0
    stopped: bool = False

    async def start(self, _: str) -> None:
        if self.fails:
            raise OSError("there is no way in")
        self.place = self.here[0]

    async def stop(self) -> None:
        self.stopped = True


def test_servers_are_where_the_router_is(azure: Azure, monkeypatch: pytest.MonkeyPatch) -> None:
    here, made = [7], list[CountedServers]()

    def make(*_: Any) -> CountedServers:
        made.append(CountedServers(here, fails=not made))
        return made[-1]

    monkeypatch.setattr(world_networks, "NetworkServers", make)
    monkeypatch.setattr(world_networks, "place_of", lambda _: here[0])
    monkeypatch.setattr(world_networks, "_TRY_AGAIN", 0.0)
    networks = Networks(azure.cloud, cast("Any", FaultyFabric(faulty=False)), cast("Any", None))
    prefixes = {"addressSpace": {"addressPrefixes": ["10.0.0.0/16"]}}
    net = f"{azure.group()}/providers/Microsoft.Network/virtualNetworks/net"
    azure.owner.put(net, {"location": "eastus", "properties": prefixes})

    async def settled() -> list[bool]:
        networks.forget()
        await asyncio.wait_for(networks.settled(), 10)
        return [one.stopped for one in made]

    async def story() -> list[list[bool]]:
        keeping = asyncio.get_running_loop().create_task(networks.keep())
        seen = [await settled(), await settled()]
        here[0] = 8  # somebody has deleted the router, and it has been made anew
        seen.append(await settled())
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        return seen

    # The first ones could not be started; the second ones have stayed behind.
    assert azure.loop.run_until_complete(story()) == [
        [True, False],
        [True, False],
        [True, True, False],
    ]
