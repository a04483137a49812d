"""`python -m azurelocal`: the `azurelocal` command."""

from __future__ import annotations

from azurelocal.cli import main

main()
