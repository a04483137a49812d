"""An operator with a short election, for tests that kill it: copies ConfigMaps and signs them.

It writes a line when it leads and has reconciled for the first time. Its reconciles take as long as
the ConfigMap says.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import TYPE_CHECKING

from hypershift.kube import config, logs
from hypershift.kube.client import Client, Selection
from hypershift.kube.errors import LeadershipLostError
from hypershift.kube.kinds import CONFIG_MAP
from hypershift.kube.leader import Election
from hypershift.kube.manager import Manager, Settings

if TYPE_CHECKING:
    from hypershift.kube.informer import Key

log = logging.getLogger(__name__)

LOST = 3  # the exit code of who does not lead any more


async def main(identity: str, namespace: str) -> None:
    """Copy until SIGTERM."""
    logs.configure(people=False)
    async with Client(config.load(), manager="copier") as client:
        election = Election("copier", namespace, identity, duration=2, renew=1.2, retry=0.3)
        manager = Manager(client, election=election, settings=Settings("127.0.0.1", 0, grace=10))
        sources = manager.informers.get(CONFIG_MAP, Selection(namespace, labels="app=test"))

        async def reconcile(key: Key) -> None:
            source = sources.get(key.name, key.namespace)
            if source is None:
                return
            log.info("begin %s", key.name)
            wanted = source.get("data", {})
            await asyncio.sleep(float(wanted.get("seconds", "0")))
            await client.apply(
                {
                    "apiVersion": "v1",
                    "kind": "ConfigMap",
                    "metadata": {"name": f"copy-of-{key.name}", "namespace": namespace},
                    "data": {"by": identity, "step": wanted.get("step", "")},
                }
            )

        manager.controller("copier", reconcile, workers=2).follows(sources)
        await manager.run()


try:
    asyncio.run(main(*sys.argv[1:]))
except LeadershipLostError:
    sys.exit(LOST)
