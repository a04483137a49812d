"""`sandbox status`: whether every part is as it has to be, and what mends it if not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from azurelocal import folder
from azurelocal.control import ask
from azurelocal.errors import AzureLocalError
from azurelocal.world import raising
from sandbox.errors import SandboxError
from sandbox.management import bodies, pki, registry
from sandbox.management.arm import Arm
from sandbox.management.cloud import Cloud
from sandbox.management.kube import Cluster
from sandbox.management.place import told_by_us

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.management.place import Place

_WARNING = timedelta(days=14)
_HEADINGS = ("PART", "STATE", "DETAIL")


class Part(msgspec.Struct, frozen=True):
    """How one part is."""

    part: str
    state: str
    detail: str = ""

    @property
    def well(self) -> bool:
        """Whether it is as it has to be."""
        return self.state == "ok"


def look(place: Place) -> list[Part]:
    """Look at every part. What cannot be seen because of another part is not told of."""
    with told_by_us():
        raising.require_root()
    return list(_look(place))


def as_table(parts: list[Part]) -> str:
    """Write a line for each part, and what to do if one is not well."""
    rows = [_HEADINGS, *((one.part, one.state, one.detail) for one in parts)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEADINGS))]
    lines = [
        "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    if not all(one.well for one in parts):
        lines += ["", "'sandbox up' mends what is wrong."]
    return "\n".join(lines) + "\n"


def _look(place: Place) -> Iterator[Part]:
    world = _world(place)
    yield world
    yield _part("registry", _registry(place), registry.HOST)
    if not place.keys.exists():
        return
    yield certificates(pki.end(place.keys), datetime.now(UTC))
    if not world.well:
        return
    try:
        cloud = Cloud(Arm(place))
        for node, lack in bodies.lacks(place, cloud).items():
            yield _part(f"machine {node.name}", lack, node.address)
        yield from _cluster(Cluster(place, cloud.api_server()))
    except (SandboxError, OSError) as error:
        yield Part("management cluster", "wrong", str(error))


def certificates(end: datetime, now: datetime) -> Part:
    """Tell how long certificates are good, and in time that they will not be any more."""
    if end - now > _WARNING:
        return Part("certificates", "ok", f"good until {end:%Y-%m-%d}")
    return Part(
        "certificates",
        "wrong",
        f"good until {end:%Y-%m-%d} only: 'sandbox down --forget' and 'sandbox up' make a new"
        " cluster",
    )


def _world(place: Place) -> Part:
    holder = folder.holder(place.state)
    if not holder:
        return Part("azurelocal", "wrong", "does not run")
    try:
        world = ask(place.state, "status")["world"]
    except AzureLocalError as error:
        return Part("azurelocal", "wrong", str(error))
    if world != place.world:
        return Part("azurelocal", "wrong", f"its world is '{world}', not '{place.world}'")
    return Part("azurelocal", "ok", f"process {holder}, world {world}")


def _registry(place: Place) -> str:
    if not registry.process(place):
        return "does not run"
    return "" if registry.answers(place) else "runs, but does not answer"


def _cluster(cluster: Cluster) -> Iterator[Part]:
    lack = cluster.lack()
    yield _part("API server", lack, f"{cluster.host}, {cluster.address}")
    if lack:
        return
    for node, lack in cluster.nodes().items():
        yield _part(f"node {node.name}", lack, "Ready")
    pods = cluster.pods()
    for name, lack in pods.items():
        if lack:
            yield Part(f"pod {name}", "wrong", lack)
    yield Part("pods", "ok", f"{sum(not lack for lack in pods.values())} of {len(pods)} ready")


def _part(name: str, lack: str, detail: str) -> Part:
    return Part(name, "wrong", lack) if lack else Part(name, "ok", detail)
