"""Builds images: `python -m azurelocal.machines.images [KEY …]`, all of them by default."""

from __future__ import annotations

import sys

from azurelocal.machines.errors import MachineError
from azurelocal.machines.images import build, recipes


def main() -> int:
    """Build what is named."""
    try:
        for key in sys.argv[1:] or recipes.names():
            build.ensure(key, lambda line: print(line, file=sys.stderr))  # noqa: T201
    except MachineError as error:
        print(f"error: {error}\n{error.log}", file=sys.stderr)  # noqa: T201
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
