"""Networks are kept as the state says, also after a fault."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from azurelocal.fabric.kernel import Kernel
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
