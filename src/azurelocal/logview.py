"""Shows the access log, and follows it as it grows."""

from __future__ import annotations

import os
import time
from collections import deque
from datetime import datetime
from typing import IO, TYPE_CHECKING

from azurelocal.accesslog import OLD, Entry, parse
from azurelocal.errors import AzureLocalError
from azurelocal.folder import ACCESS_LOG

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

_LOOK = 0.1  # seconds between two looks at a file that has not grown


def entries(folder: Path, last: int, *, follow: bool) -> Iterator[bytes]:
    """The last lines of the log, then each new one."""
    path = folder / ACCESS_LOG
    try:
        file = path.open("rb")
    except OSError as error:
        raise AzureLocalError(
            f"there is no access log in {folder} ({error.strerror}): name the folder of the server"
            " with --state"
        ) from error
    with file:
        newest = deque(_whole_lines(file), maxlen=last)
        yield from _older(path, last - len(newest))
        yield from newest
        if follow:
            yield from _new_lines(file, path)


def _older(path: Path, count: int) -> list[bytes]:
    """The last lines of the file that the log has outgrown."""
    try:
        with path.with_name(path.name + OLD).open("rb") as file:
            return list(deque(_whole_lines(file), maxlen=max(0, count)))
    except FileNotFoundError:
        return []


def _whole_lines(file: IO[bytes]) -> Iterator[bytes]:
    """Read to the end; a line that is being written is left for later."""
    while line := file.readline():
        if not line.endswith(b"\n"):
            file.seek(-len(line), os.SEEK_CUR)
            return
        yield line[:-1]


def _new_lines(file: IO[bytes], path: Path) -> Iterator[bytes]:
    try:
        while True:
            yield from _whole_lines(file)
            if not _replaced(file, path):
                time.sleep(_LOOK)
                continue
            yield from _whole_lines(file)  # nothing more is written to it
            file.close()
            file = path.open("rb")
    finally:
        file.close()


def _replaced(file: IO[bytes], path: Path) -> bool:
    """A log that has grown too large begins anew under the same name."""
    try:
        return os.fstat(file.fileno()).st_ino != path.stat().st_ino
    except FileNotFoundError:
        return False


def _text(line: bytes) -> str:
    """Write an entry for people."""
    entry = parse(line)
    moment = datetime.fromtimestamp(entry.time).astimezone().strftime("%H:%M:%S")
    who = entry.name or entry.app_id or "anybody"
    refused = f"  {entry.code}" if entry.code else ""
    shown = (
        f"{moment} {entry.status:>3} {entry.milliseconds:>7.1f} ms  {who}  {entry.method}"
        f" {entry.path}{refused}{_grants(entry)}"
    )
    # Names are given by clients; they must not work on anybody's terminal.
    return "".join(sign if sign.isprintable() else "?" for sign in shown)


def _grants(entry: Entry) -> str:
    roles = {
        f"{grant.role} at {grant.assigned_at or '/'}"
        if grant.role
        else f"no role gives {grant.action}"
        for grant in entry.grants
    }
    return f"  [{'; '.join(sorted(roles))}]" if roles else ""


def _yaml(line: bytes) -> str:
    import msgspec
    import yaml

    entry = yaml.safe_dump(msgspec.json.decode(line), sort_keys=False, allow_unicode=True)
    return f"---\n{entry.rstrip()}"


FORMS: Mapping[str, Callable[[bytes], str]] = {
    "text": _text,
    "json": bytes.decode,
    "yaml": _yaml,
}
"""How an entry is written."""
