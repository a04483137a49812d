"""Shows what the running server says of itself."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_WIDTH = 14


def lines(found: dict[str, Any]) -> Iterator[str]:
    """Write the answer of the control socket for people."""
    since = datetime.fromtimestamp(found["started"]).astimezone()
    shown = {
        "arm": found["arm"],
        "login": found["login"],
        "graph": found["graph"],
        "tenant": found["tenant"],
        "subscription": ", ".join(found["subscriptions"]),
        "world": found["world"] or "none",
        "pid": found["pid"],
        "since": since.isoformat(sep=" ", timespec="seconds"),
        "latency": f"azure, times {found['latency']:g}" if found["latency"] else "none",
        "throttling": "azure" if found["throttled"] else "none",
        "fault rules": found["faults"],
        "operations": f"{found['operations']} running",
        "resources": sum(found["resources"].values()),
    }
    for name, value in shown.items():
        yield f"{name:<{_WIDTH}}{value}"
    for type, count in found["resources"].items():
        yield f"{count:>{_WIDTH - 2}}  {type}"
