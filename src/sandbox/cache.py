"""Where the project keeps what it can make again: downloads and built components.

The directory is shared by all checkouts of a user, and may be deleted at any time.
"""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "HYPERSHIFT_CACHE"


def root() -> Path:
    """Give the directory, which need not exist yet."""
    named = os.environ.get(VARIABLE)
    return Path(named).absolute() if named else Path.home() / ".cache" / "hypershift-py"
