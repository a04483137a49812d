"""Directories that do not outlive the one who made them."""

from __future__ import annotations

import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

# Waits for the end of its input, which comes when the owner closes it or is gone, however it went.
# Servers that are being killed at that moment may still write: hence more than one try.
_GUARD = 'read -r _; n=0; until rm -rf -- "$1" || [ $((n += 1)) -gt 50 ]; do sleep 0.1; done'


@contextmanager
def scratch(purpose: str) -> Generator[Path]:
    """Give a directory for the owner's eyes alone; it is removed even when the owner is killed."""
    directory = Path(tempfile.mkdtemp(prefix=f"hypershift-{purpose}-"))
    guard = subprocess.Popen(
        ["/bin/sh", "-c", _GUARD, "guard", directory],
        cwd="/",
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield directory
    finally:
        guard.communicate()
