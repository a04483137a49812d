"""The machines as the host sees them, whatever Resource Manager believes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from azurelocal.fabric import names
from azurelocal.machines.driver import Phase
from azurelocal.machines.errors import MachineError
from sandbox.management import shape

if TYPE_CHECKING:
    from sandbox.management.cloud import Cloud
    from sandbox.management.place import Place
    from sandbox.management.shape import Node


def lacks(place: Place, cloud: Cloud) -> dict[Node, str]:
    """What each machine lacks; nothing when it runs."""
    return asyncio.run(_lacks(place, cloud))


def running(place: Place, cloud: Cloud) -> set[Node]:
    """The machines that run."""
    return {node for node, lack in lacks(place, cloud).items() if not lack}


async def _lacks(place: Place, cloud: Cloud) -> dict[Node, str]:
    driver = place.site.driver()
    found: dict[Node, str] = {}
    for node in shape.NODES:
        try:
            state = await driver.state(names.short(cloud.machine(node)))
        except MachineError as error:
            found[node] = str(error)
            continue
        said = f": {state.reason}" if state.reason else ""
        found[node] = "" if state.phase == Phase.RUNNING else f"is {state.phase.value}{said}"
    return found
