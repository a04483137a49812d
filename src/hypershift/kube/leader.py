"""One leader among several processes, by a Lease.

The leader renews the Lease; when it could not for `renew` seconds it has to stop what leaders do.
Another one takes the Lease when it has not changed for its `duration`, which is longer, by the
other's own clock: clocks need not agree, only run equally fast. Every write names the version that
was read, so that of two who try one succeeds.
"""

from __future__ import annotations

import asyncio
import logging
import math
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from hypershift.api.schema import ObjectMeta, Resource, Struct, resource
from hypershift.kube.client import Selection
from hypershift.kube.errors import (
    AlreadyExistsError,
    ConflictError,
    KubeError,
    LeadershipLostError,
    NotFoundError,
    UnreachableError,
)

if TYPE_CHECKING:
    from hypershift.kube.client import Client

log = logging.getLogger(__name__)

RELEASING = 5.0  # seconds that giving leadership up may take


class LeaseSpec(Struct):
    """Who leads, since when and for how long."""

    holderIdentity: str | None = None
    leaseDurationSeconds: int | None = None
    acquireTime: str | None = None
    renewTime: str | None = None
    leaseTransitions: int | None = None


@resource(group="coordination.k8s.io", version="v1", plural="leases", status=False)
class Lease(Resource):
    """A claim that lasts as long as it is renewed."""

    spec: LeaseSpec | None = None


@dataclass(frozen=True)
class Election:
    """What candidates have in common, and who this one is."""

    name: str
    namespace: str
    identity: str
    """A name that no other process has, such as that of the pod."""
    duration: float = 60.0
    renew: float = 40.0
    retry: float = 15.0


class Leases(Protocol):
    """Where the Lease is kept."""

    async def read(self) -> Lease | None:
        """Give it, if it is there."""
        ...

    async def create(self, lease: Lease) -> Lease:
        """Make it, if it is not there."""
        ...

    async def replace(self, lease: Lease) -> Lease:
        """Write it, if it is at this version."""
        ...

    async def changed(self, version: str) -> None:
        """Return as soon as it is not at this version any more."""
        ...


class Leader:
    """A candidate, and perhaps the leader."""

    def __init__(self, leases: Leases, election: Election) -> None:
        """Stand for election, but not yet."""
        self._leases, self._election = leases, election
        self._lease: Lease | None = None
        self._seen = ("", 0.0)  # the version of the Lease, and when we first saw it
        self._renewed = float("-inf")

    async def acquire(self) -> None:
        """Wait until we lead."""
        while True:
            try:
                async with asyncio.timeout(self._election.renew):
                    if await self._try():
                        log.info("Leading as %s", self._election.identity)
                        return
            except (KubeError, TimeoutError) as error:
                log.warning("Cannot ask who leads: %s", str(error) or "no answer")
                await asyncio.sleep(self._election.retry)
            else:
                await self._rest()

    async def hold(self) -> None:
        """Lead until cancelled, or until that is not certain any more, which is an error."""
        while True:
            await asyncio.sleep(self._election.retry)
            if not await self._renew():
                raise LeadershipLostError(
                    f"{self._election.identity} does not lead any more: let it start anew"
                )

    async def release(self) -> None:
        """Let another one lead at once."""
        try:
            async with asyncio.timeout(RELEASING):
                if lease := await self._own():
                    transitions = (lease.spec or LeaseSpec()).leaseTransitions
                    spec = LeaseSpec(
                        holderIdentity="",
                        leaseDurationSeconds=1,
                        renewTime=_now(),
                        leaseTransitions=transitions,
                    )
                    await self._leases.replace(self._written(lease, spec))
        except (KubeError, TimeoutError) as error:
            log.warning("Leadership ends only with its time: %s", str(error) or "no answer")
        self._lease = None

    async def _try(self) -> bool:
        """Take the Lease, if it is free or has run out."""
        began = asyncio.get_running_loop().time()
        lease = await self._leases.read()
        try:
            if lease is None:
                self._lease = await self._leases.create(self._written(Lease(), self._claim(None)))
            elif self._free(lease):
                self._lease = await self._leases.replace(self._written(lease, self._claim(lease)))
            else:
                return False
        except (AlreadyExistsError, ConflictError, NotFoundError):
            return False  # another one was faster
        self._renewed = began
        return True

    def _free(self, lease: Lease) -> bool:
        spec = lease.spec or LeaseSpec()
        if spec.holderIdentity in (None, "", self._election.identity):
            return True
        now, version = asyncio.get_running_loop().time(), lease.metadata.resourceVersion or ""
        if self._seen[0] != version:
            self._seen = version, now
        return now - self._seen[1] >= (spec.leaseDurationSeconds or self._election.duration)

    async def _renew(self) -> bool:
        """Renew the Lease until it is done, or until the time for it has run out."""
        deadline = self._renewed + self._election.renew
        try:
            async with asyncio.timeout_at(deadline):
                while True:
                    began = asyncio.get_running_loop().time()
                    try:
                        held = await self._renew_once()
                    except KubeError as error:
                        log.warning("The Lease could not be renewed: %s", error)
                        conflict = isinstance(error, ConflictError)
                        await asyncio.sleep(0 if conflict else min(self._election.retry, 2.0))
                        continue
                    self._renewed = began
                    return held
        except TimeoutError:
            log.error("The Lease could not be renewed in time")
            return False

    async def _renew_once(self) -> bool:
        """Write the Lease. What somebody else may have written meanwhile decides."""
        lease = await self._own()
        if lease is None:
            return False
        self._lease = None  # until we know what became of it
        self._lease = await self._leases.replace(self._written(lease, self._claim(lease)))
        return True

    async def _own(self) -> Lease | None:
        """Give the Lease, if it is ours."""
        lease = self._lease or await self._leases.read()
        ours = lease and (lease.spec or LeaseSpec()).holderIdentity == self._election.identity
        return lease if ours else None

    def _claim(self, lease: Lease | None) -> LeaseSpec:
        held = (lease and lease.spec) or LeaseSpec()
        ours = held.holderIdentity == self._election.identity
        moment = _now()
        transitions = held.leaseTransitions or 0
        return LeaseSpec(
            holderIdentity=self._election.identity,
            leaseDurationSeconds=math.ceil(self._election.duration),
            acquireTime=held.acquireTime if ours else moment,
            renewTime=moment,
            leaseTransitions=transitions if ours or lease is None else transitions + 1,
        )

    def _written(self, lease: Lease, spec: LeaseSpec) -> Lease:
        described = ObjectMeta(
            name=self._election.name,
            namespace=self._election.namespace,
            resourceVersion=lease.metadata.resourceVersion,
        )
        return Lease(metadata=described, spec=spec)

    async def _rest(self) -> None:
        """Wait until it makes sense to try again: a Lease that is given up is seen at once."""
        version = self._seen[0]
        try:
            async with asyncio.timeout(self._election.retry):
                await self._leases.changed(version)
        except TimeoutError:
            pass
        except KubeError:
            # A server that cannot tell us must not be asked all the time.
            await asyncio.sleep(min(self._election.retry, 1.0))


class KubeLeases:
    """The Lease in the API server."""

    def __init__(self, client: Client, election: Election) -> None:
        """Ask without being held back: who must renew cannot wait for the rate of others."""
        self._client, self._election = client.urgent(), election

    async def read(self) -> Lease | None:
        """Give it, if it is there."""
        return await self._client.find(Lease, self._election.name, self._election.namespace)

    async def create(self, lease: Lease) -> Lease:
        """Make it, if it is not there."""
        return await self._client.create(lease)

    async def replace(self, lease: Lease) -> Lease:
        """Write it, if it is at this version."""
        return await self._client.replace(lease)

    async def changed(self, version: str) -> None:
        """Return as soon as it is not at this version any more."""
        select = Selection(self._election.namespace, fields=f"metadata.name={self._election.name}")
        async with aclosing(self._client.watch(Lease, version or "0", select)) as events:
            async for event in events:
                if event.type != "BOOKMARK" and event.version != version:
                    return
        raise UnreachableError("the watch of the Lease has ended")


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
