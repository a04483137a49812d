"""Shows the access log, and follows it as it grows."""

from __future__ import annotations

import os
import select
from collections import deque
from datetime import datetime
from typing import TYPE_CHECKING

from azurelocal.accesslog import Entry, parse
from azurelocal.errors import AzureLocalError
from azurelocal.server import ACCESS_LOG

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LOOK = 0.1  # seconds between two looks at a file that has not grown


def entries(folder: Path, last: int, *, follow: bool) -> Iterator[bytes]:
    """The last lines of the log, then each new one."""
    path = folder / ACCESS_LOG
    try:
        file = path.open("rb")
    except OSError as error:
        raise AzureLocalError(
            f"there is no access log in {folder}: name the folder of the server with --state"
        ) from error
    with file:
        yield from deque((line.rstrip(b"\n") for line in file), maxlen=last)
        while follow:
            line = file.readline()
            if line.endswith(b"\n"):
                yield line.rstrip(b"\n")
                continue
            file.seek(-len(line), os.SEEK_CUR)
            if _replaced(file.fileno(), path):
                file.close()
                file = path.open("rb")
            else:
                select.select([], [], [], _LOOK)


def _replaced(descriptor: int, path: Path) -> bool:
    """A log that has grown too large begins anew under the same name."""
    try:
        return os.fstat(descriptor).st_ino != path.stat().st_ino
    except FileNotFoundError:
        return False


def show(line: bytes) -> str:
    """Write an entry for people."""
    entry = parse(line)
    moment = datetime.fromtimestamp(entry.time).astimezone().strftime("%H:%M:%S")
    who = entry.name or entry.app_id or "anybody"
    refused = f"  {entry.code}" if entry.code else ""
    return (
        f"{moment} {entry.status} {entry.milliseconds:>7.1f} ms  {who}  {entry.method}"
        f" {entry.path}{refused}{_grants(entry)}"
    )


def _grants(entry: Entry) -> str:
    roles = {
        f"{grant.role} at {grant.assigned_at or '/'}"
        if grant.role
        else f"no role gives {grant.action}"
        for grant in entry.grants
    }
    return f"  [{'; '.join(sorted(roles))}]" if roles else ""
