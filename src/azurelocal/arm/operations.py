"""Work that goes on after the answer: kept in the state, so that it survives us, and polled.

A put ends with the resource Succeeded or Failed, a delete with its absence. What runs again after a
restart must be able to: a `Realise` makes real what may already be.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from azurelocal.cloud import Cloud
    from azurelocal.store import Resource

    Realise = Callable[[Resource, "Operation"], Awaitable[None]]
    """Makes a resource real outside ARM; the operation goes on until it returns."""

COLLECTION = "operations"
KEPT = 86400.0
"""For so many seconds, at least, one can ask how an operation has ended."""
POLL_AGAIN = "1"
"""What clients are told to wait, in seconds; without it they wait half a minute."""

Kind = Literal["put", "delete", "action"]

logger = logging.getLogger("azurelocal")


class Operation(msgspec.Struct, kw_only=True):
    """One piece of work on one resource."""

    id: str
    kind: Kind
    target: str
    namespace: str
    subscription: str
    location: str
    started: float
    due: float
    created: float = 0.0
    """When the resource was made: one that is made later under its name is another one."""
    state: str = "InProgress"
    ended: float = 0.0
    error: dict[str, Any] | None = None
    answer: Any = None
    """What the result address gives in the end, for an action that has an answer."""
    action: str = ""
    """Which action it is."""
    planned: dict[str, Any] | None = None
    """The failure that it is to end with, as a plan of faults wants."""

    @property
    def done(self) -> bool:
        """Tell whether it has ended, well or badly."""
        return self.state != "InProgress"

    def status_path(self) -> str:
        """Where its state is read."""
        return f"{self._base()}/operations/{self.id}"

    def result_path(self) -> str:
        """Where its result is read."""
        if self.namespace == "Microsoft.Resources":
            return f"/subscriptions/{self.subscription}/operationresults/{self.id}"
        return f"{self._base()}/operationResults/{self.id}"

    def _base(self) -> str:
        place = self.location.replace(" ", "").lower() or "global"
        return f"/subscriptions/{self.subscription}/providers/{self.namespace}/locations/{place}"


@dataclass
class Operations:
    """All operations. `start` belongs inside the transaction that changes the resource."""

    cloud: Cloud

    def __post_init__(self) -> None:
        """Have nothing to do yet."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._targets: dict[str, str] = {}

    def start(
        self, kind: Kind, resource: Resource, seconds: float, answer: Any = None, action: str = ""
    ) -> Operation:
        """Note work on a resource; it begins when the transaction is over."""
        now = self.cloud.clock()
        failure = self.cloud.weather.take_failure(resource.key)
        operation = Operation(
            id=str(uuid.uuid4()),
            kind=kind,
            target=resource.key,
            namespace=resource.id.namespace or "Microsoft.Resources",
            subscription=resource.id.subscription,
            location=resource.location,
            started=now,
            due=now + seconds,
            created=resource.created,
            answer=answer,
            action=action,
            planned=msgspec.to_builtins(failure) if failure else None,
        )
        self._save(operation)
        asyncio.get_running_loop().call_soon(self._begin, operation)
        return operation

    def find(self, id: str) -> Operation | None:
        """Read one operation."""
        document = self.cloud.store.read(COLLECTION, id.lower())
        return msgspec.convert(document, Operation) if document else None

    def resume(self) -> None:
        """Go on with what was going on when the process ended, and forget what is long over."""
        forgotten = self.cloud.clock() - KEPT
        for id, document in self.cloud.store.documents(COLLECTION):
            operation = msgspec.convert(document, Operation)
            if not operation.done:
                self._begin(operation)
            elif operation.ended < forgotten:
                self.cloud.store.remove(COLLECTION, id)

    async def over(self, target: str) -> None:
        """Wait until nothing goes on with a resource."""
        await asyncio.sleep(0)  # what was started a moment ago begins
        while tasks := [self._tasks[id] for id, one in self._targets.items() if one == target]:
            await asyncio.wait(tasks)

    def last_error(self, target: str) -> dict[str, Any] | None:
        """What the last piece of work on a resource has failed with."""
        found = [
            msgspec.convert(document, Operation)
            for _, document in self.cloud.store.documents(COLLECTION)
            if document["target"] == target
        ]
        return max(found, key=lambda one: one.ended).error if found else None

    @property
    def running(self) -> int:
        """How many are going on."""
        return len(self._tasks)

    async def stop(self) -> None:
        """Stop working; what is not done is resumed by the next process."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, operation: Operation) -> None:
        # A transaction that was rolled back has taken its operation with it.
        if self.cloud.store.read(COLLECTION, operation.id) is not None:
            task = asyncio.get_running_loop().create_task(self._run(operation))
            self._tasks[operation.id] = task
            self._targets[operation.id] = operation.target
            task.add_done_callback(lambda _: self._forget(operation.id))

    def _forget(self, id: str) -> None:
        self._tasks.pop(id, None)
        self._targets.pop(id, None)

    async def _run(self, operation: Operation) -> None:
        await asyncio.sleep(max(0.0, operation.due - self.cloud.clock()))
        try:
            await self.cloud.engine.realise(operation)
            planned = operation.planned
            error = AzureError(409, planned["code"], planned["message"]) if planned else None
            self._end(operation, error)
        except AzureError as failure:
            self._end(operation, failure)
        except Exception:
            # A fault of ours: whoever waits is told that it has failed, and the log has the rest.
            logger.exception("operation %s on %s failed", operation.id, operation.target)
            message = "Encountered internal server error."
            self._end(operation, AzureError(500, "InternalServerError", message))

    def _end(self, operation: Operation, error: AzureError | None) -> None:
        """Write down how an operation has ended, all of it or nothing."""
        with self.cloud.store.transaction():
            self.cloud.engine.finish(operation, error)
            operation.ended = self.cloud.clock()
            operation.state = "Failed" if error else "Succeeded"
            operation.error = error.envelope()["error"] if error else None
            self._save(operation)

    def _save(self, operation: Operation) -> None:
        self.cloud.store.write(COLLECTION, operation.id, msgspec.to_builtins(operation))
