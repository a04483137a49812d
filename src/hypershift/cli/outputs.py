"""Refuses places that could not be written to once the work is done."""

from __future__ import annotations

import os
from pathlib import Path

from hypershift.cli.errors import UsageError


def check_file(flag: str, path: str) -> None:
    """Demand a file that can be written."""
    target = Path(path)
    if target.is_dir():
        raise UsageError(f"{flag}: {path} is a directory: name a file")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise UsageError(
            f"{flag}: {path} cannot be written: name a file in a directory that exists and that you"
            " may write to"
        )


def check_directory(flag: str, path: str) -> None:
    """Demand a directory, or a name that is free for one."""
    if Path(path).exists() and not Path(path).is_dir():
        raise UsageError(f"{flag}: {path} is not a directory: name one, or one that is to be made")
